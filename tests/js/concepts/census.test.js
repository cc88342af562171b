// The census of heads: measures that can be added up by hand, and those of the trained heads that the page shows.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { followers } from '../../../web/src/elements/concepts/head_measures.js';
import { modelOf } from './asked.js';

const near = (/** @type {number} */ actual, /** @type {number} */ expected, atol = 1e-6) =>
  assert.ok(Math.abs(actual - expected) <= atol, `${actual} is not ${expected} within ${atol}`);

/** 8 heads, of 2 layers with 4 each, of one sequence that training never drew. */
const trained = JSON.parse(
  readFileSync(new URL('../../../web/demo/public/induction-heads.json', import.meta.url), 'utf8'),
);

test('measures of two heads whose weights are known', async () => {
  const weights = [
    [
      [1, 0, 0, 0],
      [1, 0, 0, 0],
      [0, 1, 0, 0],
      [0, 0, 1, 0],
    ],
    [
      [1, 0, 0, 0],
      [0.5, 0.5, 0, 0],
      [0, 0.5, 0.5, 0],
      [0.25, 0.25, 0.25, 0.25],
    ],
  ];
  const model = await modelOf({ view: 'census' }, { tokens: ['a', 'b', 'a', 'b'], weights });
  const [previous, spread] = model.measures;
  // Query 2 is 'a' again: 'b' at key 1 followed it. Query 3 is 'b' again: 'a' at key 2 did.
  assert.deepEqual(previous, { entropy: 0, distance: 0.75, first: 0.5, previous: 1, induction: 1 });
  near(spread.entropy, (2 * Math.log(2) + Math.log(4)) / 4);
  near(spread.distance, (0 + 0.5 + 0.5 + (3 + 2 + 1) / 4) / 4);
  near(spread.first, (1 + 0.5 + 0 + 0.25) / 4);
  near(spread.previous, (0.5 + 0.5 + 0.25) / 3);
  near(spread.induction, (0.5 + 0.25) / 2);
  near(model.distance, (previous.distance + spread.distance) / 2);
});

test('queries that see nothing stay out of the means of their head, and keys may be ahead', async () => {
  const weights = [
    [
      [0, 0, 0],
      [0, 0, 0],
      [0, 0, 0],
    ],
    [
      [0, 0, 1],
      [0, 0, 0],
      [0.5, 0.5, 0],
    ],
  ];
  const model = await modelOf({ view: 'census', head: '0', sort: 'first' }, { weights });
  const [none, some] = model.measures;
  assert.ok(Number.isNaN(none.entropy) && Number.isNaN(none.first));
  near(some.entropy, Math.log(2) / 2);
  // Query 0 reaches 2 keys ahead, query 2 reaches 2 and 1 back.
  near(some.distance, (2 + 1.5) / 2);
  near(some.first, 0.5 / 2);
  // A head without a measure is the last.
  assert.deepEqual(model.order, [1, 0]);
  assert.deepEqual(Array.from(model.large.rowSum), [0, 0, 0]);
  const other = await modelOf({ view: 'census', head: '1' }, { weights });
  assert.deepEqual(Array.from(other.large.rowSum), [1, 0, 1]);
});

test('the last queries of a sequence stand at its last keys', async () => {
  const weights = [
    [
      [0, 1, 0, 0],
      [0, 0, 0, 1],
    ],
  ];
  const { measures } = await modelOf({ view: 'census' }, { weights });
  // Positions 2 and 3: the first looks one back, the second at itself.
  assert.deepEqual([measures[0].distance, measures[0].previous, measures[0].first], [0.5, 0.5, 0]);
});

test('each head has its own mask, on its card and on its large map', async () => {
  const mask = JSON.stringify({
    allowed: [
      [
        [true, true],
        [true, true],
      ],
      [
        [true, false],
        [true, true],
      ],
    ],
  });
  const zero = [
    [[0], [0]],
    [[0], [0]],
  ];
  const data = { query: zero, key: zero, value: zero };
  const { masks, large } = await modelOf({ view: 'census', mask, head: '1' }, data);
  assert.deepEqual(
    masks.map((/** @type {{ allowed: Uint8Array }} */ { allowed }) => Array.from(allowed)),
    [
      [1, 1, 1, 1],
      [1, 0, 1, 1],
    ],
  );
  assert.deepEqual(Array.from(large.weights), [1, Number.NaN, 0.5, 0.5]);
});

test('the token after the last occurrence, in a sequence and in its last queries alone', () => {
  assert.deepEqual([...followers(['a', 'b', 'a', 'a'], ['a', 'b', 'a', 'a'])], [-1, -1, 1, 3]);
  assert.deepEqual([...followers(['a', 'b'], ['a', 'b', 'a', 'b'])], [1, 2]);
});

test('the chapter’s entropies, and no induction where no token comes again', async () => {
  const model = await modelOf({ view: 'census', mask: 'causal', heads: '2' });
  near(model.measures[0].entropy, (0 + 0.1561 + 1.0969 + 1.3489) / 4, 5e-5);
  near(model.measures[1].entropy, (0 + 0.3328 + 1.0985 + 1.3764) / 4, 5e-5);
  // Head 0: [1] [.9637 .0363] [.3061 …] [.1807 …] on key 0.
  near(model.measures[0].first, (1 + 0.9637 + 0.3061 + 0.1807) / 4, 5e-5);
  assert.ok(Number.isNaN(model.measures[0].induction));
});

test('the trained heads: layer 0 looks one back, layer 1 looks for what came next', async () => {
  const { measures } = await modelOf({ view: 'census' }, trained);
  assert.equal(measures.length, 8);
  const most = (/** @type {'previous' | 'induction'} */ name, /** @type {number} */ first) =>
    Math.max(
      ...measures
        .slice(first, first + 4)
        .map((/** @type {Record<string, number>} */ each) => each[name]),
    );
  assert.ok(most('previous', 0) > 0.5, `previous ${most('previous', 0)}`);
  assert.ok(most('induction', 4) > 0.8, `induction ${most('induction', 4)}`);
  assert.ok(most('induction', 0) < 0.1 && most('previous', 4) < 0.1);
});

test('the file of the trained heads is what its script says it is', () => {
  const { tokens, query, key, value } = trained;
  assert.deepEqual([query.length, query[0].length, query[0][0].length], [8, 49, 16]);
  assert.deepEqual([key.length, value.length, tokens.length], [8, 8, 49]);
  assert.deepEqual(tokens.slice(1, 25), tokens.slice(25));
});

test('heads are sorted by what they measure, the largest first, and filtered', async () => {
  const of = (/** @type {Record<string, string>} */ written) =>
    modelOf({ view: 'census', ...written }, trained);
  const { measures, order } = await of({ sort: 'previous' });
  const shares = order.map((/** @type {number} */ head) => measures[head].previous);
  assert.deepEqual(
    shares,
    [...shares].sort((one, other) => other - one),
  );
  assert.deepEqual((await of({ sort: 'induction', filter: '0.4' })).order.sort(), [4, 5, 6, 7]);
  const unsorted = await of({ filter: '9' });
  assert.deepEqual([unsorted.order.length, unsorted.filter], [8, 0]);
  assert.deepEqual((await of({ sort: 'first', filter: '2' })).order, []);
});

test('of heads that are alike the first comes first, and one that just reaches the filter stays', async () => {
  const weights = [[[0.5, 0.5]], [[1, 0]], [[0.5, 0.5]]];
  const of = async (/** @type {string} */ filter) =>
    (await modelOf({ view: 'census', sort: 'first', filter }, { weights })).order;
  assert.deepEqual(await of('0'), [1, 0, 2]);
  assert.deepEqual(await of('0.5'), [1, 0, 2]);
  assert.deepEqual(await of('1'), [1]);
});

test('one token; heads and sorts that are not there', async () => {
  const { measures } = await modelOf({ view: 'census', tokens: 'alone' });
  const { entropy, distance, first, previous } = measures[0];
  assert.deepEqual([entropy, distance, first], [0, 0, 1]);
  assert.ok(Number.isNaN(previous));
  await assert.rejects(modelOf({ view: 'census', head: '8' }, trained), {
    argument: 'head',
    message: 'head is 8, but there are 8, counted from 0',
  });
  await assert.rejects(modelOf({ view: 'census', sort: 'size' }), { argument: 'sort' });
});
