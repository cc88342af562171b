// What calls return: defaults, every form of mask against the formula of the docs, prepared results, decoding, tiles, pixels.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { loadEngine, tensor } from 'attention-map';
import { differences } from './all_close.js';

/** @typedef {Awaited<ReturnType<typeof loadEngine>>} Engine */
/** @typedef {ReturnType<typeof tensor>} Tensor */
/** @typedef {import('../../web/src/engine/mask.js').MaskObject} MaskObject */

/** @param {number} phase @param {...number} shape */
const waves = (phase, ...shape) => {
  const size = shape.reduce((a, b) => a * b, 1);
  return tensor(
    Float32Array.from({ length: size }, (_, k) => 1.5 * Math.sin(phase + 12.9898 * k)),
    shape,
  );
};

const H = 4;
const N_Q = 6;
const N_K = 9;
const query = waves(1, H, N_Q, 5);
const key = waves(2, 2, N_K, 5);
const value = waves(3, 2, N_K, 3);

/**
 * The mask formula of the docs, word for word.
 * @param {MaskObject} mask
 * @param {number} h
 * @param {number} i
 * @param {number} j
 */
function allowed(
  { causal = false, window = [Infinity, Infinity], prefix = 0, keep, allowed: list },
  h,
  i,
  j,
) {
  const pos = causal === 'top-left' ? i : i + N_K - N_Q;
  const kept = keep === undefined || Boolean(/** @type {unknown[]} */ (keep)[j]);
  const rows = /** @type {number[][] | number[][][] | undefined} */ (list);
  const row =
    rows === undefined
      ? undefined
      : Array.isArray(rows[0][0])
        ? /** @type {number[][][]} */ (rows)[h][i]
        : /** @type {number[][]} */ (rows)[i];
  const listed = row === undefined || Boolean(row[j]);
  return (
    kept &&
    listed &&
    (j < prefix || ((!causal || j <= pos) && pos - window[0] <= j && j <= pos + window[1]))
  );
}

const bits = (/** @type {number} */ seed) =>
  Array.from({ length: N_K }, (_, j) => (seed * 7919 + j * j * 31) % 5 > 1);
const grid = (/** @type {number} */ seed) => Array.from({ length: N_Q }, (_, i) => bits(seed + i));

/** @type {Record<string, MaskObject>} */
const MASKS = {
  nothing: {},
  causal: { causal: true },
  'not causal': { causal: false },
  'top-left': { causal: 'top-left' },
  window: { window: [2, 1] },
  'one-sided window': { window: [1, Infinity] },
  'causal window': { causal: true, window: [2, 0] },
  prefix: { causal: true, prefix: 3 },
  'prefix past the end': { causal: true, prefix: 100 },
  keep: { keep: bits(1) },
  allowed: { allowed: grid(2) },
  'allowed per head': { allowed: Array.from({ length: H }, (_, h) => grid(h + 3)) },
  everything: { causal: 'top-left', window: [3, 2], prefix: 2, keep: bits(4), allowed: grid(5) },
};

for (const backend of /** @type {const} */ (['scalar', 'simd128', 'relaxed-simd'])) {
  describe(`calls on ${backend}`, () => {
    /** @type {Engine} */
    let engine;
    before(async () => {
      engine = await loadEngine({ backend });
    });
    after(() => engine.free());

    for (const [name, mask] of Object.entries(MASKS)) {
      test(`mask: ${name}`, () => {
        const { weights, maskedScores, scaledScores, rowSum } = engine.attention({
          query,
          key,
          value,
          mask,
          want: ['weights', 'maskedScores', 'scaledScores', 'rowSum'],
        });
        for (let h = 0; h < H; h++) {
          for (let i = 0; i < N_Q; i++) {
            let keys = 0;
            for (let j = 0; j < N_K; j++) {
              const cell = (h * N_Q + i) * N_K + j;
              if (allowed(mask, h, i, j)) {
                keys++;
                assert.equal(maskedScores.data[cell], scaledScores.data[cell]);
                assert.ok(weights.data[cell] > 0);
              } else {
                assert.equal(maskedScores.data[cell], -Infinity);
                assert.equal(weights.data[cell], 0);
              }
            }
            assert.ok(Math.abs(rowSum.data[h * N_Q + i] - (keys > 0 ? 1 : 0)) < 1e-6);
          }
        }
      });
    }

    test('flat flags, bytes and tensors are the same mask', () => {
      const rows = grid(2);
      const run = (/** @type {MaskObject} */ mask) =>
        engine.attention({ query, key, value, mask }).weights.data;
      const nested = run({ allowed: rows, keep: bits(1) });
      assert.deepEqual(
        run({ allowed: rows.flat(), keep: Uint8Array.from(bits(1), Number) }),
        nested,
      );
      assert.deepEqual(
        run({ allowed: Uint8Array.from(rows.flat(), Number), keep: bits(1).map(Number) }),
        nested,
      );
      assert.deepEqual(
        run({ allowed: tensor(rows.map((row) => row.map(Number))), keep: bits(1) }),
        nested,
      );
    });

    test('defaults: output and weights, scale 1/√d_k, no mask', () => {
      const plain = engine.attention({ query, key, value });
      assert.deepEqual(Object.keys(plain), ['output', 'weights']);
      assert.deepEqual(plain.output.shape, [H, N_Q, 3]);
      assert.deepEqual(plain.weights.shape, [H, N_Q, N_K]);
      const explicit = engine.attention({
        query,
        key,
        value,
        scale: 1 / Math.sqrt(5),
        temperature: 1,
        mask: 'none',
      });
      assert.deepEqual(explicit.weights.data, plain.weights.data);
    });

    test('switching √d_k off is a temperature of 1/√d_k', () => {
      const off = engine.attention({ query, key, value, scale: 1 });
      const cold = engine.attention({ query, key, value, temperature: 1 / Math.sqrt(5) });
      assert.equal(differences(off.weights.data, cold.weights.data, { atol: 1e-6 }), '');
    });

    test('rank 2 is one head; results are inputs; nested arrays are tensors', () => {
      const first = engine.attention({
        query: [
          [1, 0],
          [0, 1],
          [1, 1],
        ],
        key: [
          [1, 2],
          [2, 1],
        ],
        value: [[1], [2]],
      });
      assert.deepEqual(first.weights.shape, [1, 3, 2]);
      const second = engine.attention({
        query: first.output,
        key: first.output,
        value: first.weights,
      });
      assert.deepEqual(second.output.shape, [1, 3, 2]);
    });

    test('the output of rows that sum to one is the mean of the values they name', () => {
      const { output, weights } = engine.attention({ query, key, value });
      for (let c = 0; c < 3; c++) {
        let expected = 0;
        for (let j = 0; j < N_K; j++) expected += weights.data[j] * value.data[j * 3 + c];
        assert.ok(Math.abs(output.data[c] - expected) < 1e-6);
      }
    });

    test('want alone decides what is computed: the same numbers, in any company', () => {
      const alone = engine.attention({ query, key, value, want: ['weights'] }).weights.data;
      const all = engine.attention({
        query,
        key,
        value,
        want: [
          'output',
          'weights',
          'rawScores',
          'scaledScores',
          'maskedScores',
          'logSumExp',
          'entropy',
          'peak',
          'rowSum',
          'jacobianNorm',
        ],
      });
      assert.deepEqual(all.weights.data, alone);
      assert.deepEqual(all.logSumExp.shape, [H, N_Q]);
    });

    test('results go where the caller wants them', () => {
      const output = tensor(new Float32Array(H * N_Q * 3), [H, N_Q, 3]);
      const result = engine.attention({ query, key, value, into: { output } });
      assert.equal(result.output.data, output.data);
      assert.deepEqual(output.data, engine.attention({ query, key, value }).output.data);
    });

    test('a getter that calls the engine in the middle of a call changes nothing', () => {
      const want = /** @type {const} */ (['weights']);
      const expected = engine.attention({ query, key, value, want }).weights.data;
      const options = {
        query,
        key,
        value,
        want,
        get into() {
          engine.attention({ query: [[5]], key: [[5]], value: [[5]] });
          return undefined;
        },
      };
      assert.deepEqual(engine.attention(options).weights.data, expected);
    });

    test('results are the caller’s: later calls do not change them', () => {
      const { weights } = engine.attention({ query, key, value });
      const copy = Float32Array.from(weights.data);
      engine.attention({ query: waves(9, H, N_Q, 5), key, value });
      // Far more memory than before: views on the old wasm memory would be empty now.
      const large = waves(1, 1, 2000, 16);
      engine.attention({ query: large, key: large, value: large });
      assert.deepEqual(weights.data, copy);
      assert.deepEqual(engine.attention({ query, key, value }).weights.data, copy);
    });

    test('a decode step is that row of the causal pass, bit for bit', () => {
      const [q, k, v] = [waves(4, H, 40, 5), waves(5, 2, 40, 5), waves(6, 2, 40, 3)];
      const full = engine.attention({ query: q, key: k, value: v, mask: 'causal' });
      const cache = engine.createCache({
        keyValueHeads: 2,
        keyWidth: 5,
        valueWidth: 3,
        capacity: 41,
      });
      const token = (/** @type {Tensor} */ { data, shape: [h, n, d] }, /** @type {number} */ t) =>
        tensor(
          Float32Array.from(
            { length: h * d },
            (_, e) => data[(Math.floor(e / d) * n + t) * d + (e % d)],
          ),
          [h, 1, d],
        );
      for (let t = 0; t < 40; t++) {
        cache.append({ key: token(k, t), value: token(v, t) });
        const step = cache.attend({ query: token(q, t), mask: 'causal' });
        assert.deepEqual(step.output, token(full.output, t));
        assert.deepEqual(step.weights.shape, [H, 1, t + 1]);
        for (let h = 0; h < H; h++) {
          const row = full.weights.data.subarray((h * 40 + t) * 40, (h * 40 + t) * 40 + t + 1);
          assert.deepEqual(step.weights.data.subarray(h * (t + 1), (h + 1) * (t + 1)), row);
        }
      }
      assert.equal(cache.length, 40);
      assert.equal(cache.capacity, 41);
      assert.ok(cache.bytes >= 2 * 41 * (5 + 3) * 4);
      cache.truncate(7);
      assert.deepEqual(cache.attend({ query: token(q, 6) }).output, token(full.output, 6));
      cache.free();
    });

    test('a tile is a part of the map', () => {
      const mask = /** @type {const} */ ('causal');
      const { weights, logSumExp } = engine.attention({
        query,
        key,
        value,
        mask,
        want: ['weights', 'logSumExp'],
      });
      const tile = engine.weightsTile({
        query,
        key,
        logSumExp,
        mask,
        head: 3,
        rows: [1, 4],
        columns: [2, 7],
      });
      assert.deepEqual(tile.shape, [3, 5]);
      const expected = [1, 2, 3].flatMap((i) =>
        Array.from(weights.data.subarray((3 * N_Q + i) * N_K + 2, (3 * N_Q + i) * N_K + 7)),
      );
      assert.equal(differences(tile.data, expected, { atol: 1e-6 }), '');
    });

    test('the trace ends at the output of the call', () => {
      const plain = engine.attention({ query, key, value, want: ['output', 'logSumExp'] });
      const trace = engine.softmaxTrace({ query, key, value, head: 2, row: 5 });
      assert.equal(trace.blocks.length, 1);
      assert.deepEqual(trace.output, plain.output.data.slice((2 * N_Q + 5) * 3, (2 * N_Q + 6) * 3));
      assert.equal(trace.logSumExp, plain.logSumExp.data[2 * N_Q + 5]);
      const pieces = engine.softmaxTrace({ query, key, value, head: 2, row: 5, blockSize: 2 });
      assert.equal(pieces.blocks.length, 5);
      assert.equal(differences(pieces.output, trace.output, { atol: 1e-6 }), '');
    });

    test('pixels: known cells, hatch under the mask, the head asked for', () => {
      const palette = Uint8Array.from({ length: 1024 }, (_, k) =>
        k % 4 === 3 ? 255 : Math.floor(k / 4),
      );
      const { weights } = engine.attention({ query, key, value, mask: 'causal' });
      const rgba = engine.pixels({
        weights,
        head: 1,
        width: N_K,
        height: N_Q,
        palette,
        mask: 'causal',
      });
      assert.ok(rgba instanceof Uint8ClampedArray);
      for (let i = 0; i < N_Q; i++) {
        for (let j = 0; j < N_K; j++) {
          const pixel = Array.from(rgba.subarray((i * N_K + j) * 4, (i * N_K + j) * 4 + 4));
          const level = Math.round(255 * weights.data[(N_Q + i) * N_K + j]);
          assert.deepEqual(pixel, j > i + N_K - N_Q ? [0, 0, 0, 0] : [level, level, level, 255]);
        }
      }
      const allowedPerHead = Array.from({ length: H }, (_, h) => grid(h));
      const masked = engine.pixels({
        weights,
        head: 3,
        width: N_K,
        height: N_Q,
        palette,
        mask: { allowed: allowedPerHead },
      });
      for (let j = 0; j < N_K; j++) assert.equal(masked[j * 4 + 3] === 0, !allowedPerHead[3][0][j]);
    });

    test('the memory of wasm grows between calls, and large and small calls alternate', () => {
      for (const n of [3, 700, 5, 1500, 4]) {
        const tokens = waves(n, 2, n, 8);
        const { rowSum } = engine.attention({
          query: tokens,
          key: tokens,
          value: tokens,
          want: ['weights', 'rowSum'],
        });
        assert.ok(rowSum.data.every((sum) => Math.abs(sum - 1) < 1e-5));
      }
    });
  });
}
