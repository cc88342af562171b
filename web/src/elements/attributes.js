// Every attribute of the tag in one table: how its text is read, and what holds where it is missing.
import { AttentionError } from '../errors.js';
import { paletteNames } from '../palettes.js';
import { readTokens } from '../readers/json.js';
import { integer, oneOf, refuse } from './attribute_readers.js';
import { conceptNames } from './concepts/names.js';
import { conceptSettings } from './concepts/settings.js';

/**
 * What padding and causality an attribute asks for; `object` is a mask in the engine's own form.
 * @typedef {{ causal: boolean, padding: number, object?: object }} MaskChoice
 */

/** The views that the tag can show. */
export const viewNames = Object.freeze(
  /** @type {const} */ (['map', 'heads', 'stages', ...conceptNames]),
);

/**
 * Tokens separated by white space, or a JSON array of strings (for tokens with spaces in them).
 * @param {string} name
 * @returns {(text: string) => string[]}
 */
function tokens(name) {
  return (text) => {
    if (!text.trimStart().startsWith('['))
      return readTokens(text.split(/\s+/).filter(Boolean), name) ?? [];
    let value;
    try {
      value = JSON.parse(text);
    } catch {
      if (/^\s*\[\s*"/.test(text)) refuse(name, text, 'words, or a JSON array of strings');
      // "[CLS] the cat" starts with a bracket and is no JSON: words after all.
      return readTokens(text.split(/\s+/).filter(Boolean), name) ?? [];
    }
    return readTokens(value, name) ?? [];
  };
}

/**
 * 'none', 'causal', 'padding:K' (the last K tokens are padding), both, or the engine's mask object as JSON.
 * @param {string} text
 * @returns {MaskChoice}
 */
export function parseMask(text) {
  const expected = "'none', 'causal', 'padding:K', 'causal padding:K' or a JSON object";
  if (text.trimStart().startsWith('{')) {
    try {
      const object = JSON.parse(text);
      return { causal: false, padding: 0, object };
    } catch {
      refuse('mask', text, expected);
    }
  }
  const choice = { causal: false, padding: 0 };
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const padding = /^padding:(\d{1,6})$/.exec(word);
    if (word === 'causal') choice.causal = true;
    else if (padding) choice.padding = Number(padding[1]);
    else if (word !== 'none') refuse('mask', text, expected);
  }
  return choice;
}

/**
 * @param {string} text
 * @returns {'on' | 'off' | number}
 */
function parseScale(text) {
  if (text === 'on' || text === 'off') return text;
  const value = Number(text);
  return text.trim() !== '' && Number.isFinite(value)
    ? value
    : refuse('scale', text, "'on', 'off' or a number");
}

/**
 * @param {string} text
 * @returns {number}
 */
function parseTemperature(text) {
  const value = Number(text);
  return text.trim() !== '' && value > 0 && Number.isFinite(value)
    ? value
    : refuse('temperature', text, 'a number above 0');
}

/**
 * @param {string} text
 * @returns {number | 'all' | 'mean'}
 */
function parseHead(text) {
  return text === 'all' || text === 'mean' ? text : integer('head', 0)(text);
}

/** CSS px that an author may keep for a figure. */
const readHeight = integer('height', 1, 20_000);

/**
 * The height that a tag asks for before anything of it is drawn; what is none is refused with the first drawing.
 * @param {Element} element
 * @returns {number | null} CSS px
 */
export function reservedHeight(element) {
  const text = element.getAttribute('height');
  try {
    return text === null ? null : readHeight(text);
  } catch {
    return null;
  }
}

/** Parsers by attribute; a missing attribute is undefined in Attributes. */
export const attributeTable = Object.freeze({
  tokens: tokens('tokens'),
  'key-tokens': tokens('key-tokens'),
  view: oneOf('view', viewNames),
  mask: parseMask,
  heads: integer('heads', 1),
  head: parseHead,
  scale: parseScale,
  temperature: parseTemperature,
  palette: oneOf('palette', paletteNames),
  transform: oneOf('transform', /** @type {const} */ (['linear', 'log'])),
  domain: oneOf('domain', /** @type {const} */ (['fixed', 'map'])),
  seed: integer('seed', 0),
  src: (/** @type {string} */ text) => text,
  alt: (/** @type {string} */ text) => text,
  controls: () => true,
  height: readHeight,
  /** readers may drop, paste and choose files of their own */
  drop: () => true,
  loading: oneOf('loading', /** @type {const} */ (['eager', 'lazy'])),
  ...conceptSettings,
});

/** @typedef {keyof typeof attributeTable} AttributeName */
/** @typedef {{ [Name in AttributeName]?: ReturnType<(typeof attributeTable)[Name]> }} Attributes */

/** Attributes that only change how known numbers are drawn. */
const DRAWING = new Set([
  'view',
  'head',
  'palette',
  'transform',
  'domain',
  'alt',
  'controls',
  'height',
  'drop',
  'loading',
]);

/**
 * @param {string} name
 * @param {string | null} view that is asked for
 * @returns {boolean} whether a change of the attribute asks for new numbers
 */
export function changesNumbers(name, view) {
  // The stages need more tensors than the other views; a concept computes of the head that it shows.
  if (name === 'view') return true;
  if (name === 'head') return conceptNames.some((concept) => concept === view);
  return !DRAWING.has(name);
}

/**
 * @param {Element} element
 * @param {Record<string, string>} [stored] attributes that came with the data; the element's own go before them
 * @returns {Attributes}
 * @throws {AttentionError} code 'option', naming the attribute and what it may be
 */
export function readAttributes(element, stored = {}) {
  const stray = Object.keys(stored).find((name) => !Object.hasOwn(attributeTable, name));
  if (stray !== undefined) {
    const problem = `attributes has '${stray.slice(0, 40)}', which the tag does not know`;
    throw new AttentionError('option', 'attributes', problem);
  }
  /** @type {Record<string, unknown>} */
  const values = {};
  for (const [name, parse] of Object.entries(attributeTable)) {
    const text = element.getAttribute(name) ?? (Object.hasOwn(stored, name) ? stored[name] : null);
    if (text !== null) values[name] = parse(text);
  }
  return /** @type {Attributes} */ (values);
}
