// Masked cells as figures of concepts take them: NaN, which is hatched and never mistaken for a weight of 0.
import { parseMask, windowOf } from '../../engine/mask.js';

/** @typedef {import('../../views/picture.js').Pattern} Pattern */
/** @typedef {import('../../engine/mask.js').Mask} Mask */

/**
 * @param {Float32Array} values [rows, columns] of one head
 * @param {Pattern | null} pattern
 * @param {readonly [number, number]} shape
 * @param {number} [head]
 * @returns {Float32Array} a copy with NaN where the mask hides; the same array where it hides nothing
 */
export function hatchHidden(values, pattern, shape, head = 0) {
  return pattern ? hatch(values.slice(), pattern, shape, head) : values;
}

/**
 * Row by row as the mask's window lies, which takes a tenth of the time that asking about each cell would.
 * @param {Float32Array} values [rows, columns] of one head, written to
 * @param {Pattern | null} pattern null hides nothing
 * @param {readonly [number, number]} shape
 * @param {number} [head]
 * @returns {Float32Array} values, NaN where the mask hides
 */
export function hatch(values, pattern, [rows, columns], head = 0) {
  if (!pattern) return values;
  const sizes = { nQ: rows, nK: columns };
  const mask = parseMask(/** @type {Mask} */ (pattern.mask(head)), { heads: 1, ...sizes });
  const { offset, left, right } = windowOf(mask, sizes);
  const { prefix, keep, allowed } = mask;
  // All see the prefix, so that hatching begins after it.
  const first = Math.min(prefix, columns);
  const place = (/** @type {number} */ key) => Math.min(Math.max(key, first), columns);
  for (let row = 0; row < rows; row++) {
    const at = row * columns;
    values.fill(Number.NaN, at + first, at + place(row + offset - left));
    values.fill(Number.NaN, at + place(row + offset + right + 1), at + columns);
  }
  keep?.forEach((flag, column) => {
    if (flag) return;
    for (let cell = column; cell < values.length; cell += columns) values[cell] = Number.NaN;
  });
  if (!allowed) return values;
  for (let cell = 0; cell < values.length; cell++) if (!allowed[cell]) values[cell] = Number.NaN;
  return values;
}
