// One head of an example: what a concept computes from that shows a single map.

import { headOf } from '../head_axis.js';
import { maskPattern } from '../mask_pattern.js';
import { projectionsOf } from './example.js';
import { chosenIndex } from './places.js';

/** @typedef {import('./concept.js').Asked} Asked */
/** @typedef {import('../../readers/json.js').Tensor} Tensor */

/**
 * @typedef {object} OneHead
 * @property {number} head
 * @property {Tensor} query [n_q, d_k]
 * @property {Tensor} key [n_k, d_k]
 * @property {Tensor} value [n_k, d_v]
 * @property {readonly [number, number]} shape n_q, n_k
 * @property {import('../../views/picture.js').Pattern | null} pattern what the example's mask hides in this head, as head 0; null: nothing
 * @property {import('../../engine/mask.js').Mask} mask of this head
 * @property {{ scale?: number, temperature: number, bias?: Tensor }} scaling what else goes into the scores
 */

/**
 * @param {Asked} asked
 * @param {string} view that needs it
 * @returns {OneHead}
 * @throws {AttentionError} as projectionsOf; for a head that is not there, and for a mask that does not fit
 */
export function oneHead({ engine, example, attributes }, view) {
  const { heads, bias } = example;
  const head = chosenHead(attributes, heads);
  const { query, key, value } = projectionsOf(engine, example, view);
  const group = Math.floor((head * key.shape[0]) / heads);
  const [, rows] = query.shape;
  const columns = key.shape[1];
  const whole = maskPattern(example.mask, [heads, rows, columns]);
  const mask = whole?.mask(head) ?? 'none';
  return {
    head,
    query: headOf(query, head),
    key: headOf(key, group),
    value: headOf(value, group),
    shape: [rows, columns],
    pattern: whole && maskPattern(mask, [1, rows, columns]),
    mask,
    scaling: { ...example.scaling, ...(bias ? { bias: biasOf(bias, head) } : {}) },
  };
}

/**
 * @param {import('../attributes.js').Attributes} attributes
 * @param {number} heads
 * @returns {number}
 * @throws {import('../../errors.js').AttentionError} for a head that is not there
 */
export function chosenHead({ head }, heads) {
  // "all" and "mean" are for maps of all heads: one map is of the first then.
  return typeof head === 'number' ? chosenIndex('head', head, heads) : 0;
}

/**
 * @param {Tensor} bias [n_q, n_k] or [1|h, n_q, n_k]
 * @param {number} head
 * @returns {Tensor} [n_q, n_k]
 */
export function biasOf(bias, head) {
  if (bias.shape.length === 2) return bias;
  return headOf(bias, bias.shape[0] === 1 ? 0 : head);
}
