// Everything that the layer and the other calls refuse, and what a freed engine says.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { loadEngine, tensor } from 'attention-map';
import { checkError, good, key, layer, poisoned, query, ramp, untyped, x } from './refusal.js';

/** @typedef {Awaited<ReturnType<typeof loadEngine>>} Engine */
/** @typedef {import('./refusal.js').Refusal} Refusal */

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
  describe(`layer refusals on ${backend}`, () => {
    /** @type {Engine} */
    let engine;
    before(async () => {
      engine = await loadEngine({ backend });
    });
    after(() => engine.free());

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
    'normal: more skipped than can be drawn in good time',
    () => engine.normal({ seed: 0, shape: [1], skip: 2 ** 24 + 1 }),
    'option',
    'skip',
    /skip is 16777217, expected a whole number from 0 to 16777216/,
  );
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
    'normal: digits into what is no Float64Array',
    () => engine.normal(untyped({ seed: 0, shape: [2], into: new Float32Array(2) })),
    'option',
    'into',
    /into is a Float32Array, expected a Float64Array of 2/,
  );
  refused(
    'normal: digits into too much',
    () => engine.normal({ seed: 0, shape: [2], into: new Float64Array(3) }),
    'shape',
    'into',
    /into has 3 values, expected a Float64Array of 2/,
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
    'draws: an option that nobody reads',
    () => engine.draws(untyped({ seed: 0, skip: 4 })),
    'option',
    'skip',
    /draws\(\) has no option "skip", expected seed/,
  );
  refused(
    'draws: a negative seed',
    () => engine.draws({ seed: -1 }),
    'option',
    'seed',
    /seed is -1/,
  );
  refused(
    'draws: a negative scale',
    () => engine.draws({ seed: 0 }).next({ shape: [2], scale: -1 }),
    'option',
    'scale',
    /scale is -1/,
  );
  refused(
    'draws: no shape',
    () => engine.draws({ seed: 0 }).next(untyped({})),
    'shape',
    'shape',
    /./,
  );
  refused(
    'draws: more than memory',
    () => engine.draws({ seed: 0 }).next({ shape: [1e6, 1e6] }),
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
    const stream = freed.draws({ seed: 0 });
    const otherStream = engine.draws({ seed: 0 });
    freed.free();
    freed.free();
    for (const handle of [other, otherStream]) {
      handle.free();
      handle.free();
    }
    for (const call of [
      () => freed.attention(good),
      () => freed.multiHeadAttention(layer),
      () => freed.pixels(pixels),
      () => freed.normal({ seed: 0, shape: [1] }),
      () => freed.createCache(sizes),
      () => freed.draws({ seed: 0 }),
      () => stream.next({ shape: [1] }),
      () => otherStream.next({ shape: [1] }),
      () => cache.append({ key: ramp(1, 2), value: ramp(1, 2) }),
      () => other.length,
    ]) {
      assert.throws(call, (error) => checkError(error, 'freed', '', /has been freed/));
    }
    assert.ok(engine.attention(good));
  });
});
