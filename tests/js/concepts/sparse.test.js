// Sparse patterns on the chapter's causal map, whose full weights tell what must be kept and lost.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { modelOf } from './asked.js';

const near = (/** @type {number} */ actual, /** @type {number} */ expected, atol = 5e-5) =>
  assert.ok(Math.abs(actual - expected) <= atol, `${actual} is not ${expected} within ${atol}`);

/**
 * @param {{ kept: Uint8Array, keyTokens: string[] }} model
 * @returns {string[]} a row each, # where a cell is kept
 */
const rowsOf = ({ kept, keyTokens: { length } }) =>
  Array.from({ length: kept.length / length }, (_, row) =>
    Array.from(kept.subarray(row * length, (row + 1) * length), (cell) => '·#'[cell]).join(''),
  );

const eight = 'a b c d e f g h';

test('a causal window of 1 keeps the mass of the two last keys and renormalises it', async () => {
  const model = await modelOf({ view: 'sparse', mask: 'causal', width: '1' });
  assert.deepEqual(rowsOf(model), ['#···', '##··', '·##·', '··##']);
  assert.deepEqual([model.keptCount, model.allowedCount], [7, 10]);
  // Rows of the chapter: [.3156 .3384 .3460], [.2253 .2705 .2221 .2821].
  [1, 1, 0.3384 + 0.346, 0.2221 + 0.2821].forEach((mass, row) => {
    near(model.mass[row], mass, 1e-4);
  });
  near(model.meanMass, (1 + 1 + 0.68443 + 0.50417) / 4);
  near(model.result.weights.data[14], 0.22206 / 0.50417, 1e-4);
  near(model.sparse[9], 0.33839 / 0.68443, 1e-4);
  assert.ok(Number.isNaN(model.sparse[8]) && Number.isNaN(model.full[3]));
});

test('a pattern that keeps all is full attention, without any error', async () => {
  const model = await modelOf({ view: 'sparse', width: '3' });
  assert.equal(model.keptCount, 16);
  assert.equal(model.largestError, 0);
  assert.equal(model.relativeError, 0);
  near(model.meanMass, 1, 1e-6);
});

test('the error is of the outputs: values of 1 and 3, weights of a half each', async () => {
  const data = { query: [[0], [0]], key: [[0], [0]], value: [[1], [3]] };
  const model = await modelOf({ view: 'sparse', width: '0' }, data);
  // Full: 2 and 2. Sparse: 1 and 3. ‖(−1, 1)‖ ÷ ‖(2, 2)‖ = 1/2.
  near(model.largestError, 1, 1e-6);
  near(model.relativeError, 0.5, 1e-6);
  assert.deepEqual(Array.from(model.mass), [0.5, 0.5]);
});

test('the largest error has no sign: values 9, 9 and 0, weights of a third each', async () => {
  const data = { query: [[0], [0], [0]], key: [[0], [0], [0]], value: [[9], [9], [0]] };
  const model = await modelOf({ view: 'sparse', width: '0' }, data);
  // Full: 6 each. Sparse: 9, 9 and 0. ‖(3, 3, −6)‖ ÷ ‖(6, 6, 6)‖ = √54 ÷ √108.
  near(model.largestError, 6, 1e-5);
  near(model.relativeError, Math.SQRT1_2, 1e-6);
});

test('sizes that nobody chose grow as √n', async () => {
  const words = Array.from({ length: 36 }, (_, token) => `t${token}`).join(' ');
  const { pattern } = await modelOf({ view: 'sparse', tokens: words });
  const sizes = { width: 3, dilation: 2, globals: 1, block: 6, perRow: 3, seed: 0 };
  assert.deepEqual(pattern, { name: 'window', ...sizes });
  const { pattern: few } = await modelOf({ view: 'sparse', tokens: 'alone' });
  assert.deepEqual([few.width, few.block, few.perRow], [1, 2, 1]);
});

test('whether the map is causal, and what else hides, is told of the mask in force, wherever it came from', async () => {
  const data = { query: [[0], [0]], key: [[0], [0]], value: [[1], [3]], mask: 'causal' };
  const of = async (/** @type {Record<string, string>} */ written, /** @type {object} */ given) => {
    const { causal, otherMask } = await modelOf({ view: 'sparse', ...written }, given);
    return [causal, otherMask];
  };
  assert.deepEqual(await of({}, data), [true, false]);
  assert.deepEqual(await of({ mask: 'none' }, data), [false, false]);
  assert.deepEqual(await of({ mask: 'padding:1' }, data), [false, true]);
  assert.deepEqual(await of({ mask: 'causal padding:1' }, data), [true, true]);
});

test('the last query stands at the last key, however many there are of either', async () => {
  const of = async (/** @type {Record<string, string>} */ written) =>
    rowsOf(await modelOf({ view: 'sparse', ...written }));
  const few = { tokens: 'd e', 'key-tokens': 'a b c d e' };
  assert.deepEqual(await of({ ...few, width: '1' }), ['··###', '···##']);
  assert.deepEqual(await of({ ...few, pattern: 'random', 'per-row': '0' }), ['···#·', '····#']);
  const many = { tokens: 'a b c d e', 'key-tokens': 'c d e' };
  assert.deepEqual(await of({ ...many, pattern: 'block', block: '2' }), [
    '···',
    '···',
    '##·',
    '##·',
    '··#',
  ]);
  assert.deepEqual(await of({ ...many, pattern: 'dilated', width: '1', dilation: '2' }), [
    '#··',
    '·#·',
    '#·#',
    '·#·',
    '#·#',
  ]);
});

test('dilated, global and block patterns keep the cells that their names say', async () => {
  const of = async (/** @type {Record<string, string>} */ written) =>
    rowsOf(await modelOf({ view: 'sparse', tokens: eight, ...written }));
  assert.deepEqual((await of({ pattern: 'dilated', width: '1', dilation: '3' })).slice(2, 5), [
    '··#··#··',
    '#··#··#·',
    '·#··#··#',
  ]);
  const global = await of({ pattern: 'global', globals: '2', width: '0' });
  assert.deepEqual(
    [global[0], global[1], global[2], global[5]],
    ['########', '########', '###·····', '##···#··'],
  );
  const whole = await of({ pattern: 'block', block: '3' });
  assert.deepEqual(
    [whole[0], whole[2], whole[3], whole[7]],
    ['###·····', '###·····', '···###··', '······##'],
  );
  const block = await of({ pattern: 'block', block: '3', mask: 'causal' });
  assert.deepEqual(block.slice(2), [
    '###·····',
    '···#····',
    '···##···',
    '···###··',
    '······#·',
    '······##',
  ]);
});

test('a random pattern draws as many keys as it is told, the same for the same seed', async () => {
  const of = (/** @type {Record<string, string>} */ written) =>
    modelOf({ view: 'sparse', tokens: eight, pattern: 'random', 'per-row': '2', ...written });
  const [one, again, other, causal] = await Promise.all([
    of({}),
    of({}),
    of({ 'pattern-seed': '1' }),
    of({ mask: 'causal' }),
  ]);
  assert.deepEqual(rowsOf(one), rowsOf(again));
  // Its own, and the two largest of the others in a row of NumPy's default_rng(0).standard_normal((8, 8)).
  assert.deepEqual(rowsOf(one).slice(0, 3), ['#·····##', '·#·#·#··', '··##·#··']);
  assert.notDeepEqual(rowsOf(one), rowsOf(other));
  rowsOf(one).forEach((row, index) => {
    assert.equal(row.replaceAll('·', '').length, 3);
    assert.equal(row[index], '#');
  });
  assert.deepEqual(
    rowsOf(causal).map((row) => row.replaceAll('·', '').length),
    [1, 2, 3, 3, 3, 3, 3, 3],
  );
});

test('a row without a key is named, gives zeros, and stays out of the mean', async () => {
  const model = await modelOf({ view: 'sparse', width: '0', mask: 'padding:1' });
  assert.deepEqual(model.noKey, [3]);
  assert.deepEqual(Array.from(model.result.weights.data.subarray(12)), [0, 0, 0, 0]);
  near(model.meanMass, (model.mass[0] + model.mass[1] + model.mass[2]) / 3, 1e-12);
  assert.ok(Number.isFinite(model.relativeError));
  assert.deepEqual(Array.from(model.sparseSum), [1, 1, 1, 0]);
  for (const sum of model.fullSum) near(sum, 1, 1e-6);
});

test('one token keeps itself in every pattern; finished weights are refused', async () => {
  for (const pattern of ['window', 'dilated', 'global', 'block', 'random']) {
    const model = await modelOf({ view: 'sparse', tokens: 'alone', pattern });
    assert.deepEqual(Array.from(model.kept), [1]);
    assert.equal(model.relativeError, 0);
  }
  await assert.rejects(modelOf({ view: 'sparse' }, { weights: [[1]] }), {
    name: 'AttentionError',
    code: 'option',
    argument: 'view',
  });
  await assert.rejects(modelOf({ view: 'sparse', pattern: 'star' }), { argument: 'pattern' });
});
