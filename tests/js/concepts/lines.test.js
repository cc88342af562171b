// Token lines: which weights become lines, on the chapter's numbers and on ones that can be added up by hand.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contrast } from '../../../web/src/palettes.js';
import { headColour } from '../../../web/src/views/head_colours.js';
import { lineBatches, lineCount, STRENGTHS } from '../../../web/src/views/widgets/line_batches.js';
import { modelOf } from './asked.js';

const near = (/** @type {number} */ actual, /** @type {number} */ expected, atol = 5e-5) =>
  assert.ok(Math.abs(actual - expected) <= atol, `${actual} is not ${expected} within ${atol}`);

/** @type {import('../../../web/src/views/colour_scale.js').ColourScale} */
const scale = { domain: [0, 1], transform: 'linear' };

test('the chapter’s causal map is ten lines, nine of them of 1/20 at least', async () => {
  const model = await modelOf({ view: 'lines', mask: 'causal', least: '0.05' });
  assert.equal(model.above, 10);
  // .0210 of row 1 is the one that is left out.
  assert.equal(model.drawn, 9);
  near(model.sheets[0].weights[5], 0.021);
  near(model.sheets[0].weights[15], 0.2821);
});

test('the mean is of the heads that are on', async () => {
  const [all, mean, one] = await Promise.all([
    modelOf({ view: 'lines', heads: '4', off: '1 3' }),
    modelOf({ view: 'lines', heads: '4', off: '1 3', head: 'mean' }),
    modelOf({ view: 'lines', heads: '4', off: '1 3', head: '3' }),
  ]);
  assert.deepEqual(
    all.sheets.map((/** @type {{ head: number }} */ { head }) => head),
    [0, 2],
  );
  const [first, second] = all.sheets;
  mean.sheets[0].weights.forEach((/** @type {number} */ weight, /** @type {number} */ cell) => {
    near(weight, (first.weights[cell] + second.weights[cell]) / 2, 1e-6);
  });
  assert.equal(one.sheets[0].head, 3);
  const none = await modelOf({ view: 'lines', heads: '2', off: '0 1', head: 'mean' });
  assert.deepEqual(none.sheets, []);
});

test('weights that are finished are drawn as they are; one token has one line', async () => {
  const given = await modelOf({ view: 'lines' }, { weights: [[[0.5, 0.5, 0]], [[0, 0.25, 0.75]]] });
  assert.equal(given.heads, 2);
  assert.deepEqual(Array.from(given.sheets[1].weights), [0, 0.25, 0.75]);
  assert.equal(given.drawn, 4);
  const alone = await modelOf({ view: 'lines', tokens: 'alone' });
  assert.deepEqual(Array.from(alone.sheets[0].weights), [1]);
});

test('a weight that is just the threshold has a line; without one it is 1/50', async () => {
  const weights = [[0.5, 0.25, 0.25, 0]];
  const { drawn, above } = await modelOf({ view: 'lines', least: '0.25' }, { weights });
  assert.deepEqual([drawn, above], [3, 3]);
  const faint = await modelOf({ view: 'lines' }, { weights: [[0.984375, 0.015625]] });
  assert.deepEqual([faint.least, faint.drawn, faint.above], [0.02, 1, 2]);
  assert.equal(faint.head, 'all');
});

test('one head alone is the one that was asked for', async () => {
  const weights = [[[1, 0]], [[0.25, 0.75]], [[0, 1]]];
  const one = await modelOf({ view: 'lines', head: '1' }, { weights });
  assert.deepEqual(Array.from(one.sheets[0].weights), [0.25, 0.75]);
  assert.equal(one.sheets.length, 1);
});

test('temperature and bias are in the weights that become lines', async () => {
  const data = { query: [[1]], key: [[0], [1]], value: [[1], [3]] };
  const cold = await modelOf({ view: 'lines', temperature: '0.5' }, data);
  near(cold.sheets[0].weights[1], 1 / (1 + Math.exp(-2)), 1e-6);
  const biased = await modelOf(
    { view: 'lines' },
    { ...data, query: [[0]], bias: [[0, Math.log(3)]] },
  );
  near(biased.sheets[0].weights[1], 0.75, 1e-6);
});

test('batches hold each weight that reaches the threshold once, the strongest first', () => {
  const sheets = [
    { colour: 'red', weights: Float32Array.of(0.5, 0.02, 0, Number.NaN, 1, 0.1) },
    { colour: 'blue', weights: Float32Array.of(0.5, 0.5, 0, 0.25, 0.25, 0.5) },
  ];
  const size = { rows: 2, columns: 3, scale };
  const batches = lineBatches(sheets, { ...size, least: 0.05 });
  assert.deepEqual(
    batches.map(({ colour, strength, cells }) => [colour, strength, ...cells]),
    [
      ['red', STRENGTHS, 4],
      ['red', STRENGTHS / 2, 0],
      ['blue', STRENGTHS / 2, 0, 1, 5],
      ['blue', STRENGTHS / 4, 3, 4],
      ['red', 2, 5],
    ],
  );
  // .25 is as much as .25.
  assert.equal(lineCount(lineBatches(sheets, { ...size, least: 0.25 })), 7);
  // 0 is no line, whatever the threshold.
  assert.equal(lineCount(lineBatches(sheets, { ...size, least: 0 })), 9);
  const ends = (/** @type {import('../../../web/src/views/widgets/line_batches.js').End} */ end) =>
    lineBatches(sheets, { ...size, least: 0, end }).flatMap(({ cells }) => [...cells]);
  // More than there was room for at first, in the order of the cells.
  const many = { colour: 'red', weights: new Float32Array(70 * 90).fill(1) };
  many.weights[4321] = 0;
  const [all] = lineBatches([many], { rows: 70, columns: 90, scale, least: 0.5 });
  const wanted = Array.from(many.weights.keys()).filter((cell) => cell !== 4321);
  assert.deepEqual([...all.cells], wanted);
  assert.deepEqual(ends({ side: 'query', index: 1 }).sort(), [3, 4, 4, 5, 5]);
  assert.deepEqual(ends({ side: 'key', index: 1 }).sort(), [1, 1, 4, 4]);
});

test('sixteen heads have sixteen colours, each 3 : 1 at least on its ground', () => {
  for (const [scheme, ground] of /** @type {const} */ ([
    ['light', [255, 255, 255]],
    ['dark', [22, 24, 29]],
  ])) {
    const colours = Array.from({ length: 16 }, (_, head) => headColour(head, scheme));
    assert.equal(new Set(colours.map(String)).size, 16);
    for (const colour of colours) assert.ok(contrast(colour, ground) >= 3, String(colour));
  }
});

test('heads that are not there and thresholds that cannot be are refused', async () => {
  const refused = (/** @type {Record<string, string>} */ written, /** @type {object} */ error) =>
    assert.rejects(modelOf({ view: 'lines', ...written }), { name: 'AttentionError', ...error });
  await refused(
    { off: '0 2', heads: '2' },
    { argument: 'off', message: /off is 2, but there are 2/ },
  );
  await refused({ head: '4' }, { argument: 'head', message: /head is 4, but there is 1/ });
  await refused({ least: '1.5' }, { argument: 'least', message: /from 0 to 1/ });
});
