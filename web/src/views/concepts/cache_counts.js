// What decoding costs with a cache and without one: counted, for one head. Without a cache each step computes the causal map of
// all tokens anew (ch. 16.3).

/**
 * @param {number} t steps
 * @returns {{ stepWith: number, stepWithout: number, allWith: number, allWithout: number }} dot products of queries and keys: of step t,
 *   and of all steps to it
 */
export function dotProducts(t) {
  return {
    stepWith: t,
    stepWithout: (t * (t + 1)) / 2,
    allWith: (t * (t + 1)) / 2,
    allWithout: (t * (t + 1) * (t + 2)) / 6,
  };
}

/**
 * @param {number} dots dot products of queries and keys; each has its weight, which takes a value along
 * @param {{ keyWidth: number, valueWidth: number }} sizes
 * @returns {number} multiply-adds
 */
export function multiplyAdds(dots, { keyWidth, valueWidth }) {
  return dots * (keyWidth + valueWidth);
}

/**
 * @param {number} t tokens held
 * @param {{ keyValueHeads: number, keyWidth: number, valueWidth: number }} sizes
 * @returns {number} bytes of float32 keys and values
 */
export function heldBytes(t, { keyValueHeads, keyWidth, valueWidth }) {
  return t * keyValueHeads * (keyWidth + valueWidth) * 4;
}
