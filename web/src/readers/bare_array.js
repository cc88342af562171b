// An array that comes without a name: it can only be finished weights, and must look like them.
import { AttentionError } from '../errors.js';
import { readData } from './json.js';
import { withoutBatch } from './named_arrays.js';

/** @typedef {import('./json.js').Input} Input */
/** @typedef {import('../tensor.js').Tensor} Tensor */
/** @typedef {import('../tensor.js').Values} Values */
/** @typedef {(columns: number) => number} Tolerance atol of a row's sum */

/** @type {Tolerance} bfloat16 has three digits */
export const storedSum = () => 0.01;

/** @type {Tolerance} numbers printed to two digits are off by half a hundredth each, and may all be so the same way */
export const printedSum = (columns) => Math.min(0.5, 0.02 + 0.005 * columns);

/**
 * @param {Tensor | Values} values a tensor, or nested lists
 * @param {Tolerance} tolerance
 * @param {{ tokens?: string[], keyTokens?: string[] }} [labels]
 * @returns {Input} of kind 'weights'
 * @throws {AttentionError} option where a row holds what is no weight, or sums to neither 1 nor, without a key, 0; rank, shape,
 *   not_finite as readData
 */
export function bareWeights(values, tolerance, labels = {}) {
  const input = readData({ weights: withoutBatch('weights', values), ...labels });
  const { data, shape } = input.tensors.weights;
  const columns = shape[shape.length - 1];
  const allowed = tolerance(columns);
  const size = shape.join(' × ');
  for (let start = 0; start < data.length; start += columns) {
    const problem = problemOf(data.subarray(start, start + columns), allowed);
    if (problem) refuse(`row ${start / columns} of the ${size} array ${problem}`);
  }
  return input;
}

/**
 * @param {Float32Array} row
 * @param {number} allowed
 * @returns {string | null} why it is no row of weights
 */
function problemOf(row, allowed) {
  let sum = 0;
  for (const weight of row) {
    if (weight < 0) return `holds ${Number(weight.toPrecision(4))}`;
    sum += weight;
  }
  return sum === 0 || Math.abs(sum - 1) <= allowed ? null : `sums to ${Number(sum.toPrecision(4))}`;
}

/**
 * @param {string} problem
 * @returns {never}
 */
function refuse(problem) {
  const expected =
    'an array without a name is read as finished weights, whose rows hold no negative number and sum to 1; to have weights computed, name query, key and value (or x, wq, wk and wv) in an .npz, a .safetensors or a JSON file';
  throw new AttentionError('option', 'weights', `${problem}: ${expected}`);
}
