// A sample of a small multiple becomes a rectangle of device pixels.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { enlarge } from '../../web/src/views/tile_sheet.js';

test('every sample fills its own rectangle, and nothing else', () => {
  const to = new Uint32Array(6 * 4).fill(9);
  enlarge(Uint32Array.of(1, 2, 3, 4), { width: 2, height: 2 }, to, { width: 6, height: 4 });
  const line = (/** @type {number} */ a, /** @type {number} */ b) => [a, a, a, b, b, b];
  assert.deepEqual(Array.from(to), [line(1, 2), line(1, 2), line(3, 4), line(3, 4)].flat());
});

test('samples of whole pixels are copied', () => {
  const to = new Uint32Array(2);
  enlarge(Uint32Array.of(7, 8), { width: 2, height: 1 }, to, { width: 2, height: 1 });
  assert.deepEqual(Array.from(to), [7, 8]);
});
