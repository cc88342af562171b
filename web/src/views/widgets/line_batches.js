// Which lines are drawn, and how strongly: cells of weights sorted into batches of one colour and one strength, the strongest first.
import { levelOf } from '../colour_scale.js';

/** A line has one of so many strengths: more could not be told apart, and a batch is drawn at once. */
export const STRENGTHS = 16;

/**
 * @typedef {object} Sheet
 * @property {string} colour CSS
 * @property {Float32Array} weights rows × columns
 */

/**
 * @typedef {object} Batch
 * @property {string} colour CSS
 * @property {number} strength 1…STRENGTHS
 * @property {Uint32Array} cells flat indices, row · columns + column
 */

/** @typedef {{ side: 'query' | 'key', index: number }} End the end of some lines: a query, or a key */

/**
 * @param {readonly Sheet[]} sheets
 * @param {object} options
 * @param {number} options.rows
 * @param {number} options.columns
 * @param {number} options.least smallest weight that is drawn; 0 itself never is
 * @param {import('../colour_scale.js').ColourScale} options.scale from weights to strengths
 * @param {End | null} [options.end] only its lines
 * @returns {Batch[]}
 */
export function lineBatches(sheets, { rows, columns, least, scale, end = null }) {
  const walk = walkOf(rows, columns, end);
  const batches = sheets.flatMap(({ colour, weights }) => {
    const drawn = reaching(weights, least, walk);
    // By index: what from() and forEach() call for each cell takes several times as long.
    const strengths = new Uint8Array(drawn.length);
    const counts = new Uint32Array(STRENGTHS + 1);
    for (let place = 0; place < drawn.length; place++) {
      strengths[place] = strengthOf(scale, weights[drawn[place]]);
      counts[strengths[place]]++;
    }
    const cells = Array.from(counts, (many) => new Uint32Array(many));
    counts.fill(0);
    for (let place = 0; place < drawn.length; place++) {
      const strength = strengths[place];
      cells[strength][counts[strength]++] = drawn[place];
    }
    return cells.map((each, strength) => ({ colour, strength, cells: each }));
  });
  return batches
    .filter(({ cells }) => cells.length > 0)
    .sort((one, other) => other.strength - one.strength);
}

/**
 * @param {number} rows
 * @param {number} columns
 * @param {End | null} end
 * @returns {[first: number, step: number, count: number]} of the cells that are looked at
 */
function walkOf(rows, columns, end) {
  if (!end) return [0, 1, rows * columns];
  return end.side === 'query' ? [end.index * columns, 1, columns] : [end.index, columns, rows];
}

/**
 * In memory that grows as they are found: few of 200,000 weights reach a threshold, and memory for all of them takes longer than the walk.
 * @param {Float32Array} weights
 * @param {number} least
 * @param {[first: number, step: number, count: number]} walk
 * @returns {Uint32Array} flat indices
 */
function reaching(weights, least, [first, step, count]) {
  const end = first + step * count;
  let found = new Uint32Array(Math.min(count, 1024));
  let many = 0;
  for (let cell = first; cell < end; cell += step) {
    // NaN is not above 0 either.
    if (!(weights[cell] > 0 && weights[cell] >= least)) continue;
    if (many === found.length) {
      const more = new Uint32Array(Math.min(count, 4 * many));
      more.set(found);
      found = more;
    }
    found[many++] = cell;
  }
  return found.subarray(0, many);
}

/**
 * @param {import('../colour_scale.js').ColourScale} scale
 * @param {number} weight above 0
 * @returns {number} 1…STRENGTHS
 */
function strengthOf(scale, weight) {
  return Math.max(1, Math.ceil(levelOf(scale, weight) * STRENGTHS));
}

/**
 * @param {readonly Batch[]} batches
 * @returns {number} lines
 */
export function lineCount(batches) {
  return batches.reduce((sum, { cells }) => sum + cells.length, 0);
}
