// Files that NumPy and PyTorch wrote, and what their sessions print, read to the numbers that they hold (tests/golden/files.json).
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { unzipSync } from 'fflate';
import { AttentionError } from '../../web/src/errors.js';
import { readFile, readFiles, readNamedText as readText } from '../../web/src/readers/file.js';
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

test('arrays in files of their own are read as those of one archive are', async () => {
  for (const { name, file } of golden.files) {
    if (!name.endsWith('.npz')) continue;
    const whole = await readFile(bytesOf(file), { name });
    const files = Object.entries(unzipSync(bytesOf(file))).map(([part, bytes]) => ({
      name: part,
      bytes,
    }));
    assert.ok(files.length > 2 && files.every((each) => each.name.endsWith('.npy')), name);
    assert.deepEqual(readFiles(files), whole, name);
    assert.deepEqual(readFiles(files.reverse()), whole, name);
  }
});

test('several files that are no arrays of one input are refused by name', () => {
  const { file } = golden.files.find(
    (/** @type {{ name: string }} */ { name }) => name === 'half.npy',
  );
  const bytes = bytesOf(file);
  const text = new TextEncoder().encode('[[1]]');
  /** @type {[{ name: string, bytes: Uint8Array }[], string, RegExp][]} */
  const refused = [
    [
      [
        { name: 'q.npy', bytes },
        { name: 'map.csv', bytes: text },
      ],
      'file',
      /2 files and "map\.csv" is no \.npy/,
    ],
    [
      [
        { name: 'q.npy', bytes },
        { name: 'k.npy', bytes: new Uint8Array() },
      ],
      'file',
      /"k\.npy" is empty/,
    ],
    [
      [
        { name: 'one.npy', bytes },
        { name: 'two.npy', bytes },
      ],
      'one',
      /unknown name "one": found "one", "two"/,
    ],
    [
      [
        { name: 'Q.NPY', bytes },
        { name: 'query.npy', bytes },
      ],
      'query',
      /given twice: as "Q" and as "query"/,
    ],
    [
      [
        { name: 'q.npy', bytes },
        { name: 'v.npy', bytes },
      ],
      'key',
      /key/,
    ],
  ];
  for (const [files, argument, pattern] of refused) {
    assert.throws(
      () => readFiles(files),
      (error) => {
        assert.ok(error instanceof AttentionError, String(error));
        assert.equal(error.argument, argument, error.message);
        assert.match(error.message, pattern);
        return true;
      },
    );
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
