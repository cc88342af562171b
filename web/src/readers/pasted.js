// Text that somebody pasted: what Python or NumPy printed, JSON, a table, or words.
import { AttentionError, shown } from '../errors.js';
import { bareWeights, printedSum } from './bare_array.js';
import { delimiterOf, readCsv, withoutComments } from './csv.js';
import { LONGEST_JSON, readData } from './json.js';
import { inputOf } from './named_arrays.js';
import { readLiteral } from './python_literal.js';

/** @typedef {import('./json.js').Input} Input */

/** A list, tuple or dict begins so; "[CLS]" and "(see below)" are words. */
const BRACKETS =
  /^[[({](?:[\s[({]|#.*\n)*(?:['"\d.…\-+\])}]|(?:np\.|numpy\.|torch\.)?(?:nan|inf|True|False|None|true|false|null|NaN|Infinity|array|tensor|float\d*|int\d*|str_)\b)/;
/** A call, a name that is given a value, or what a session prints before them. */
const CALL =
  /^(?:(?:Out|In)\s*\[\d|>>>|Parameter containing:|[A-Za-z_][\w.]*\s*(?:=[^=]|\(\s*[[(]))/;

/** What a session shows of an object that has no numbers to show: <tf.Tensor: shape=(2, 2), …>, <object at 0x7f…>. */
const REPRESENTED = /^<[A-Za-z_][\w.]*(?::| object\b| at 0x)/;

/**
 * @param {string} text
 * @returns {Input}
 * @throws {AttentionError} argument 'pasted' for what means nothing, with its place; as inputOf, bareWeights and readCsv
 */
export function readPasted(text) {
  if (text.length > LONGEST_JSON) {
    const problem = `the text has ${text.length} characters, at most ${LONGEST_JSON} are read`;
    throw new AttentionError('overflow', 'pasted', problem);
  }
  const trimmed = text.replace(/^\ufeff/, '').trim();
  if (trimmed === '') throw new AttentionError('option', 'pasted', 'the text is empty');
  if (REPRESENTED.test(trimmed)) {
    const problem = `the text begins with '${trimmed.slice(0, 20)}': that is how Python shows an object, not its numbers; print it, or its .tolist()`;
    throw new AttentionError('option', 'pasted', problem);
  }
  // Without comments and imports, whether it is code can be seen; a "#" before words is one of them.
  const code = trimmed.replace(/^(?:(?:#|(?:import|from)[ \t]+[A-Za-z_]).*\n\s*)+/, '');
  if (BRACKETS.test(code) || CALL.test(code)) return valueInput(parseValue(trimmed), 'pasted');
  const table = withoutComments(trimmed);
  if (isTable(table, delimiterOf(table))) return readCsv(table);
  return readData({ tokens: wordsOf(trimmed) });
}

/**
 * @param {unknown} value a JSON value, or what readLiteral gives
 * @param {string} argument
 * @returns {Input} of an object or dict by its names, of a list of strings the tokens, of nested numbers weights
 * @throws {AttentionError} as inputOf and bareWeights
 */
export function valueInput(value, argument) {
  if (Array.isArray(value)) {
    if (value.length > 0 && value.every((one) => typeof one === 'string'))
      return readData({ tokens: value });
    return bareWeights(value, printedSum);
  }
  if (value instanceof Map) return inputOf(plainParts(value));
  if (typeof value === 'object' && value !== null) return inputOf(Object.entries(value));
  const problem = `found ${shown(value)} alone, expected lists of numbers, a list of tokens, or names with their lists`;
  throw new AttentionError('option', argument, problem);
}

/**
 * @param {string} text
 * @returns {unknown}
 */
function parseValue(text) {
  // Python's own reader takes JSON as well, but the browser's is far faster.
  if (text[0] === '[' || text[0] === '{') {
    try {
      return JSON.parse(text);
    } catch {
      // What is wrong, and where, the other reader says better.
    }
  }
  return readLiteral(text, 'pasted');
}

/**
 * Dicts in a dict become objects: a mask, { data, shape }.
 * @param {Map<string, unknown>} names
 * @returns {[string, unknown][]}
 */
function plainParts(names) {
  return Array.from(names, ([name, value]) => [
    name,
    value instanceof Map ? Object.fromEntries(plainParts(value)) : value,
  ]);
}

/** Of a table's cell, quoted or not, with a decimal comma too: it is refused by name. */
const CELL = /^\s*"?[+-]?(?:\d+(?:[.,]\d*)?|\.\d+|nan|inf)(?:[eE][+-]?\d+)?"?\s*$/i;

/**
 * @param {string} text
 * @param {string} delimiter
 * @returns {boolean} whether its second line, or its only one, has a number among several cells
 */
function isTable(text, delimiter) {
  const lines = text.split(/\r\n?|\n/, 2);
  const cells = (lines[1] ?? lines[0]).trim().split(delimiter === ' ' ? /\s+/ : delimiter);
  return cells.length > 1 && cells.some((cell) => CELL.test(cell));
}

/**
 * One token a line; a single line is words, as in the attribute `tokens`.
 * @param {string} text
 * @returns {string[]}
 */
function wordsOf(text) {
  const lines = text.split(/\r\n?|\n/).filter((line) => line.trim() !== '');
  return lines.length > 1 ? lines : text.split(/\s+/);
}
