// From what the page gave to what a figure draws: one call of the engine, and the picture made of it.
import { AttentionError } from '../errors.js';
import { embed } from '../readers/embedding.js';
import { rememberDraws } from '../readers/remembered_draws.js';

/** @typedef {import('./shared_engine.js').Engine} Engine */
/** @typedef {import('../engine/layer.js').LayerOptions & { x: Tensor, context?: Tensor }} Layer what multiHeadAttention takes */
/** @typedef {import('../engine/mask.js').Mask} Mask */
/** @typedef {import('../readers/json.js').Input} Input */
/** @typedef {import('../readers/json.js').Tensor} Tensor */
/** @typedef {import('../views/picture.js').Picture} Picture */
/** @typedef {import('./attributes.js').Attributes} Attributes */
/** @typedef {Record<string, Tensor>} Result the engine's tensors by name */

/** Everything that the figures and the readout show. */
const WANT = /** @type {const} */ (['output', 'weights', 'maskedScores', 'entropy', 'rowSum']);
const WANT_STAGES = /** @type {const} */ ([...WANT, 'rawScores', 'scaledScores']);
const WANT_LAYER = /** @type {const} */ (['query', 'key', 'value', 'headOutput']);

/** Words that are drawn untrained: embedding, kernel and figure of so many stay near a second, so a page goes on. */
const MOST_EMBEDDED = 1024;
/** Their weights in all heads: 8 heads of 1024 × 1024. */
const MOST_EMBEDDED_WEIGHTS = 8 * MOST_EMBEDDED ** 2;

/** For all tags of the page: a keystroke asks again for everything but one row. */
const remembered = rememberDraws();

/**
 * @typedef {object} Computed
 * @property {Picture} picture
 * @property {Result} result
 * @property {() => Result} call the same computation again, to measure its time
 * @property {number} ms of the one call that was made; 0 where nothing is computed
 */

/**
 * @param {Engine} engine
 * @param {Input} input
 * @param {Attributes} attributes go before the settings that came with the data
 * @returns {Computed}
 * @throws {AttentionError} the engine's, or for tokens that do not match the tensors
 */
export function compute(engine, input, attributes) {
  const prepared = prepare(engine, input, attributes);
  const started = performance.now();
  const result = prepared.call();
  const ms = prepared.timed ? performance.now() - started : 0;
  const picture = pictureOf(input, result, prepared);
  return { picture, result, call: prepared.call, ms };
}

/**
 * @typedef {object} Prepared
 * @property {() => Result} call
 * @property {boolean} timed whether the call is a computation
 * @property {number} [scale]
 * @property {number} [temperature]
 */

/**
 * @param {Engine} engine
 * @param {Input} input
 * @param {Attributes} attributes
 * @returns {Prepared}
 */
function prepare(engine, input, attributes) {
  const { settings, tensors } = input;
  const want = attributes.view === 'stages' ? WANT_STAGES : WANT;
  const temperature = attributes.temperature ?? settings.temperature ?? 1;
  const scale = scaleOf(attributes.scale, settings.scale);
  const options = { ...(scale === undefined ? {} : { scale }), temperature };
  if (input.kind === 'weights') return prepareWeights(engine, input, attributes);
  if (input.kind === 'attention') {
    const { query, key, value, bias } = tensors;
    const heads = query.shape.length === 3 ? query.shape[0] : 1;
    if (attributes.heads !== undefined && attributes.heads !== heads) {
      throw new AttentionError(
        'option',
        'heads',
        `heads is ${attributes.heads}, but query has ${heads}: only a layer's x and matrices can be cut into other heads`,
      );
    }
    const mask = maskOf(attributes, settings.mask, key.shape[key.shape.length - 2]);
    const call = () =>
      engine.attention({ ...options, query, key, value, ...(bias ? { bias } : {}), mask, want });
    return { call, timed: true, scale, temperature };
  }
  const layer =
    input.kind === 'tokens' ? embedded(engine, input, attributes) : given(input, attributes);
  const mask = maskOf(attributes, settings.mask, (layer.context ?? layer.x).shape[0]);
  const call = () =>
    engine.multiHeadAttention({ ...layer, ...options, mask, want: [...want, ...WANT_LAYER] });
  return { call, timed: true, scale, temperature };
}

/**
 * A layer whose x and matrices the page gave.
 * @param {Input} input
 * @param {Attributes} attributes
 * @returns {Layer}
 */
function given({ tensors, settings }, attributes) {
  const { x, wq, wk, wv, ...others } = tensors;
  const heads = attributes.heads ?? settings.heads ?? 1;
  // Groups of query heads share key/value heads; with other heads than the data's, each has its own.
  const grouped = heads === settings.heads && settings.keyValueHeads;
  return {
    x,
    wq,
    wk,
    wv,
    ...others,
    heads,
    ...(grouped ? { keyValueHeads: settings.keyValueHeads } : {}),
    ...(settings.weightLayout ? { weightLayout: settings.weightLayout } : {}),
  };
}

/**
 * Words only: seeded table, positions and projections.
 * @param {Engine} engine
 * @param {Input} input
 * @param {Attributes} attributes
 * @returns {Layer}
 * @throws {AttentionError} code 'overflow' for more than a page can draw while it is being typed in
 */
function embedded(engine, input, attributes) {
  const seed = attributes.seed ?? input.settings.seed ?? 0;
  const heads = attributes.heads ?? input.settings.heads ?? 1;
  checkEmbedded(input.tokens ?? [], input.keyTokens, heads);
  const normal = remembered((options) => engine.normal(options));
  const layer = embed({ tokens: input.tokens ?? [], seed, heads, normal });
  if (!input.keyTokens) return layer;
  return { ...layer, context: embed({ tokens: input.keyTokens, seed, heads, normal }).x };
}

/**
 * @param {string[]} tokens
 * @param {string[] | null} keyTokens
 * @param {number} heads
 */
function checkEmbedded(tokens, keyTokens, heads) {
  const keys = (keyTokens ?? tokens).length;
  for (const [name, { length }] of Object.entries({ tokens, 'key-tokens': keyTokens ?? [] })) {
    if (length <= MOST_EMBEDDED) continue;
    const problem = `${name} has ${length} tokens, at most ${MOST_EMBEDDED} are drawn with untrained weights`;
    throw new AttentionError('overflow', name, problem);
  }
  const count = heads * tokens.length * keys;
  if (count <= MOST_EMBEDDED_WEIGHTS) return;
  const problem = `${heads} heads of ${tokens.length} × ${keys} are ${count} untrained weights, at most ${MOST_EMBEDDED_WEIGHTS} are drawn`;
  throw new AttentionError('overflow', 'heads', problem);
}

/**
 * @param {'on' | 'off' | number | undefined} attribute
 * @param {number | undefined} setting
 * @returns {number | undefined} undefined: the engine's 1/√d_k
 */
function scaleOf(attribute, setting) {
  if (attribute === undefined) return setting;
  if (attribute === 'on') return undefined;
  return attribute === 'off' ? 1 : attribute;
}

/**
 * @param {Attributes} attributes
 * @param {unknown} setting the mask that came with the data
 * @param {number} keys n_k
 * @returns {Mask} in the engine's form; the engine checks it
 */
function maskOf({ mask }, setting, keys) {
  if (!mask) return /** @type {Mask} */ (setting ?? 'none');
  if (mask.object) return mask.object;
  if (mask.padding > keys) {
    throw new AttentionError(
      'option',
      'mask',
      `mask pads ${mask.padding} tokens, but there are ${keys} keys`,
    );
  }
  const keep = Array.from({ length: keys }, (_, key) => key < keys - mask.padding);
  return { causal: mask.causal, ...(mask.padding ? { keep } : {}) };
}

/**
 * Finished weights: nothing to compute but what their rows sum to and how spread they are.
 * @param {Engine} engine
 * @param {Input} input
 * @param {Attributes} attributes
 * @returns {Prepared}
 */
function prepareWeights(engine, { tensors, settings }, attributes) {
  const shape = tensors.weights.shape;
  const [heads, rows, columns] = shape.length === 3 ? shape : [1, ...shape];
  const weights = { data: tensors.weights.data, shape: [heads, rows, columns] };
  const negative = weights.data.findIndex((weight) => weight < 0);
  if (negative >= 0) {
    const message = `weights holds ${weights.data[negative]} at flat index ${negative}, expected 0 or more`;
    throw new AttentionError('option', 'weights', message);
  }
  const mask = maskOf(attributes, settings.mask, columns);
  const call = () => {
    const maskedScores = mask === 'none' ? undefined : maskedPattern(engine, mask, weights);
    const { rowSum, entropy } = rowStatistics(weights);
    return { weights, rowSum, entropy, ...(maskedScores ? { maskedScores } : {}) };
  };
  return { call, timed: false };
}

/**
 * Which cells a mask hides, asked of the engine itself: scores of 0, and −∞ where masked.
 * @param {Engine} engine
 * @param {Mask} mask
 * @param {Tensor} weights
 * @returns {Tensor} [h, n_q, n_k], −∞ where masked, NaN elsewhere (there is no score)
 */
function maskedPattern(engine, mask, weights) {
  const [heads, rows, columns] = weights.shape;
  const zeros = (/** @type {number} */ count) => ({
    data: new Float32Array(heads * count),
    shape: [heads, count, 1],
  });
  const { maskedScores } = engine.attention({
    query: zeros(rows),
    key: zeros(columns),
    mask,
    want: ['maskedScores'],
  });
  const data = maskedScores.data.map((/** @type {number} */ score) =>
    score === 0 ? Number.NaN : score,
  );
  const wrong = data.findIndex((score, index) => !Number.isNaN(score) && weights.data[index] !== 0);
  if (wrong >= 0) {
    const message = `weights holds ${weights.data[wrong]} at flat index ${wrong}, which the mask does not allow`;
    throw new AttentionError('option', 'mask', message);
  }
  return { data, shape: weights.shape };
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

/**
 * @param {Input} input
 * @param {Result} result
 * @param {Prepared} prepared
 * @returns {Picture}
 */
function pictureOf(input, result, { scale, temperature }) {
  const [, rows, columns] = result.weights.shape;
  const query = result.query ?? input.tensors.query;
  const value = result.value ?? asHeads(input.tensors.value);
  const output = result.headOutput ?? (input.kind === 'attention' ? result.output : undefined);
  const keyWidth = query?.shape[query.shape.length - 1];
  return {
    queryTokens: labels(input.tokens, rows, 'tokens', columns === rows || input.keyTokens !== null),
    keyTokens: labels(
      input.keyTokens ?? input.tokens,
      columns,
      input.keyTokens ? 'key-tokens' : 'tokens',
      true,
    ),
    weights: result.weights,
    rowSum: result.rowSum,
    entropy: result.entropy,
    rawScores: result.rawScores,
    scaledScores: result.scaledScores,
    maskedScores: result.maskedScores,
    value,
    output,
    keyWidth,
    scale: scale ?? (keyWidth ? 1 / Math.sqrt(keyWidth) : undefined),
    temperature,
    anyMasked: result.maskedScores?.data.includes(Number.NEGATIVE_INFINITY) ?? false,
  };
}

/**
 * @param {Tensor | undefined} tensor
 * @returns {Tensor | undefined} with a head axis
 */
function asHeads(tensor) {
  return tensor?.shape.length === 2 ? { data: tensor.data, shape: [1, ...tensor.shape] } : tensor;
}

/**
 * @param {string[] | null} tokens
 * @param {number} count
 * @param {string} name
 * @param {boolean} strict fewer queries than tokens are the last ones (decoding), where keys are all of them
 * @returns {string[]} the tokens, or indices where there are none
 */
function labels(tokens, count, name, strict) {
  if (!tokens) return Array.from({ length: count }, (_, index) => String(index));
  if (tokens.length === count) return tokens;
  if (!strict && tokens.length > count) return tokens.slice(-count);
  throw new AttentionError('shape', name, `${name} has ${tokens.length} tokens, expected ${count}`);
}
