// Numbers of x and the weight matrices that a reader has replaced: "x:0,3=1.5 wq:2,1=-0.3".
import { AttentionError } from '../../errors.js';
import { refuse } from '../attribute_readers.js';

/** @typedef {'x' | 'wq' | 'wk' | 'wv'} EditedMatrix */
/** @typedef {{ matrix: EditedMatrix, row: number, column: number, value: number }} CellEdit */
/** @typedef {import('../../readers/json.js').Tensor} Tensor */

const MOST_EDITS = 64;
/** Larger numbers would make one weight of everything. */
const LARGEST = 100;
const EDIT = /^(x|wq|wk|wv):(\d{1,6}),(\d{1,6})=([-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)$/i;

/**
 * @param {string} text
 * @returns {CellEdit[]}
 * @throws {AttentionError} code 'option', with what it may be
 */
export function parseEdits(text) {
  const words = text.split(/[\s;]+/).filter(Boolean);
  if (words.length > MOST_EDITS) refuse('edits', text, `at most ${MOST_EDITS} of them`);
  return words.map((word) => {
    const found = EDIT.exec(word);
    if (!found) refuse('edits', word, "'x:row,column=number', or wq, wk, wv");
    const value = Number(found[4]);
    if (!(Math.abs(value) <= LARGEST))
      refuse('edits', word, `a number from −${LARGEST} to ${LARGEST}`);
    return {
      matrix: /** @type {EditedMatrix} */ (found[1].toLowerCase()),
      row: Number(found[2]),
      column: Number(found[3]),
      value,
    };
  });
}

/**
 * @param {Record<EditedMatrix, Tensor>} matrices
 * @param {readonly CellEdit[]} edits
 * @returns {Record<EditedMatrix, Tensor>} copies of those that are edited, the others as they are
 * @throws {AttentionError} code 'option' for a cell that is not there
 */
export function withEdits(matrices, edits) {
  const edited = { ...matrices };
  for (const { matrix, row, column, value } of edits) {
    const { data, shape } = edited[matrix];
    const [rows, columns] = shape;
    if (row >= rows || column >= columns) {
      const message = `edits names ${matrix}:${row},${column}, but ${matrix} has ${rows} × ${columns} numbers, counted from 0`;
      throw new AttentionError('option', 'edits', message);
    }
    const copy = data === matrices[matrix].data ? Float32Array.from(data) : data;
    copy[row * columns + column] = value;
    edited[matrix] = { data: copy, shape };
  }
  return edited;
}
