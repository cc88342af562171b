// Spoiled files: good ones with bits turned, ends cut off, numbers made huge, pieces of others put in. Whatever comes of it is an input
// that holds what it says, or a refusal; never another error, never much memory, never a changed prototype. Same seed, same files.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { AttentionError } from '../../web/src/errors.js';
import { readFile, readNamedText } from '../../web/src/readers/file.js';
import { npyOf, safetensorsFile, zipFile } from './made_files.js';

const SEED = 20261130;
/** Spoiled files of each kind: all of them take some two seconds. */
const ROUNDS = 700;
/** Bytes in typed arrays beyond those at the start: nothing here is larger than a few kilobytes. */
const MOST_BYTES = 64 << 20;

const golden = JSON.parse(readFileSync(new URL('../golden/files.json', import.meta.url), 'utf8'));
const half = npyOf([2, 2], [1, 0, 0.5, 0.5]);
const data = {
  v: 1,
  tokens: ['a', 'b'],
  query: [
    [1, 2],
    [3, 4],
  ],
  key: [
    [1, 2],
    [3, 4],
  ],
  value: [[1], [2]],
  mask: { causal: true },
};

/** @type {Record<string, Buffer[]>} */
const corpus = {
  npy: [
    // Most numbers are no weights: those that are come more often.
    ...new Array(6).fill(goldenFiles('npy')).flat(),
    ...[...golden.types, ...golden.refused].map(({ file }) => Buffer.from(file, 'base64')),
  ],
  npz: [
    ...goldenFiles('npz'),
    Buffer.from(
      zipFile([
        { name: 'attn.npy', bytes: half },
        { name: 'tokens.npy', bytes: half, deflate: true },
      ]),
    ),
  ],
  safetensors: [
    ...goldenFiles('safetensors'),
    Buffer.from(
      safetensorsFile(
        {
          attn: { dtype: 'U8', shape: [1, 1], data_offsets: [0, 1] },
          __metadata__: { tokens: '["a"]' },
        },
        Buffer.of(1),
      ),
    ),
  ],
  json: [
    JSON.stringify(data),
    JSON.stringify({ weights: { data: [1, 0, 0.5, 0.5], shape: [2, 2] } }),
  ].map((text) => Buffer.from(text)),
  csv: [',a,"b, c"\na,1,0\n"b, c",0.5,0.5\n', '1;0\n0.25;0.75\n'].map((text) => Buffer.from(text)),
  txt: [
    ...golden.pasted.map((/** @type {{ text: string }} */ { text }) => text),
    "{'q': [[1]], 'k': [[1]], 'v': ((1,),)}",
    'The\ncat\n',
  ].map((text) => Buffer.from(text)),
};

/** @param {string} ending */
function goldenFiles(ending) {
  return golden.files
    .filter((/** @type {{ name: string }} */ { name }) => name.endsWith(ending))
    .map((/** @type {{ file: string }} */ { file }) => Buffer.from(file, 'base64'));
}

/**
 * mulberry32.
 * @param {number} seed
 * @returns {(below: number) => number} whole numbers from 0
 */
function draws(seed) {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

const HUGE = [
  '99999999999',
  '-1',
  '0',
  '1e400',
  '4294967296',
  '9007199254740993',
  '0.5',
  '1e39',
  'nan',
  '-inf',
];
const STRANGE = [
  '"__proto__": {"polluted": 1}, ',
  "'constructor': {'prototype': {'polluted': 1}}, ",
  '__proto__.npy',
  '['.repeat(3000),
  '('.repeat(40),
  '...',
  'array(',
  '\\u0000',
  '"',
  "'",
  ',',
  '\n',
  ' ',
  'Infinity',
  '\0\0\0\0',
  '\xff\xff\xff\xff',
  '猫',
];

/**
 * Each takes the bytes and gives others.
 * @type {((bytes: Buffer, draw: (below: number) => number, other: Buffer) => Buffer)[]}
 */
const SPOILERS = [
  (bytes, draw) => {
    const spoiled = Buffer.from(bytes);
    for (let k = draw(8); k >= 0 && spoiled.length; k--)
      spoiled[draw(spoiled.length)] ^= 1 << draw(8);
    return spoiled;
  },
  // Headers are where the harm is.
  (bytes, draw) => {
    const spoiled = Buffer.from(bytes);
    for (let k = draw(4); k >= 0 && spoiled.length; k--)
      spoiled[draw(Math.min(140, spoiled.length))] = draw(256);
    return spoiled;
  },
  (bytes, draw) => bytes.subarray(0, draw(bytes.length + 1)),
  (bytes, draw) => bytes.subarray(draw(bytes.length + 1)),
  (bytes, draw, other) =>
    Buffer.concat([
      bytes.subarray(0, draw(bytes.length + 1)),
      other.subarray(draw(other.length + 1)),
    ]),
  (bytes, draw) => insert(bytes, draw(bytes.length + 1), STRANGE[draw(STRANGE.length)]),
  (bytes, draw) => replaceNumber(bytes, draw, HUGE[draw(HUGE.length)]),
  (bytes, draw) => {
    const spoiled = Buffer.from(bytes);
    if (spoiled.length >= 4)
      spoiled.writeUInt32LE(draw(2) ? 0xffffffff : draw(2 ** 32), draw(spoiled.length - 3));
    return spoiled;
  },
];

/** @param {Buffer} bytes @param {number} at @param {string} text */
function insert(bytes, at, text) {
  return Buffer.concat([bytes.subarray(0, at), Buffer.from(text, 'latin1'), bytes.subarray(at)]);
}

/**
 * Another number, in place of one that is written out.
 * @param {Buffer} bytes
 * @param {(below: number) => number} draw
 * @param {string} number
 */
function replaceNumber(bytes, draw, number) {
  const text = bytes.toString('latin1');
  const found = [...text.matchAll(/\d+(?:\.\d+)?/g)];
  if (!found.length) return bytes;
  const one = found[draw(found.length)];
  return Buffer.from(
    `${text.slice(0, one.index)}${number}${text.slice(one.index + one[0].length)}`,
    'latin1',
  );
}

/**
 * @param {import('../../web/src/readers/json.js').Input} input
 */
function holdsWhatItSays({ tensors, tokens }) {
  for (const [name, { data: values, shape }] of Object.entries(tensors)) {
    assert.equal(
      values.length,
      shape.reduce((a, b) => a * b, 1),
    );
    assert.ok(shape.length >= 1 && shape.length <= 3 && shape.every((side) => side >= 1));
    assert.ok(
      values.every((value) => Number.isFinite(value) || (name === 'bias' && value === -Infinity)),
    );
  }
  assert.ok(tokens === null || tokens.every((token) => typeof token === 'string'));
}

/**
 * @param {() => unknown} read
 * @param {() => string} described
 * @returns {Promise<boolean>} whether it was read
 */
async function outcome(read, described) {
  try {
    holdsWhatItSays(/** @type {import('../../web/src/readers/json.js').Input} */ (await read()));
    return true;
  } catch (error) {
    if (error instanceof AttentionError && error.message.length < 2000) return false;
    throw new Error(`${described()}: ${error instanceof Error ? error.stack : error}`);
  }
}

for (const kind of Object.keys(corpus)) {
  test(`spoiled files, .${kind}: an input or a refusal, little memory, clean prototypes`, async () => {
    const draw = draws(SEED + kind.length * 1009 + kind.charCodeAt(0));
    const all = Object.values(corpus).flat();
    const start = process.memoryUsage().arrayBuffers;
    const seen = { read: 0, refused: 0 };
    for (let round = 0; round < ROUNDS; round++) {
      let bytes = corpus[kind][draw(corpus[kind].length)];
      for (let k = draw(2); k >= 0; k--)
        bytes = SPOILERS[draw(SPOILERS.length)](bytes, draw, all[draw(all.length)]);
      const name = draw(4) ? `x.${kind}` : '';
      const described = () => `round ${round}, ${name || 'no name'}, ${bytes.toString('base64')}`;
      const wasRead = await outcome(() => readFile(bytes, { name }), described);
      seen[wasRead ? 'read' : 'refused'] += 1;
      await outcome(async () => readNamedText(bytes.toString('utf8')), described);
      assert.ok(process.memoryUsage().arrayBuffers - start < MOST_BYTES, described());
      assert.equal(Reflect.get({}, 'polluted'), undefined, described());
    }
    assert.deepEqual(Object.keys(Object.prototype), []);
    // Neither is all there is: otherwise half of the readers would not have been tried.
    assert.ok(seen.read > 2 && seen.refused > 100, JSON.stringify(seen));
  });
}
