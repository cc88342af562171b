// Files that NumPy and PyTorch wrote, and what their sessions print, read to the numbers that they hold (tests/golden/files.json).
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { AttentionError } from '../../web/src/errors.js';
import { readFile, readNamedText as readText } from '../../web/src/readers/file.js';
import { readNpy } from '../../web/src/readers/npy.js';
import { close } from './all_close.js';

const golden = JSON.parse(readFileSync(new URL('../golden/files.json', import.meta.url), 'utf8'));
const bytesOf = (/** @type {string} */ coded) => new Uint8Array(Buffer.from(coded, 'base64'));

/**
 * Equal to the last bit: the sign of a zero, too.
 * @param {{ data: Float32Array, shape: number[] }} actual
 * @param {{ data: number[], shape: number[] }} expected
 * @param {string} name
 */
function same(actual, expected, name) {
  assert.deepEqual(actual.shape, expected.shape, name);
  assert.deepEqual(actual.data, Float32Array.from(expected.data), name);
}

test('every type of number, in both byte orders and both orders of axes, is NumPy’s float32 to the bit', () => {
  for (const { name, file, expected } of golden.types)
    same(readNpy(bytesOf(file), 'weights'), expected, name);
});

test('bytes that do not begin at a multiple of their size are read alike', () => {
  for (const { name, file, expected } of golden.types) {
    const bytes = bytesOf(file);
    const moved = new Uint8Array(bytes.length + 3).subarray(3);
    moved.set(bytes);
    same(readNpy(moved, 'weights'), expected, name);
  }
});

test('types that hold no real numbers, and numbers that float32 cannot hold, are refused by name', () => {
  for (const { name, file, says } of golden.refused) {
    assert.throws(
      () => readNpy(bytesOf(file), 'query'),
      (error) => {
        assert.ok(error instanceof AttentionError, `${name}: ${error}`);
        assert.equal(error.argument, 'query', name);
        assert.ok(error.message.includes(says), `${name}: ${error.message}`);
        return true;
      },
      name,
    );
  }
});

test('whole files become the input that their names say, by ending and by their first bytes', async () => {
  for (const { name, file, kind, tensors, tokens = null, settings = {} } of golden.files) {
    for (const as of [name, '']) {
      const input = await readFile(bytesOf(file), { name: as });
      assert.equal(input.kind, kind, name);
      assert.deepEqual(input.tokens, tokens, name);
      assert.deepEqual(input.settings, settings, name);
      assert.deepEqual(Object.keys(input.tensors).sort(), Object.keys(tensors).sort(), name);
      for (const [part, expected] of Object.entries(tensors))
        same(input.tensors[part], expected, `${name}, ${part}`);
    }
  }
});

test('what a session prints is read as the array that it printed', () => {
  for (const { name, text, expected, atol = 0, tokens = null } of golden.pasted) {
    const input = readText(text);
    assert.deepEqual(input.tensors.weights.shape, expected.shape, name);
    if (atol === 0) same(input.tensors.weights, expected, name);
    else close(input.tensors.weights.data, expected.data, atol);
    assert.deepEqual(input.tokens, tokens, name);
  }
});

test('what was printed shortened is refused, and told how to be printed', () => {
  for (const text of golden.shortened)
    assert.throws(
      () => readText(text),
      (error) =>
        error instanceof AttentionError &&
        /printed shortened: use \.tolist\(\)/.test(error.message),
    );
});
