// What a figure is given to draw, and how one head of it, or the mean of all, is looked at.
import { fixed } from './numbers.js';

/** @typedef {{ data: Float32Array, shape: number[] }} Tensor */

/**
 * Letters as everywhere: h heads, n_q queries (rows), n_k keys (columns), d_v value width.
 * @typedef {object} Picture
 * @property {string[]} queryTokens n_q
 * @property {string[]} keyTokens n_k
 * @property {Tensor} weights [h, n_q, n_k]
 * @property {Tensor} rowSum [h, n_q]
 * @property {Tensor} entropy [h, n_q], nats
 * @property {Tensor} [rawScores] [h, n_q, n_k]
 * @property {Tensor} [scaledScores] [h, n_q, n_k]
 * @property {Tensor} [maskedScores] [h, n_q, n_k], −∞ where masked
 * @property {Tensor} [value] [h_kv, n_k, d_v]
 * @property {Tensor} [output] [h, n_q, d_v]
 * @property {number} [scale] factor on the raw scores
 * @property {number} [keyWidth] d_k
 * @property {number} [temperature]
 * @property {boolean} anyMasked whether some cell is masked
 */

/** @typedef {number | 'mean'} HeadChoice */

/**
 * One head as flat rows, views on the picture's arrays (nothing is copied except for the mean).
 * @typedef {object} Slice
 * @property {HeadChoice} head
 * @property {number} rows n_q
 * @property {number} columns n_k
 * @property {Float32Array} weights n_q × n_k
 * @property {Float32Array} drawn n_q × n_k: the weights, NaN where masked
 * @property {Float32Array} rowSum n_q
 * @property {Float32Array} entropy n_q
 * @property {Float32Array} [raw] n_q × n_k
 * @property {Float32Array} [scaled] n_q × n_k
 * @property {Float32Array} [masked] n_q × n_k, −∞ where masked
 * @property {Float32Array} [value] n_k × d_v
 * @property {Float32Array} [output] n_q × d_v
 * @property {number} valueWidth d_v, 0 without values
 */

/** @type {WeakMap<Picture, Map<HeadChoice, Slice>>} */
const slices = new WeakMap();

/**
 * @param {Picture} picture
 * @returns {number} h
 */
export function headCount(picture) {
  return picture.weights.shape[0];
}

/**
 * One head, or the mean over heads. Kept with the picture: asking again costs nothing.
 * @param {Picture} picture
 * @param {HeadChoice} head
 * @returns {Slice}
 */
export function sliceOf(picture, head) {
  let known = slices.get(picture);
  if (!known) {
    known = new Map();
    slices.set(picture, known);
  }
  let slice = known.get(head);
  if (!slice) {
    slice = head === 'mean' ? meanSlice(picture) : headSlice(picture, head);
    known.set(head, slice);
  }
  return slice;
}

/**
 * @param {Picture} picture
 * @param {number} head
 * @returns {Slice}
 */
function headSlice(picture, head) {
  const [heads, rows, columns] = picture.weights.shape;
  /** @type {(tensor: Tensor | undefined, at: number, size: number) => Float32Array | undefined} */
  const cut = (tensor, at, size) => tensor?.data.subarray(at * size, (at + 1) * size);
  const valueWidth = picture.value?.shape[2] ?? 0;
  // Query heads share key/value heads in equal groups (grouped-query attention).
  const shared = picture.value ? Math.floor((head * picture.value.shape[0]) / heads) : 0;
  const weights = picture.weights.data.subarray(head * rows * columns, (head + 1) * rows * columns);
  const masked = cut(picture.maskedScores, head, rows * columns);
  return {
    head,
    rows,
    columns,
    weights,
    drawn: hideMasked(weights, masked),
    rowSum: picture.rowSum.data.subarray(head * rows, (head + 1) * rows),
    entropy: picture.entropy.data.subarray(head * rows, (head + 1) * rows),
    raw: cut(picture.rawScores, head, rows * columns),
    scaled: cut(picture.scaledScores, head, rows * columns),
    masked,
    value: cut(picture.value, shared, columns * valueWidth),
    output: cut(picture.output, head, rows * valueWidth),
    valueWidth,
  };
}

/**
 * @param {Float32Array} weights
 * @param {Float32Array | undefined} masked
 * @returns {Float32Array} the weights with NaN where the score is −∞
 */
function hideMasked(weights, masked) {
  if (!masked?.includes(Number.NEGATIVE_INFINITY)) return weights;
  const drawn = weights.slice();
  for (let index = 0; index < drawn.length; index++) {
    if (masked[index] === Number.NEGATIVE_INFINITY) drawn[index] = Number.NaN;
  }
  return drawn;
}

/**
 * The mean over heads of weights, row sums and entropies. A cell counts as masked where every head masks it.
 * Values and outputs have no mean worth a picture: each head has a space of its own.
 * @param {Picture} picture
 * @returns {Slice}
 */
function meanSlice(picture) {
  const [heads, rows, columns] = picture.weights.shape;
  const masked = maskedByAll(picture);
  const weights = meanOf(picture.weights.data, heads);
  return {
    head: 'mean',
    rows,
    columns,
    weights,
    drawn: hideMasked(weights, masked),
    rowSum: meanOf(picture.rowSum.data, heads),
    entropy: meanOf(picture.entropy.data, heads),
    masked,
    valueWidth: 0,
  };
}

/**
 * @param {Picture} picture
 * @returns {Float32Array | undefined} n_q × n_k: −∞ where every head masks, NaN elsewhere (a mean has no score);
 *   undefined where nothing is masked
 */
function maskedByAll({ maskedScores, anyMasked, weights }) {
  if (!maskedScores || !anyMasked) return undefined;
  const [heads, rows, columns] = weights.shape;
  const size = rows * columns;
  const masked = new Float32Array(size).fill(Number.NEGATIVE_INFINITY);
  for (let head = 0; head < heads; head++) {
    for (let index = 0; index < size; index++) {
      if (maskedScores.data[head * size + index] !== Number.NEGATIVE_INFINITY)
        masked[index] = Number.NaN;
    }
  }
  return masked;
}

/**
 * @param {Float32Array} values `heads` equal blocks
 * @param {number} heads
 * @returns {Float32Array} one block, the mean
 */
function meanOf(values, heads) {
  const size = values.length / heads;
  const mean = new Float32Array(size);
  // Blocks of one head after the other: each is read in the order it lies in memory.
  for (let head = 0; head < heads; head++) {
    for (let index = 0; index < size; index++) mean[index] += values[head * size + index] / heads;
  }
  return mean;
}

/**
 * @param {Slice} slice
 * @param {number} row
 * @param {number} column
 * @returns {boolean}
 */
export function isMasked(slice, row, column) {
  return slice.masked?.[row * slice.columns + column] === Number.NEGATIVE_INFINITY;
}

/**
 * Whether a row may see no key at all: its weights and its output are zeros.
 * @param {Slice} slice
 * @param {number} row
 * @returns {boolean}
 */
export function hasNoKey(slice, row) {
  if (!slice.masked) return false;
  const scores = slice.masked.subarray(row * slice.columns, (row + 1) * slice.columns);
  return scores.every((score) => score === Number.NEGATIVE_INFINITY);
}

/** In wider maps the zeros of masked cells would drown the numbers that say something. */
const MOST_PRINTED_ZEROS = 8;

/**
 * @param {Slice} slice
 * @param {number} index flat
 * @returns {string} a weight as it is printed in its cell; the hatch alone speaks for masked cells of a wide map
 */
export function printedWeight(slice, index) {
  const masked = slice.masked?.[index] === Number.NEGATIVE_INFINITY;
  return masked && slice.columns > MOST_PRINTED_ZEROS ? '' : fixed(slice.weights[index]);
}

/**
 * @param {Float32Array} values
 * @returns {number} their mean; 0 without any
 */
export function mean(values) {
  return values.length ? values.reduce((sum, value) => sum + value, 0) / values.length : 0;
}
