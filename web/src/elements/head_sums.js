// The same matrices as many heads and as one: raw scores of the heads add up to those of the one, softmaxes do not average to its
// softmax. Head by head, so that long texts are compared in the time that frames leave.
import { parseMask } from '../engine/mask.js';
import { headOf } from './head_axis.js';

/** @typedef {import('./shared_engine.js').Engine} Engine */
/** @typedef {import('./problem.js').Problem} Problem */
/** @typedef {import('../engine/layer.js').LayerOptions} LayerOptions */
/** @typedef {import('../readers/json.js').Tensor} Tensor */
/** @typedef {import('../views/picture.js').Picture} Picture */
/** @typedef {import('../views/heads_workbench.js').OneHead} OneHead */
/** @typedef {{ get: (name: string) => import('../views/picture.js').Tensor | undefined }} Results those of a call, by name */

/** Up to this many scores are compared at once: a few ms. */
const AT_ONCE = 1 << 17;

/**
 * @param {Engine} engine
 * @param {Problem} problem
 * @param {Results} results
 * @param {Picture} picture
 * @returns {{ one: OneHead | null, work: Iterator<void, void> | null }} one: null where heads share keys or differ in mask or bias;
 *   work: what fills it in, step by step; null where it is filled in
 */
export function againstOne(engine, problem, results, picture) {
  const { shape, mask, layer } = problem;
  const [heads, rows, columns] = shape;
  if (!layer || heads === 1) return { one: null, work: null };
  const { keyValueHeads = heads, bias } = layer;
  const biased = /** @type {Tensor | undefined} */ (bias)?.shape;
  const allowed = parseMask(mask, { heads, nQ: rows, nK: columns }).allowed?.length ?? 0;
  const differs = (biased?.length === 3 && biased[0] > 1) || allowed > rows * columns;
  const query = /** @type {Tensor | undefined} */ (results.get('query'));
  const key = /** @type {Tensor | undefined} */ (results.get('key'));
  if (keyValueHeads !== heads || differs || !query || !key) return { one: null, work: null };
  const single = () =>
    engine.multiHeadAttention({
      .../** @type {LayerOptions} */ (layer),
      heads: 1,
      keyValueHeads: 1,
      headGain: undefined,
      want: ['rawScores', 'weights'],
    });
  /** @type {OneHead} */
  const one = { raw: Number.NaN, softmax: Number.NaN, at: () => null };
  const work = compare(engine, { one, query, key, single }, picture);
  if (heads * rows * columns > AT_ONCE) return { one, work };
  while (!work.next().done);
  return { one, work: null };
}

/**
 * @param {Engine} engine
 * @param {{ one: OneHead, query: Tensor, key: Tensor, single: () => Record<string, Tensor> }} compared
 * @param {Picture} picture
 * @returns {Generator<void, void>}
 */
function* compare(engine, { one, query, key, single }, { weights, shape: [heads, rows, columns] }) {
  const size = rows * columns;
  const sums = new Float64Array(size);
  const totals = new Float64Array(size);
  for (let head = 0; head < heads; head++) {
    const { rawScores } = engine.attention({
      query: headOf(query, head),
      key: headOf(key, head),
      want: ['rawScores'],
    });
    addTo(sums, rawScores.data);
    addTo(totals, weights.read(head * size, size));
    yield;
  }
  for (let cell = 0; cell < size; cell++) totals[cell] /= heads;
  const { rawScores, weights: softmax } = single();
  yield;
  one.raw = largestDifference(sums, rawScores.data);
  one.softmax = largestDifference(totals, softmax.data);
  one.at = (row, column) => {
    const cell = row * columns + column;
    return {
      raw: Array.from(cellScores(engine, query, key, row, column)),
      rawSum: sums[cell],
      rawOne: rawScores.data[cell],
      weights: Array.from({ length: heads }, (_, head) => weights.read(head * size + cell, 1)[0]),
      weightMean: totals[cell],
      weightOne: softmax.data[cell],
    };
  };
}

/**
 * @param {Engine} engine
 * @param {Tensor} query [h, n_q, d_k]
 * @param {Tensor} key [h, n_k, d_k]
 * @param {number} row
 * @param {number} column
 * @returns {Float32Array} h raw scores of one cell
 */
function cellScores(engine, query, key, row, column) {
  const { rawScores } = engine.attention({
    query: rowsOf(query, row),
    key: rowsOf(key, column),
    want: ['rawScores'],
  });
  return rawScores.data;
}

/**
 * @param {Tensor} tensor [h, n, d]
 * @param {number} row
 * @returns {Tensor} [h, 1, d]
 */
function rowsOf({ data, shape: [heads, rows, width] }, row) {
  const taken = new Float32Array(heads * width);
  for (let head = 0; head < heads; head++) {
    const at = (head * rows + row) * width;
    taken.set(data.subarray(at, at + width), head * width);
  }
  return { data: taken, shape: [heads, 1, width] };
}

/**
 * @param {Float64Array} sums added to, in double
 * @param {Float32Array} values as many
 */
function addTo(sums, values) {
  for (let cell = 0; cell < sums.length; cell++) sums[cell] += values[cell];
}

/**
 * @param {ArrayLike<number>} a
 * @param {ArrayLike<number>} b as many
 * @returns {number} max |a − b|
 */
export function largestDifference(a, b) {
  let largest = 0;
  for (let index = 0; index < a.length; index++) {
    const difference = Math.abs(a[index] - b[index]);
    if (difference > largest) largest = difference;
  }
  return largest;
}
