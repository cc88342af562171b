// The attention of every head of an example, whatever it came from: a layer, q/k/v, or weights that are finished.
import { AttentionError } from '../../errors.js';
import { finishedWeights } from '../finished_weights.js';
import { maskPattern } from '../mask_pattern.js';
import { resultWhenRead } from './result_when_read.js';

/** @typedef {import('../../readers/json.js').Input} Input */
/** @typedef {import('../../readers/json.js').Tensor} Tensor */
/** @typedef {import('./example.js').Example} Example */

/**
 * @typedef {object} Attended
 * @property {Tensor} weights [h, n_q, n_k]
 * @property {Tensor} entropy [h, n_q], nats
 * @property {Tensor} rowSum [h, n_q]
 * @property {{ readonly [name in typeof WANT[number]]: Tensor }} result the three, for the page
 * @property {import('../../views/picture.js').Pattern | null} pattern null where no cell is hidden
 */

const WANT = /** @type {const} */ (['weights', 'entropy', 'rowSum']);

/**
 * @param {import('./concept.js').Asked} asked
 * @param {import('../reused_arrays.js').ReusedArrays | null} arrays that take the weights; null: they and the result are the same
 * @returns {Attended}
 * @throws {AttentionError} the engine's, or that of finished weights which their mask does not allow
 */
export function attendedOf({ engine, example }, arrays) {
  const { given, layer, weights, mask, scaling, heads } = example;
  if (weights) {
    const input = /** @type {Input} */ ({
      kind: 'weights',
      tokens: null,
      keyTokens: null,
      tensors: { weights },
      settings: { mask },
    });
    const found = named(finishedWeights(input, {}).call([...WANT]));
    return { ...found, result: found, pattern: maskPattern(mask, weights.shape) };
  }
  const bias = example.bias ? { bias: example.bias } : {};
  const common = { ...bias, ...scaling, mask, want: WANT };
  const call = (/** @type {{ into?: { weights: Tensor } }} */ more) =>
    named(
      given
        ? engine.attention({ ...given, ...common, ...more })
        : engine.multiHeadAttention({ ...layerIn(layer), ...common, ...more }),
    );
  const shape = [heads, example.tokens.length, example.keyTokens.length];
  const found = call(arrays ? { into: { weights: arrays.tensor('weights', shape) } } : {});
  return {
    ...found,
    result: arrays ? resultWhenRead(WANT, () => call({})) : found,
    pattern: maskPattern(mask, shape, example.bias ?? undefined),
  };
}

/**
 * @param {Record<string, Tensor>} found
 * @returns {Pick<Attended, typeof WANT[number]>}
 */
function named({ weights, entropy, rowSum }) {
  return { weights, entropy, rowSum };
}

/** @param {Example['layer']} layer */
function layerIn(layer) {
  if (layer) return layer;
  throw new AttentionError('option', 'data', 'the data has no weights, no query and no x');
}
