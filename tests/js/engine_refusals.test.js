// Everything that the engine refuses: code, argument, the numbers in the message; and that it goes on working.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { AttentionError, loadEngine, tensor } from 'attention-map';

/** @typedef {Awaited<ReturnType<typeof loadEngine>>} Engine */

/** @param {...number} shape */
const ramp = (...shape) => {
  const size = shape.reduce((a, b) => a * b, 1);
  return tensor(
    Float32Array.from({ length: size }, (_, k) => Math.sin(k + 1)),
    shape,
  );
};

/**
 * @param {ReturnType<typeof tensor>} from
 * @param {number} place
 * @param {number} value
 */
const poisoned = (from, place, value) => {
  const data = Float32Array.from(from.data);
  data[place] = value;
  return { data, shape: from.shape };
};

const query = ramp(4, 3, 6);
const key = ramp(2, 5, 6);
const value = ramp(2, 5, 7);
const good = { query, key, value };
const x = ramp(3, 8);
const layer = { x, wq: ramp(8, 4), wk: ramp(8, 4), wv: ramp(8, 6), wo: ramp(6, 5), heads: 2 };

/** A caller that TypeScript does not watch. @param {Record<string, unknown>} options @returns {never} */
const untyped = (options) => /** @type {never} */ (options);

/**
 * @typedef {[name: string, options: Record<string, unknown>, code: string, argument: string, message: RegExp]} Refusal
 */

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
    /into.output has 2 values, expected 4 × 3 × 7 = 84/,
  ],
  [
    'into that is no tensor',
    { into: { output: [1, 2] } },
    'option',
    'into',
    /into.output is an array of 2/,
  ],
];

/** @type {Refusal[]} */
const LAYER = [
  ['no heads', { heads: undefined }, 'shape', 'heads', /heads is undefined/],
  ['0 heads', { heads: 0 }, 'shape', 'heads', /heads is 0/],
  ['2.5 heads', { heads: 2.5 }, 'shape', 'heads', /heads is 2.5/],
  [
    'heads that do not divide the columns',
    { heads: 3 },
    'shape',
    'wq',
    /wq makes 4 columns, which heads = 3 does not divide/,
  ],
  [
    'key/value heads that do not divide heads',
    { keyValueHeads: 3 },
    'shape',
    'keyValueHeads',
    /keyValueHeads is 3/,
  ],
  [
    'wk of another width',
    { wk: ramp(8, 6) },
    'shape',
    'wk',
    /wk makes 6 columns, expected keyValueHeads · d_k = 2 × 2 = 4/,
  ],
  ['wq of another depth', { wq: ramp(7, 4) }, 'shape', 'wq', /7 × 4, expected 'in-out': 8 × 4/],
  ['wq in the other layout', { weightLayout: 'out-in' }, 'shape', 'wq', /expected 'out-in'/],
  [
    'an unknown layout',
    { weightLayout: 'torch' },
    'option',
    'weightLayout',
    /weightLayout is "torch"/,
  ],
  ['wo of another depth', { wo: ramp(5, 5) }, 'shape', 'wo', /the concat has width 6/],
  ['bo without wo', { wo: undefined, bo: ramp(6) }, 'option', 'bo', /bo is given without wo/],
  ['a bias of another length', { bq: ramp(3) }, 'shape', 'bq', /bq has shape 3, expected 4/],
  [
    'gains of another number',
    { headGain: [1, 1, 1] },
    'shape',
    'headGain',
    /headGain has shape 3, expected 2/,
  ],
  [
    'NaN in weights',
    { wv: poisoned(ramp(8, 6), 47, NaN) },
    'not_finite',
    'wv',
    /wv holds NaN at position 47/,
  ],
  [
    'projections that overflow',
    { x: poisoned(x, 0, 3e30), wk: poisoned(ramp(8, 4), 0, 3e30) },
    'overflow',
    'wk',
    /\|wk\| reaches 3.00e\+30/,
  ],
  ['x of rank 3', { x: ramp(1, 3, 8) }, 'rank', 'x', /x has rank 3/],
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
    for (const [name, options, code, argument, message] of LAYER) {
      test(`layer: ${name}`, () => {
        const before = engine.multiHeadAttention(layer).output.data;
        assert.throws(
          () => engine.multiHeadAttention(untyped({ ...layer, ...options })),
          (error) => checkError(error, code, argument, message),
        );
        assert.deepEqual(engine.multiHeadAttention(layer).output.data, before);
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

describe('refusals of the other calls', () => {
  /** @type {Engine} */
  let engine;
  before(async () => {
    engine = await loadEngine();
  });

  /**
   * @param {string} name
   * @param {() => unknown} call
   * @param {string} code
   * @param {string} argument
   * @param {RegExp} message
   */
  const refused = (name, call, code, argument, message) =>
    test(name, () => {
      assert.throws(call, (error) => checkError(error, code, argument, message));
    });

  const palette = new Uint8Array(1024);
  const pixels = { weights: ramp(2, 3, 4), width: 4, height: 3, palette };
  const tile = {
    query,
    key,
    logSumExp: ramp(4, 3),
    rows: /** @type {const} */ ([0, 2]),
    columns: /** @type {const} */ ([1, 3]),
  };
  const sizes = { keyValueHeads: 1, keyWidth: 2, valueWidth: 2, capacity: 4 };

  refused(
    'normal: a negative seed',
    () => engine.normal({ seed: -1, shape: [2] }),
    'option',
    'seed',
    /-1/,
  );
  refused(
    'normal: a seed that is no whole number',
    () => engine.normal({ seed: 0.5, shape: [2] }),
    'option',
    'seed',
    /0.5/,
  );
  refused(
    'normal: a seed past 64 bits',
    () => engine.normal({ seed: 1n << 64n, shape: [2] }),
    'option',
    'seed',
    /18446744073709551616n/,
  );
  refused(
    'normal: a negative scale',
    () => engine.normal({ seed: 0, shape: [2], scale: -1 }),
    'option',
    'scale',
    /-1/,
  );
  refused(
    'normal: an empty shape',
    () => engine.normal({ seed: 0, shape: [] }),
    'shape',
    'shape',
    /./,
  );
  refused(
    'normal: more than memory',
    () => engine.normal({ seed: 0, shape: [1e6, 1e6] }),
    'memory',
    'shape',
    /bytes/,
  );
  refused(
    'pixels: a palette of another size',
    () => engine.pixels({ ...pixels, palette: new Uint8Array(4) }),
    'shape',
    'palette',
    /4 bytes, expected 256 × 4/,
  );
  refused(
    'pixels: no width',
    () => engine.pixels({ ...pixels, width: 0 }),
    'option',
    'width',
    /width is 0/,
  );
  refused(
    'pixels: past any canvas',
    () => engine.pixels({ ...pixels, width: 40000 }),
    'option',
    'width',
    /40000/,
  );
  refused(
    'pixels: a head that is not there',
    () => engine.pixels({ ...pixels, head: 2 }),
    'option',
    'head',
    /head is 2, expected a whole number from 0 to 1/,
  );
  refused(
    'pixels: a domain upside down',
    () => engine.pixels({ ...pixels, domain: [1, 0] }),
    'option',
    'domain',
    /\[1, 0\]/,
  );
  refused(
    'pixels: an unknown pool',
    () => engine.pixels(untyped({ ...pixels, pool: 'sum' })),
    'option',
    'pool',
    /"sum"/,
  );
  refused(
    'weightsTile: rows outside',
    () => engine.weightsTile({ ...tile, rows: [2, 4] }),
    'option',
    'rows',
    /\[2, 4\], expected \[begin, end\) within \[0, 3\)/,
  );
  refused(
    'weightsTile: an empty range',
    () => engine.weightsTile({ ...tile, columns: [2, 2] }),
    'option',
    'columns',
    /\[2, 2\]/,
  );
  refused(
    'weightsTile: logSumExp of another shape',
    () => engine.weightsTile({ ...tile, logSumExp: ramp(3, 3) }),
    'shape',
    'logSumExp',
    /3 × 3/,
  );
  refused(
    'softmaxTrace: a row outside',
    () => engine.softmaxTrace({ ...good, row: 3 }),
    'option',
    'row',
    /row is 3/,
  );
  refused(
    'softmaxTrace: no block',
    () => engine.softmaxTrace({ ...good, blockSize: 0 }),
    'option',
    'blockSize',
    /blockSize is 0/,
  );
  refused(
    'createCache: no width',
    () => engine.createCache({ ...sizes, keyWidth: 0 }),
    'shape',
    'keyWidth',
    /keyWidth is 0/,
  );
  refused(
    'createCache: past memory',
    () => engine.createCache({ ...sizes, capacity: 2 ** 28, keyWidth: 1000 }),
    'memory',
    'capacity',
    /bytes/,
  );
  refused(
    'append: past the capacity',
    () => engine.createCache(sizes).append({ key: ramp(5, 2), value: ramp(5, 2) }),
    'capacity',
    'key',
    /5 more would make 5 keys, the capacity is 4/,
  );
  refused(
    'append: another width',
    () => engine.createCache(sizes).append({ key: ramp(1, 3), value: ramp(1, 2) }),
    'shape',
    'key',
    /1 × 1 × 3, expected 1 × 1 × 2/,
  );
  refused(
    'attend: an empty cache',
    () => engine.createCache(sizes).attend({ query: ramp(1, 2) }),
    'shape',
    'key',
    /empty/,
  );
  refused(
    'truncate: longer than it is',
    () => engine.createCache(sizes).truncate(1),
    'option',
    'length',
    /length is 1/,
  );
  refused(
    'tensor: no numbers',
    () => tensor(/** @type {never} */ ('abc')),
    'option',
    'values',
    /"abc"/,
  );
  refused(
    'tensor: values that do not fill the shape',
    () => tensor([1, 2, 3], [2, 2]),
    'shape',
    'values',
    /3 values, expected 2 × 2 = 4/,
  );
  refused(
    'tensor: nested values of another shape',
    () => tensor([[1, 2, 3]], [3, 1]),
    'shape',
    'values',
    /1 × 3, expected 3 × 1/,
  );
  refused('tensor: rank 4', () => tensor([1], [1, 1, 1, 1]), 'rank', 'values', /rank 4/);

  test('after free() every call says so', async () => {
    const freed = await loadEngine();
    const cache = freed.createCache(sizes);
    const other = engine.createCache(sizes);
    freed.free();
    freed.free();
    other.free();
    other.free();
    for (const call of [
      () => freed.attention(good),
      () => freed.multiHeadAttention(layer),
      () => freed.pixels(pixels),
      () => freed.normal({ seed: 0, shape: [1] }),
      () => freed.createCache(sizes),
      () => cache.append({ key: ramp(1, 2), value: ramp(1, 2) }),
      () => other.length,
    ]) {
      assert.throws(call, (error) => checkError(error, 'freed', '', /has been freed/));
    }
    assert.ok(engine.attention(good));
  });
});

/**
 * @param {unknown} error
 * @param {string} code
 * @param {string | RegExp} argument
 * @param {RegExp} message
 */
function checkError(error, code, argument, message) {
  assert.ok(error instanceof AttentionError, `${error}`);
  assert.equal(error.code, code);
  if (typeof argument === 'string') assert.equal(error.argument, argument);
  else assert.match(error.argument, argument);
  assert.match(error.message, message);
  return true;
}
