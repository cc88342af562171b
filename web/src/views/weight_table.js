// The weights of one head as a real table, for readers who cannot see a map or want its numbers.
import { node } from './nodes.js';
import { fixed } from './numbers.js';
import { fill } from './strings.js';
import { tokenText } from './token_text.js';

/** Larger tables stop being readable by eye or by ear. */
export const LARGEST_TABLE = 16;

/**
 * @param {import('./picture.js').Picture} picture
 * @returns {boolean} whether the map is small enough for a table
 */
export function tableFits(picture) {
  return picture.queryTokens.length <= LARGEST_TABLE && picture.keyTokens.length <= LARGEST_TABLE;
}

/**
 * @param {Document} document
 * @param {object} content
 * @param {import('./picture.js').Picture} content.picture
 * @param {import('./picture.js').Slice} content.slice
 * @param {string} content.headName
 * @param {import('./strings.js').Strings} content.strings
 * @returns {HTMLTableElement}
 */
export function weightTable(document, { picture, slice, headName, strings }) {
  const head = node(document, 'tr', {}, [
    node(document, 'th', { text: `${strings.queriesAxisShort} ${strings.keysAxisShort}` }),
    ...picture.keyTokens.map((token) => heading(document, tokenText(token), 'col')),
    heading(document, strings.rowSum, 'col'),
  ]);
  const body = picture.queryTokens.map((token, row) =>
    node(document, 'tr', {}, [
      heading(document, tokenText(token), 'row'),
      ...picture.keyTokens.map((_, column) => weightCell(document, slice, row, column, strings)),
      node(document, 'td', {
        class: 'sum',
        text: slice.hidesRow(row)
          ? `${fixed(slice.rowSum[row])} (${strings.noKey})`
          : fixed(slice.rowSum[row]),
      }),
    ]),
  );
  return node(document, 'table', {}, [
    node(document, 'caption', { text: fill(strings.tableCaption, { head: headName }) }),
    node(document, 'thead', {}, [head]),
    node(document, 'tbody', {}, body),
  ]);
}

/**
 * @param {Document} document
 * @param {string} text
 * @param {'row' | 'col'} scope
 * @returns {HTMLElement}
 */
function heading(document, text, scope) {
  const cell = node(document, 'th', { text });
  cell.scope = scope;
  cell.dir = 'auto';
  // The sheet cuts what is wide.
  cell.title = text;
  return cell;
}

/**
 * @param {Document} document
 * @param {import('./picture.js').Slice} slice
 * @param {number} row
 * @param {number} column
 * @param {import('./strings.js').Strings} strings
 * @returns {HTMLElement}
 */
function weightCell(document, slice, row, column, strings) {
  const masked = slice.hides(row, column);
  const cell = node(document, 'td', {
    class: masked ? 'masked' : '',
    text: fixed(slice.row(row)[column]),
  });
  if (masked) {
    cell.append(node(document, 'span', { class: 'unseen', text: ` (${strings.masked})` }));
  }
  return cell;
}
