// What a number of a product is made of, in words.
import { fixed, plain } from '../numbers.js';
import { cellPlace, weightFact } from '../readout.js';
import { fill, isolate } from '../strings.js';
import { subscript } from '../subscripts.js';

/** @typedef {import('../strings.js').Strings} Strings */
/** @typedef {import('./projections_figure.js').ProjectionsModel} ProjectionsModel */
/** @typedef {import('./projections_figure.js').PanelName} PanelName */
/** @typedef {{ row: number, column: number }} Place */

/** More factors than this are counted, not listed. */
const MOST_TERMS = 8;
/** float32 sums of the core are right to these. */
const DIGITS = 6;

/** @type {Record<'x' | 'wq' | 'wk' | 'wv', string>} */
export const FACTOR_NAMES = { x: 'X', wq: 'W_Q', wk: 'W_K', wv: 'W_V' };

/**
 * @param {ProjectionsModel} model
 * @param {PanelName} name
 * @param {Place} place
 * @param {Strings} strings
 * @returns {string}
 */
export function numberInWords(model, name, place, strings) {
  if (name === 'q' || name === 'k' || name === 'v')
    return productInWords(model, name, place, strings);
  if (name === 'scores' || name === 'weights') return scoreInWords(model, place, strings);
  return factorInWords(model, name, place, strings);
}

/**
 * @param {ProjectionsModel} model
 * @param {'x' | 'wq' | 'wk' | 'wv'} name
 * @param {Place} place
 * @param {Strings} strings
 * @returns {string}
 */
function factorInWords({ factors, tokens }, name, { row, column }, strings) {
  const { values, before, columns, changed, first } = factors[name];
  const index = row * columns + column;
  const facts = [
    fill(name === 'x' ? strings.projectionsCellX : strings.projectionsCellW, {
      name: FACTOR_NAMES[name],
      row,
      column: first + column,
      token: name === 'x' ? isolate(tokens[row]) : '',
      value: fixed(values[index], DIGITS),
    }),
  ];
  if (changed[index])
    facts.push(fill(strings.projectionsWas, { before: fixed(before[index], DIGITS) }));
  if (name !== 'x')
    facts.push(fill(strings.projectionsMakes, { column: first + column, letter: name.slice(1) }));
  return facts.join(' · ');
}

/**
 * @param {ProjectionsModel} model
 * @param {'q' | 'k' | 'v'} letter
 * @param {Place} place
 * @param {Strings} strings
 * @returns {string}
 */
function productInWords({ factors, products, tokens, shifted }, letter, { row, column }, strings) {
  const { x } = factors;
  const w = factors[/** @type {'wq'} */ (`w${letter}`)];
  const { values, columns } = products[letter];
  const count = x.columns;
  const few = count <= MOST_TERMS && !shifted;
  const terms = Array.from({ length: few ? count : 0 }, (_, inner) => {
    const [left, right] = [x.values[row * count + inner], w.values[inner * columns + column]];
    return `${factor(left)}·${factor(right)}`;
  });
  const text = few
    ? strings.projectionsSum
    : shifted
      ? strings.projectionsSumShifted
      : strings.projectionsSumMany;
  return fill(text, {
    letter,
    row: subscript(row),
    column: w.first + column,
    token: isolate(tokens[row]),
    terms: terms.join(' + '),
    count,
    value: fixed(values[row * columns + column], DIGITS),
  });
}

/**
 * @param {ProjectionsModel} model
 * @param {Place} place
 * @param {Strings} strings
 * @returns {string}
 */
function scoreInWords(model, { row, column }, strings) {
  const { tokens, raw, scaled, weights } = model;
  const index = row * tokens.length + column;
  const weight = weights.values[index];
  return [
    cellPlace({ row, column }, { queryTokens: tokens, keyTokens: tokens }, strings),
    fill(strings.projectionsScore, {
      row: subscript(row),
      column: subscript(column),
      raw: fixed(raw[index], DIGITS),
    }),
    fill(strings.projectionsDivided, {
      divisor: divisorText(model),
      scaled: fixed(scaled.values[index], DIGITS),
    }),
    weightFact(weight, strings),
  ].join(' · ');
}

/**
 * @param {ProjectionsModel} model
 * @returns {string} what raw scores are divided by
 */
export function divisorText({ plain: isPlain, keyWidth, divisor }) {
  return isPlain ? `√${keyWidth}` : plain(divisor);
}

/**
 * @param {number} value
 * @returns {string} negative ones in brackets, as they stand in a sum
 */
function factor(value) {
  const text = fixed(value, 3);
  return value < 0 && Number(value.toFixed(3)) !== 0 ? `(${text})` : text;
}
