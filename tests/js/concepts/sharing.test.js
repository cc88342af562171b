// Sharing: the chapter's MQA, means of weights, and a latent, against the numbers of NUMBERS §7d and arithmetic of its own.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { near } from '../all_close.js';
import { modelOf, modelsOf } from './asked.js';

/** @param {Float32Array} map n × n @param {number[][]} rows the lower triangle */
const checkRows = (map, rows) => {
  rows.forEach((row, query) => {
    row.forEach((weight, key) => {
      near(map[query * rows.length + key], weight, 5.1e-5);
    });
  });
};

test('MQA on the chapter: query head 1 on the keys of head 0, query head 0 as it was', async () => {
  const model = await modelOf({ view: 'sharing', mask: 'causal' });
  const { own, shared, moved, heads, keyValueHeads, share, widths } = model;
  assert.deepEqual([heads, keyValueHeads, share, widths], [2, 1, 'first', { key: 4, value: 4 }]);
  checkRows(shared[1], [
    [1],
    [0.7741, 0.2259],
    [0.3143, 0.3621, 0.3236],
    [0.234, 0.2557, 0.2886, 0.2216],
  ]);
  checkRows(own[1], [
    [1],
    [0.8965, 0.1035],
    [0.3357, 0.3279, 0.3364],
    [0.2869, 0.1954, 0.2702, 0.2475],
  ]);
  assert.deepEqual(shared[0], own[0]);
  assert.deepEqual(moved[0], { most: 0, variation: 0 });
  near(moved[1].most, 0.8965 - 0.7741, 1e-4);
  // ½·Σ|Δ| of rows: 0, .1224, .0342, .0787; a quarter of their sum.
  near(moved[1].variation, (0.1224 + 0.0342 + 0.0787) / 4, 1e-4);
});

test('as many key/value heads as query heads move nothing', async () => {
  for (const share of ['first', 'mean']) {
    const { own, shared, moved } = await modelOf({ view: 'sharing', share, 'kv-heads': '2' });
    assert.deepEqual(shared, own);
    assert.equal(moved[1].most, 0);
  }
});

/** A layer of four heads of width 2, values of width 3, with biases. */
const numbers = (
  /** @type {number} */ rows,
  /** @type {number} */ columns,
  /** @type {number} */ seed,
) =>
  Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (_, column) => Math.sin(seed + 5 * row + 1.7 * column) / 2),
  );
const layer = {
  x: numbers(5, 6, 1),
  wq: numbers(6, 8, 2),
  wk: numbers(6, 8, 3),
  wv: numbers(6, 12, 4),
  bk: numbers(1, 8, 5)[0],
  bv: numbers(1, 12, 6)[0],
  heads: 4,
};

/** Softmax of x·wq · (x·wk + bk) / √2, for a head's columns. */
function mapOf(
  /** @type {number} */ head,
  /** @type {(row: number, component: number) => number} */ key,
) {
  const { x, wq } = layer;
  return x.flatMap((row) => {
    const query = [0, 1].map((k) =>
      row.reduce((sum, each, d) => sum + each * wq[d][head * 2 + k], 0),
    );
    const scores = x.map((_, j) => (query[0] * key(j, 0) + query[1] * key(j, 1)) / Math.SQRT2);
    const powers = scores.map(Math.exp);
    const sum = powers.reduce((total, power) => total + power, 0);
    return powers.map((power) => power / sum);
  });
}

/** Component k of the key of token j under head h's own matrix. */
const keyOf = (/** @type {number} */ h, /** @type {number} */ j, /** @type {number} */ k) =>
  layer.x[j].reduce((sum, each, d) => sum + each * layer.wk[d][h * 2 + k], layer.bk[h * 2 + k]);

test('the mean of a group’s matrices, and its first head, with biases', async () => {
  const mean = await modelOf({ view: 'sharing', share: 'mean', 'kv-heads': '2' }, layer);
  const first = await modelOf({ view: 'sharing', 'kv-heads': '2' }, layer);
  for (const head of [0, 1, 2, 3]) {
    const group = head - (head % 2);
    const ofMean = mapOf(head, (j, k) => (keyOf(group, j, k) + keyOf(group + 1, j, k)) / 2);
    const ofFirst = mapOf(head, (j, k) => keyOf(group, j, k));
    ofMean.forEach((weight, cell) => {
      near(mean.shared[head][cell], weight);
      near(first.shared[head][cell], ofFirst[cell]);
    });
  }
});

test('matrices the other way round give the same', async () => {
  const turned = (/** @type {number[][]} */ matrix) =>
    matrix[0].map((_, column) => matrix.map((row) => row[column]));
  const { wq, wk, wv } = layer;
  const outIn = {
    ...layer,
    ...{ wq: turned(wq), wk: turned(wk), wv: turned(wv), weightLayout: 'out-in' },
  };
  for (const share of ['first', 'mean', 'low-rank']) {
    const one = await modelOf({ view: 'sharing', share }, layer);
    const other = await modelOf({ view: 'sharing', share }, outIn);
    assert.deepEqual(other.shared, one.shared);
  }
});

test('a latent of full width is MHA; a narrow one is not', async () => {
  for (const [attributes, data] of /** @type {const} */ ([
    [{ mask: 'causal' }, undefined],
    [{ tokens: 'the cat sat on the mat', heads: '4' }, undefined],
    [{}, layer],
  ])) {
    const { fullRank } = await modelOf({ view: 'sharing', ...attributes }, data);
    const rank = String(fullRank);
    const whole = await modelOf({ view: 'sharing', share: 'low-rank', rank, ...attributes }, data);
    for (const { most } of whole.moved) assert.ok(most < 1e-5, `${most}`);
    assert.equal(whole.singularValues.length, fullRank);
  }
  const narrow = await modelOf({ view: 'sharing', share: 'low-rank', rank: '1' });
  assert.ok(narrow.moved[0].most > 0.05);
});

test('the shared map comes after the first drawing', async () => {
  const models = await modelsOf({ view: 'sharing' });
  assert.equal(models.length, 2);
  assert.equal(models[0].moved, null);
  assert.ok(models[0].shared[1].every(Number.isNaN));
});

test('one token, one head', async () => {
  const model = await modelOf({ view: 'sharing', tokens: 'alone', share: 'low-rank' });
  assert.deepEqual([model.heads, Array.from(model.shared[0])], [1, [1]]);
  assert.equal(model.moved[0].most, 0);
});

test('what cannot be shared is refused', async () => {
  const refused = (/** @type {string} */ argument, /** @type {RegExp} */ message) => ({
    name: 'AttentionError',
    code: 'option',
    argument,
    message,
  });
  await assert.rejects(
    modelOf({ view: 'sharing', heads: '4', 'kv-heads': '3' }),
    refused('kv-heads', /kv-heads is 3, expected a divisor of heads = 4/),
  );
  await assert.rejects(
    modelOf({ view: 'sharing', rank: '9' }),
    refused('rank', /rank is 9, expected at most 8/),
  );
  await assert.rejects(
    modelOf({ view: 'sharing' }, { query: [[1]], key: [[1]], value: [[1]] }),
    refused('view', /query, key and value/),
  );
  const grouped = { ...layer, wk: numbers(6, 4, 3), wv: numbers(6, 6, 4), keyValueHeads: 2 };
  await assert.rejects(
    modelOf({ view: 'sharing' }, { ...grouped, bk: undefined, bv: undefined }),
    refused('view', /has 2 for 4 heads/),
  );
});
