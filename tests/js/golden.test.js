// Every golden through the engine, on each backend. Oracles: NumPy and PyTorch in float64 (tests/golden/README.md).
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { loadEngine, tensor } from 'attention-map';
import { chapterCases } from '../../scripts/golden/chapter_cases.mjs';
import { differences } from './all_close.js';

/** @typedef {import('../../scripts/golden/chapter_cases.mjs').GoldenCase} GoldenCase */
/** @typedef {import('../../scripts/golden/chapter_cases.mjs').StoredTensor} StoredTensor */
/** @typedef {ReturnType<typeof tensor>} Tensor */
/** @typedef {Awaited<ReturnType<typeof loadEngine>>} Engine */
/** @typedef {Parameters<Engine['multiHeadAttention']>[0]} LayerOptions */
/** @typedef {Parameters<Engine['normal']>[0]} NormalOptions */

/** @param {string} name */
const golden = (name) =>
  JSON.parse(readFileSync(new URL(`../golden/${name}.json`, import.meta.url), 'utf8'));

const chapter = golden('chapter');
const random = golden('random');

/** @param {unknown} value @returns {value is StoredTensor} */
const isTensor = (value) => typeof value === 'object' && value !== null && 'shape' in value;

/** @param {StoredTensor} stored */
const numbers = ({ data }) => data.map((value) => (value === '-inf' ? -Infinity : value));

/** @param {Record<string, unknown>} options with every stored tensor made one of the engine's */
const engineOptions = (options) =>
  Object.fromEntries(
    Object.entries(options).map(([name, value]) => [
      name,
      isTensor(value) ? tensor(Float32Array.from(numbers(value)), value.shape) : value,
    ]),
  );

/**
 * Runs a case and lists what is wrong with it.
 * @param {(options: never) => Record<string, Tensor>} method
 * @param {GoldenCase} golden
 */
function failures(method, { name, options, expected, ...tolerance }) {
  const found = method(
    /** @type {never} */ ({ ...engineOptions(options), want: Object.keys(expected) }),
  );
  return Object.entries(expected).flatMap(([result, wanted]) => {
    const { data, shape } = found[result];
    const wrongShape = String(shape) !== String(wanted.shape) && `shape [${shape}]`;
    // A masked weight is 0, not merely small.
    const leak =
      result === 'weights' ? wanted.data.findIndex((w, j) => w === 0 && data[j] !== 0) : -1;
    const wrong =
      wrongShape ||
      (leak >= 0 && `[${leak}] is ${data[leak]}, expected exactly 0`) ||
      differences(data, numbers(wanted), tolerance);
    return wrong ? [`${name}: ${result} ${wrong}`] : [];
  });
}

for (const backend of /** @type {const} */ (['scalar', 'simd128', 'relaxed-simd'])) {
  describe(`goldens on ${backend}`, () => {
    /** @type {Engine} */
    let engine;
    before(async () => {
      engine = await loadEngine({ backend });
      assert.equal(engine.backend, backend);
    });
    after(() => engine.free());

    /** @param {GoldenCase[]} cases */
    const allAttention = (cases) =>
      assert.deepEqual(
        cases.flatMap((golden) => failures((options) => engine.attention(options), golden)),
        [],
      );
    /** @param {GoldenCase[]} cases */
    const allLayers = (cases) =>
      assert.deepEqual(
        cases.flatMap((golden) =>
          failures((options) => engine.multiHeadAttention(options), golden),
        ),
        [],
      );

    test('every case of the chapter', () => allAttention(chapterCases(chapter)));
    test('every mask, option and shape (NumPy)', () => allAttention(golden('attention').cases));
    test('the multi-head layer (NumPy)', () => allLayers(golden('layer').cases));
    test('nn.MultiheadAttention (PyTorch)', () => allLayers(golden('torch').cases));

    const layerOf = (/** @type {Partial<LayerOptions> & { heads: number }} */ options) =>
      engine.multiHeadAttention({
        x: tensor(chapter.X),
        wq: tensor(chapter.W_Q),
        wk: tensor(chapter.W_K),
        wv: tensor(chapter.W_V),
        mask: 'causal',
        ...options,
      });
    test("the chapter's printed table, as strings", () => {
      const { data } = layerOf({ heads: 1, want: ['weights'] }).weights;
      const rows = [0, 1, 2, 3].map((i) =>
        Array.from(data.slice(4 * i, 4 * i + 4), (weight) => weight.toFixed(2)),
      );
      assert.deepEqual(rows, chapter.print2_causal);
    });

    test("the chapter's projections: Q, K and V from X", () => {
      const { query, key, value } = layerOf({ heads: 1, want: ['query', 'key', 'value'] });
      for (const [found, wanted] of [
        [query, chapter.Q],
        [key, chapter.K],
        [value, chapter.V],
      ])
        assert.equal(differences(found.data, wanted.flat(), { atol: 1e-6 }), '');
    });

    test("the chapter's two heads: the concat, without W_O also the output", () => {
      const { concat, output } = layerOf({ heads: 2, want: ['concat', 'output'] });
      const wanted = chapter.cases.two_heads_causal.concat.flat();
      assert.equal(differences(concat.data, wanted, { atol: 1e-6 }), '');
      assert.deepEqual(output.data, concat.data);
    });

    test("the chapter's arrays and other streams are NumPy's draws", () => {
      const draws = (/** @type {Partial<NormalOptions> & { shape: number[] }} */ options) =>
        engine.normal({ seed: 0, ...options }).data;
      const rounded = (/** @type {number[][]} */ rows) => Float32Array.from(rows.flat());
      assert.deepEqual(draws({ shape: [4, 8] }), rounded(chapter.X));
      for (const [name, skip] of Object.entries({ W_Q: 32, W_K: 96, W_V: 160 }))
        assert.deepEqual(draws({ shape: [8, 8], scale: 0.3, skip }), rounded(chapter[name]));
      for (const { seed, scale, shape, head, tail } of random.cases) {
        const into = new Float64Array(
          shape.reduce((/** @type {number} */ a, /** @type {number} */ b) => a * b),
        );
        const data = draws({ seed: BigInt(seed), scale, shape, into });
        assert.deepEqual(Array.from(into.subarray(0, head.length)), head, `seed ${seed}`);
        assert.deepEqual(data.slice(0, head.length), Float32Array.from(head), `seed ${seed}`);
        assert.deepEqual(data.slice(-tail.length), Float32Array.from(tail), `seed ${seed}`);
      }
    });

    test('permuted tokens give the permuted map, until a causal mask', () => {
      const { order, max_difference_causal_output: wanted } = chapter.cases.permutation;
      const shuffled = order.map((/** @type {number} */ row) => chapter.X[row]);
      const difference = (/** @type {'none' | 'causal'} */ mask) => {
        const plain = layerOf({ heads: 1, mask }).output.data;
        const moved = layerOf({ heads: 1, mask, x: tensor(shuffled) }).output.data;
        return moved.reduce((most, value, i) => {
          const before = plain[8 * order[Math.floor(i / 8)] + (i % 8)];
          return Math.max(most, Math.abs(value - before));
        }, 0);
      };
      assert.ok(difference('none') <= 1e-6);
      assert.ok(Math.abs(difference('causal') - wanted) <= 1e-6);
    });
  });
}
