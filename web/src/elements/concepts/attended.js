// The attention of every head of an example, whatever it came from: a layer, q/k/v, or weights that are finished.
import { AttentionError } from '../../errors.js';
import { finishedWeights } from '../finished_weights.js';
import { maskPattern } from '../mask_pattern.js';

/** @typedef {import('../shared_engine.js').Engine} Engine */
/** @typedef {import('../../readers/json.js').Input} Input */
/** @typedef {import('../../readers/json.js').Tensor} Tensor */
/** @typedef {import('./example.js').Example} Example */

/**
 * @typedef {object} Attended
 * @property {Tensor} weights [h, n_q, n_k]
 * @property {Tensor} entropy [h, n_q], nats
 * @property {Tensor} rowSum [h, n_q]
 * @property {import('../../views/picture.js').Pattern | null} pattern null where no cell is hidden
 */

/**
 * @param {Engine} engine
 * @param {Example} example
 * @returns {Attended}
 * @throws {AttentionError} the engine's, or that of finished weights which their mask does not allow
 */
export function attendedOf(engine, example) {
  const { given, layer, weights, mask, scaling } = example;
  const bias = example.bias ? { bias: example.bias } : {};
  const want = /** @type {const} */ (['weights', 'entropy', 'rowSum']);
  if (weights) {
    const input = /** @type {Input} */ ({
      kind: 'weights',
      tokens: null,
      keyTokens: null,
      tensors: { weights },
      settings: { mask },
    });
    const found = finishedWeights(input, {}).call([...want]);
    return { ...named(found), pattern: maskPattern(mask, weights.shape) };
  }
  const found = given
    ? engine.attention({ ...given, ...bias, ...scaling, mask, want: [...want] })
    : engine.multiHeadAttention({ ...layerIn(layer), ...scaling, mask, want: [...want] });
  return {
    ...named(found),
    pattern: maskPattern(mask, found.weights.shape, example.bias ?? undefined),
  };
}

/**
 * @param {Record<string, Tensor>} found
 * @returns {Omit<Attended, 'pattern'>}
 */
function named({ weights, entropy, rowSum }) {
  return { weights, entropy, rowSum };
}

/** @param {Example['layer']} layer */
function layerIn(layer) {
  if (layer) return layer;
  throw new AttentionError('option', 'data', 'the data has no weights, no query and no x');
}
