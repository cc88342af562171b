// Untrusted data into tensors: a JSON text, or the object that a page gives as `.data`. Everything is
// checked and copied key by key; nothing of the given object is kept but typed arrays.
import { AttentionError, shown } from '../errors.js';
import { asTensor } from '../tensor.js';

/** @typedef {import('../tensor.js').Tensor} Tensor */
/** @typedef {import('../tensor.js').Values} Values */

/** Characters of JSON text: more than any map that can be looked at. */
export const LONGEST_JSON = 1 << 26;
/** Numbers in one tensor: 4 heads of 2,048 × 2,048 weights. */
export const MOST_VALUES = 1 << 24;
/** Tokens in one sequence. */
export const MOST_TOKENS = 1 << 14;
/** Characters in one token. */
export const LONGEST_TOKEN = 1000;

/**
 * The rank that each tensor may have; [h, …] tensors may leave out the head axis where there is one head.
 * @type {Record<string, number[]>}
 */
const TENSOR_RANKS = {
  query: [2, 3],
  key: [2, 3],
  value: [2, 3],
  weights: [2, 3],
  x: [2],
  context: [2],
  wq: [2],
  wk: [2],
  wv: [2],
  wo: [2],
  bq: [1],
  bk: [1],
  bv: [1],
  bo: [1],
  headGain: [1],
  bias: [2, 3],
};

/**
 * What each kind of input is made of: the names it needs, and those it may have.
 * @type {Record<'weights' | 'attention' | 'layer' | 'tokens' | 'none', { needs: string[], allows: string[] }>}
 */
const KINDS = {
  weights: { needs: ['weights'], allows: [] },
  attention: { needs: ['query', 'key', 'value'], allows: ['bias'] },
  layer: {
    needs: ['x', 'wq', 'wk', 'wv'],
    allows: ['context', 'wo', 'bq', 'bk', 'bv', 'bo', 'headGain', 'bias'],
  },
  tokens: { needs: ['tokens'], allows: [] },
  none: { needs: ['attributes'], allows: [] },
};

const SETTINGS = ['mask', 'scale', 'temperature', 'heads', 'keyValueHeads', 'weightLayout', 'seed'];
const KNOWN = new Set([
  'v',
  'attributes',
  'tokens',
  'keyTokens',
  ...Object.keys(TENSOR_RANKS),
  ...SETTINGS,
]);

/** Attributes in one file, and characters in one of them. */
const MOST_ATTRIBUTES = 100;
const LONGEST_ATTRIBUTE = 1 << 20;

/**
 * @typedef {object} Input
 * @property {keyof typeof KINDS} kind finished weights, q/k/v, a layer's x and matrices, only words, or nothing but attributes
 * @property {string[] | null} tokens queries
 * @property {string[] | null} keyTokens null: the same as the queries
 * @property {Record<string, Tensor>} tensors by name, as the engine calls them
 * @property {Settings} settings
 * @property {Record<string, string>} [attributes] of the tag that shows the data; its own go before them
 */

/**
 * Settings that came with the data; the element's attributes go before them.
 * @typedef {object} Settings
 * @property {unknown} [mask] checked by the engine
 * @property {number} [scale]
 * @property {number} [temperature]
 * @property {number} [heads]
 * @property {number} [keyValueHeads]
 * @property {'in-out' | 'out-in'} [weightLayout]
 * @property {number} [seed]
 */

/**
 * @param {string} argument
 * @param {string} message
 * @param {'option' | 'rank' | 'not_finite' | 'overflow'} [code]
 * @returns {never}
 */
function refuse(argument, message, code = 'option') {
  throw new AttentionError(code, argument, message);
}

/**
 * Read a JSON text of version 1.
 * @param {string} text
 * @returns {Input}
 * @throws {AttentionError} when it is no JSON, or as readData
 */
export function readJson(text) {
  if (text.length > LONGEST_JSON) {
    refuse(
      'json',
      `the JSON has ${text.length} characters, at most ${LONGEST_JSON} are read`,
      'overflow',
    );
  }
  let value;
  try {
    value = JSON.parse(text);
  } catch (error) {
    refuse('json', `the JSON cannot be read: ${error instanceof Error ? error.message : error}`);
  }
  return readData(value);
}

/**
 * Read a data object: tokens, and q/k/v, a layer's matrices or finished weights, as nested arrays, as
 * { data, shape }, or as tensors.
 * @param {unknown} value
 * @returns {Input} its tensors share typed arrays with the object, and copy everything else
 * @throws {AttentionError} for unknown keys, missing or mixed parts, wrong sizes, numbers that are not finite
 */
export function readData(value) {
  const given = knownEntries(value);
  const version = given.get('v') ?? 1;
  if (version !== 1) refuse('v', `v is ${shown(version)}, this version reads 1`);
  /** @type {Record<string, Tensor>} */
  const tensors = {};
  for (const [name, ranks] of Object.entries(TENSOR_RANKS)) {
    if (given.has(name)) tensors[name] = readTensor(given.get(name), name, ranks);
  }
  const kind = kindOf(
    new Set([
      ...Object.keys(tensors),
      ...(given.has('tokens') ? ['tokens'] : []),
      ...(given.has('attributes') ? ['attributes'] : []),
    ]),
  );
  return {
    kind,
    tokens: readTokens(given.get('tokens'), 'tokens'),
    keyTokens: readTokens(given.get('keyTokens'), 'keyTokens'),
    tensors,
    settings: readSettings(given),
    ...(given.has('attributes') ? { attributes: readWritten(given.get('attributes')) } : {}),
  };
}

/**
 * @param {unknown} value
 * @returns {Record<string, string>} what is no attribute is the tag's to refuse
 */
function readWritten(value) {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    refuse('attributes', `attributes is ${shown(value)}, expected an object of strings`);
  const entries = Object.entries(value);
  if (entries.length > MOST_ATTRIBUTES) {
    const problem = `attributes has ${entries.length} names, at most ${MOST_ATTRIBUTES} are read`;
    refuse('attributes', problem, 'overflow');
  }
  for (const [name, text] of entries) {
    if (typeof text !== 'string')
      refuse('attributes', `attributes.${name.slice(0, 40)} is ${shown(text)}, expected a string`);
    if (text.length > LONGEST_ATTRIBUTE) {
      const problem = `attributes.${name.slice(0, 40)} has ${text.length} characters, at most ${LONGEST_ATTRIBUTE} are read`;
      refuse('attributes', problem, 'overflow');
    }
  }
  return Object.fromEntries(entries);
}

/**
 * @param {unknown} value
 * @returns {Map<string, unknown>} a Map, since a key like "__proto__" is then only a key
 */
function knownEntries(value) {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    refuse('data', `the data is ${shown(value)}, expected an object`);
  }
  const entries = new Map(Object.entries(value).filter(([, part]) => part !== undefined));
  for (const name of entries.keys()) {
    if (!KNOWN.has(name)) {
      refuse(name.slice(0, 40), `unknown key ${shown(name)}; known: ${[...KNOWN].join(', ')}`);
    }
  }
  return entries;
}

/**
 * @param {Set<string>} names
 * @returns {keyof typeof KINDS}
 */
function kindOf(names) {
  for (const [kind, { needs, allows }] of Object.entries(KINDS)) {
    if (!names.has(needs[0])) continue;
    const missing = needs.filter((name) => !names.has(name));
    if (missing.length) refuse(missing[0], `${needs[0]} is given without ${missing.join(' and ')}`);
    const stray = [...names].find(
      (name) => ![...needs, ...allows, 'tokens', 'attributes'].includes(name),
    );
    if (stray) refuse(stray, `${stray} does not go together with ${needs[0]}`);
    return /** @type {keyof typeof KINDS} */ (kind);
  }
  refuse('data', 'the data has no tokens, no weights, no query and no x: nothing to draw');
}

/**
 * @param {Map<string, unknown>} given
 * @returns {Settings}
 */
function readSettings(given) {
  /** @type {Settings} */
  const settings = {};
  for (const name of /** @type {const} */ (['scale', 'temperature', 'seed'])) {
    const value = given.get(name);
    if (value === undefined) continue;
    if (typeof value !== 'number' || !Number.isFinite(value)) {
      refuse(name, `${name} is ${shown(value)}, expected a number`);
    }
    settings[name] = value;
  }
  for (const name of /** @type {const} */ (['heads', 'keyValueHeads'])) {
    const value = given.get(name);
    if (value === undefined) continue;
    if (!Number.isSafeInteger(value) || Number(value) < 1) {
      refuse(name, `${name} is ${shown(value)}, expected a positive integer`);
    }
    settings[name] = Number(value);
  }
  const layout = given.get('weightLayout');
  if (layout === 'in-out' || layout === 'out-in') settings.weightLayout = layout;
  else if (layout !== undefined) {
    refuse('weightLayout', `weightLayout is ${shown(layout)}, expected 'in-out' or 'out-in'`);
  }
  if (given.has('mask')) settings.mask = given.get('mask');
  return settings;
}

/**
 * @param {unknown} value
 * @param {string} name
 * @returns {string[] | null}
 */
export function readTokens(value, name) {
  if (value === undefined || value === null) return null;
  if (!Array.isArray(value))
    refuse(name, `${name} is ${shown(value)}, expected an array of strings`);
  if (value.length > MOST_TOKENS) {
    refuse(name, `${name} has ${value.length} tokens, at most ${MOST_TOKENS} are read`, 'overflow');
  }
  return value.map((token, index) => {
    if (typeof token !== 'string')
      refuse(name, `${name}[${index}] is ${shown(token)}, expected a string`);
    if (token.length > LONGEST_TOKEN) {
      refuse(
        name,
        `${name}[${index}] has ${token.length} characters, at most ${LONGEST_TOKEN} are read`,
        'overflow',
      );
    }
    return token;
  });
}

/**
 * @param {unknown} value nested arrays, or { data, shape }
 * @param {string} name
 * @param {number[]} ranks allowed
 * @returns {Tensor}
 */
function readTensor(value, name, ranks) {
  const flat = typeof value === 'object' && value !== null && 'data' in value && 'shape' in value;
  // asTensor checks what it is given, so anything may be handed to it.
  const tensor = flat
    ? asTensor(name, /** @type {Values} */ (value.data), /** @type {number[]} */ (value.shape))
    : asTensor(name, /** @type {Values} */ (value));
  const { shape, data } = tensor;
  if (data.length > MOST_VALUES) {
    refuse(name, `${name} has ${data.length} values, at most ${MOST_VALUES} are read`, 'overflow');
  }
  if (!ranks.includes(shape.length)) {
    refuse(name, `${name} has rank ${shape.length}, expected ${ranks.join(' or ')}`, 'rank');
  }
  for (let index = 0; index < data.length; index++) {
    if (Number.isFinite(data[index])) continue;
    // A bias of −∞ is a mask and legal.
    if (name === 'bias' && data[index] === Number.NEGATIVE_INFINITY) continue;
    refuse(name, `${name} holds ${data[index]} at flat index ${index}`, 'not_finite');
  }
  return tensor;
}
