// What multiHeadAttention is given: the page's own x and matrices, or words with seeded, untrained ones.
import { AttentionError } from '../errors.js';
import { embed } from '../readers/embedding.js';
import { rememberDraws } from '../readers/remembered_draws.js';

/** @typedef {import('./shared_engine.js').Engine} Engine */
/** @typedef {import('./attributes.js').Attributes} Attributes */
/** @typedef {import('../readers/json.js').Input} Input */
/** @typedef {import('../readers/json.js').Tensor} Tensor */
/** @typedef {import('../engine/layer.js').LayerOptions & { x: Tensor, context?: Tensor }} Layer */

/** Words that are drawn untrained: embedding, kernel and figure of so many stay near a second, so a page goes on. */
const MOST_EMBEDDED = 1024;
/** Their weights in all heads: 8 heads of 1024 × 1024. */
const MOST_EMBEDDED_WEIGHTS = 8 * MOST_EMBEDDED ** 2;

/** For all tags of the page: a keystroke asks again for everything but one row. */
const remembered = rememberDraws();

/**
 * A layer whose x and matrices the page gave.
 * @param {Record<string, Tensor>} tensors
 * @param {Input['settings']} settings
 * @param {Attributes} attributes
 * @returns {Layer}
 */
export function givenLayer({ x, wq, wk, wv, ...others }, settings, attributes) {
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
 * @throws {AttentionError} code 'overflow' for more than a page can draw while it is being typed in; 'shape' for a list of no keys
 */
export function embeddedLayer(engine, input, attributes) {
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
  if (keys === 0 && tokens.length > 0)
    throw new AttentionError('shape', 'key-tokens', 'key-tokens is empty, expected a token');
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
