// Numbers and arrays that cannot be meant: past float32, past a range, bigints, arrays with holes or within themselves.
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { loadEngine, tensor } from 'attention-map';
import { checkError, untyped } from './refusal.js';

const engine = await loadEngine();
after(() => engine.free());

const one = { query: [[1, 0]], key: [[1, 0]], value: [[3, 4]] };
const MOST = 3.4028234663852886e38;

/**
 * @param {() => unknown} call
 * @param {string} code
 * @param {string} argument
 * @param {RegExp} message
 */
const refuses = (call, code, argument, message) =>
  assert.throws(call, (error) => checkError(error, code, argument, message));

describe('numbers that no float32 holds', () => {
  const past = /, beyond float32’s largest, 3\.4028235e38$/;

  test('are refused in nested arrays, with their place', () => {
    refuses(
      () =>
        tensor([
          [1, 2],
          [3, 1e39],
        ]),
      'not_finite',
      'values',
      /^values\[1\]\[1\] is 1e\+39,/,
    );
    refuses(
      () =>
        tensor([
          [1, 2],
          [3, -1e39],
        ]),
      'not_finite',
      'values',
      past,
    );
    refuses(
      () => engine.attention({ ...one, query: [[1e39, 0]] }),
      'not_finite',
      'query',
      /^query\[0\]\[0\] is 1e\+39, bey/,
    );
    refuses(() => tensor([7, 3.5e38]), 'not_finite', 'values', /^values\[1\] is 3\.5e\+38,/);
  });

  test('are refused in arrays of float64', () => {
    refuses(
      () => tensor(Float64Array.of(1, 1e39), [1, 2]),
      'not_finite',
      'values',
      /^values\[1\] is 1e\+39, beyond/,
    );
    refuses(
      () =>
        engine.multiHeadAttention(
          untyped({
            x: [[1]],
            wq: [[1]],
            wk: [[1]],
            wv: [[1]],
            heads: 1,
            headGain: Float64Array.of(-1e300),
          }),
        ),
      'not_finite',
      'headGain',
      /^headGain\[0\] is -1e\+300, beyond/,
    );
  });

  test('begin where rounding gives infinity; infinities and NaN are the caller’s', () => {
    for (const values of [[MOST, 3.4028235e38], Float64Array.of(MOST, 3.4028235e38)])
      assert.deepEqual([...tensor(values, [2]).data], [MOST, MOST]);
    for (const values of [[-Infinity, NaN], Float64Array.of(-Infinity, NaN)])
      assert.deepEqual([...tensor(values, [2]).data], [-Infinity, NaN]);
  });

  test('are refused as scale and temperature, each by its name', () => {
    refuses(
      () => engine.attention({ ...one, temperature: 1e50 }),
      'overflow',
      'temperature',
      /^temperature is 1e\+50, outside float32 \(1\.4e-45 to 3\.4028235e38\)$/,
    );
    refuses(
      () => engine.attention({ ...one, temperature: 1e-50 }),
      'overflow',
      'temperature',
      /^temperature is 1e-50,/,
    );
    refuses(
      () => engine.attention({ ...one, scale: -1e50 }),
      'overflow',
      'scale',
      /^scale is -1e\+50, outside float32/,
    );
    refuses(
      () => engine.attention({ ...one, scale: 1e50, temperature: 1e50 }),
      'overflow',
      'scale',
      /^scale is/,
    );
    assert.ok(engine.attention({ ...one, scale: 1e-50 }));
  });
});

test('a domain of pixels and its span fit float32', () => {
  const drawing = { weights: [[0, 0.5, 1]], width: 3, height: 1, palette: new Uint8Array(1024) };
  for (const domain of /** @type {[number, number][]} */ ([
    [0, 1e39],
    [-1e39, 0],
    [-3e38, 3e38],
  ]))
    refuses(
      () => engine.pixels({ ...drawing, domain }),
      'option',
      'domain',
      /^domain is \[.*\], expected ends and a span within float32 \(up to 3\.4028235e38\)$/,
    );
  assert.ok(engine.pixels({ ...drawing, domain: [-1e38, 2e38] }));
});

describe('whole numbers that the rule does not take', () => {
  test('a seed has two upper limits, and both are named', () => {
    for (const seed of [2 ** 53, -1, 0.5, 2n ** 64n, -1n, '3'])
      refuses(
        () => engine.normal(untyped({ seed, shape: [1] })),
        'option',
        'seed',
        /, expected a whole number from 0 to 9007199254740991, or a bigint below 2\^64$/,
      );
    refuses(
      () => engine.draws({ seed: 2n ** 64n }),
      'option',
      'seed',
      /^seed is the bigint 18446744073709551616n,/,
    );
  });

  test('a bigint is called one', () => {
    const bigint = /is the bigint 1n, expected a whole number/;
    refuses(
      () => engine.createCache(untyped({ keyWidth: 1n, valueWidth: 1, capacity: 1 })),
      'shape',
      'keyWidth',
      bigint,
    );
    refuses(
      () => engine.normal(untyped({ seed: 0, shape: [1], skip: 1n })),
      'option',
      'skip',
      bigint,
    );
    refuses(
      () => engine.attention(untyped({ ...one, mask: { prefix: 1n } })),
      'option',
      'mask',
      bigint,
    );
    refuses(
      () => engine.normal(untyped({ seed: 0, shape: [1n] })),
      'shape',
      'shape',
      /holds the bigint 1n, expected whole/,
    );
  });

  test('past the largest size the range is named, and no symbol is counted', () => {
    refuses(
      () => engine.createCache({ keyWidth: 1, valueWidth: 1, capacity: 2 ** 40 }),
      'shape',
      'capacity',
      /capacity is 1099511627776, expected a whole number from 1 to 268435456/,
    );
    refuses(
      () => engine.normal({ seed: 0, shape: [1], skip: 2 ** 25 }),
      'option',
      'skip',
      /skip is 33554432, expected a whole number from 0 to 16777216/,
    );
    refuses(
      () => engine.createCache(untyped({ keyWidth: Symbol('w'), valueWidth: 1, capacity: 1 })),
      'shape',
      'keyWidth',
      /keyWidth is Symbol\(w\)/,
    );
  });
});

describe('arrays that are none of numbers', () => {
  /** @param {unknown} values @returns {() => unknown} */
  const make = (values) => () => tensor(/** @type {never} */ (values));

  test('an array within itself', () => {
    /** @type {unknown[]} */
    const first = [];
    first.push(first);
    refuses(make(first), 'rank', 'values', /values has rank 4 or more/);
    /** @type {unknown[]} */
    const second = [1];
    second.push(second);
    refuses(make(second), 'option', 'values', /values\[1\] is an array of 2, expected a number/);
    refuses(
      () => engine.attention(untyped({ ...one, key: first })),
      'rank',
      'key',
      /key has rank 4/,
    );
    refuses(
      () => engine.attention(untyped({ ...one, mask: { keep: second } })),
      'shape',
      'mask',
      /mask.keep/,
    );
  });

  test('an array with holes', () => {
    // biome-ignore-start lint/suspicious/noSparseArray: they are what is refused
    refuses(make([1, , 3]), 'option', 'values', /values\[1\] is undefined, expected a number/);
    refuses(
      make([[1, 2], , [3, 4]]),
      'shape',
      'values',
      /values\[1\] is undefined, expected an array of 2/,
    );
    refuses(make([, [1, 2]]), 'option', 'values', /values\[0\] is undefined/);
    refuses(make([[1, ,]]), 'option', 'values', /values\[0\]\[1\] is undefined/);
    const two = {
      query: [[1, 0]],
      key: [
        [1, 0],
        [0, 1],
      ],
      value: [
        [3, 4],
        [5, 6],
      ],
    };
    refuses(
      () => engine.attention(untyped({ ...two, mask: { keep: [1, , 1] } })),
      'shape',
      'mask',
      /mask.keep has 3 values, expected 2/,
    );
    refuses(
      () => engine.attention(untyped({ ...two, mask: { keep: [1, ,] } })),
      'option',
      'mask',
      /mask.keep\[1\] is undefined/,
    );
    refuses(
      () => engine.attention(untyped({ ...two, mask: { allowed: [[1, , 1]] } })),
      'shape',
      'mask',
      /mask.allowed/,
    );
    // biome-ignore-end lint/suspicious/noSparseArray: they are what is refused
    refuses(
      () => engine.attention(untyped({ ...two, mask: { keep: [1, [1]] } })),
      'shape',
      'mask',
      /mask.keep has 2 values, expected 2/,
    );
  });

  test('words, and nothing', () => {
    refuses(make([['1', '2']]), 'option', 'values', /values\[0\]\[0\] is "1", expected a number/);
    refuses(make([[1, '2']]), 'option', 'values', /values\[0\]\[1\] is "2"/);
    for (const values of ['12', 7, null, undefined, {}, Symbol('s')])
      refuses(make(values), 'option', 'values', /^values is .*, expected an array of numbers/);
    for (const values of [[], [[]], [[], []]]) refuses(make(values), 'shape', 'values', /is empty/);
  });
});
