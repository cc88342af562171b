// Delimited text (RFC 4180): one head's weights, with its tokens in the first row and the first column where they are there.
import { AttentionError, shown } from '../errors.js';
import { bareWeights, printedSum } from './bare_array.js';
import { LONGEST_JSON, MOST_VALUES, readData } from './json.js';

/** @typedef {import('./json.js').Input} Input */

const NUMBER = /^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?\s*$/;
/** What stands for a number and is none that can be drawn. */
const NO_NUMBER = /^\s*[+-]?(?:nan|inf(?:inity)?)\s*$/i;
/** A number with a decimal comma. */
const COMMA = /^\s*[+-]?\d+,\d+\s*$/;

/**
 * @param {string} text
 * @returns {Input} weights; or tokens, where it is one row or column of words
 * @throws {AttentionError} argument 'csv': option for quotes that do not close and for what is no number, shape for rows of unequal
 *   length, not_finite; as bareWeights
 */
export function readCsv(text) {
  const table = withoutComments(text.replace(/^\ufeff/, ''));
  const rows = readRows(table, delimiterOf(table));
  if (rows.length === 0) refuse('the table is empty', 'shape');
  const words = wordsOf(rows);
  if (words) return readData({ tokens: words });
  const { header, column, body } = partsOf(rows);
  const numbers = body.map((row, k) =>
    row.map((field, c) => numberOf(field, rows.length - body.length + k, c + (column ? 1 : 0))),
  );
  const labels = {
    ...(column ? { tokens: column } : {}),
    // One list is that of both where the map is square.
    ...(header && header.join('\n') !== column?.join('\n')
      ? { [column ? 'keyTokens' : labelled(numbers)]: header }
      : {}),
  };
  return bareWeights(numbers, printedSum, labels);
}

/**
 * @param {number[][]} numbers
 * @returns {'tokens' | 'keyTokens'} what a header alone names: of a square map, both
 */
function labelled(numbers) {
  return numbers.length === numbers[0].length ? 'tokens' : 'keyTokens';
}

/** A line of a comment, or an empty one; "#" in a cell of its own is a token. */
const COMMENT = /^\s*(?:#(?!\s*[,;\t])|$)/;

/**
 * Lines that begin with "#", above a table and below it, are comments: NumPy writes headers and footers so.
 * @param {string} text
 * @returns {string} without them; but the last above, where it has a name for each column, is the header
 */
export function withoutComments(text) {
  let [start, end] = [0, text.length];
  let above = '';
  while (start < end) {
    const line = lineAt(text, start);
    if (!COMMENT.test(line)) break;
    if (line.trim() !== '') above = line;
    start += line.length + 1;
  }
  while (end > start) {
    const last = text.lastIndexOf('\n', end - 1);
    if (last < start || !COMMENT.test(text.slice(last + 1, end))) break;
    end = last;
  }
  const table = text.slice(start, end);
  const names = above.replace(/^\s*#\s*/, '').trim();
  return isHeader(names, table) ? `${names}\n${table}` : table;
}

/**
 * @param {string} text
 * @param {number} start
 * @returns {string} up to the end of its line
 */
function lineAt(text, start) {
  const end = text.indexOf('\n', start);
  return end < 0 ? text.slice(start) : text.slice(start, end);
}

/**
 * @param {string} names
 * @param {string} table below them
 * @returns {boolean} whether there is one for each of several columns
 */
function isHeader(names, table) {
  const delimiter = delimiterOf(table);
  const count = (/** @type {string} */ line) =>
    line.trim().split(delimiter === ' ' ? /\s+/ : delimiter).length;
  const columns = count(lineAt(table, 0));
  return columns > 1 && count(names) === columns;
}

/**
 * The one of comma, semicolon and tab that the first line has most of, outside of quotes; a space where it has none of them and it, or
 * the line below it, is numbers with spaces between.
 * @param {string} text
 * @returns {string}
 */
export function delimiterOf(text) {
  const [first, second = ''] = text.trimStart().split(/\r\n?|\n/, 2);
  const line = first.replace(/"[^"]*"/g, '').trimEnd();
  const counts = [',', ';', '\t'].map((delimiter) => line.split(delimiter).length - 1);
  const most = Math.max(...counts);
  if (most > 0) return [',', ';', '\t'][counts.indexOf(most)];
  const words = (/** @type {string} */ text) => text.trim().split(/\s+/);
  const isNumbers = (/** @type {string} */ text) =>
    words(text).length > 1 && words(text).every((word) => NUMBER.test(word));
  const isBelow = isNumbers(second) && words(second).length === words(first).length;
  return isNumbers(line) || isBelow ? ' ' : ',';
}

/**
 * @param {string} text
 * @param {string} delimiter ' ' stands for any white space
 * @returns {string[][]} without the empty line at the end
 */
function readRows(text, delimiter) {
  if (text.length > LONGEST_JSON)
    refuse(`the table has ${text.length} characters, at most ${LONGEST_JSON} are read`, 'overflow');
  if (delimiter === ' ')
    return text
      .split(/\r\n?|\n/)
      .map((line) => line.trim())
      .filter(Boolean)
      .map((line) => line.split(/\s+/));
  /** @type {string[][]} */
  const rows = [[]];
  let fields = 0;
  for (let at = 0; at <= text.length; ) {
    const { value, end } =
      text[at] === '"' ? readQuoted(text, at, rows.length - 1) : readPlain(text, at, delimiter);
    rows[rows.length - 1].push(value);
    fields += 1;
    if (fields > MOST_VALUES) refuse(`the table has more than ${MOST_VALUES} fields`, 'overflow');
    const next = text[end];
    if (next !== undefined && next !== delimiter && next !== '\r' && next !== '\n')
      refuse(
        `row ${rows.length - 1} has ${shown(text.slice(end, end + 10))} after a closing quote, expected ${shown(delimiter)}`,
      );
    at = end + (text.startsWith('\r\n', end) ? 2 : 1);
    if (next === '\r' || next === '\n') rows.push([]);
  }
  // Lines at the end that hold nothing are no rows.
  while (rows.length && rows[rows.length - 1].every((field) => field.trim() === '')) rows.pop();
  return rows;
}

/**
 * @param {string} text
 * @param {number} at
 * @param {string} delimiter
 */
function readPlain(text, at, delimiter) {
  let end = at;
  while (end < text.length && text[end] !== delimiter && text[end] !== '\n' && text[end] !== '\r')
    end += 1;
  return { value: text.slice(at, end), end };
}

/**
 * @param {string} text
 * @param {number} at of the first quote
 * @param {number} row
 */
function readQuoted(text, at, row) {
  let end = at + 1;
  for (;;) {
    end = text.indexOf('"', end);
    if (end < 0) refuse(`row ${row} has a quote that never closes`);
    if (text[end + 1] !== '"') break;
    end += 2;
  }
  return { value: text.slice(at + 1, end).replaceAll('""', '"'), end: end + 1 };
}

/**
 * @param {string[][]} rows
 * @returns {string[] | null} tokens, where no field is a number and all stand in one row or one column
 */
function wordsOf(rows) {
  const isColumn = rows.every((row) => row.length === 1);
  if (!isColumn && rows.length > 1) return null;
  const fields = rows.flat();
  return fields.some((field) => NUMBER.test(field) || NO_NUMBER.test(field)) ? null : fields;
}

/**
 * @param {string[][]} rows
 * @returns {{ header: string[] | null, column: string[] | null, body: string[][] }} tokens as they stand, and the numbers
 */
function partsOf(rows) {
  const [first] = rows;
  const below = rows.slice(1);
  // pandas leaves the corner empty; R leaves it out.
  const isIndexed = first[0].trim() === '' && below.length > 0;
  const isShort =
    below.length > 0 && first.some(isWord) && below.every((row) => row.length === first.length + 1);
  const hasHeader =
    isIndexed ||
    isShort ||
    (below.length > 0 && first.slice(1).some(isWord)) ||
    (first.length === 1 && isWord(first[0]));
  const lines = hasHeader ? below : rows;
  const hasColumn = isIndexed || isShort || lines.some((row) => isWord(row[0]));
  const body = hasColumn ? lines.map((row) => row.slice(1)) : lines;
  const header = hasHeader ? (hasColumn && !isShort ? first.slice(1) : first) : null;
  const width = header?.length ?? body[0].length;
  body.forEach((row, k) => {
    if (row.length === width) return;
    const problem = `row ${rows.length - body.length + k} has ${row.length} numbers, expected ${width}`;
    refuse(problem, 'shape');
  });
  return { header, column: hasColumn ? lines.map((row) => row[0]) : null, body };
}

/** @param {string} field @returns {boolean} whether it is a token: text that stands for no number */
function isWord(field) {
  return ![NUMBER, NO_NUMBER, COMMA].some((number) => number.test(field));
}

/**
 * @param {string} field
 * @param {number} row
 * @param {number} column
 * @returns {number}
 */
function numberOf(field, row, column) {
  if (NUMBER.test(field)) return Number(field);
  const where = `row ${row}, column ${column} is ${shown(field)}`;
  if (NO_NUMBER.test(field)) refuse(`${where}, expected a finite number`, 'not_finite');
  const comma = COMMA.test(field) ? ' with a decimal point' : '';
  return refuse(`${where}, expected a number${comma}`);
}

/**
 * @param {string} message
 * @param {'option' | 'shape' | 'overflow' | 'not_finite'} [code]
 * @returns {never}
 */
function refuse(message, code = 'option') {
  throw new AttentionError(code, 'csv', message);
}
