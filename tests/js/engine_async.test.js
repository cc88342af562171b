// The asynchronous forms give the bits and the refusals of the synchronous ones, on any number of threads and on none.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { AttentionError, loadEngine, tensor } from 'attention-map';

/** @typedef {Awaited<ReturnType<typeof loadEngine>>} Engine */
/** @typedef {ReturnType<typeof tensor>} Tensor */
/** @typedef {Parameters<Engine['attention']>[0]} Options */
/** @typedef {Parameters<Engine['multiHeadAttention']>[0]} LayerOptions */

/** @param {number} phase @param {...number} shape */
const waves = (phase, ...shape) =>
  tensor(
    Float32Array.from({ length: shape.reduce((a, b) => a * b, 1) }, (_, k) =>
      Math.sin(phase + 12.9898 * k),
    ),
    shape,
  );

/** Every bit, −0 and NaN included. @param {Record<string, Tensor>} actual @param {Record<string, Tensor>} expected @param {string} what */
function sameBits(actual, expected, what) {
  assert.deepEqual(Object.keys(actual), Object.keys(expected), what);
  for (const [name, { data, shape }] of Object.entries(expected)) {
    assert.deepEqual(actual[name].shape, shape, `${what}: ${name}`);
    // Not Node's Buffer: this file also runs in browsers (tests/browsers).
    const [a, b] = [actual[name].data, data].map(({ buffer }) => new Uint8Array(buffer));
    assert.ok(a.length === b.length && a.every((byte, k) => byte === b[k]), `${what}: ${name}`);
  }
}

const ALL = /** @type {const} */ ([
  ...['output', 'weights', 'rawScores', 'scaledScores', 'maskedScores'],
  ...['logSumExp', 'entropy', 'peak', 'rowSum', 'jacobianNorm'],
]);

/** Sizes differ from one another, and rows are many enough to be cut: [heads, key/value heads, n_q, n_k, d_k, d_v]. */
const SHAPES = [
  [1, 1, 150, 170, 9, 7],
  [1, 1, 290, 131, 5, 4],
  [4, 2, 101, 97, 8, 12],
  [3, 1, 7, 19, 6, 5],
];

/** @param {number} h @param {number} nQ @param {number} nK @returns {NonNullable<Options['mask']>[]} */
const masks = (h, nQ, nK) => [
  'none',
  'causal',
  { causal: 'top-left', window: [40, 0] },
  { window: [30, 20], prefix: 3, keep: Array.from({ length: nK }, (_, j) => j % 7 !== 4) },
  { causal: true, prefix: 60 },
  {
    causal: true,
    allowed: Uint8Array.from({ length: h * nQ * nK }, (_, k) => Number(k % 11 !== 3)),
  },
];

/** @returns {{ what: string, options: Options }[]} */
function cases() {
  return SHAPES.flatMap(([h, kv, nQ, nK, dK, dV]) => {
    const inputs = {
      query: waves(1, h, nQ, dK),
      key: waves(2, kv, nK, dK),
      value: waves(3, kv, nK, dV),
    };
    const forms = masks(h, nQ, nK).flatMap((mask) => [
      { mask, want: /** @type {const} */ (['output', 'logSumExp']) },
      { mask, want: ALL },
    ]);
    const biased = { mask: /** @type {const} */ ('causal'), bias: waves(4, h, nQ, nK), want: ALL };
    return [...forms, biased, { bias: waves(5, 1, nQ, nK), scale: 3, temperature: 0.7 }].map(
      (form) => ({
        what: `${h}/${kv} heads ${nQ}×${nK}, ${JSON.stringify({ ...form, bias: 'bias' in form }).slice(0, 90)}`,
        options: { ...inputs, ...form },
      }),
    );
  });
}

const layer = {
  x: waves(1, 150, 20),
  wq: waves(2, 20, 24),
  wk: waves(3, 20, 12),
  wv: waves(4, 20, 10),
  wo: waves(5, 20, 9),
  bq: waves(6, 24),
  bk: waves(7, 12),
  bv: waves(8, 10),
  bo: waves(9, 9),
  heads: 4,
  keyValueHeads: 2,
  headGain: [1, 0.5, 0, -2],
  mask: /** @type {const} */ ('causal'),
};
const LAYER_ALL = /** @type {const} */ ([...ALL, 'query', 'key', 'value', 'headOutput', 'concat']);
const { wo: _wo, bo: _bo, ...withoutOutput } = layer;
/** @type {LayerOptions[]} */
const layers = [
  layer,
  { ...layer, want: LAYER_ALL },
  { ...withoutOutput, context: waves(6, 77, 20), mask: 'none' },
  {
    ...layer,
    wq: waves(2, 24, 20),
    wk: waves(3, 12, 20),
    wv: waves(4, 10, 20),
    wo: waves(5, 9, 20),
    weightLayout: 'out-in',
  },
];

for (const backend of /** @type {const} */ (['scalar', 'simd128', 'relaxed-simd'])) {
  for (const workers of [0, 1, 2, 3]) {
    describe(`${backend}, ${workers} workers`, () => {
      /** @type {Engine} */
      let engine;
      before(async () => {
        engine = await loadEngine({ backend, workers });
      });
      after(() => engine.free());

      test('attentionAsync() is attention(), bit for bit', async () => {
        assert.equal(engine.workers, workers);
        for (const { what, options } of cases())
          sameBits(await engine.attentionAsync(options), engine.attention(options), what);
      });

      test('multiHeadAttentionAsync() is multiHeadAttention(), bit for bit', async () => {
        for (const [k, options] of layers.entries()) {
          const expected = engine.multiHeadAttention(options);
          sameBits(await engine.multiHeadAttentionAsync(options), expected, `layer ${k}`);
        }
      });
    });
  }
}

/** @type {Engine[]} */
const engines = [];
before(async () => {
  engines.push(await loadEngine(), await loadEngine({ workers: 2 }));
});
after(() => {
  for (const engine of engines) engine.free();
});

const inputs = { query: waves(1, 4, 120, 8), key: waves(2, 2, 130, 8), value: waves(3, 2, 130, 6) };

/** @param {Tensor} from @param {number} place @param {number} value */
const spoiled = (from, place, value) => {
  const data = Float32Array.from(from.data);
  data[place] = value;
  return { data, shape: from.shape };
};

/** @param {() => unknown} work @returns {Promise<AttentionError>} */
async function refusalOf(work) {
  try {
    await work();
  } catch (error) {
    assert.ok(error instanceof AttentionError, String(error));
    return error;
  }
  return assert.fail('nothing was refused');
}

const { query, key, value } = inputs;
/** What is wrong, and the options that are. @type {[string, object][]} */
const refused = [
  ['an option that is none', { ...inputs, querry: query }],
  ['a missing value', { query, key }],
  ['a wrong width', { ...inputs, key: waves(1, 2, 130, 7) }],
  ['a wrong mask', { ...inputs, mask: 'casual' }],
  ['a wrong want', { ...inputs, want: ['outputs'] }],
  [
    'into of another shape',
    { ...inputs, into: { output: tensor(new Float32Array(6), [1, 1, 6]) } },
  ],
  ['NaN in the last query', { ...inputs, query: spoiled(query, 3839, Number.NaN) }],
  [
    'NaN in query and in key',
    { ...inputs, query: spoiled(query, 3839, Number.NaN), key: spoiled(key, 0, Infinity) },
  ],
  [
    '∞ in a key that no row sees',
    {
      ...inputs,
      query: waves(1, 4, 100, 8),
      key: spoiled(key, 129 * 8, Infinity),
      mask: { causal: 'top-left' },
    },
  ],
  [
    '∞ in a key that no part reads',
    {
      query: waves(1, 1, 200, 8),
      key: spoiled(waves(2, 1, 300, 8), 299 * 8, Infinity),
      value: waves(3, 1, 300, 8),
      mask: { causal: 'top-left' },
      want: ['output'],
    },
  ],
  ['NaN in the bias', { ...inputs, bias: spoiled(waves(1, 4, 120, 130), 62399, Number.NaN) }],
  [
    'scores past float32',
    { ...inputs, query: spoiled(query, 3000, 3e38), key: spoiled(key, 2000, 3e38) },
  ],
  [
    'values past float32, and scores',
    {
      ...inputs,
      query: spoiled(query, 0, 3e38),
      key: spoiled(key, 0, 3e38),
      value: spoiled(value, 1559, 3e38),
    },
  ],
];

for (const [what, options] of refused) {
  test(`refused as the synchronous form refuses: ${what}`, async () => {
    const typed = /** @type {Options} */ (options);
    for (const engine of engines) {
      const expected = await refusalOf(() => engine.attention(typed));
      const actual = await refusalOf(() => engine.attentionAsync(typed));
      assert.deepEqual(
        [actual.code, actual.argument, actual.message],
        [
          expected.code,
          expected.argument,
          expected.message
            .replace('attention()', 'attentionAsync()')
            .replace(/into$/, 'into, signal, onProgress'),
        ],
      );
    }
  });
}

/** @type {[string, object][]} */
const refusedLayers = [
  ['heads that do not divide', { ...layer, heads: 5 }],
  [
    'NaN in wo, and an overflow in wq',
    {
      ...layer,
      wq: spoiled(layer.wq, 0, 3e38),
      x: spoiled(layer.x, 0, 3e38),
      wo: spoiled(layer.wo, 7, Number.NaN),
    },
  ],
  [
    'an overflow in wk',
    { ...layer, wk: spoiled(layer.wk, 5, 3e38), x: spoiled(layer.x, 140, 3e38) },
  ],
  [
    'scores past float32',
    { ...layer, bq: spoiled(layer.bq, 0, 3e38), bk: spoiled(layer.bk, 0, 3e38) },
  ],
  ['gains past float32', { ...layer, headGain: [3e38, 1, 1, 1], bv: spoiled(layer.bv, 0, 1e30) }],
  [
    'an overflow in wo',
    { ...layer, wo: spoiled(layer.wo, 0, 3e38), bv: spoiled(layer.bv, 0, 1e30) },
  ],
];

for (const [what, options] of refusedLayers) {
  test(`a layer is refused as the synchronous form refuses it: ${what}`, async () => {
    const typed = /** @type {LayerOptions} */ (options);
    for (const engine of engines) {
      const expected = await refusalOf(() => engine.multiHeadAttention(typed));
      const actual = await refusalOf(() => engine.multiHeadAttentionAsync(typed));
      assert.deepEqual(
        [actual.code, actual.argument, actual.message],
        [expected.code, expected.argument, expected.message],
      );
    }
  });
}

test('prepared results are filled, and only when nothing was refused', async () => {
  for (const engine of engines) {
    const output = tensor(new Float32Array(4 * 120 * 6).fill(7), [4, 120, 6]);
    const bad = { ...inputs, query: spoiled(query, 3839, Number.NaN), into: { output } };
    await refusalOf(() => engine.attentionAsync(bad));
    assert.ok(output.data.every((x) => x === 7));
    const result = await engine.attentionAsync({ ...inputs, into: { output } });
    assert.equal(result.output.data, output.data);
    sameBits(result, engine.attention(inputs), 'into');
  }
});

test('without workers a large head is computed in several blocks', async () => {
  const engine = await loadEngine({ backend: 'scalar' });
  const x = waves(1, 1, 1000, 32);
  let blocks = 0;
  const options = { query: x, key: x, value: x, mask: /** @type {const} */ ('causal'), want: ALL };
  const result = await engine.attentionAsync({ ...options, onProgress: () => blocks++ });
  assert.ok(blocks > 3, `${blocks} blocks`);
  sameBits(result, engine.attention(options), 'in blocks');
  const wide = {
    ...{ x: waves(1, 400, 192), wq: waves(2, 192, 192), wk: waves(3, 192, 192), heads: 6 },
    ...{ wv: waves(4, 192, 192), wo: waves(5, 192, 192), want: LAYER_ALL },
  };
  sameBits(await engine.multiHeadAttentionAsync(wide), engine.multiHeadAttention(wide), 'a layer');
  engine.free();
});

test('a result may take the place of an argument', async () => {
  for (const engine of engines) {
    const x = waves(1, 3, 100, 8);
    const expected = engine.attention({ query: x, key: x, value: x });
    const { output } = await engine.attentionAsync({
      query: x,
      key: x,
      value: x,
      into: { output: x },
    });
    assert.deepEqual(output.data, expected.output.data);
  }
});

test('resident tensors go in and stay', async () => {
  for (const engine of engines) {
    const resident = {
      query: engine.upload(query),
      key: engine.upload(key),
      value: engine.upload(value),
    };
    const output = engine.upload(tensor(new Float32Array(4 * 120 * 6), [4, 120, 6]));
    const result = await engine.attentionAsync({ ...resident, mask: 'causal', into: { output } });
    const expected = engine.attention({ ...inputs, mask: 'causal' });
    assert.equal(result.output, output);
    assert.deepEqual(output.download(), expected.output);
    assert.deepEqual(result.weights, expected.weights);
    const wq = engine.upload(layer.wq);
    sameBits(
      await engine.multiHeadAttentionAsync({ ...layer, wq }),
      engine.multiHeadAttention(layer),
      'layer',
    );
  }
});

test('the caller’s arrays stay the caller’s', async () => {
  for (const engine of engines) {
    await engine.attentionAsync({ ...inputs, mask: { keep: new Uint8Array(130).fill(1) } });
    await engine.multiHeadAttentionAsync(layer);
    for (const { data } of [query, key, value, layer.x, layer.wq]) assert.ok(data.length > 0);
  }
});

test('progress never falls and ends at its total', async () => {
  for (const engine of engines) {
    /** @type {number[]} */
    const seen = [];
    let last = 0;
    await engine.attentionAsync({
      ...inputs,
      onProgress: ({ done, total }) => {
        seen.push(done);
        last = total;
      },
    });
    assert.deepEqual(
      seen,
      seen.toSorted((a, b) => a - b),
    );
    assert.ok(seen.length > 1);
    assert.equal(seen.at(-1), last);
    const thrown = new Error('mine');
    const throwing = () => {
      throw thrown;
    };
    await assert.rejects(engine.attentionAsync({ ...inputs, onProgress: throwing }), thrown);
    for (const call of ['attentionAsync', 'multiHeadAttentionAsync']) {
      const error = await refusalOf(() =>
        Reflect.get(engine, call).call(engine, {
          ...inputs,
          ...layer,
          onProgress: 1,
          query: undefined,
        }),
      );
      assert.equal(error.code, 'option');
    }
  }
});

test('a TypeScript program may pass what the declarations say', async () => {
  const [engine] = engines;
  await refusalOf(() => engine.attentionAsync({ ...inputs, signal: /** @type {never} */ ({}) }));
  for (const workers of [-1, 1.5, Number.NaN, 65, '2', null]) {
    const error = await refusalOf(() => loadEngine({ workers: /** @type {never} */ (workers) }));
    assert.deepEqual([error.code, error.argument], ['option', 'workers']);
  }
  const auto = await loadEngine({ workers: 'auto' });
  assert.ok(auto.workers >= 1 && auto.workers <= 8);
  auto.free();
});
