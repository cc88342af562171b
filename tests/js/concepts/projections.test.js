// Projections: the numbers of golden/NUMBERS.md §1 (NumPy, float64), and what an edited number moves.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { parseEdits } from '../../../web/src/elements/concepts/cell_edits.js';
import { lightOf } from '../../../web/src/views/concepts/projections_light.js';
import { boxesOf } from '../../../web/src/views/widgets/changed_cells.js';
import { close } from '../all_close.js';
import { modelOf } from './asked.js';

const golden = JSON.parse(
  readFileSync(new URL('../../golden/chapter.json', import.meta.url), 'utf8'),
);

/** @param {{ changed: Uint8Array, columns: number }} product @returns {string[]} its changed cells as "row,column" */
const moved = ({ changed, columns }) =>
  Array.from(changed.entries())
    .filter(([, mark]) => mark === 1)
    .map(([cell]) => `${Math.floor(cell / columns)},${cell % columns}`);

test('Q, K and V of the chapter, and q₀ · k₀ before and after √8', async () => {
  const { products, raw, scaled, factors, plain, divisor } = await modelOf({ view: 'projections' });
  close(products.q.values, golden.Q.flat());
  close(products.k.values, golden.K.flat());
  close(products.v.values, golden.V.flat());
  close([raw[0], scaled.values[0]], [0.21498834, 0.07600985]);
  close(factors.wk.values, golden.W_K.flat());
  assert.ok(plain);
  close([divisor], [Math.sqrt(8)]);
});

test('an edited number of X moves one row of Q, K, V and one row and column of the scores', async () => {
  const before = await modelOf({ view: 'projections' });
  const model = await modelOf({ view: 'projections', edits: 'x:1,3=1.5' });
  const row = ['1,0', '1,1', '1,2', '1,3', '1,4', '1,5', '1,6', '1,7'];
  for (const letter of ['q', 'k', 'v']) assert.deepEqual(moved(model.products[letter]), row);
  assert.deepEqual(moved(model.scaled), ['0,1', '1,0', '1,1', '1,2', '1,3', '2,1', '3,1']);
  assert.deepEqual(moved(model.factors.x), ['1,3']);
  // q₁ moves by Δx times row 3 of W_Q: independent arithmetic.
  const step = 1.5 - golden.X[1][3];
  close(
    model.products.q.values.subarray(8, 16),
    golden.Q[1].map(
      (/** @type {number} */ q, /** @type {number} */ c) => q + step * golden.W_Q[3][c],
    ),
  );
  assert.equal(before.products.q.count, 0);
  assert.equal(model.factors.x.before[11], before.factors.x.values[11]);
});

test('an edited number of W_Q moves one column of Q and nothing of K and V', async () => {
  const { products, weights } = await modelOf({ view: 'projections', edits: 'wq:2,1=-0.3' });
  assert.deepEqual(moved(products.q), ['0,1', '1,1', '2,1', '3,1']);
  assert.deepEqual([products.k.count, products.v.count, weights.count], [0, 0, 16]);
});

test('one head shows its columns, and names them by their places in the whole matrix', async () => {
  const { factors, products, head } = await modelOf({
    view: 'projections',
    heads: '2',
    head: '1',
    edits: 'wv:0,5=2',
  });
  assert.equal(head, 1);
  assert.equal(factors.wv.first, 4);
  assert.equal(factors.wv.values[1], 2);
  close(products.q.values.subarray(0, 4), golden.Q[0].slice(4));
  assert.deepEqual(moved(products.v), ['0,1', '1,1', '2,1', '3,1']);
});

test('a matrix that is given output by input is shown input by output', async () => {
  const transposed = (/** @type {number[][]} */ rows) =>
    rows[0].map((_, c) => rows.map((row) => row[c]));
  const model = await modelOf(
    { view: 'projections' },
    {
      x: golden.X,
      wq: transposed(golden.W_Q),
      wk: transposed(golden.W_K),
      wv: transposed(golden.W_V),
      weightLayout: 'out-in',
    },
  );
  close(model.factors.wq.values, golden.W_Q.flat());
  close(model.products.q.values, golden.Q.flat());
  const narrow = await modelOf(
    { view: 'projections' },
    {
      x: [[1, 2, 3]],
      wq: [
        [1, 2, 3],
        [4, 5, 6],
      ],
      wk: [
        [0, 0, 1],
        [1, 0, 0],
      ],
      wv: [[1, 1, 1]],
      weightLayout: 'out-in',
    },
  );
  assert.deepEqual(Array.from(narrow.factors.wq.values), [1, 4, 2, 5, 3, 6]);
  assert.deepEqual(Array.from(narrow.products.q.values), [14, 32]);
});

test('one token has one score and the weight 1', async () => {
  const model = await modelOf({ view: 'projections', tokens: 'alone' });
  assert.deepEqual(Array.from(model.weights.values), [1]);
  assert.equal(model.products.q.rows, 1);
});

test('edits are read, and refused by what is wrong with them', async () => {
  assert.deepEqual(parseEdits('x:0,3=1.5 wq:2,1=-.3'), [
    { matrix: 'x', row: 0, column: 3, value: 1.5 },
    { matrix: 'wq', row: 2, column: 1, value: -0.3 },
  ]);
  for (const text of ['y:0,0=1', 'x:0=1', 'x:0,0=', 'x:0,0=NaN', 'x:0,0=1e3', 'x:-1,0=1'])
    assert.throws(() => parseEdits(text), { code: 'option', argument: 'edits' }, text);
  assert.throws(() => parseEdits('x:0,0=1 '.repeat(65)), /at most 64/);
  await assert.rejects(modelOf({ view: 'projections', edits: 'x:4,0=1' }), {
    code: 'option',
    argument: 'edits',
    message: 'edits names x:4,0, but x has 4 × 8 numbers, counted from 0',
  });
  await assert.rejects(modelOf({ view: 'projections' }, { weights: [[1]] }), /finished weights/);
  await assert.rejects(
    modelOf({ view: 'projections', tokens: 'a', 'key-tokens': 'b' }),
    /one sequence/,
  );
});

test('a number lights what it is made of and what it makes', () => {
  assert.deepEqual(lightOf('wk', { row: 2, column: 5 }), {
    x: { column: 2 },
    wk: { row: 2, column: 5 },
    k: { column: 5 },
  });
  assert.deepEqual(lightOf('scores', { row: 1, column: 3 }).k, { row: 3 });
  assert.deepEqual(lightOf('x', { row: 1, column: 3 }).wv, { row: 3 });
});

test('marks are boxes: a cross is three, a whole matrix one', () => {
  const cross = Uint8Array.from([0, 1, 0, 1, 1, 1, 0, 1, 0]);
  assert.deepEqual(boxesOf(cross, 3, 3), [
    { row: 0, column: 1, rows: 1, columns: 1 },
    { row: 1, column: 0, rows: 1, columns: 3 },
    { row: 2, column: 1, rows: 1, columns: 1 },
  ]);
  assert.equal(boxesOf(new Uint8Array(12).fill(1), 3, 4).length, 1);
  const swarm = Uint8Array.from({ length: 400 }, (_, cell) =>
    Number((cell + Math.floor(cell / 20)) % 2),
  );
  assert.deepEqual(boxesOf(swarm, 20, 20), [{ row: 0, column: 0, rows: 20, columns: 20 }]);
});
