// What the readers of files refuse: by code, argument and numbers, before anything of the claimed size is allocated.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readFile } from '../../web/src/readers/file.js';
import { npyFile, npyOf } from './made_files.js';
import { refuses } from './refused_file.js';

const half = npyOf([2, 2], [1, 0, 0.5, 0.5]);
const header = (/** @type {string} */ shape, type = "'<f4'") =>
  `{'descr': ${type}, 'fortran_order': False, 'shape': ${shape}, }`;

test('.npy: header, version, type, shape against the bytes that are there', async () => {
  await refuses(
    [
      [
        'no magic',
        'not numpy',
        'option',
        'weights',
        /begins with 6e 6f 74 20 6e 75, which is no \.npy file/,
      ],
      [
        'version 9',
        Buffer.concat([half.subarray(0, 6), Buffer.of(9), half.subarray(7)]),
        'option',
        'weights',
        /version 9\.0/,
      ],
      ['ends early', half.subarray(0, 8), 'shape', 'weights', /ends after 8 bytes/],
      [
        'long header',
        npyFile(header('(2, 2)'), Buffer.alloc(16), 9999),
        'shape',
        'weights',
        /header of weights has 9999 bytes, but the file ends after \d+/,
      ],
      [
        'longer header',
        npyFile(header('(2, 2)'), Buffer.alloc(65536), 60000),
        'overflow',
        'weights',
        /has 60000 bytes, at most 10000/,
      ],
      [
        'no dict',
        npyFile('[1, 2]', Buffer.alloc(0)),
        'option',
        'weights',
        /has no dict, expected descr, fortran_order, shape/,
      ],
      [
        'code',
        npyFile("__import__('os').system('x')", Buffer.alloc(0)),
        'option',
        'weights',
        /line 1, column 1/,
      ],
      [
        'no order',
        npyFile("{'descr': '<f4', 'shape': (1, 1)}", Buffer.alloc(4)),
        'option',
        'weights',
        /has descr, shape, expected/,
      ],
      [
        'an order that is none',
        npyFile("{'descr': '<f4', 'fortran_order': 2, 'shape': (1, 1)}", Buffer.alloc(4)),
        'option',
        'weights',
        /fortran_order of weights is 2/,
      ],
      [
        'a type that is none',
        npyFile(header('(1, 1)', "'<q9'"), Buffer.alloc(4)),
        'option',
        'weights',
        /of type '<q9'/,
      ],
      [
        'no tuple',
        npyFile(header("'12'"), Buffer.alloc(4)),
        'option',
        'weights',
        /the shape of weights is "12", expected whole numbers/,
      ],
      [
        'too few bytes',
        half.subarray(0, half.length - 1),
        'shape',
        'weights',
        /has 15 bytes, expected 2 × 2 = 4 values of 4 bytes = 16/,
      ],
      [
        'too many',
        Buffer.concat([half, Buffer.of(0)]),
        'shape',
        'weights',
        /has 17 bytes, expected .* = 16/,
      ],
      [
        'huge',
        npyFile(header('(100000, 100000)'), Buffer.alloc(16)),
        'overflow',
        'weights',
        /100000 × 100000 = 10000000000 values, at most 16777216/,
      ],
      [
        'huger',
        npyFile(header('(4294967296, 4294967296)'), Buffer.alloc(16)),
        'overflow',
        'weights',
        /at most 16777216/,
      ],
      [
        'beyond integers',
        npyFile(header('(1e400, 2)'), Buffer.alloc(16)),
        'shape',
        'weights',
        /holds Infinity/,
      ],
      [
        'negative',
        npyFile(header('(-2, -2)'), Buffer.alloc(16)),
        'shape',
        'weights',
        /holds -2, expected whole numbers/,
      ],
      [
        'a fraction',
        npyFile(header('(2.5, 2)'), Buffer.alloc(20)),
        'shape',
        'weights',
        /holds 2\.5/,
      ],
      [
        'empty',
        npyFile(header('(0, 4)'), Buffer.alloc(0)),
        'shape',
        'weights',
        /is empty: 0 × 4 = 0/,
      ],
      [
        'rank 5',
        npyFile(header('(1, 1, 1, 1, 1)'), Buffer.alloc(4)),
        'rank',
        'weights',
        /rank 5, at most 4/,
      ],
      [
        'a batch of two',
        npyOf([2, 1, 1, 1], [1, 1]),
        'rank',
        'weights',
        /2 × 1 × 1 × 1: rank 4 is read with a batch of 1, not of 2/,
      ],
      ['rank 1', npyOf([2], [0.5, 0.5]), 'rank', 'weights', /rank 1, expected 2 or 3/],
      ['NaN', npyOf([1, 2], [1, Number.NaN]), 'not_finite', 'weights', /holds NaN at flat index 1/],
      [
        '∞',
        npyOf([1, 2], [Number.NEGATIVE_INFINITY, 1]),
        'not_finite',
        'weights',
        /holds -Infinity at flat index 0/,
      ],
      [
        'scores',
        npyOf([2, 2], [1, 0, 2, 0.25]),
        'option',
        'weights',
        /row 1 of the 2 × 2 array sums to 2\.25: .*finished weights.*name query, key and value/,
      ],
      [
        'below 0',
        npyOf([2, 2], [1, 0, 1.5, -0.5]),
        'option',
        'weights',
        /row 1 of the 2 × 2 array holds -0\.5/,
      ],
    ],
    'x.npy',
  );
});

test('int64 below −2^53 is refused as that above it', async () => {
  const content = new Uint8Array(BigInt64Array.of(-(2n ** 53n) - 1n).buffer);
  const says =
    /weights holds -9007199254740993 at flat index 0, integers beyond 2\^53 are not read/;
  const file = npyFile(header('(1, 1)', "'<i8'"), content);
  await refuses([['below', file, 'overflow', 'weights', says]], 'x.npy');
});

test('a row of weights without a key may be all 0', async () => {
  const { kind } = await readFile(npyOf([2, 2], [0, 0, 0.5, 0.5]), { name: 'x.npy' });
  assert.equal(kind, 'weights');
});

test('tables: what is no number, rows of unequal length, quotes; tokens stay what they are', async () => {
  await refuses(
    [
      ['empty', '\n\n', 'shape', 'csv', /empty/],
      ['a word', 'a,b\n1,0\n0,x', 'option', 'csv', /row 2, column 1 is "x", expected a number/],
      ['NaN', 'a,b\n1,nan\n0,1', 'not_finite', 'csv', /row 1, column 1 is "nan"/],
      [
        'a decimal comma',
        'a;b\n0,5;0,5\n1;0',
        'option',
        'csv',
        /"0,5", expected a number with a decimal point/,
      ],
      ['ragged', '1,0\n0.5,0.5,0', 'shape', 'csv', /row 1 has 3 numbers, expected 2/],
      ['an open quote', '"a,b\n1,0', 'option', 'csv', /row 0 has a quote that never closes/],
      [
        'after a quote',
        '"a"x,b\n1,0',
        'option',
        'csv',
        /row 0 has "x,b\\n1,0" after a closing quote, expected ","/,
      ],
      ['sums', 'a,b\n3,0\n0,1', 'option', 'weights', /row 0 of the 2 × 2 array sums to 3/],
    ],
    'x.csv',
  );
  const read = (/** @type {string} */ text) => readFile(Buffer.from(text), { name: 'x.csv' });
  const quoted = await read('\ufeff,"a, ""b""", c\r\n"a, ""b""",1,0\r\n c,0.25,0.75\r\n');
  assert.deepEqual([quoted.tokens, quoted.keyTokens], [['a, "b"', ' c'], null]);
  const cross = await read('\tx\ty\tz\nq\t0.5\t0.25\t0.25\n');
  assert.deepEqual(
    [cross.tokens, cross.keyTokens, cross.tensors.weights.shape],
    [['q'], ['x', 'y', 'z'], [1, 3]],
  );
  assert.deepEqual((await read(',0,1\n0,1,0\n1,0.5,0.5\n')).tokens, ['0', '1']);
  assert.deepEqual((await read('a b\n<b>\n')).tokens, ['a b', '<b>']);
  assert.deepEqual(
    (await read('1;0\n.5;5e-1')).tensors.weights.data,
    Float32Array.of(1, 0, 0.5, 0.5),
  );
});

test('what often comes in a file’s place is named', async () => {
  await refuses(
    [
      ['nothing', '', 'option', 'file', /empty/],
      ['a page', '\n<!DOCTYPE html><p>404', 'option', 'file', /'x\.npy' holds an HTML page/],
      ['gzip', Buffer.of(0x1f, 0x8b, 8), 'option', 'file', /packed by gzip/],
      [
        'a pointer',
        'version https://git-lfs.github.com/spec/v1\noid',
        'option',
        'file',
        /Git LFS pointer/,
      ],
      ['a pickle', Buffer.of(0x80, 4, 0x95), 'option', 'file', /Python pickle, which runs code/],
      ['HDF5', Buffer.from('\x89HDF\r\n', 'latin1'), 'option', 'file', /HDF5/],
      [
        'an image',
        Buffer.from('\x89PNG\r\n\x1a\n\0\0', 'latin1'),
        'option',
        'file',
        /no text in UTF-8, and no kind of file that is read: \.npy/,
        'x',
      ],
      ['zeros', Buffer.alloc(30), 'option', 'file', /no text, and no kind/, 'x'],
      ['bad JSON', '{"weights":', 'option', 'json', /cannot be read/, 'x.json'],
      [
        'another version',
        '{"v":2,"weights":[[1]]}',
        'option',
        'v',
        /v is 2, this version reads 1/,
        'x.json',
      ],
      [
        'an unknown key',
        '{"weights":[[1]],"colour":1}',
        'option',
        'colour',
        /found "weights", "colour"; understood/,
        'x.json',
      ],
      [
        'a prototype',
        '{"weights":[[1]],"__proto__":{"a":1}}',
        'option',
        '__proto__',
        /unknown name/,
        'x.json',
      ],
      ['a number', '3', 'option', 'json', /found 3 alone/, 'x.json'],
    ],
    'x.npy',
  );
});
