// Untrusted data: what is read, and what is refused by name.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AttentionError } from '../../web/src/errors.js';
import { LONGEST_TOKEN, MOST_TOKENS, readData, readJson } from '../../web/src/readers/json.js';

/**
 * @param {unknown} value
 * @param {string} code
 * @param {string} argument
 * @param {RegExp} [message]
 */
function refuses(value, code, argument, message = /./) {
  const read = () => (typeof value === 'string' ? readJson(value) : readData(value));
  assert.throws(read, (error) => {
    assert.ok(error instanceof AttentionError, String(error));
    assert.deepEqual([error.code, error.argument], [code, argument], error.message);
    assert.match(error.message, message);
    return true;
  });
}

const square = [
  [1, 2],
  [3, 4],
];

test('each kind of data is recognised by its parts', () => {
  assert.equal(readData({ tokens: ['a', 'b'] }).kind, 'tokens');
  assert.equal(readData({ weights: square }).kind, 'weights');
  assert.equal(readData({ query: square, key: square, value: square }).kind, 'attention');
  assert.equal(
    readData({ x: square, wq: square, wk: square, wv: square, wo: square }).kind,
    'layer',
  );
});

test('nested arrays, flat arrays with a shape and tensors are the same', () => {
  const expected = { data: Float32Array.of(1, 2, 3, 4), shape: [2, 2] };
  const kept = Float32Array.of(1, 2, 3, 4);
  assert.deepEqual(readData({ weights: square }).tensors.weights, expected);
  assert.deepEqual(
    readData({ weights: { data: [1, 2, 3, 4], shape: [2, 2] } }).tensors.weights,
    expected,
  );
  const read = readData({ weights: { data: kept, shape: [2, 2] } });
  assert.equal(read.tensors.weights.data, kept);
  assert.deepEqual(readData({ weights: [square, square] }).tensors.weights.shape, [2, 2, 2]);
});

test('JSON of version 1 is read, with its settings', () => {
  const text = JSON.stringify({
    v: 1,
    tokens: ['a', 'b'],
    x: square,
    wq: square,
    wk: square,
    wv: square,
    heads: 2,
    keyValueHeads: 1,
    weightLayout: 'out-in',
    scale: 0.5,
    temperature: 2,
    mask: { causal: true },
  });
  const input = readJson(text);
  assert.deepEqual(input.tokens, ['a', 'b']);
  assert.deepEqual(input.settings, {
    scale: 0.5,
    temperature: 2,
    heads: 2,
    keyValueHeads: 1,
    weightLayout: 'out-in',
    mask: { causal: true },
  });
});

test('what is no data at all is refused', () => {
  refuses('{', 'option', 'json', /cannot be read/);
  refuses('"tokens"', 'option', 'data', /expected an object/);
  refuses('[1]', 'option', 'data', /an array/);
  refuses('null', 'option', 'data');
  refuses('{}', 'option', 'data', /nothing to draw/);
  refuses(7, 'option', 'data');
});

test('unknown keys are refused by name, and none reaches a prototype', () => {
  refuses({ tokens: ['a'], colour: 'red' }, 'option', 'colour', /unknown key "colour"/);
  refuses('{"tokens":["a"],"__proto__":{"polluted":true}}', 'option', '__proto__');
  refuses('{"tokens":["a"],"constructor":{}}', 'option', 'constructor');
  refuses('{"tokens":["a"],"toString":1}', 'option', 'toString');
  assert.equal(/** @type {Record<string, unknown>} */ ({}).polluted, undefined);
});

test('versions other than 1 are refused', () => {
  refuses({ v: 2, tokens: ['a'] }, 'option', 'v', /v is 2/);
  refuses({ v: '1', tokens: ['a'] }, 'option', 'v');
});

test('missing and mixed parts are named', () => {
  refuses({ query: square, key: square }, 'option', 'value', /without value/);
  refuses({ x: square, wq: square }, 'option', 'wk', /wk and wv/);
  refuses({ weights: square, query: square, key: square, value: square }, 'option', 'query');
  refuses(
    { x: square, wq: square, wk: square, wv: square, bias: square, key: square },
    'option',
    'key',
  );
});

test('sizes, ranks and numbers are checked', () => {
  refuses({ weights: [[1, 2], [3]] }, 'shape', 'weights');
  refuses({ weights: { data: [1, 2, 3], shape: [2, 2] } }, 'shape', 'weights', /3/);
  refuses({ weights: { data: [1], shape: [-1] } }, 'shape', 'weights');
  refuses({ weights: [1, 2] }, 'rank', 'weights', /rank 1/);
  refuses({ weights: [[[[1]]]] }, 'rank', 'weights');
  refuses({ weights: [[1, '2']] }, 'option', 'weights');
  refuses({ weights: 'lots' }, 'option', 'weights');
  refuses('{"weights":[[1,1e999]]}', 'not_finite', 'weights', /flat index 1/);
  refuses({ weights: [[1, Number.NaN]] }, 'not_finite', 'weights');
  refuses({ weights: [[1e300, 1]] }, 'not_finite', 'weights');
  refuses({ tokens: ['a'], heads: 0 }, 'option', 'heads');
  refuses({ tokens: ['a'], heads: 1.5 }, 'option', 'heads');
  refuses({ tokens: ['a'], temperature: 'hot' }, 'option', 'temperature');
  refuses({ tokens: ['a'], weightLayout: 'sideways' }, 'option', 'weightLayout');
});

test('a bias of −∞ is a mask and legal', () => {
  const input = readData({
    query: square,
    key: square,
    value: square,
    bias: [
      [0, Number.NEGATIVE_INFINITY],
      [0, 0],
    ],
  });
  assert.equal(input.tensors.bias.data[1], Number.NEGATIVE_INFINITY);
});

test('tokens are strings, of bounded length and number', () => {
  refuses({ tokens: 'a b' }, 'option', 'tokens', /array of strings/);
  refuses({ tokens: ['a', 3] }, 'option', 'tokens', /tokens\[1\] is 3/);
  refuses({ tokens: ['x'.repeat(LONGEST_TOKEN + 1)] }, 'overflow', 'tokens');
  refuses({ tokens: new Array(MOST_TOKENS + 1).fill('x') }, 'overflow', 'tokens');
  refuses({ tokens: ['a'], keyTokens: [null] }, 'option', 'keyTokens');
});

test('deep nesting is refused without following it', () => {
  refuses(`{"weights":${'['.repeat(5000)}1${']'.repeat(5000)}}`, 'rank', 'weights');
});
