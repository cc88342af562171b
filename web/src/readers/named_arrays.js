// What arrays are called in other people's files, and an input from them: names decide what each is.
import { AttentionError, shown } from '../errors.js';
import { readData } from './json.js';

/** @typedef {import('./json.js').Input} Input */
/** @typedef {import('../tensor.js').Tensor} Tensor */
/** @typedef {Tensor | string[] | unknown} Part an array, a list of strings, nested lists, a number, a word */

/**
 * Other names of a part, without capitals, dots, dashes and underscores: w_q, W_Q and wq are one.
 * @type {Readonly<Record<string, readonly string[]>>}
 */
const OTHER_NAMES = Object.freeze({
  query: ['q', 'queries'],
  key: ['k', 'keys'],
  value: ['v', 'values'],
  weights: ['attn', 'attention', 'attentions', 'attentionweights', 'attnweights'],
  x: [],
  context: [],
  wq: [],
  wk: [],
  wv: [],
  wo: [],
  bq: [],
  bk: [],
  bv: [],
  bo: [],
  bias: [],
  headGain: [],
  tokens: ['querytokens'],
  keyTokens: [],
  heads: ['numheads', 'nheads'],
  keyValueHeads: ['kvheads', 'numkeyvalueheads', 'nkvheads'],
  weightLayout: [],
  scale: [],
  temperature: [],
  seed: [],
  mask: [],
  attributes: [],
});

/** @param {string} name */
const plain = (name) => name.toLowerCase().replace(/[._-]/g, '');

/** @type {ReadonlyMap<string, string>} */
const NAMES = new Map(
  Object.entries(OTHER_NAMES).flatMap(([part, others]) =>
    [plain(part), ...others].map((name) => /** @type {[string, string]} */ ([name, part])),
  ),
);

/** What a file says that is understood, for people. */
const UNDERSTOOD =
  'weights (attn, attention), query (q), key (k), value (v), x, context, wq (w_q …), wk, wv, wo, bq, bk, bv, bo, bias, headGain, tokens, keyTokens, heads, keyValueHeads, weightLayout';

/** Names of a file that a refusal lists. */
const LISTED = 12;

/** May have a batch axis of one before their heads: [1, h, n, n], as HuggingFace's attentions do. */
const BATCHED = new Set(['weights', 'query', 'key', 'value']);

/**
 * @param {string} name in the file
 * @param {readonly string[]} all names in the file
 * @returns {string} of the part, as the engine calls it
 * @throws {AttentionError} option, argument the name: it is none that an input has
 */
export function partName(name, all) {
  const part = NAMES.get(plain(name));
  if (part !== undefined) return part;
  const listed = all.slice(0, LISTED).map(shown).join(', ');
  const rest = all.length > LISTED ? ` and ${all.length - LISTED} more` : '';
  const problem = `unknown name ${shown(name)}: found ${listed}${rest}; understood: ${UNDERSTOOD}`;
  throw new AttentionError('option', name.slice(0, 40), problem);
}

/**
 * @param {Iterable<[string, Part]>} parts by their names in the file
 * @returns {Input}
 * @throws {AttentionError} option for unknown names and for two of the same part; rank for a batch of more than one; as readData
 */
export function inputOf(parts) {
  const given = [...parts];
  const names = given.map(([name]) => name);
  /** @type {Map<string, { name: string, value: unknown }>} */
  const found = new Map();
  for (const [name, part] of given) {
    // A JSON file's version has the letter that others give their values.
    const isVersion = name === 'v' && (typeof part !== 'object' || part === null);
    const as = isVersion ? 'v' : partName(name, names);
    const known = found.get(as);
    if (known)
      throw new AttentionError(
        'option',
        as,
        `${as} is given twice: as ${shown(known.name)} and as ${shown(name)}`,
      );
    found.set(as, { name, value: withoutBatch(as, scalarOf(as, part)) });
  }
  const entries = Array.from(found, ([as, { value }]) => /** @type {const} */ ([as, value]));
  return readData(Object.fromEntries(entries));
}

/**
 * A single number is an array without axes in NumPy.
 * @param {string} name
 * @param {unknown} part
 * @returns {unknown}
 */
function scalarOf(name, part) {
  if (!isTensor(part) || part.shape.length > 0) return part;
  if (['heads', 'keyValueHeads', 'scale', 'temperature'].includes(name)) return part.data[0];
  throw new AttentionError('rank', name, `${name} is a single number, expected an array`);
}

/**
 * Takes a batch axis of one away.
 * @param {string} name
 * @param {unknown} part a tensor or nested lists
 * @returns {unknown}
 */
export function withoutBatch(name, part) {
  if (!BATCHED.has(name)) return part;
  const shape = isTensor(part) ? part.shape : nestedShape(part);
  if (shape.length !== 4) return part;
  if (shape[0] !== 1) {
    const problem = `${name} has shape ${shape.join(' × ')}: rank 4 is read with a batch of 1, not of ${shape[0]}`;
    throw new AttentionError('rank', name, problem);
  }
  if (isTensor(part)) return { data: part.data, shape: part.shape.slice(1) };
  return /** @type {unknown[]} */ (part)[0];
}

/**
 * @param {unknown} part
 * @returns {part is Tensor}
 */
function isTensor(part) {
  return (
    typeof part === 'object' &&
    part !== null &&
    'data' in part &&
    'shape' in part &&
    Array.isArray(part.shape)
  );
}

/**
 * @param {unknown} value
 * @returns {number[]} of its first elements, to one level more than is read
 */
function nestedShape(value) {
  const shape = [];
  for (let level = value; Array.isArray(level) && shape.length < 5; level = level[0])
    shape.push(level.length);
  return shape;
}
