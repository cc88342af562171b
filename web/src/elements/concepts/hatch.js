// Masked cells as figures of concepts take them: NaN, which is hatched and never mistaken for a weight of 0.

/** @typedef {import('../../views/picture.js').Pattern} Pattern */

/**
 * @param {Float32Array} values [rows, columns] of one head
 * @param {Pattern | null} pattern
 * @param {readonly [number, number]} shape
 * @param {number} [head]
 * @returns {Float32Array} a copy with NaN where the mask hides; the same array where it hides nothing
 */
export function hatchHidden(values, pattern, [rows, columns], head = 0) {
  if (!pattern) return values;
  const hatched = Float32Array.from(values);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      if (pattern.hides(head, row, column)) hatched[row * columns + column] = Number.NaN;
    }
  }
  return hatched;
}
