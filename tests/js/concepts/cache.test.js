// The cache: decoding is the causal map row by row, to the bit, and what it costs is counted.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  dotProducts,
  heldBytes,
  multiplyAdds,
} from '../../../web/src/views/concepts/cache_counts.js';
import { modelOf, modelsOf } from './asked.js';

test('the chapter’s rows, one a step, equal the causal map', async () => {
  const { decoded, decodedSum, difference, outputDifference, rows, bytes } = await modelOf({
    view: 'cache',
  });
  const wanted = [[1], [0.979, 0.021], [0.3156, 0.3384, 0.346], [0.2253, 0.2705, 0.2221, 0.2821]];
  wanted.forEach((row, query) => {
    row.forEach((weight, key) => {
      assert.ok(Math.abs(decoded[query * 4 + key] - weight) < 5e-5, `${query}, ${key}`);
    });
    for (let key = query + 1; key < 4; key++) assert.ok(Number.isNaN(decoded[query * 4 + key]));
    assert.ok(Math.abs(decodedSum[query] - 1) < 1e-6);
  });
  assert.deepEqual([difference, outputDifference, rows], [0, 0, 4]);
  // Padding is more than what is held, never less.
  assert.ok(bytes >= heldBytes(4, { keyValueHeads: 1, keyWidth: 8, valueWidth: 8 }));
});

test('a step holds the rows before it and no more', async () => {
  const { decoded, rows, step } = await modelOf({ view: 'cache', step: '2' });
  assert.deepEqual([rows, step], [2, 2]);
  assert.ok(!Number.isNaN(decoded[5]));
  assert.ok(decoded.subarray(8).every(Number.isNaN));
});

test('dot products of four tokens: 10 with the cache, 20 without', () => {
  const counts = dotProducts(4);
  assert.deepEqual(counts, { stepWith: 4, stepWithout: 10, allWith: 10, allWithout: 20 });
  // Counted one by one, for more than four.
  let [withCache, without] = [0, 0];
  for (let step = 1; step <= 23; step++) {
    for (let query = 1; query <= step; query++) without += query;
    withCache += step;
  }
  assert.equal(dotProducts(23).allWith, withCache);
  assert.equal(dotProducts(23).allWithout, without);
  assert.equal(multiplyAdds(10, { keyWidth: 8, valueWidth: 5 }), 130);
  assert.equal(heldBytes(3, { keyValueHeads: 2, keyWidth: 8, valueWidth: 5 }), 312);
});

test('heads, key/value heads and a bias of their own go through the cache', async () => {
  const row = (/** @type {number} */ seed, /** @type {number} */ width) =>
    Array.from({ length: width }, (_, k) => Math.sin(seed * 7 + k));
  const heads = (/** @type {number} */ count, /** @type {number} */ width) =>
    Array.from({ length: count }, (_, head) =>
      Array.from({ length: 5 }, (_, token) => row(head * 11 + token + width, width)),
    );
  const bias = Array.from({ length: 4 }, (_, head) =>
    Array.from({ length: 5 }, (_, query) => row(head + query, 5)),
  );
  const data = { query: heads(4, 3), key: heads(2, 3), value: heads(2, 6), bias };
  for (const head of ['0', '3']) {
    const { difference, outputDifference, sizes } = await modelOf({ view: 'cache', head }, data);
    assert.deepEqual([difference, outputDifference], [0, 0]);
    assert.deepEqual(sizes, { n: 5, heads: 4, keyValueHeads: 2, keyWidth: 3, valueWidth: 6 });
  }
});

test('many steps come in parts, the first at once', async () => {
  const tokens = Array.from({ length: 60 }, (_, token) => `t${token}`).join(' ');
  const models = await modelsOf({ view: 'cache', tokens });
  assert.deepEqual(
    models.map(({ rows }) => rows),
    [0, 24, 48, 60],
  );
  assert.equal(models[3].difference, 0);
});

test('one token is one step', async () => {
  const { decoded, step } = await modelOf({ view: 'cache', tokens: 'alone' });
  assert.deepEqual([Array.from(decoded), step], [[1], 1]);
});

test('what cannot be decoded is refused', async () => {
  await assert.rejects(modelOf({ view: 'cache', step: '5' }), {
    code: 'option',
    argument: 'step',
    message: 'step is 5, but there are 4',
  });
  await assert.rejects(modelOf({ view: 'cache', tokens: 'a b', 'key-tokens': 'c d e' }), {
    code: 'option',
    argument: 'view',
    message: "view 'cache' decodes one sequence, but there are 2 queries and 3 keys",
  });
  await assert.rejects(modelOf({ view: 'cache' }, { weights: [[1]] }), { argument: 'view' });
});
