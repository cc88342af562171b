// Weights that the page computed elsewhere: nothing to compute but what their rows sum to and how spread they are.
import { AttentionError } from '../errors.js';
import { maskOf } from './mask_choice.js';
import { maskPattern } from './mask_pattern.js';

/** @typedef {import('../views/picture.js').Pattern} Pattern */
/** @typedef {import('../readers/json.js').Tensor} Tensor */
/** @typedef {import('./problem.js').Problem} Problem */

/** A share of 1 that was stored in half precision, or printed to two digits. */
const MOST = 1.01;

/**
 * @param {import('../readers/json.js').Input} input
 * @param {import('./attributes.js').Attributes} attributes
 * @returns {Problem}
 * @throws {AttentionError} code 'option' for weights that are no shares, or above 0 where the mask hides
 */
export function finishedWeights({ tensors, settings }, attributes) {
  const { data } = tensors.weights;
  const [heads, rows, columns] = [1, ...tensors.weights.shape].slice(-3);
  const weights = { data, shape: [heads, rows, columns] };
  const wrong = data.findIndex((weight) => weight < 0 || weight > MOST);
  if (wrong >= 0) {
    const message = `weights holds ${data[wrong]} at ${placeOf(wrong, weights.shape)}, expected shares from 0 to 1`;
    throw new AttentionError('option', 'weights', message);
  }
  const mask = maskOf(attributes, settings.mask, columns);
  const pattern = maskPattern(mask, weights.shape);
  if (pattern) checkHidden(pattern, weights);
  return {
    shape: [heads, rows, columns],
    names: ['weights', 'rowSum', 'entropy', ...(mask === 'none' ? [] : ['maskedScores'])],
    call: (want) => {
      /** @type {Record<string, Tensor>} */
      const result = { weights, ...rowStatistics(weights) };
      if (want.includes('maskedScores')) result.maskedScores = maskedScores(pattern, weights);
      return result;
    },
    timed: false,
    mask,
    given: {},
    valueWidth: 0,
  };
}

/**
 * Which cells a mask hides, as scores: there are none but −∞.
 * @param {Pattern | null} pattern
 * @param {Tensor} weights
 * @returns {Tensor} [h, n_q, n_k], −∞ where masked, NaN elsewhere
 */
function maskedScores(pattern, weights) {
  const [, rows, columns] = weights.shape;
  const data = new Float32Array(weights.data.length);
  for (let index = 0; index < data.length; index++) {
    const column = index % columns;
    const row = Math.floor(index / columns);
    const hidden = pattern?.hides(Math.floor(row / rows), row % rows, column);
    data[index] = hidden ? Number.NEGATIVE_INFINITY : Number.NaN;
  }
  return { data, shape: weights.shape };
}

/**
 * @param {Pattern} pattern
 * @param {Tensor} weights [h, n_q, n_k]
 * @throws {AttentionError} code 'option' for a weight above 0 where the mask hides
 */
function checkHidden(pattern, { data, shape }) {
  const [, rows, columns] = shape;
  for (let index = 0; index < data.length; index++) {
    if (data[index] === 0) continue;
    const row = Math.floor(index / columns);
    if (!pattern.hides(Math.floor(row / rows), row % rows, index % columns)) continue;
    const message = `weights holds ${data[index]} at ${placeOf(index, shape)}, where the mask hides: finished weights are drawn as they are, and a mask only marks what was hidden from them`;
    throw new AttentionError('option', 'mask', message);
  }
}

/**
 * @param {number} index
 * @param {readonly number[]} shape [h, n_q, n_k]
 * @returns {string} where it stands, in words
 */
function placeOf(index, [, rows, columns]) {
  const row = Math.floor(index / columns);
  return `head ${Math.floor(row / rows)}, row ${row % rows}, column ${index % columns}`;
}

/**
 * @param {Tensor} weights [h, n_q, n_k]
 * @returns {{ rowSum: Tensor, entropy: Tensor }} [h, n_q]; entropy in nats
 */
function rowStatistics({ data, shape: [heads, rows, columns] }) {
  const rowSum = new Float32Array(heads * rows);
  const entropy = new Float32Array(heads * rows);
  for (let row = 0; row < heads * rows; row++) {
    let sum = 0;
    let spread = 0;
    for (const weight of data.subarray(row * columns, (row + 1) * columns)) {
      sum += weight;
      if (weight > 0) spread -= weight * Math.log(weight);
    }
    rowSum[row] = sum;
    entropy[row] = spread;
  }
  return {
    rowSum: { data: rowSum, shape: [heads, rows] },
    entropy: { data: entropy, shape: [heads, rows] },
  };
}
