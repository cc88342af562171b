// From what the page gave to one call of the engine: which method, which tensors, which mask, and what can be asked of it.
import { AttentionError } from '../errors.js';
import { finishedWeights } from './finished_weights.js';
import { withHeads } from './head_axis.js';
import { embeddedLayer, givenLayer } from './layer_input.js';
import { maskOf } from './mask_choice.js';

/** @typedef {import('./shared_engine.js').Engine} Engine */
/** @typedef {import('./layer_input.js').Layer} Layer */
/** @typedef {import('../engine/layer.js').LayerResult} LayerResult */
/** @typedef {import('../engine/results.js').AttentionResult} AttentionResult */
/** @typedef {import('../engine/mask.js').Mask} Mask */
/** @typedef {import('../engine/resident.js').Resident} Resident */
/** @typedef {import('../readers/json.js').Input} Input */
/** @typedef {import('../readers/json.js').Tensor} Tensor */
/** @typedef {import('./attributes.js').Attributes} Attributes */
/** @typedef {Record<string, Tensor>} Result the engine's tensors by name */

/** What the tag tells of in .result. */
const NAMES = ['output', 'weights', 'maskedScores', 'entropy', 'rowSum'];
const NAMES_OF_STAGES = [...NAMES, 'rawScores', 'scaledScores'];
const NAMES_OF_LAYER = ['query', 'key', 'value', 'headOutput'];

/**
 * @typedef {object} Problem
 * @property {readonly [number, number, number]} shape [h, n_q, n_k]
 * @property {readonly string[]} names of all results that can be wanted
 * @property {(want: readonly string[], into?: Record<string, Tensor | Resident>) => Result} call
 * @property {boolean} timed whether the call is a computation
 * @property {Mask} mask
 * @property {Tensor} [bias]
 * @property {{ query?: Tensor, key?: Tensor, value?: Tensor }} given with a head axis; what is missing is a result
 * @property {Layer} [layer] what the call computes from, with its mask and scaling; none for q, k, v and finished weights
 * @property {string} [output] the name of the output per head; none where there is none
 * @property {number} valueWidth d_v, 0 without values
 * @property {number} [keyWidth] d_k
 * @property {number} [scale]
 * @property {number} [temperature]
 */

/**
 * @param {Engine} engine
 * @param {Input} input
 * @param {Attributes} attributes go before the settings that came with the data
 * @returns {Problem}
 * @throws {AttentionError} for what makes no problem; the engine's call refuses the rest
 */
export function readProblem(engine, input, attributes) {
  const { settings, kind } = input;
  if (kind === 'weights') return finishedWeights(input, attributes);
  const scale = scaleOf(attributes.scale, settings.scale);
  const temperature = attributes.temperature ?? settings.temperature ?? 1;
  const common = {
    scaling: { ...(scale === undefined ? {} : { scale }), temperature },
    names: attributes.view === 'stages' ? NAMES_OF_STAGES : NAMES,
  };
  if (kind === 'attention') return attentionProblem(engine, input, attributes, common);
  const layer =
    kind === 'tokens'
      ? embeddedLayer(engine, input, attributes)
      : givenLayer(input.tensors, settings, attributes);
  const mask = maskOf(attributes, settings.mask, (layer.context ?? layer.x).shape[0]);
  return layerProblem(engine, layer, mask, common);
}

/** @typedef {{ scaling: { scale?: number, temperature: number }, names: string[] }} Common */

/**
 * @param {Engine} engine
 * @param {Input} input
 * @param {Attributes} attributes
 * @param {Common} common
 * @returns {Problem}
 */
function attentionProblem(engine, { tensors, settings }, attributes, { scaling, names }) {
  const { query, key, value, bias } = tensors;
  const given = { query: withHeads(query), key: withHeads(key), value: withHeads(value) };
  const [heads, rows, keyWidth] = given.query.shape;
  const columns = given.key.shape[1];
  if (attributes.heads !== undefined && attributes.heads !== heads) {
    throw new AttentionError(
      'option',
      'heads',
      `heads is ${attributes.heads}, but query has ${heads}: only a layer's x and matrices can be cut into other heads`,
    );
  }
  const mask = maskOf(attributes, settings.mask, columns);
  const options = { ...scaling, query, key, value, ...(bias ? { bias } : {}), mask };
  return {
    ...scaling,
    shape: [heads, rows, columns],
    names,
    call: (want, into) =>
      engine.attention({ ...options, want: /** @type {AttentionResult[]} */ (want), into }),
    timed: true,
    mask,
    bias,
    given,
    output: 'output',
    valueWidth: given.value.shape[2],
    keyWidth,
  };
}

/**
 * @param {Engine} engine
 * @param {Layer} layer
 * @param {Mask} mask
 * @param {Common} common
 * @returns {Problem}
 */
function layerProblem(engine, layer, mask, { scaling, names }) {
  const { x, context = x, wq, wv, heads, keyValueHeads = heads, weightLayout, bias } = layer;
  const outputs = weightLayout === 'out-in' ? 0 : 1;
  const options = { ...layer, ...scaling, mask };
  return {
    ...scaling,
    shape: [heads, x.shape[0], context.shape[0]],
    names: [...names, ...NAMES_OF_LAYER],
    call: (want, into) =>
      engine.multiHeadAttention({ ...options, want: /** @type {LayerResult[]} */ (want), into }),
    timed: true,
    mask,
    bias: /** @type {Tensor | undefined} */ (bias),
    given: {},
    layer: options,
    output: 'headOutput',
    valueWidth: /** @type {Tensor} */ (wv).shape[outputs] / keyValueHeads,
    keyWidth: /** @type {Tensor} */ (wq).shape[outputs] / heads,
  };
}

/**
 * @param {'on' | 'off' | number | undefined} attribute
 * @param {number | undefined} setting
 * @returns {number | undefined} undefined: the engine's 1/√d_k
 */
export function scaleOf(attribute, setting) {
  if (attribute === undefined) return setting;
  if (attribute === 'on') return undefined;
  return attribute === 'off' ? 1 : attribute;
}
