// Arrays of another realm (a frame's, Node's vm) and of subclasses: taken as what they are, in their own memory, and believed
// in nothing that they say of themselves.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { runInNewContext } from 'node:vm';
import { loadEngine, tensor } from 'attention-map';
import { checkError, query, ramp, untyped } from './refusal.js';

const engine = await loadEngine();
after(() => engine.free());

class Floats extends Float32Array {}

/** @param {number} length @returns {Float32Array[]} typed arrays that `instanceof` does not know, or knows too well */
const strangers = (length) => [
  runInNewContext(`new Float32Array(${length})`),
  runInNewContext(`new Float32Array(new ArrayBuffer(${length * 4 + 16}), 8, ${length})`),
  new Floats(length),
];

const one = { query: [[1, 0]], key: [[1, 0]], value: [[3, 4]] };

test('float arrays of other realms and subclasses are kept as tensors, not copied', () => {
  for (const data of strangers(4)) {
    const { data: kept, shape } = tensor(data, [2, 2]);
    data[3] = 7;
    assert.deepEqual(
      [shape, [...kept]],
      [
        [2, 2],
        [0, 0, 0, 7],
      ],
    );
    assert.ok(kept instanceof Float32Array);
    data.set([1, 0, 0, 1]);
    const { weights } = engine.attention({ ...one, query: { data, shape: [2, 2] } });
    assert.deepEqual([...weights.data], [1, 1]);
  }
});

test('results go into arrays of other realms and subclasses', async () => {
  for (const data of strangers(2)) {
    engine.attention({ ...one, want: ['output'], into: { output: { data, shape: [1, 1, 2] } } });
    assert.deepEqual([...data], [3, 4]);
    data.fill(0);
    const into = { output: { data, shape: [1, 1, 2] } };
    const { output } = await engine.attentionAsync({ ...one, want: ['output'], into });
    assert.deepEqual([...data], [3, 4]);
    assert.equal(output.data.buffer, data.buffer);
  }
});

test('pixels, palettes, masks and drawn digits may be of another realm', () => {
  const palette = Uint8Array.from({ length: 1024 }, (_, k) => k % 251);
  const drawing = { weights: ramp(1, 2, 3), width: 3, height: 2 };
  const expected = engine.pixels({ ...drawing, palette });
  for (const kind of ['Uint8Array', 'Uint8ClampedArray']) {
    const foreign = runInNewContext(`new ${kind}(1024).map((_, k) => k % 251)`);
    assert.deepEqual(engine.pixels({ ...drawing, palette: foreign }), expected);
  }
  const into = runInNewContext('new Uint8ClampedArray(24)');
  engine.pixels({ ...drawing, palette, into });
  assert.deepEqual([...into], [...expected]);

  const keep = runInNewContext('Uint8Array.of(1, 0)');
  const masked = {
    query: [[1, 0]],
    key: tensor([
      [1, 0],
      [9, 9],
    ]),
    value: tensor([
      [3, 4],
      [5, 6],
    ]),
  };
  assert.deepEqual([...engine.attention({ ...masked, mask: { keep } }).weights.data], [1, 0]);

  const digits = runInNewContext('new Float64Array(2)');
  const { data } = engine.normal({ seed: 3, shape: [2], into: digits });
  assert.deepEqual(Float32Array.from(digits), data);
});

test('an address of another realm is an address', async () => {
  // As another realm's looks from here: a URL by its tag, without this realm's prototype.
  const wasmUrl = untyped({ [Symbol.toStringTag]: 'URL', toString: () => 'http://127.0.0.1:1/x' });
  await assert.rejects(loadEngine({ wasmUrl }), (error) =>
    checkError(error, 'backend', 'wasmUrl', /could not be fetched/),
  );
});

test('what an array says of its length is not believed', () => {
  class Liar extends Float32Array {
    /** @override */
    get length() {
      return 1;
    }
    /** @override */
    get byteLength() {
      return 4;
    }
  }
  const data = new Liar(6);
  assert.throws(
    () =>
      engine.attention({
        query,
        key: query,
        value: query,
        into: { weights: { data, shape: [1] } },
      }),
    (error) => checkError(error, 'shape', 'into', /into.weights has 6 values, expected 1/),
  );
  assert.throws(
    () => tensor(data, [1]),
    (error) => checkError(error, 'shape', 'values', /values has 6 values, expected 1/),
  );
});

test('arrays whose memory was given away are empty, of whatever realm', () => {
  for (const data of [...strangers(2), new Float32Array(2)]) {
    structuredClone(data.buffer, { transfer: [/** @type {ArrayBuffer} */ (data.buffer)] });
    assert.throws(
      () => engine.attention(untyped({ ...one, query: { data, shape: [1, 2] } })),
      (error) => checkError(error, 'shape', 'query', /query has 0 values, expected 1 × 2 = 2/),
    );
  }
});
