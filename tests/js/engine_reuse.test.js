// Memory that a page uses again at every frame: pixels into an ImageData's bytes, parts of a resident tensor.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadEngine } from 'attention-map';

const engine = await loadEngine();
const weights = engine.normal({ seed: 3, shape: [2, 5, 7] });
const palette = Uint8ClampedArray.from({ length: 1024 }, (_, i) => (i * 37) % 256);
const options = { weights, head: 1, width: 7, height: 5, palette };

test('pixels land in the bytes that were given, and are the same as fresh ones', () => {
  const into = new Uint8ClampedArray(7 * 5 * 4).fill(9);
  assert.equal(engine.pixels({ ...options, into }), into);
  assert.deepEqual(into, engine.pixels(options));
});

test('bytes that do not fit are refused and stay as they are', () => {
  const short = new Uint8ClampedArray(7 * 5 * 4 - 4).fill(9);
  assert.throws(() => engine.pixels({ ...options, into: short }), {
    code: 'shape',
    argument: 'into',
    message: 'into has 136 bytes, expected 7 × 5 × 4 = 140',
  });
  assert.ok(short.every((byte) => byte === 9));
  const list = /** @type {Uint8ClampedArray<ArrayBuffer>} */ (/** @type {unknown} */ ([]));
  assert.throws(() => engine.pixels({ ...options, into: list }), { code: 'option' });
});

test('a part of a resident tensor is read without the rest', () => {
  const resident = engine.upload(weights);
  const row = resident.read(35 + 2 * 7, new Float32Array(7));
  assert.deepEqual(row, weights.data.slice(49, 56));
  assert.throws(() => resident.read(64, new Float32Array(7)), { code: 'option' });
  assert.throws(() => resident.read(-1, new Float32Array(1)), { code: 'option' });
  resident.free();
  assert.throws(() => resident.read(0, new Float32Array(1)), { code: 'freed' });
});
