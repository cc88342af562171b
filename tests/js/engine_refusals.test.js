// Everything that attention() refuses: code, argument, the numbers in the message; and that the engine goes on working.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { loadEngine, tensor } from 'attention-map';
import { checkError, good, key, poisoned, query, ramp, untyped, value } from './refusal.js';

/** @typedef {Awaited<ReturnType<typeof loadEngine>>} Engine */
/** @typedef {import('./refusal.js').Refusal} Refusal */

const shared = ramp(4, 3, 5);

class Liar extends Float32Array {
  /** @override */
  get length() {
    return 60;
  }
}

/** @type {Refusal[]} */
const ATTENTION = [
  ['no query', { query: undefined }, 'shape', 'query', /query is missing/],
  ['a string for a query', { query: 'abc' }, 'option', 'query', /query is "abc"/],
  ['a number for a key', { key: 7 }, 'option', 'key', /key is 7/],
  [
    'a string inside',
    { query: [[1, 2, 3, 4, 5, '6']] },
    'option',
    'query',
    /query\[0\]\[5\] is "6"/,
  ],
  [
    'ragged arrays',
    { query: [[1, 2, 3, 4, 5, 6], [1]] },
    'shape',
    'query',
    /query\[1\] is an array of 1, expected an array of 6/,
  ],
  ['rank 1', { query: ramp(6) }, 'rank', 'query', /rank 1, expected 3/],
  [
    'rank 4',
    { query: { data: new Float32Array(6), shape: [1, 1, 1, 6] } },
    'rank',
    'query',
    /rank 4/,
  ],
  [
    'numbers in an array where Float32Array belongs',
    { query: { data: [1, 2, 3, 4], shape: [2, 2] } },
    'option',
    'query',
    /query has data that is an array of 4/,
  ],
  [
    'a shape that is no array',
    { query: { data: new Float32Array(4), shape: 4 } },
    'option',
    'query',
    /query has a shape that is 4/,
  ],
  ['rank 4, nested', { query: [[[[1]]]] }, 'rank', 'query', /rank 4/],
  [
    'a size of 0',
    { query: { data: new Float32Array(0), shape: [4, 0, 6] } },
    'shape',
    'query',
    /holds 0/,
  ],
  [
    'a negative size',
    { query: { data: new Float32Array(6), shape: [-1, -1, 6] } },
    'shape',
    'query',
    /holds -1/,
  ],
  [
    'a size that is no whole number',
    { query: { data: new Float32Array(6), shape: [1, 1.5, 4] } },
    'shape',
    'query',
    /holds 1.5/,
  ],
  [
    'values that do not fill the shape',
    { key: { data: new Float32Array(12), shape: [2, 4, 4] } },
    'shape',
    'key',
    /key has 12 values, expected 2 × 4 × 4 = 32/,
  ],
  [
    'widths that disagree',
    { key: ramp(2, 5, 4) },
    'shape',
    'key',
    /width 4, expected query's d_k = 6/,
  ],
  [
    'heads that do not divide',
    { key: ramp(3, 5, 6), value: ramp(3, 5, 7) },
    'shape',
    'key',
    /3 heads, which do not divide query's 4/,
  ],
  [
    'value of other heads',
    { value: ramp(1, 5, 7) },
    'shape',
    'value',
    /1 heads of 5 rows, expected key's 2 of 5/,
  ],
  ['value of other length', { value: ramp(2, 4, 7) }, 'shape', 'value', /2 heads of 4 rows/],
  ['no value for an output', { value: undefined }, 'shape', 'value', /value is missing/],
  [
    'NaN',
    { query: poisoned(query, 5, NaN) },
    'not_finite',
    'query',
    /query holds NaN at position 5/,
  ],
  [
    '+∞',
    { key: poisoned(key, 59, Infinity) },
    'not_finite',
    'key',
    /key holds Infinity at position 59/,
  ],
  [
    '−∞',
    { value: poisoned(value, 0, -Infinity) },
    'not_finite',
    'value',
    /value holds -Infinity at position 0/,
  ],
  [
    '+∞ in a bias',
    { bias: poisoned(ramp(3, 5), 2, Infinity) },
    'not_finite',
    'bias',
    /bias holds Infinity at position 2/,
  ],
  [
    'a bias of another shape',
    { bias: ramp(2, 3, 5) },
    'shape',
    'bias',
    /2 × 3 × 5, expected 1 × 3 × 5 or 4 × 3 × 5/,
  ],
  [
    'scores that overflow',
    { query: poisoned(query, 0, 3e38), key: poisoned(key, 0, 3e4) },
    'overflow',
    'query',
    /\|query\| reaches 3.00e\+38/,
  ],
  [
    'values that overflow',
    { value: poisoned(value, 0, 3e38) },
    'overflow',
    'value',
    /\|value\| reaches 3.00e\+38/,
  ],
  ['a scale that is no number', { scale: '2' }, 'option', 'scale', /scale is "2"/],
  ['a scale of NaN', { scale: NaN }, 'not_finite', 'scale', /scale is NaN/],
  ['a temperature of 0', { temperature: 0 }, 'option', 'temperature', /temperature is 0/],
  ['a negative temperature', { temperature: -1 }, 'option', 'temperature', /temperature is -1/],
  ['an infinite temperature', { temperature: Infinity }, 'not_finite', 'temperature', /Infinity/],
  ['a temperature past float32', { temperature: 1e-42 }, 'overflow', 'temperature', /./],
  ['a misspelt option', { maks: 'causal' }, 'option', 'maks', /no option "maks"/],
  ['an unknown result', { want: ['wieghts'] }, 'option', 'want', /"wieghts"/],
  ['nothing wanted', { want: [] }, 'option', 'want', /want is empty/],
  ['want as a string', { want: 'output' }, 'option', 'want', /want is "output"/],
  ['an unknown mask', { mask: 'casual' }, 'option', 'mask', /mask is "casual"/],
  ['an unknown key in a mask', { mask: { causl: true } }, 'option', 'mask', /"causl"/],
  ['causal as a number', { mask: { causal: 1 } }, 'option', 'mask', /mask.causal is 1/],
  ['half a window', { mask: { window: [1] } }, 'option', 'mask', /mask.window/],
  ['a negative window', { mask: { window: [-1, 0] } }, 'option', 'mask', /mask.window\[0\] is -1/],
  [
    'a prefix that is no whole number',
    { mask: { prefix: 1.5 } },
    'option',
    'mask',
    /mask.prefix is 1.5/,
  ],
  [
    'keep of the wrong length',
    { mask: { keep: [true, false] } },
    'shape',
    'mask',
    /mask.keep has 2 values, expected 5/,
  ],
  [
    'keep that is not boolean',
    { mask: { keep: [1, 0, 1, 2, 1] } },
    'option',
    'mask',
    /mask.keep\[3\] is 2/,
  ],
  [
    'keep bytes that are not 0 or 1',
    { mask: { keep: new Uint8Array([1, 0, 1, 9, 1]) } },
    'option',
    'mask',
    /mask.keep\[3\] is 9/,
  ],
  [
    'allowed of the wrong length',
    { mask: { allowed: new Uint8Array(14) } },
    'shape',
    'mask',
    /14 values, expected 3 × 5 = 15 or 4 × 3 × 5 = 60/,
  ],
  [
    'allowed turned around',
    { mask: { allowed: Array.from({ length: 5 }, () => [1, 1, 1]) } },
    'shape',
    'mask',
    /mask.allowed/,
  ],
  [
    'into of the wrong size',
    { into: { output: ramp(2) } },
    'shape',
    'into',
    /into.output has shape 2, expected 4 × 3 × 7 = 84/,
  ],
  [
    'into of the right length and another shape',
    { into: { output: ramp(3, 4, 7) } },
    'shape',
    'into',
    /shape 3 × 4 × 7, expected 4 × 3 × 7/,
  ],
  [
    'into with a misspelt name',
    { into: { ouput: ramp(4, 3, 7) } },
    'option',
    'into',
    /"ouput", which is not among the results wanted: output, weights/,
  ],
  [
    'into with one array for two results',
    { want: ['weights', 'rawScores'], into: { weights: shared, rawScores: shared } },
    'option',
    'into',
    /into.rawScores and into.weights are in the same memory/,
  ],
  ['64-bit whole numbers', { bias: new BigInt64Array(15) }, 'option', 'bias', /BigInt64Array/],
  [
    'a typed array that lies about its length',
    { key: { data: new Liar(6), shape: [2, 5, 6] } },
    'shape',
    'key',
    /key has 6 values, expected 2 × 5 × 6 = 60/,
  ],
  ['a scale past float32', { scale: 1e39 }, 'overflow', 'scale', /1e\+39/],
  [
    'into that is no tensor',
    { into: { output: [1, 2] } },
    'option',
    'into',
    /into.output is an array of 2/,
  ],
];

for (const backend of /** @type {const} */ (['scalar', 'simd128', 'relaxed-simd'])) {
  describe(`refusals on ${backend}`, () => {
    /** @type {Engine} */
    let engine;
    before(async () => {
      engine = await loadEngine({ backend });
    });
    after(() => engine.free());

    for (const [name, options, code, argument, message] of ATTENTION) {
      test(`attention: ${name}`, () => {
        const before = engine.attention(good).output.data;
        assert.throws(
          () => engine.attention(untyped({ ...good, ...options })),
          (error) => checkError(error, code, argument, message),
        );
        assert.deepEqual(engine.attention(good).output.data, before);
      });
    }
    test('results that no memory holds', () => {
      // 40,000² weights of 8 heads are 51 GB; the inputs are small.
      const long = tensor(new Float32Array(8 * 40000), [8, 40000, 1]);
      assert.throws(
        () => engine.attention({ query: long, key: long, value: long, want: ['weights'] }),
        (error) => checkError(error, 'memory', /weights|^$/, /bytes/),
      );
      assert.ok(engine.attention(good));
    });

    test('into is left alone by a refused call', () => {
      const output = tensor(new Float32Array(84).fill(5), [4, 3, 7]);
      assert.throws(() =>
        engine.attention({ ...good, query: poisoned(query, 0, NaN), into: { output } }),
      );
      assert.ok(output.data.every((each) => each === 5));
    });
  });
}
