// Edges of the calls: numbers past 32 bits, blocks past one, shapes whose sizes agree by chance, and memory from call to call.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AttentionError, loadEngine, tensor } from 'attention-map';
import { Told } from '../../web/src/engine/told.js';
import { VERSION } from '../../web/src/version.js';

/** @param {number} phase @param {...number} shape */
const waves = (phase, ...shape) =>
  tensor(
    Float32Array.from({ length: shape.reduce((a, b) => a * b, 1) }, (_, k) =>
      Math.sin(phase + 12.9898 * k),
    ),
    shape,
  );

const engine = await loadEngine({ backend: 'simd128' });
const query = waves(1, 2, 9, 6);
const key = waves(2, 2, 11, 6);
const value = waves(3, 2, 11, 5);

/** @param {() => unknown} work @param {string} code @param {string} argument @param {RegExp} message */
function refuses(work, code, argument, message) {
  assert.throws(work, (error) => {
    assert.ok(error instanceof AttentionError);
    assert.deepEqual([error.code, error.argument], [code, argument]);
    assert.match(error.message, message);
    return true;
  });
}

test('a cache refuses values of another shape, even where the number of floats agrees', () => {
  const cache = engine.createCache({ keyValueHeads: 2, keyWidth: 6, valueWidth: 5, capacity: 20 });
  const other = tensor(value.data, [2, 5, 11]);
  refuses(
    () => cache.append({ key, value: other }),
    'shape',
    'value',
    /2 × 5 × 11, expected 2 × 11 × 5/,
  );
  assert.equal(cache.length, 0);
  cache.append({ key, value });
  assert.deepEqual(cache.attend({ query }), engine.attention({ query, key, value }));
  cache.free();
});

test('a trace of several blocks ends at the plain call’s output, bit for bit', () => {
  const n = 300;
  const inputs = { query: waves(1, 1, n, 16), key: waves(2, 1, n, 16), value: waves(3, 1, n, 8) };
  for (const mask of /** @type {const} */ (['none', 'causal'])) {
    const { output, logSumExp } = engine.attention({
      ...inputs,
      mask,
      want: ['output', 'logSumExp'],
    });
    for (const row of [0, 127, 128, 255, 299]) {
      const trace = engine.softmaxTrace({ ...inputs, mask, row });
      assert.equal(trace.blocks.length, 3);
      assert.deepEqual(trace.output, output.data.slice(row * 8, (row + 1) * 8));
      assert.equal(trace.logSumExp, logSumExp.data[row]);
    }
  }
});

test('windows and prefixes past 32 bits reach as far as any', () => {
  const free = engine.attention({ query, key, value });
  for (const far of [2 ** 31, 2 ** 32, 2 ** 32 + 1, 2 ** 53, Infinity]) {
    assert.deepEqual(engine.attention({ query, key, value, mask: { window: [far, far] } }), free);
    assert.deepEqual(
      engine.attention({ query, key, value, mask: { causal: true, prefix: far } }),
      free,
    );
  }
});

/** NumPy 1.24.2: default_rng(seed).normal(size=skip + 3)[skip:], as float32. */
const draws = /** @type {const} */ ([
  [2 ** 32 + 5, 0, [0.4260411262512207, -1.1913522481918335, -1.1486663818359375]],
  [2 ** 40, 3, [0.6437558531761169, 0.7744002938270569, 0.8470376133918762]],
  [2n ** 63n + 7n, 0, [0.48516812920570374, -1.194683313369751, 0.19438950717449188]],
  [2n ** 64n - 1n, 2, [0.06922650337219238, -0.2965836822986603, -0.024826016277074814]],
  [0, 5, [0.3615950644016266, 1.3040000200271606, 0.9470809698104858]],
]);

test('seeds of 64 bits and skipped draws are NumPy’s', () => {
  for (const [seed, skip, expected] of draws)
    assert.deepEqual([...engine.normal({ seed, skip, shape: [3] }).data], expected, `${seed}`);
});

test('a scale that takes draws past float32 is refused', () => {
  refuses(
    () => engine.normal({ seed: 0, shape: [4], scale: 1e300 }),
    'overflow',
    'scale',
    /1e\+300/,
  );
  const large = engine.normal({ seed: 0, shape: [4], scale: 1e37 });
  assert.ok(large.data.every(Number.isFinite));
});

test('a result that is wanted twice is given once', () => {
  const want = /** @type {const} */ (['weights', 'output', 'weights']);
  const expected = engine.attention({ query, key, value, want: ['weights', 'output'] });
  assert.deepEqual(engine.attention({ query, key, value, want }), expected);
});

/** Options that change one at a time, so that a setting kept from the last call would show. @returns {Partial<Parameters<typeof engine.attention>[0]>[]} */
const changing = () => [
  {},
  { scale: 2 },
  { scale: 2, temperature: 3 },
  { mask: /** @type {const} */ ('causal') },
  { mask: { causal: true, prefix: 4 } },
  { mask: { window: [2, 1] } },
  { mask: { keep: Array.from({ length: 11 }, (_, j) => j !== 3) } },
  { mask: { keep: Array.from({ length: 11 }, (_, j) => j !== 4) } },
  { bias: waves(5, 9, 11) },
  { want: /** @type {const} */ (['logSumExp', 'entropy']) },
  { want: /** @type {const} */ (['entropy', 'logSumExp']) },
  { query: waves(6, 4, 7, 6) },
];

const layer = {
  x: waves(1, 9, 8),
  wq: waves(2, 8, 8),
  wk: waves(3, 8, 8),
  wv: waves(4, 8, 6),
  heads: 2,
};

test('no setting of a call is left over for the next', async () => {
  const forms = changing();
  /** Each on an engine that has done nothing else. */
  const alone = [];
  for (const form of forms) {
    const fresh = await loadEngine({ backend: 'simd128' });
    alone.push(fresh.attention({ query, key, value, ...form }));
    fresh.free();
  }
  for (let step = 1; step < forms.length; step++) {
    for (let k = 0; k < forms.length; k++) {
      const at = (k * step) % forms.length;
      assert.deepEqual(engine.attention({ query, key, value, ...forms[at] }), alone[at], `${at}`);
      if (k % 3 === 0) engine.multiHeadAttention(layer);
    }
  }
});

test('1,000 calls allocate nothing in wasm: no byte grown, no object made, the next block where it was', async () => {
  // On a core where nothing else was ever made.
  const engine = await loadEngine({ backend: 'scalar' });
  const cores = Reflect.get(globalThis, Symbol.for(`attention-map/core@${VERSION}`));
  const { core } = await cores.get('scalar')[0].loaded;
  let made = 0;
  const names = [
    'Block',
    'Scratch',
    'Options',
    'Outputs',
    'AttentionCall',
    'LayerCall',
    'PackedWeights',
    'KeyValueCache',
  ];
  const originals = names.map((name) => core[name]);
  const cache = engine.createCache({ keyValueHeads: 2, keyWidth: 6, valueWidth: 5, capacity: 20 });
  cache.append({ key, value });
  const calls = () => {
    engine.attention({ query, key, value, mask: 'causal' });
    engine.attention({
      query,
      key,
      value,
      mask: { keep: new Uint8Array(11).fill(1) },
      want: ['entropy'],
    });
    engine.multiHeadAttention(layer);
    cache.attend({ query });
    engine.normal({ seed: 1, shape: [5] });
  };
  /** Where the allocator would put a small and a large block now. */
  const nextBlocks = () =>
    [64, 100_000].map((bytes) => {
      const block = new core.Block();
      assert.ok(block.reserve(bytes));
      const address = block.address();
      block.delete();
      return address;
    });
  calls();
  nextBlocks();
  const before = [core.HEAPU8.length, ...nextBlocks()];
  names.forEach((name, k) => {
    core[name] = new Proxy(originals[k], {
      construct: (target, given) => {
        made += 1;
        return Reflect.construct(target, given);
      },
    });
  });
  try {
    for (let k = 0; k < 200; k++) calls();
  } finally {
    names.forEach((name, k) => {
      core[name] = originals[k];
    });
  }
  assert.equal(made, 0);
  assert.deepEqual([core.HEAPU8.length, ...nextBlocks()], before);
  cache.free();
});

test('the core is told what has changed, and only that', () => {
  /** @type {number[][]} */
  const heard = [];
  const told = new Told((...numbers) => heard.push(numbers));
  for (const numbers of [
    [1, 2],
    [1, 2],
    [1, 3],
    [1, Number.NaN],
    [1, Number.NaN],
    [0, 1],
    [-0, 1],
  ])
    told.say(...numbers);
  assert.deepEqual(heard, [
    [1, 2],
    [1, 3],
    [1, Number.NaN],
    [0, 1],
    [-0, 1],
  ]);
});
