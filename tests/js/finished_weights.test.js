// Weights that the page computed elsewhere: shares, and nothing else.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AttentionError } from 'attention-map';
import { finishedWeights } from '../../web/src/elements/finished_weights.js';

/** @param {number[]} rows two by two */
const given = (...rows) =>
  finishedWeights(
    /** @type {import('../../web/src/readers/json.js').Input} */ ({
      kind: 'weights',
      tokens: ['a', 'b'],
      keyTokens: null,
      tensors: { weights: { data: Float32Array.from(rows), shape: [2, 2] } },
      settings: {},
    }),
    {},
  );

test('shares are taken, and rows that keep less than all', () => {
  const { rowSum } = given(1, 0, 0.1, 0.1).call(['weights', 'rowSum']);
  assert.deepEqual([...rowSum.data], [1, Math.fround(0.1) + Math.fround(0.1)].map(Math.fround));
  // 1 in half precision, or printed to two digits.
  given(1.001, 0, 0.5, 0.5);
});

for (const [value, where, place] of /** @type {const} */ ([
  [2, 0, 'head 0, row 0, column 0'],
  [1e38, 1, 'head 0, row 0, column 1'],
  [-0.5, 3, 'head 0, row 1, column 1'],
])) {
  test(`${value} is refused with its place`, () => {
    const rows = [0.5, 0.5, 0.5, 0.5];
    rows[where] = value;
    assert.throws(
      () => given(...rows),
      (error) =>
        error instanceof AttentionError &&
        error.code === 'option' &&
        error.argument === 'weights' &&
        error.message.includes(`at ${place}, expected shares from 0 to 1`),
    );
  });
}
