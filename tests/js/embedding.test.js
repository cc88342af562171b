// The seeded embedding: the hash against published vectors, positions against the formula, and the
// entropy that σ was chosen for, measured in double precision with no engine in between.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadEngine } from 'attention-map';
import {
  embed,
  fnv1a64,
  PROJECTION_GAIN,
  sinusoidalPositions,
  tokenSeed,
} from '../../web/src/readers/embedding.js';
import { tokenize } from '../../web/src/readers/text.js';

/**
 * Normal draws of a generator that has nothing to do with the engine's (mulberry32, Box–Muller).
 * @param {{ seed: number, shape: number[], scale?: number, skip?: number }} options
 */
function normal({ seed, shape, scale = 1, skip = 0 }) {
  let state = (seed ^ Math.floor(seed / 2 ** 32)) | 0;
  const uniform = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const draw = () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
  for (let i = 0; i < skip; i++) draw();
  const data = new Float32Array(shape.reduce((product, size) => product * size, 1));
  for (let i = 0; i < data.length; i++) data[i] = scale * draw();
  return { data, shape };
}

/**
 * X·W in double precision.
 * @param {{ data: Float32Array, shape: number[] }} x
 * @param {{ data: Float32Array, shape: number[] }} w
 */
function product(x, w) {
  const [n, inner] = x.shape;
  const width = w.shape[1];
  const out = new Float64Array(n * width);
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < inner; k++) {
      for (let j = 0; j < width; j++) {
        out[i * width + j] += x.data[i * inner + k] * w.data[k * width + j];
      }
    }
  }
  return out;
}

/**
 * Entropy of softmax(scores) over the logarithm of the row's length.
 * @param {number[]} scores
 */
function relativeEntropy(scores) {
  const top = Math.max(...scores);
  const exps = scores.map((score) => Math.exp(score - top));
  const sum = exps.reduce((a, b) => a + b, 0);
  const entropy = exps.reduce((h, e) => h - (e > 0 ? (e / sum) * Math.log(e / sum) : 0), 0);
  return entropy / Math.log(scores.length);
}

/**
 * Mean over heads and rows of the row entropy, as a share of its largest value.
 * @param {string[]} tokens
 * @param {{ seed: number, heads: number, causal: boolean }} options
 */
function meanEntropy(tokens, { seed, heads, causal }) {
  const { x, wq, wk } = embed({ tokens, seed, heads, normal });
  const [n, width] = x.shape;
  const q = product(x, wq);
  const k = product(x, wk);
  const headWidth = width / heads;
  const shares = [];
  for (let head = 0; head < heads; head++) {
    for (let i = causal ? 1 : 0; i < n; i++) {
      const scores = [];
      for (let j = 0; j < (causal ? i + 1 : n); j++) {
        let score = 0;
        for (let c = head * headWidth; c < (head + 1) * headWidth; c++) {
          score += q[i * width + c] * k[j * width + c];
        }
        scores.push(score / Math.sqrt(headWidth));
      }
      shares.push(relativeEntropy(scores));
    }
  }
  return shares.reduce((a, b) => a + b, 0) / shares.length;
}

const SENTENCES = [
  'The cat sat down',
  'Every word looks at every other word.',
  'The dog that chased the ball in the park was tired, so it slept.',
  'She asked whether the trains were late again, and he said that the trains were always late when it rained.',
  `Far out beyond the harbour the boats were waiting for the wind to turn, and nobody on the shore could
   say how long it would take; the old men thought an hour, the children thought a day, and the captain,
   who had seen such mornings before, went below, closed the door, and slept until the wind came.`,
];

for (const [index, text] of SENTENCES.entries()) {
  const { tokens } = tokenize(text, { cap: 64 });
  test(`mean row entropy at n = ${tokens.length} is 0.4–0.8 of ln n for 1, 2, 4, 8 heads`, () => {
    if (index === 0) assert.equal(tokens.length, 4);
    if (index === SENTENCES.length - 1) assert.equal(tokens.length, 64);
    for (const heads of [1, 2, 4, 8]) {
      for (const causal of [false, true]) {
        const seeds = tokens.length > 32 ? [0, 1, 2] : [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11];
        const means = seeds.map((seed) => meanEntropy(tokens, { seed, heads, causal }));
        const mean = means.reduce((a, b) => a + b, 0) / means.length;
        const shown = `${heads} heads, causal ${causal}: ${means.map((m) => m.toFixed(2))}`;
        assert.ok(mean > 0.4 && mean < 0.8, shown);
        // With fewer rows to average (four tokens and one head have four) single seeds stray further.
        if (tokens.length * heads < 32) continue;
        for (const one of means) assert.ok(one > 0.4 && one < 0.82, shown);
      }
    }
  });
}

test('the hash is FNV-1a of 64 bits', () => {
  assert.equal(fnv1a64(''), 0xcbf29ce484222325n);
  assert.equal(fnv1a64('a'), 0xaf63dc4c8601ec8cn);
  assert.equal(fnv1a64('foobar'), 0x85944171f73967e8n);
});

test('token seeds are integers below 2^53 that differ by token and by table', () => {
  const seeds = new Set();
  for (const token of ['a', 'b', 'A', 'ab', 'é', '猫', '\u{1F44B}', '.', '1']) {
    for (const seed of [0, 1, 10]) seeds.add(tokenSeed(token, seed));
  }
  assert.equal(seeds.size, 27);
  for (const seed of seeds) assert.ok(Number.isSafeInteger(seed) && seed >= 0);
});

test('positions are sines in even columns and cosines in odd ones', () => {
  const { data, shape } = sinusoidalPositions(3, 4);
  assert.deepEqual(shape, [3, 4]);
  const expected = [0, 1, 0, 1, Math.sin(1), Math.cos(1), Math.sin(0.01), Math.cos(0.01)];
  expected.push(Math.sin(2), Math.cos(2), Math.sin(0.02), Math.cos(0.02));
  expected.forEach((value, i) => {
    assert.ok(Math.abs(data[i] - value) < 1e-7, `${i}: ${data[i]}`);
  });
});

test('a repeated token repeats its table row, whatever its place', () => {
  const { x } = embed({ tokens: ['the', 'cat', 'the'], normal, positions: false });
  assert.deepEqual(x.shape, [3, 64]);
  assert.deepEqual(x.data.subarray(0, 64), x.data.subarray(128, 192));
  assert.notDeepEqual(x.data.subarray(0, 64), x.data.subarray(64, 128));
  const alone = embed({ tokens: ['the'], normal, positions: false });
  assert.deepEqual(alone.x.data, x.data.subarray(0, 64));
});

test('positions are added to the rows', () => {
  const tokens = ['a', 'b'];
  const bare = embed({ tokens, normal, positions: false }).x.data;
  const placed = embed({ tokens, normal }).x.data;
  const { data } = sinusoidalPositions(2, 64);
  for (let i = 0; i < data.length; i++) {
    assert.ok(Math.abs(placed[i] - bare[i] - data[i]) < 1e-6);
  }
});

test('weights depend on the seed alone, and follow each other in its stream', () => {
  const one = embed({ tokens: ['a', 'b'], seed: 3, heads: 1, normal });
  const eight = embed({ tokens: ['c'], seed: 3, heads: 8, normal });
  for (const name of /** @type {const} */ (['wq', 'wk', 'wv', 'wo'])) {
    assert.deepEqual(one[name].shape, [64, 64]);
    assert.deepEqual(one[name].data, eight[name].data);
  }
  const unit = 1 / Math.sqrt(64);
  const scale = PROJECTION_GAIN * unit;
  assert.deepEqual(one.wk.data, normal({ seed: 3, shape: [64, 64], scale, skip: 4096 }).data);
  assert.deepEqual(
    one.wo.data,
    normal({ seed: 3, shape: [64, 64], scale: unit, skip: 12288 }).data,
  );
  assert.notDeepEqual(one.wq.data, embed({ tokens: ['a'], seed: 4, normal }).wq.data);
});

test('the inputs are checked by name', () => {
  const tokens = ['a'];
  assert.throws(() => embed({ tokens: [], normal }), { code: 'shape', argument: 'tokens' });
  for (const seed of [-1, 0.5, 2 ** 53, Number.NaN]) {
    assert.throws(() => embed({ tokens, seed, normal }), { code: 'option', argument: 'seed' });
  }
  for (const heads of [0, 3, 1.5]) {
    assert.throws(() => embed({ tokens, heads, normal }), { code: 'option', argument: 'heads' });
  }
  for (const modelWidth of [0, 2 ** 53, 2897]) {
    const message = `modelWidth is ${modelWidth}, expected a whole number from 1 to 2896`;
    assert.throws(() => embed({ tokens, modelWidth, normal }), { argument: 'modelWidth', message });
  }
});

test('what is missing or of another kind is named', () => {
  /** @type {[unknown, string, RegExp][]} */
  const cases = [
    [undefined, 'options', /^options is undefined, expected an object/],
    [null, 'options', /^options is null/],
    [{}, 'tokens', /^tokens is undefined, expected an array of strings/],
    [{ tokens: 'a b', normal }, 'tokens', /^tokens is "a b"/],
    [{ tokens: ['a', 7], normal }, 'tokens', /^tokens\[1\] is 7, expected a string/],
    [{ tokens: new Array(2), normal }, 'tokens', /^tokens\[0\] is undefined/],
    [{ tokens: ['a'] }, 'normal', /^normal is undefined, expected the engine's method/],
    [{ tokens: ['a'], normal: 3 }, 'normal', /^normal is 3/],
    [
      { tokens: ['a'], normal, seed: Symbol('s') },
      'seed',
      /^seed is Symbol\(s\), .* to 9007199254740991$/,
    ],
    [{ tokens: ['a'], normal, heads: 2n }, 'heads', /^heads is the bigint 2n/],
  ];
  for (const [options, argument, message] of cases) {
    const wrong = /** @type {never} */ (options);
    assert.throws(() => embed(wrong), { name: 'AttentionError', argument, message });
  }
});

test('the engine’s method is taken without its engine', async () => {
  const engine = await loadEngine();
  const options = { tokens: ['a', 'b'], modelWidth: 8 };
  assert.deepEqual(
    embed({ ...options, normal: engine.normal }),
    embed({ ...options, normal: (draw) => engine.normal(draw) }),
  );
  engine.free();
});
