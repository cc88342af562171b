// The mask of a tag: its attribute, or the one that came with the data.
import { AttentionError } from '../errors.js';

/** @typedef {import('../engine/mask.js').Mask} Mask */

/**
 * @param {import('./attributes.js').Attributes} attributes
 * @param {unknown} setting the mask that came with the data
 * @param {number} keys n_k
 * @returns {Mask} in the engine's form; the engine checks it
 */
export function maskOf({ mask }, setting, keys) {
  if (!mask) return /** @type {Mask} */ (setting ?? 'none');
  if (mask.object) return mask.object;
  if (mask.padding > keys) {
    throw new AttentionError(
      'option',
      'mask',
      `mask pads ${mask.padding} tokens, but there are ${keys} keys`,
    );
  }
  if (!mask.padding) return mask.causal ? 'causal' : 'none';
  const keep = Array.from({ length: keys }, (_, key) => key < keys - mask.padding);
  return { causal: mask.causal, keep };
}

/**
 * @param {Mask} mask
 * @returns {boolean} whether no query sees a later key
 */
export function isCausal(mask) {
  return typeof mask === 'object' ? Boolean(mask.causal) : mask === 'causal';
}
