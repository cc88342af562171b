// .npz and .safetensors that lie about themselves: refused by code, argument and numbers, before anything of the claimed size is
// allocated.
import { test } from 'node:test';
import { MOST_UNPACKED } from '../../web/src/readers/zip_directory.js';
import { npyOf, safetensorsFile, zipFile } from './made_files.js';
import { refuses } from './refused_file.js';

const half = npyOf([2, 2], [1, 0, 0.5, 0.5]);

test('.npz: names, methods, sizes that lie, files in each other, damage', async () => {
  const entry = { name: 'weights.npy', bytes: half, deflate: true };
  const zeros = npyOf([1000, 1000], new Array(1e6).fill(0));
  const packed = zipFile([{ ...entry, bytes: zeros }]);
  await refuses(
    [
      [
        'no archive',
        'PK\x03\x04 and no end',
        'option',
        'npz',
        /no end: it is no zip file, or was cut off/,
      ],
      ['cut off', packed.subarray(0, packed.length - 30), 'option', 'npz', /has no end/],
      [
        'encrypted',
        zipFile([{ ...entry, flags: 1 }]),
        'option',
        'npz',
        /'weights\.npy' is encrypted/,
      ],
      [
        'another method',
        zipFile([{ ...entry, method: 12 }]),
        'option',
        'npz',
        /packed by method 12, expected 0 \(stored\) or 8/,
      ],
      ['twice', zipFile([entry, entry]), 'option', 'npz', /holds 'weights\.npy' twice/],
      [
        'two names for one',
        zipFile([{ ...entry, name: 'attn.npy' }, entry]),
        'option',
        'weights',
        /given twice: as "attn" and as "weights"/,
      ],
      [
        'an unknown name',
        zipFile([entry, { ...entry, name: 'layer.0.npy' }]),
        'option',
        'layer.0',
        /unknown name "layer\.0": found "weights", "layer\.0"; understood: weights/,
      ],
      [
        'numpy’s own names',
        zipFile([{ ...entry, name: 'arr_0.npy' }]),
        'option',
        'arr_0',
        /unknown name "arr_0"/,
      ],
      [
        'a prototype',
        zipFile([{ ...entry, name: '__proto__.npy' }]),
        'option',
        '__proto__',
        /unknown name "__proto__"/,
      ],
      [
        'a pickle of PyTorch',
        zipFile([{ ...entry, name: 'archive/data.pkl' }]),
        'option',
        'npz',
        /PyTorch pickle, which runs code/,
      ],
      [
        'too many entries',
        zipFile([entry], { count: 5000 }),
        'overflow',
        'npz',
        /has 5000 files, at most 1000/,
      ],
      [
        'fewer entries',
        zipFile([entry], { count: 3 }),
        'option',
        'npz',
        /breaks off at entry 1 of 3/,
      ],
      [
        'a directory elsewhere',
        zipFile([entry], { start: 5 }),
        'option',
        'npz',
        /breaks off at entry 0/,
      ],
      ['a file elsewhere', zipFile([{ ...entry, from: 7 }]), 'option', 'npz', /should stand at 7/],
      [
        'a file beyond',
        zipFile([{ ...entry, from: 1e9 }]),
        'option',
        'npz',
        /should stand at 1000000000 of/,
      ],
      [
        'longer than the archive',
        zipFile([{ ...entry, packedSize: 1e6 }]),
        'option',
        'npz',
        /ends at 1000041, but the archive at/,
      ],
      [
        'into the next',
        zipFile([
          { ...entry, packedSize: 200 },
          { ...entry, name: 'q.npy' },
        ]),
        'option',
        'npz',
        /'weights\.npy' reaches to 241, into what begins at/,
      ],
      [
        'a bomb',
        zipFile([{ ...entry, bytes: zeros, size: 3e8 }]),
        'option',
        'npz',
        /says that \d+ bytes unpack to 300000000, which cannot be/,
      ],
      [
        'a stored size that lies',
        zipFile([{ ...entry, deflate: false, size: 5 }]),
        'option',
        'npz',
        /bytes unpack to 5, which cannot be/,
      ],
      [
        'unpacks to more',
        zipFile([{ ...entry, bytes: zeros, size: 5000 }]),
        'option',
        'weights',
        /unpacks to \d+ bytes or more, but the archive says 5000/,
      ],
      [
        'unpacks to less',
        zipFile([{ ...entry, size: half.length + 1 }]),
        'option',
        'weights',
        /unpacks to \d+ bytes, but the archive says/,
      ],
      [
        'a checksum',
        zipFile([{ ...entry, crc: 1 }]),
        'option',
        'weights',
        /damaged: its checksum is another/,
      ],
      [
        'no deflate stream',
        zipFile([{ ...entry, deflate: false, method: 8 }]),
        'option',
        'weights',
        /cannot be unpacked|but the archive says/,
      ],
    ],
    'x.npz',
  );
  const many = Array.from({ length: 40 }, (_, k) => ({
    name: `${k}.npy`,
    bytes: Buffer.alloc(8e6),
    deflate: true,
  }));
  await refuses(
    [
      [
        'bombs',
        zipFile(many),
        'overflow',
        'npz',
        new RegExp(`unpacks to \\d+ bytes or more, at most ${MOST_UNPACKED}`),
      ],
    ],
    'x.npz',
  );
});

test('.safetensors: header, types, places; what overlaps, and what belongs to nobody', async () => {
  const f32 = (/** @type {number} */ from, /** @type {number} */ to, shape = [1, 2]) => ({
    dtype: 'F32',
    shape,
    data_offsets: [from, to],
  });
  const content = Buffer.alloc(24);
  const of = (/** @type {Record<string, unknown>} */ given, bytes = content) =>
    safetensorsFile(given, bytes);
  const huge = Buffer.alloc(8);
  huge.writeBigUInt64LE(2n ** 60n);
  await refuses(
    [
      ['short', 'abc', 'shape', 'safetensors', /ends after 3 bytes/],
      [
        'a length beyond',
        Buffer.concat([huge, content]),
        'shape',
        'safetensors',
        /has 1152921504606847000 bytes, but only 24 follow/,
      ],
      [
        'no JSON',
        Buffer.concat([Buffer.of(2, 0, 0, 0, 0, 0, 0, 0), Buffer.from('{x')]),
        'option',
        'safetensors',
        /header cannot be read/,
      ],
      [
        'no UTF-8',
        Buffer.concat([Buffer.of(1, 0, 0, 0, 0, 0, 0, 0), Buffer.of(0xff)]),
        'option',
        'safetensors',
        /header cannot be read/,
      ],
      [
        'no object',
        Buffer.concat([Buffer.of(2, 0, 0, 0, 0, 0, 0, 0), Buffer.from('[]')]),
        'option',
        'safetensors',
        /an array of 0, expected an object/,
      ],
      [
        'an entry that is none',
        of({ query: 3 }),
        'option',
        'safetensors',
        /"query" is of type undefined/,
      ],
      [
        'float8',
        of({ query: { ...f32(0, 24), dtype: 'F8_E4M3' } }),
        'option',
        'safetensors',
        /"query" is of type "F8_E4M3", expected F16, BF16/,
      ],
      [
        'a shape of words',
        of({ query: { ...f32(0, 24), shape: [3, '2'] } }),
        'option',
        'safetensors',
        /the shape of "query" is \[3, "2"\], expected whole numbers/,
      ],
      [
        'no offsets',
        of({ query: { dtype: 'F32', shape: [1] } }),
        'option',
        'safetensors',
        /data_offsets of "query" is undefined/,
      ],
      [
        'offsets below zero',
        of({ query: f32(-4, 24) }),
        'option',
        'safetensors',
        /data_offsets of "query" is \[-4, 24\], expected two whole numbers/,
      ],
      [
        'beyond the end',
        of({ query: f32(0, 32) }),
        'shape',
        'safetensors',
        /"query" lies at bytes 0 to 32, but 24 follow/,
      ],
      ['backwards', of({ query: f32(8, 0) }), 'shape', 'safetensors', /lies at bytes 8 to 0/],
      [
        'overlapping',
        of({ query: f32(0, 8), key: f32(4, 24) }),
        'shape',
        'safetensors',
        /"key" begins at byte 4, within the 8 bytes before it/,
      ],
      [
        'the same bytes',
        of({ query: f32(0, 24), key: f32(0, 24) }),
        'shape',
        'safetensors',
        /begins at byte 0, within the 24/,
      ],
      [
        'a hole',
        of({ query: f32(0, 8), key: f32(16, 24) }),
        'shape',
        'safetensors',
        /bytes 8 to 16 belong to no tensor/,
      ],
      [
        'a rest',
        of({ query: f32(0, 8) }),
        'shape',
        'safetensors',
        /bytes 8 to 24 belong to no tensor/,
      ],
      [
        'another size',
        of({ query: f32(0, 24, [2, 2]) }),
        'shape',
        'query',
        /query has 24 bytes, expected 2 × 2 = 4 values of 4 bytes = 16/,
      ],
      [
        'an unknown name',
        of({ 'h.0.attn.c_attn.weight': f32(0, 24) }),
        'option',
        'h.0.attn.c_attn.weight',
        /found "h\.0\.attn\.c_attn\.weight"; understood/,
      ],
      ['key without query', of({ k: f32(0, 24, [3, 2]) }), 'option', 'data', /nothing to draw/],
      [
        'tokens that are none',
        of({ attn: f32(0, 24, [2, 3]), __metadata__: { tokens: '["a",' } }),
        'option',
        'safetensors',
        /__metadata__ tokens cannot be read as JSON/,
      ],
      [
        'metadata that is none',
        of({ attn: f32(0, 24, [2, 3]), __metadata__: { tokens: 4 } }),
        'option',
        'safetensors',
        /__metadata__ tokens is 4, expected a string/,
      ],
    ],
    'x.safetensors',
  );
});
