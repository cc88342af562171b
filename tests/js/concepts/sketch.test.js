// The sketch: its lines are those that NumPy printed when it ran the same program (tests/golden/sketch.json).
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { roundedText } from '../../../web/src/elements/concepts/sketch_script.js';
import { modelOf } from './asked.js';

/** @typedef {{ seed: number, n: number, modelWidth: number, keyWidth: number, sigma: number, causal: boolean }} Settings */
/** @type {{ cases: { settings: Settings, script: string[], printed: string[] }[] }} */
const { cases } = JSON.parse(
  readFileSync(new URL('../../golden/sketch.json', import.meta.url), 'utf8'),
);

const attributesOf = (/** @type {Settings} */ settings) => ({
  view: 'sketch',
  seed: String(settings.seed),
  n: String(settings.n),
  'model-width': String(settings.modelWidth),
  'key-width': String(settings.keyWidth),
  sigma: String(settings.sigma),
  mask: settings.causal ? 'causal' : 'none',
});

test('without attributes it is the chapter’s, down to the printed table', async () => {
  const { table, printed, edges, draws } = await modelOf({ view: 'sketch' });
  assert.deepEqual(
    table.map((/** @type {string[]} */ row) => row.join(' ')),
    ['1.00 0.00 0.00 0.00', '0.98 0.02 0.00 0.00', '0.32 0.34 0.35 0.00', '0.23 0.27 0.22 0.28'],
  );
  assert.match(printed, /output shape: \(4, 8\)\n$/);
  assert.deepEqual(edges, []);
  // All of NumPy's digits, not float32's.
  assert.equal(draws[2], 0.6404226504432821);
});

for (const { settings, script, printed } of cases) {
  test(`NumPy printed the same: ${JSON.stringify(settings)}`, async () => {
    const model = await modelOf(attributesOf(settings));
    assert.equal(model.script, script.join('\n'));
    const wanted = printed.map((line) => line.split(' '));
    const first = printed.indexOf('attention weights:') + 1;
    // Where float32 cannot tell the last digit, the view says so, and one more or less is right.
    for (const [row, column] of model.edges) {
      const [there, here] = [wanted[first + row][column], model.table[row][column]];
      assert.ok(Math.abs(Number(there) - Number(here)) < 0.0101, `${there} and ${here}`);
      wanted[first + row][column] = here;
    }
    assert.equal(model.printed, wanted.map((words) => words.join(' ')).join('\n'));
    if (settings.sigma > 1e-3)
      assert.ok(model.edges.length <= settings.n ** 2 / 400, `${model.edges.length} are left open`);
  });
}

test('the exact middle goes to the even digit, as np.round has it', () => {
  assert.deepEqual([0.125, 0.375, 0, 1, 0.005, 0.994].map(roundedText), [
    '0.12',
    '0.38',
    '0.00',
    '1.00',
    '0.00',
    '0.99',
  ]);
});

test('tokens name the rows, and there are as many', async () => {
  const model = await modelOf({ view: 'sketch', tokens: 'the cat sat' });
  assert.deepEqual(model.tokens, ['the', 'cat', 'sat']);
  assert.equal(model.settings.n, 3);
});

const refusals = /** @type {const} */ ([
  [{ n: '65' }, 'n', "n is 65, view 'sketch' prints at most 64"],
  [{ 'key-width': '65' }, 'key-width', "key-width is 65, view 'sketch' prints at most 64"],
  [{ 'model-width': '99' }, 'model-width', "model-width is 99, view 'sketch' prints at most 64"],
  [{ tokens: 'a b', n: '3' }, 'n', 'n is 3, but there are 2 tokens'],
  [
    { mask: 'padding:1' },
    'mask',
    "mask hides other keys than later ones, but view 'sketch' takes 'causal' or 'none'",
  ],
]);
for (const [written, argument, message] of refusals) {
  test(`refused: ${message}`, () =>
    assert.rejects(modelOf({ view: 'sketch', ...written }), {
      name: 'AttentionError',
      code: 'option',
      argument,
      message,
    }));
}

test('refused: data of one’s own', () =>
  assert.rejects(modelOf({ view: 'sketch' }, { weights: [[1]] }), {
    code: 'option',
    argument: 'view',
  }));
