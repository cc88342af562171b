// The rule of a mask as the element knows it, against the core's: maskedScores are −∞ exactly where it hides.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadEngine } from 'attention-map';
import { maskPattern } from '../../web/src/elements/mask_pattern.js';

const engine = await loadEngine();
const zeros = (/** @type {number} */ heads, /** @type {number} */ n) => ({
  data: new Float32Array(heads * n * 2),
  shape: [heads, n, 2],
});
const flags = (/** @type {number} */ count, /** @type {number} */ step) =>
  Uint8Array.from({ length: count }, (_, index) => Number(index % step !== 0));

/**
 * @param {import('../../web/src/engine/mask.js').Mask} mask
 * @param {[number, number, number]} shape
 * @param {{ data: Float32Array, shape: number[] }} [bias]
 */
function agree(mask, [heads, rows, columns], bias) {
  const { maskedScores } = engine.attention({
    query: zeros(heads, rows),
    key: zeros(heads, columns),
    mask,
    ...(bias ? { bias } : {}),
    want: ['maskedScores'],
  });
  const pattern = maskPattern(mask, [heads, rows, columns], bias);
  const hidden = Array.from(maskedScores.data, (score) => score === Number.NEGATIVE_INFINITY);
  const said = hidden.map((_, index) => {
    const head = Math.floor(index / (rows * columns));
    const row = Math.floor(index / columns) % rows;
    return pattern?.hides(head, row, index % columns) ?? false;
  });
  assert.deepEqual(said, hidden);
  assert.equal(pattern !== null, hidden.includes(true));
  if (!pattern) return;
  for (let row = 0; row < rows; row++) {
    const own = hidden.slice(row * columns, (row + 1) * columns);
    assert.equal(pattern.hidesRow(0, row), own.every(Boolean));
  }
  sameInPixels(pattern, hidden, [heads, rows, columns]);
  for (let cell = 0; cell < rows * columns; cell++) {
    const inAll = Array.from({ length: heads }, (_, head) => hidden[head * rows * columns + cell]);
    const row = Math.floor(cell / columns);
    assert.equal(pattern.hides('mean', row, cell % columns), inAll.every(Boolean));
  }
}

/**
 * @param {import('../../web/src/views/picture.js').Pattern} pattern
 * @param {boolean[]} hidden
 * @param {[number, number, number]} shape
 */
function sameInPixels(pattern, hidden, [heads, rows, columns]) {
  const weights = { data: new Float32Array(hidden.length), shape: [heads, rows, columns] };
  const palette = new Uint8ClampedArray(1024).fill(255);
  for (let head = 0; head < heads; head++) {
    const mask = pattern.mask(head);
    const rgba = engine.pixels({ weights, head, width: columns, height: rows, palette, mask });
    const own = hidden.slice(head * rows * columns, (head + 1) * rows * columns);
    assert.deepEqual(
      own,
      own.map((_, cell) => rgba[cell * 4 + 3] === 0),
    );
  }
}

/** @type {[number, number, number][]} */
const SHAPES = [
  [1, 1, 1],
  [2, 5, 5],
  [1, 3, 7],
  [2, 7, 3],
];

test('every mask alone and combined, on square, wide and tall maps', () => {
  for (const shape of SHAPES) {
    const [heads, rows, columns] = shape;
    const keep = flags(columns, 3);
    const allowed = flags(rows * columns, 4);
    const perHead = flags(heads * rows * columns, 5);
    for (const causal of /** @type {const} */ ([false, true, 'top-left'])) {
      for (const window of /** @type {[number, number][]} */ ([
        [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY],
        [1, 0],
        [0, 2],
      ])) {
        for (const prefix of [0, 2]) {
          agree({ causal, window, prefix }, shape);
          agree({ causal, window, prefix, keep }, shape);
          agree({ causal, window, prefix, keep, allowed }, shape);
          agree({ causal, prefix, allowed: perHead }, shape);
        }
      }
    }
    agree('none', shape);
    agree('causal', shape);
    agree({ keep: new Uint8Array(columns) }, shape);
    agree({ keep: flags(columns, columns + 1).fill(1) }, shape);
  }
});

test('a bias of −∞ hides too, for all heads or for one', () => {
  const bias = (/** @type {number[]} */ shape) => ({
    data: Float32Array.from({ length: shape.reduce((a, b) => a * b) }, (_, index) =>
      index % 3 === 1 ? Number.NEGATIVE_INFINITY : index / 9,
    ),
    shape,
  });
  agree('none', [2, 5, 5], bias([1, 5, 5]));
  agree('causal', [2, 5, 5], bias([2, 5, 5]));
  agree({ allowed: flags(25, 4) }, [2, 5, 5], bias([2, 5, 5]));
  agree('none', [2, 5, 5], { data: new Float32Array(25), shape: [1, 5, 5] });
});

test('what is no mask is refused in the engine’s words', () => {
  assert.throws(() => maskPattern({ keep: [true] }, [1, 2, 2]), {
    code: 'shape',
    argument: 'mask',
  });
});
