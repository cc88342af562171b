// Hatching row by row against the rule itself, asked cell by cell; and a map that is worked out by hand.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hatch, hatchHidden } from '../../../web/src/elements/concepts/hatch.js';
import { maskPattern } from '../../../web/src/elements/mask_pattern.js';

/** @typedef {import('../../../web/src/engine/mask.js').Mask} Mask */

const hidden = (/** @type {Float32Array} */ values) => Array.from(values, Number.isNaN);

test('a window with a prefix and a key that is no token, by hand', () => {
  const pattern = maskPattern(
    { causal: true, window: [1, 0], prefix: 1, keep: [true, true, false, true, true] },
    [1, 3, 5],
  );
  const values = hatch(new Float32Array(15).fill(7), pattern, [3, 5]);
  // Queries 0, 1 and 2 stand at keys 2, 3 and 4; each sees itself, the key before, and key 0. Key 2 is none.
  const rows = ['77...', '7..7.', '7..77'].join('');
  assert.equal(Array.from(values, (value) => (value === 7 ? '7' : '.')).join(''), rows);
});

test('every kind of mask hides the cells that its rule says, in every shape', () => {
  const shapes = /** @type {const} */ ([
    [1, 1],
    [3, 7],
    [7, 3],
    [5, 5],
  ]);
  for (const [rows, columns] of shapes) {
    const flags = (/** @type {number} */ count, /** @type {number} */ every) =>
      Array.from({ length: count }, (_, place) => place % every !== 1);
    /** @type {Mask[]} */
    const masks = [
      'causal',
      { causal: 'top-left' },
      { window: [1, 2] },
      { window: [0, 0], prefix: 2 },
      { causal: true, prefix: 99 },
      { keep: flags(columns, 3) },
      { causal: true, allowed: flags(2 * rows * columns, 4), prefix: 1 },
    ];
    for (const mask of masks) {
      const pattern = maskPattern(mask, [2, rows, columns]);
      for (const head of [0, 1]) {
        const size = rows * columns;
        const expected = Array.from(
          { length: size },
          (_, cell) => pattern?.hides(head, Math.floor(cell / columns), cell % columns) ?? false,
        );
        const values = hatch(new Float32Array(size), pattern, [rows, columns], head);
        assert.deepEqual(hidden(values), expected, JSON.stringify({ mask, rows, columns, head }));
      }
    }
  }
});

test('a copy is hatched where the values are to stay, and none is made where nothing is hidden', () => {
  const values = Float32Array.of(1, 2, 3, 4);
  const hatched = hatchHidden(values, maskPattern('causal', [1, 2, 2]), [2, 2]);
  assert.deepEqual([...hatched], [1, Number.NaN, 3, 4]);
  assert.deepEqual([...values], [1, 2, 3, 4]);
  assert.equal(hatchHidden(values, null, [2, 2]), values);
});
