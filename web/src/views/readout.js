// The line under a map that says in words and numbers what is pointed at.
import { fixed, plain } from './numbers.js';
import { fill, isolate } from './strings.js';

/** @typedef {import('./picture.js').Picture} Picture */
/** @typedef {import('./picture.js').Slice} Slice */
/** @typedef {import('./strings.js').Strings} Strings */

/** Longer outputs are shown as bars only: a line of numbers must stay a line. */
const MOST_COMPONENTS = 8;

/**
 * The facts of a cell in reading order: which query and key, weight, score, row sum.
 * @param {object} options
 * @param {Picture} options.picture
 * @param {Slice} options.slice
 * @param {number} options.row
 * @param {number} options.column
 * @param {Strings} options.strings
 * @returns {string[]}
 */
export function cellFacts({ picture, slice, row, column, strings }) {
  const facts = [cellPlace({ row, column }, picture, strings)];
  if (picture.shape[0] > 1) facts.push(headFact(slice, strings));
  if (slice.hidesRow(row)) return [...facts, strings.cellNoKey];
  facts.push(fill(strings.cellWeight, { weight: weightText(slice.row(row)[column]) }));
  if (slice.hides(row, column)) facts.push(strings.cellMasked);
  else {
    const score = slice.score(row, column);
    if (score !== undefined) facts.push(fill(strings.cellScore, { score: fixed(score) }));
  }
  return [...facts, fill(strings.cellRowSum, { sum: fixed(slice.rowSum[row]) })];
}

/**
 * Which query looks at which key.
 * @param {{ row: number, column: number }} cell
 * @param {{ queryTokens: string[], keyTokens: string[] }} tokens
 * @param {Strings} strings
 * @returns {string}
 */
export function cellPlace({ row, column }, { queryTokens, keyTokens }, strings) {
  return fill(strings.cell, {
    row,
    column,
    query: isolate(queryTokens[row]),
    key: isolate(keyTokens[column]),
  });
}

/**
 * @param {number} weight NaN where masked
 * @param {Strings} strings
 * @param {number} [digits]
 * @returns {string}
 */
export function weightFact(weight, strings, digits = 4) {
  return Number.isNaN(weight)
    ? strings.cellMasked
    : fill(strings.cellWeight, { weight: fixed(weight, digits) });
}

/**
 * Two decimals, and more where those would call a weight nothing that is something.
 * @param {number} weight
 * @returns {string}
 */
function weightText(weight) {
  return weight > 0 && weight < 0.005 ? plain(Number(weight.toPrecision(2))) : fixed(weight);
}

/**
 * @param {Slice} slice
 * @param {Strings} strings
 * @returns {string}
 */
function headFact(slice, strings) {
  return slice.head === 'mean' ? strings.cellMean : fill(strings.cellHead, { head: slice.head });
}

/**
 * The output vector of a query in numbers, where it is short enough to be read.
 * @param {Slice} slice
 * @param {number} row
 * @param {Strings} strings
 * @returns {string} empty where there is none
 */
export function outputFact(slice, row, strings) {
  const { valueWidth } = slice;
  // Asked for last: it may have to be computed.
  const output = valueWidth <= MOST_COMPONENTS ? slice.output : undefined;
  if (!output) return '';
  const values = output.subarray(row * valueWidth, (row + 1) * valueWidth);
  return fill(strings.cellOutput, {
    row,
    values: Array.from(values, (value) => fixed(value)).join(', '),
  });
}

/**
 * @param {string[]} facts
 * @returns {string} one line
 */
export function readoutLine(facts) {
  return facts.join(' · ');
}
