// A picture's heads and what the readout says of a cell. Oracle: the chapter's numbers (tests/golden/chapter.json).
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { maskPattern } from '../../web/src/elements/mask_pattern.js';
import { cellsOf, drawnWeight, mean, printedWeight, sliceOf } from '../../web/src/views/picture.js';
import { cellFacts, outputFact, readoutLine } from '../../web/src/views/readout.js';
import { withStrings } from '../../web/src/views/strings.js';

const strings = withStrings({});

const golden = JSON.parse(readFileSync(new URL('../golden/chapter.json', import.meta.url), 'utf8'));
const tokens = ['The', 'cat', 'sat', 'down'];

/** @param {number[][][]} heads */
const stack = (heads) => ({
  data: Float32Array.from(heads.flat(2)),
  shape: [heads.length, heads[0].length, heads[0][0].length],
});
/** @param {number[][]} rows */
const rowsOf = (rows) => ({
  data: Float32Array.from(rows.flat()),
  shape: [rows.length, rows[0].length],
});

/** @typedef {import('../../web/src/views/picture.js').Picture} Picture */

/**
 * The chapter's causal map, twice (two heads).
 * @param {import('../../web/src/engine/mask.js').Mask} [mask]
 * @returns {Picture}
 */
function chapterPicture(mask = 'causal') {
  const { A, out, entropy_nats: entropy, row_sum: sums } = golden.cases.causal;
  const flipped = [...A].reverse();
  return {
    queryTokens: tokens,
    keyTokens: tokens,
    shape: [2, 4, 4],
    weights: cellsOf(stack([A, flipped])),
    pattern: maskPattern(mask, [2, 4, 4]),
    scores: (_, row) => Float32Array.from(golden.scaled_scores[row]),
    rowSum: rowsOf([sums, sums]),
    entropy: rowsOf([entropy, entropy]),
    value: stack([golden.V]),
    output: stack([out, out]),
    valueWidth: 8,
  };
}

test('the readout says what the cell is, in the words and digits of the page', () => {
  const picture = chapterPicture();
  picture.shape = [1, 4, 4];
  const slice = sliceOf(picture, 0);
  const say = (/** @type {number} */ row, /** @type {number} */ column) =>
    readoutLine(cellFacts({ picture, slice, row, column, strings })).replace(/[\u2068\u2069]/g, '');
  assert.equal(say(2, 0), 'query 2 ‘sat’ → key 0 ‘The’ · weight 0.32 · score 0.10 · row sum 1.00');
  assert.equal(say(1, 1), 'query 1 ‘cat’ → key 1 ‘cat’ · weight 0.02 · score −2.47 · row sum 1.00');
  assert.match(say(0, 3), /weight 0\.00 · masked: .* · row sum 1\.00$/);
});

test('printed weights are the chapter’s table', () => {
  const slice = sliceOf(chapterPicture(), 0);
  const table = [0, 1, 2, 3].map((row) =>
    [0, 1, 2, 3].map((column) => printedWeight(slice, row * 4 + column)),
  );
  assert.deepEqual(table, golden.print2_causal);
});

test('a query without a key is said to have none', () => {
  const allowed = Uint8Array.from({ length: 16 }, (_, cell) => Number(cell >= 4));
  const picture = chapterPicture({ causal: true, allowed });
  const slice = sliceOf(picture, 0);
  assert.ok(slice.hidesRow(0) && !slice.hidesRow(1));
  const facts = cellFacts({ picture, slice, row: 0, column: 0, strings });
  assert.ok(facts.includes(strings.cellNoKey));
});

test('masked cells are NaN in what is drawn, zero in what is printed, and others stay', () => {
  const slice = sliceOf(chapterPicture(), 0);
  assert.ok(Number.isNaN(drawnWeight(slice, 1)) && slice.hides(0, 1));
  assert.equal(slice.weights[1], 0);
  assert.equal(drawnWeight(slice, 4), slice.weights[4]);
  assert.ok(!slice.hides(1, 0));
});

test('the mean over heads averages weights, sums and entropies, and masks what all heads mask', () => {
  const picture = chapterPicture();
  const slice = sliceOf(picture, 'mean');
  const { A } = golden.cases.causal;
  for (let i = 0; i < 4; i++) {
    for (let j = 0; j < 4; j++) {
      const expected = (A[i][j] + A[3 - i][j]) / 2;
      assert.ok(Math.abs(slice.weights[i * 4 + j] - expected) < 1e-6);
    }
  }
  assert.ok(slice.hides(0, 1) && !slice.hides(3, 3));
  assert.equal(slice.value, undefined);
  assert.equal(slice.score(3, 3), undefined);
  const allowed = Uint8Array.from({ length: 32 }, (_, cell) =>
    Number(cell % 16 !== 1 || cell > 16),
  );
  const other = sliceOf(chapterPicture({ allowed }), 'mean');
  assert.ok(!other.hides(0, 1), 'one head may see it, so the mean has it');
});

test('query heads take the values of their group', () => {
  const picture = chapterPicture();
  picture.value = stack([
    golden.V,
    golden.V.map((/** @type {number[]} */ row) => row.map((v) => -v)),
  ]);
  assert.equal(sliceOf(picture, 1).value?.[0], Math.fround(-golden.V[0][0]));
  const shared = { ...chapterPicture() };
  assert.equal(sliceOf(shared, 1).value?.[0], Math.fround(golden.V[0][0]));
});

test('a row is read without the rest of the map, and once', () => {
  /** @type {[number, number][]} */
  const asked = [];
  const picture = chapterPicture();
  const { read } = picture.weights;
  picture.weights.read = (first, count) => {
    asked.push([first, count]);
    return read(first, count);
  };
  const slice = sliceOf(picture, 1);
  assert.equal(slice.row(2)[0], Math.fround(golden.cases.causal.A[1][0]));
  assert.equal(slice.row(2)[1], Math.fround(golden.cases.causal.A[1][1]));
  assert.deepEqual(asked, [[24, 4]]);
  assert.deepEqual(Array.from(slice.weights.subarray(8, 12)), Array.from(slice.row(2)));
});

test('a slice is kept with its picture, and gone with it', () => {
  const picture = chapterPicture();
  assert.equal(sliceOf(picture, 1), sliceOf(picture, 1));
  assert.notEqual(sliceOf(chapterPicture(), 1), sliceOf(picture, 1));
});

test('outputs are read out where they are short', () => {
  const slice = sliceOf(chapterPicture(), 0);
  assert.match(
    outputFact(slice, 3, strings),
    /^output 3 = \(−0\.45, −0\.42, −0\.18, −0\.65, 0\.43, 0\.00, 0\.06, −0\.35\)$/,
  );
  const wide = { ...chapterPicture(), valueWidth: 9 };
  Object.defineProperty(wide, 'output', { get: () => assert.fail('computed for nothing') });
  assert.equal(outputFact(sliceOf(wide, 0), 3, strings), '');
  assert.equal(mean(Float32Array.of(1, 2, 6)), 3);
});

test('the mean over heads has the entropy of its own map, not the mean of theirs', () => {
  const picture = chapterPicture();
  picture.shape = [2, 2, 2];
  const heads = [
    [
      [1, 0],
      [0.5, 0.5],
    ],
    [
      [0, 1],
      [0.25, 0.75],
    ],
  ];
  picture.weights = cellsOf(stack(heads));
  // Each head's own first row says nothing at all: 0 nats. Their mean is undecided: ln 2.
  picture.entropy = rowsOf([
    [0, Math.LN2],
    [0, 0.5623351446188083],
  ]);
  const own = Array.from(sliceOf(picture, 'mean').entropy);
  assert.ok(Math.abs(own[0] - Math.LN2) < 1e-6, String(own));
  assert.ok(Math.abs(own[1] - (-0.375 * Math.log(0.375) - 0.625 * Math.log(0.625))) < 1e-6);
  assert.deepEqual(Array.from(sliceOf(picture, 1).entropy), [0, Math.fround(0.5623351446188083)]);
});
