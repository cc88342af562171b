// Tensors that stay in wasm memory, results that stay there, and the register tile.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { AttentionError, loadEngine, tensor } from 'attention-map';
import { checkError } from './refusal.js';

/** @typedef {Awaited<ReturnType<typeof loadEngine>>} Engine */

/** @param {number} phase @param {...number} shape */
const waves = (phase, ...shape) =>
  tensor(
    Float32Array.from({ length: shape.reduce((a, b) => a * b, 1) }, (_, k) =>
      Math.sin(phase + 12.9898 * k),
    ),
    shape,
  );

/** @param {string} code @returns {(error: unknown) => boolean} */
const coded = (code) => (error) => error instanceof AttentionError && error.code === code;

const query = waves(1, 4, 37, 6);
const key = waves(2, 2, 45, 6);
const value = waves(3, 2, 45, 5);

for (const backend of /** @type {const} */ (['scalar', 'simd128', 'relaxed-simd'])) {
  describe(`resident tensors on ${backend}`, () => {
    /** @type {Engine} */
    let engine;
    before(async () => {
      engine = await loadEngine({ backend });
    });

    test('an uploaded tensor is the tensor', () => {
      const resident = engine.upload(query);
      assert.deepEqual(resident.shape, [4, 37, 6]);
      assert.equal(resident.bytes, 4 * 4 * 37 * 6);
      assert.deepEqual(resident.download(), query);
      const expected = engine.attention({ query, key, value, mask: 'causal' });
      const actual = engine.attention({
        query: resident,
        key: engine.upload(key),
        value: engine.upload(value),
        mask: 'causal',
      });
      assert.deepEqual(actual, expected);
    });

    test('resident weights of a layer are packed once, and anew when they change', async () => {
      const x = waves(1, 7, 8);
      const plain = {
        wq: waves(2, 8, 8),
        wk: waves(3, 8, 8),
        wv: waves(4, 8, 8),
        wo: waves(5, 8, 8),
      };
      const kept = Object.fromEntries(
        Object.entries(plain).map(([name, weights]) => [name, engine.upload(weights)]),
      );
      for (const weightLayout of /** @type {const} */ (['in-out', 'out-in'])) {
        for (const heads of [2, 4]) {
          const options = { x, heads, weightLayout };
          const expected = engine.multiHeadAttention({ ...options, ...plain });
          assert.deepEqual(engine.multiHeadAttention({ ...options, ...plain, ...kept }), expected);
          assert.deepEqual(engine.multiHeadAttention({ ...options, ...plain, ...kept }), expected);
        }
      }
      // Products write W_V anew: 8 × 8 of the concat without W_O.
      const product = (/** @type {number} */ phase) => ({
        x: waves(phase, 8, 8),
        ...{ wq: plain.wq, wk: plain.wk, wv: plain.wv, heads: 2, into: { output: kept.wv } },
        want: /** @type {'output'[]} */ (['output']),
      });
      const checkNew = () =>
        assert.deepEqual(
          engine.multiHeadAttention({ ...plain, ...kept, x, heads: 2 }),
          engine.multiHeadAttention({ ...plain, x, heads: 2, wv: kept.wv.download() }),
        );
      assert.equal(engine.multiHeadAttention(product(6)).output, kept.wv);
      checkNew();
      await engine.multiHeadAttentionAsync(product(7));
      checkNew();
      // What is packed is what is used: the plain floats are no longer looked at.
      const options = { ...plain, wk: kept.wk, x, heads: 2 };
      const usual = engine.multiHeadAttention(options);
      const [first] = kept.wk.slice(0, 1);
      const place = kept.wk.address / 4;
      kept.wk.core.HEAPF32[place] = Number.NaN;
      assert.deepEqual(engine.multiHeadAttention(options), usual);
      kept.wk.core.HEAPF32[place] = first;
      const bad = engine.upload(tensor(new Float32Array(64).fill(Number.NaN), [8, 8]));
      assert.throws(
        () => engine.multiHeadAttention({ ...plain, x, heads: 2, wk: bad }),
        (error) =>
          coded('not_finite')(error) && /** @type {AttentionError} */ (error).argument === 'wk',
      );
      for (const weights of Object.values(kept)) weights.free();
      assert.throws(
        () => engine.multiHeadAttention({ ...plain, ...kept, x, heads: 2 }),
        coded('freed'),
      );
    });

    test('results stay where they are wanted, and are arguments', () => {
      const output = engine.upload(tensor(new Float32Array(4 * 37 * 5), [4, 37, 5]));
      const weights = engine.upload(tensor(new Float32Array(4 * 37 * 45), [4, 37, 45]));
      const expected = engine.attention({ query, key, value });
      const result = engine.attention({ query, key, value, into: { output, weights } });
      assert.equal(result.output, output);
      assert.deepEqual(output.download(), expected.output);
      assert.deepEqual(weights.download(), expected.weights);
      const palette = new Uint8Array(1024).map((_, k) => k >> 2);
      assert.deepEqual(
        engine.pixels({ weights, head: 2, width: 45, height: 37, palette }),
        engine.pixels({ weights: expected.weights, head: 2, width: 45, height: 37, palette }),
      );
    });

    test('memory that grows does not move what is resident', () => {
      const resident = engine.upload(query);
      const large = waves(1, 1, 3000, 8);
      engine.attention({ query: large, key: large, value: large });
      assert.deepEqual(resident.download(), query);
    });

    test('a refused call leaves resident results alone, and says where the fault is', () => {
      const output = engine.upload(tensor(new Float32Array(4 * 37 * 5).fill(7), [4, 37, 5]));
      const bad = engine.upload({
        data: Float32Array.from(query.data, (x, k) => (k === 9 ? Number.NaN : x)),
        shape: query.shape,
      });
      assert.throws(
        () => engine.attention({ query: bad, key, value, into: { output } }),
        /query holds NaN at position 9/,
      );
      assert.ok(output.download().data.every((x) => x === 7));
    });

    test('an argument is no place for a result', () => {
      const square = engine.upload(waves(1, 1, 6, 6));
      assert.throws(
        () =>
          engine.attention({ query: square, key: square, value: square, into: { output: square } }),
        coded('option'),
      );
    });

    test('freed, foreign and oversized tensors are refused', async () => {
      const freed = engine.upload(query);
      freed.free();
      freed.free();
      assert.throws(() => engine.attention({ query: freed, key, value }), coded('freed'));
      const other = await loadEngine({ backend: backend === 'scalar' ? 'simd128' : 'scalar' });
      assert.throws(
        () => engine.attention({ query: other.upload(query), key, value }),
        coded('backend'),
      );
      assert.throws(() => engine.upload(/** @type {never} */ ('abc')), coded('option'));
      assert.deepEqual(engine.attention({ query, key, value }).output.shape, [4, 37, 5]);
    });

    test('a refused resident tensor is called by the name of its argument', async () => {
      const other = await loadEngine({ backend: backend === 'scalar' ? 'simd128' : 'scalar' });
      const freed = engine.upload(key);
      freed.free();
      const cache = engine.createCache({ keyWidth: 6, valueWidth: 6, capacity: 99 });
      cache.append({ key: waves(1, 1, 2, 6), value: waves(2, 1, 2, 6) });
      const layer = { x: waves(1, 3, 6), wq: waves(2, 6, 6), wk: waves(3, 6, 6), heads: 2 };
      const all = { ...layer, wv: waves(4, 6, 6), wo: waves(5, 6, 6) };
      const flat = waves(6, 6, 6);
      const rule = { key: flat, query: flat, value: flat };
      const drawing = { width: 6, height: 6, palette: new Uint8Array(1024) };
      for (const [kind, code] of /** @type {const} */ ([
        ['freed', 'freed'],
        ['foreign', 'backend'],
      ])) {
        const given = (/** @type {import('../../web/src/tensor.js').Tensor} */ of) => {
          const resident = kind === 'freed' ? engine.upload(of) : other.upload(of);
          if (kind === 'freed') resident.free();
          return resident;
        };
        const square = given(flat);
        /** @type {[string, () => unknown][]} */
        const calls = [
          ['query', () => engine.attention({ query: given(query), key, value })],
          ['key', () => engine.attention({ query, key: given(key), value })],
          ['value', () => engine.attention({ query, key, value: given(value) })],
          ['bias', () => engine.attention({ query, key, value, bias: given(waves(1, 37, 45)) })],
          ['key', () => engine.attentionAsync({ query, key: given(key), value })],
          [
            'into',
            () =>
              engine.attention({
                query,
                key,
                value,
                want: ['weights'],
                into: { weights: given(waves(1, 4, 37, 45)) },
              }),
          ],
          [
            'into',
            () =>
              engine.attentionAsync({
                query,
                key,
                value,
                want: ['weights'],
                into: { weights: given(waves(1, 4, 37, 45)) },
              }),
          ],
          ['wk', () => engine.multiHeadAttention({ ...all, wk: square })],
          ['wo', () => engine.multiHeadAttention({ ...all, wo: square })],
          ['bq', () => engine.multiHeadAttention({ ...all, bq: given(waves(1, 6)) })],
          ['wv', () => engine.multiHeadAttentionAsync({ ...all, wv: square })],
          ['key', () => cache.append({ key: square, value: flat })],
          ['value', () => cache.append({ key: flat, value: square })],
          ['query', () => cache.attend({ query: square })],
          [
            'logSumExp',
            () => engine.weightsTile({ query: flat, key: flat, logSumExp: given(waves(1, 6)) }),
          ],
          ['value', () => engine.softmaxTrace({ ...rule, value: square })],
          ['weights', () => engine.pixels({ weights: square, ...drawing })],
          ['matrix', () => engine.lowRank({ matrix: square, rank: 1 })],
        ];
        for (const [argument, call] of calls) {
          const refused = (/** @type {unknown} */ error) => {
            const name = argument === 'into' ? 'into.weights' : argument;
            checkError(error, code, argument, new RegExp(`^${name} is a resident tensor`));
            return true;
          };
          await assert.rejects(async () => call(), refused, `${kind} ${argument}`);
        }
      }
      assert.throws(() => freed.download(), coded('freed'));
    });

    test('one that is freed while an asynchronous call runs is named too', async () => {
      const resident = engine.upload(key);
      const call = engine.attentionAsync({ query, key: resident, value });
      resident.free();
      await assert.rejects(call, (error) =>
        checkError(error, 'freed', 'key', /^key is a resident/),
      );
      const weights = engine.upload(waves(1, 4, 37, 45));
      const held = engine.attentionAsync({
        query,
        key,
        value,
        want: ['weights'],
        into: { weights },
      });
      weights.free();
      await assert.rejects(held, (error) => checkError(error, 'freed', 'into', /^into.weights is/));
    });

    test('a read goes into an array of floats', () => {
      const resident = engine.upload(key);
      for (const to of [undefined, [0], new Float64Array(1)])
        assert.throws(
          () => resident.read(0, /** @type {never} */ (to)),
          (error) => checkError(error, 'option', 'to', /^to is .*, expected a Float32Array/),
        );
    });

    test('the register tile is visible, can be forced, and changes no bit', async () => {
      assert.match(engine.tuning.tile, /^(narrow|wide)$/);
      assert.equal(engine.tuning.chosenBy, 'rule');
      const [narrow, wide] = await Promise.all(
        /** @type {const} */ (['narrow', 'wide']).map((tuning) => loadEngine({ backend, tuning })),
      );
      assert.deepEqual(wide.tuning, { tile: 'wide', chosenBy: 'caller' });
      const want = /** @type {const} */ (['output', 'weights', 'logSumExp']);
      assert.deepEqual(
        wide.attention({ query, key, value, want }),
        narrow.attention({ query, key, value, want }),
      );
      const x = waves(5, 41, 300);
      const layer = {
        x,
        wq: waves(6, 300, 24),
        wk: waves(7, 300, 24),
        wv: waves(8, 300, 20),
        wo: waves(9, 20, 33),
        heads: 4,
      };
      assert.deepEqual(wide.multiHeadAttention(layer), narrow.multiHeadAttention(layer));
      await assert.rejects(loadEngine({ tuning: /** @type {never} */ ('huge') }), coded('option'));
    });
  });
}
