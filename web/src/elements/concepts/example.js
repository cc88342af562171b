// What a concept is shown on: the tag's own data, or the chapter's example where it has none.
import { AttentionError } from '../../errors.js';
import { withHeads } from '../head_axis.js';
import { labels } from '../labels.js';
import { embeddedLayer, givenLayer } from '../layer_input.js';
import { maskOf } from '../mask_choice.js';
import { scaleOf } from '../problem.js';
import { RememberedLayer } from './remembered_layer.js';
import { CHAPTER, drawSketch, sketchTokens } from './sketch_layer.js';

/** @typedef {import('../shared_engine.js').Engine} Engine */
/** @typedef {import('../attributes.js').Attributes} Attributes */
/** @typedef {import('../layer_input.js').Layer} Layer */
/** @typedef {import('../../engine/mask.js').Mask} Mask */
/** @typedef {import('../../readers/json.js').Input} Input */
/** @typedef {import('../../readers/json.js').Tensor} Tensor */

/** @typedef {{ query: Tensor, key: Tensor, value: Tensor }} Projections [h, n_q, d_k], [h_kv, n_k, d_k], [h_kv, n_k, d_v] */

/**
 * @typedef {object} Example
 * @property {'chapter' | Input['kind']} kind
 * @property {string[]} tokens n_q, of the queries
 * @property {string[]} keyTokens n_k
 * @property {Layer | null} layer x and matrices; null where the data has none
 * @property {Projections | null} given q, k, v of the data, with a head axis; null where they are a layer's or there are none
 * @property {Tensor | null} weights finished ones [h, n_q, n_k]; null where they are to be computed
 * @property {Tensor | null} bias added to scaled scores; null where the data has none
 * @property {number} heads h
 * @property {Mask} mask of the attribute, or of the data
 * @property {{ scale?: number, temperature: number }} scaling
 */

/**
 * @param {Engine} engine
 * @param {Input | null} input null: the chapter's
 * @param {Attributes} attributes go before the settings that came with the data
 * @param {RememberedLayer} [remembered] of the tag
 * @returns {Example}
 * @throws {AttentionError} for tokens, heads or a mask that do not go together with the data
 */
export function exampleOf(engine, input, attributes, remembered = new RememberedLayer()) {
  const settings = input?.settings ?? {};
  const scale = scaleOf(attributes.scale, settings.scale);
  const temperature = attributes.temperature ?? settings.temperature ?? 1;
  const scaling = { ...(scale === undefined ? {} : { scale }), temperature };
  const parts = partsOf(input, () =>
    remembered.of(input, attributes, () => layerFor(engine, input, attributes)),
  );
  const [rows, columns] = parts.sizes;
  const { tokens = null, keyTokens = null } = input ?? { tokens: sketchTokens(rows) };
  return {
    kind: input?.kind ?? 'chapter',
    tokens: labels(tokens, rows, 'tokens', columns === rows || keyTokens !== null),
    keyTokens: labels(keyTokens ?? tokens, columns, keyTokens ? 'key-tokens' : 'tokens', true),
    layer: parts.layer ?? null,
    given: parts.given ?? null,
    weights: parts.weights ?? null,
    bias: input?.tensors.bias ?? null,
    heads: parts.heads,
    mask: maskOf(attributes, settings.mask, columns),
    scaling,
  };
}

/**
 * @param {Input | null} input
 * @param {() => Layer} layerOfInput
 * @returns {{ layer?: Layer, given?: Projections, weights?: Tensor, heads: number, sizes: [number, number] }} sizes: n_q, n_k
 */
function partsOf(input, layerOfInput) {
  if (input?.kind === 'weights') {
    const weights = withHeads(input.tensors.weights);
    const [heads, rows, columns] = weights.shape;
    return { weights, heads, sizes: [rows, columns] };
  }
  if (input?.kind === 'attention') {
    const { query, key, value } = input.tensors;
    const given = { query: withHeads(query), key: withHeads(key), value: withHeads(value) };
    const [heads, rows] = given.query.shape;
    return { given, heads, sizes: [rows, given.key.shape[1]] };
  }
  const layer = layerOfInput();
  const { x, context = x, heads } = layer;
  return { layer, heads, sizes: [x.shape[0], context.shape[0]] };
}

/**
 * @param {Engine} engine
 * @param {Input | null} input
 * @param {Attributes} attributes
 * @returns {Layer}
 */
function layerFor(engine, input, attributes) {
  if (input?.kind === 'layer') return givenLayer(input.tensors, input.settings, attributes);
  if (input) return embeddedLayer(engine, input, attributes);
  const sizes = { ...CHAPTER, seed: attributes.seed ?? CHAPTER.seed };
  return { ...drawSketch(engine, sizes), heads: attributes.heads ?? 1 };
}

/**
 * @param {Example} example
 * @param {string} view that needs it
 * @returns {Layer}
 * @throws {AttentionError} code 'option' where the data has none
 */
export function layerOf({ layer, kind }, view) {
  if (layer) return layer;
  throw new AttentionError(
    'option',
    'view',
    `view '${view}' computes from x and weight matrices, but the data is ${NAMES_OF_KINDS[kind] ?? kind}`,
  );
}

/** @type {Record<string, string>} */
const NAMES_OF_KINDS = { attention: 'query, key and value', weights: 'finished weights' };

/** What was projected last from a layer. @type {WeakMap<Layer, { engine: Engine, projections: Projections }>} */
const projected = new WeakMap();

/**
 * Queries, keys and values of every head: the data's, or the layer's products.
 * @param {Engine} engine
 * @param {Example} example
 * @param {string} view that needs them
 * @returns {Projections} shared: to be read only
 * @throws {AttentionError} code 'option' where the data is finished weights; the engine's for a layer that cannot be
 */
export function projectionsOf(engine, example, view) {
  if (example.given) return example.given;
  if (example.weights) {
    throw new AttentionError(
      'option',
      'view',
      `view '${view}' computes from query, key and value, but the data is finished weights`,
    );
  }
  const layer = layerOf(example, view);
  const known = projected.get(layer);
  // Another backend rounds in its own way.
  if (known?.engine === engine) return known.projections;
  const { query, key, value } = engine.multiHeadAttention({
    ...layer,
    want: ['query', 'key', 'value'],
  });
  const projections = { query, key, value };
  projected.set(layer, { engine, projections });
  return projections;
}
