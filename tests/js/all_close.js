// The one comparison of float arrays in the JavaScript tests: |actual − expected| ≤ atol + rtol·|expected|.
import assert from 'node:assert/strict';

/**
 * Says what is wrong, or '' if nothing is: sizes differ, a NaN, or the worst element with both values.
 * Infinities must be equal.
 * @param {ArrayLike<number>} actual
 * @param {ArrayLike<number>} expected
 * @param {{ atol: number, rtol?: number }} tolerance
 */
export function differences(actual, expected, { atol, rtol = 0 }) {
  if (actual.length !== expected.length)
    return `${actual.length} values, expected ${expected.length}`;
  let worst = -1;
  let excess = 0;
  for (let i = 0; i < expected.length; i++) {
    const allowed = atol + rtol * Math.abs(expected[i]);
    const over =
      actual[i] === expected[i] ? 0 : Math.abs(actual[i] - expected[i]) / allowed || Infinity;
    if (over > 1 && over > excess) [worst, excess] = [i, over];
  }
  if (worst < 0) return '';
  return `[${worst}] is ${actual[worst]}, expected ${expected[worst]} (atol ${atol}, rtol ${rtol})`;
}

/**
 * @param {ArrayLike<number>} actual
 * @param {ArrayLike<number>} expected
 * @param {number} [atol]
 */
export function close(actual, expected, atol = 1e-6) {
  assert.equal(differences(actual, expected, { atol }), '');
}

/**
 * @param {number} actual
 * @param {number} expected
 * @param {number} [atol]
 */
export function near(actual, expected, atol = 1e-6) {
  close([actual], [expected], atol);
}
