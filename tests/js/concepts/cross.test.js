// Cross-attention: the numbers of golden/NUMBERS.md §8 (NumPy, float64).
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { close } from '../all_close.js';
import { modelOf } from './asked.js';

const golden = JSON.parse(
  readFileSync(new URL('../../golden/chapter.json', import.meta.url), 'utf8'),
);
const { cases } = golden;

test('queries 2 and 3 over all four keys are two rows of the full map', async () => {
  const model = await modelOf({ view: 'cross', split: '2' });
  close(model.bottomRight.weights, cases.cross_queries_2_3.weights.flat());
  close(model.result.output.data, cases.cross_queries_2_3.output.flat());
  assert.equal(model.bottomRight.difference, 0);
  assert.equal(model.topLeft, null);
  assert.deepEqual(model.queryTokens, ['x₂', 'x₃']);
});

test('causal: bottom-right rows are those of the full causal map, top-left ones are not', async () => {
  const model = await modelOf({ view: 'cross', split: '2', mask: 'causal' });
  const { bottomRight, topLeft } = model;
  close(
    bottomRight.result.weights.data,
    cases.cross_queries_2_3_causal_bottom_right.weights.flat(),
  );
  close(topLeft.result.weights.data, cases.cross_queries_2_3_causal_top_left.weights.flat());
  assert.deepEqual([bottomRight.difference, bottomRight.outputDifference], [0, 0]);
  close([topLeft.difference], [1 - cases.causal.A[2][0]]);
  assert.equal(model.result, bottomRight.result);
  const chosen = await modelOf({ view: 'cross', split: '2', mask: 'causal', align: 'top-left' });
  close(chosen.result.output.data, cases.cross_queries_2_3_causal_top_left.output.flat());
});

test('padding and hand-made masks keep their rows when the map is cut', async () => {
  const padded = await modelOf({ view: 'cross', split: '2', mask: 'causal padding:1' });
  close(padded.bottomRight.result.weights.data, cases.pad_last_causal.A.slice(2).flat());
  const allowed = [
    [1, 1, 1, 1],
    [1, 1, 1, 1],
    [1, 1, 1, 1],
    [0, 0, 1, 0],
  ];
  const made = await modelOf({ view: 'cross', split: '2', mask: JSON.stringify({ allowed }) });
  assert.deepEqual(Array.from(made.result.weights.data.subarray(4)), [0, 0, 1, 0]);
  assert.equal(made.bottomRight.difference, 0);
});

test('two sequences are a map of their own, without a split', async () => {
  const model = await modelOf({ view: 'cross', tokens: 'le chat noir', 'key-tokens': 'the cat' });
  assert.deepEqual([model.pair, model.split, model.full], [true, 0, null]);
  assert.deepEqual(model.result.weights.shape, [1, 3, 2]);
  close(model.bottomRight.rowSum, [1, 1, 1]);
  const data = await modelOf(
    { view: 'cross' },
    { x: golden.X.slice(2), context: golden.X, wq: golden.W_Q, wk: golden.W_K, wv: golden.W_V },
  );
  close(data.result.weights.data, cases.cross_queries_2_3.weights.flat());
  assert.ok(data.pair);
});

test('one token asks itself; no split leaves the whole map', async () => {
  const alone = await modelOf({ view: 'cross', tokens: 'alone', mask: 'causal' });
  assert.deepEqual([alone.split, Array.from(alone.bottomRight.weights)], [0, [1]]);
  const whole = await modelOf({ view: 'cross', split: '0', mask: 'causal' });
  assert.deepEqual([whole.topLeft.difference, whole.queryTokens.length], [0, 4]);
});

test('a split without queries is refused, and so are finished weights', async () => {
  await assert.rejects(modelOf({ view: 'cross', split: '4' }), {
    code: 'option',
    argument: 'split',
    message: 'split is 4, expected at most 3: of 4 tokens one must be a query',
  });
  await assert.rejects(modelOf({ view: 'cross', align: 'left' }), { argument: 'align' });
  await assert.rejects(modelOf({ view: 'cross' }, { weights: [[1]] }), /finished weights/);
});
