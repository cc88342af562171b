// Marks over the cells of a matrix that an edit has changed: one dashed box for each rectangle of them, so that a row, a column or
// the whole matrix is a box and not a swarm.
import { children, node } from '../nodes.js';

/** More boxes than this would say no more than "in many places". */
const MOST_BOXES = 48;

/** @typedef {{ row: number, column: number, rows: number, columns: number }} Box */

export class ChangedCells {
  #document;

  /** @param {Document} document */
  constructor(document) {
    this.#document = document;
    this.root = node(document, 'div', { class: 'changed-cells', hidden: true });
  }

  /**
   * @param {Uint8Array | null} changed rows × columns, 1 where a cell is marked
   * @param {number} rows
   * @param {number} columns
   */
  update(changed, rows, columns) {
    const boxes = changed?.includes(1) ? boxesOf(changed, rows, columns) : [];
    const nodes = children(this.root, boxes.length, () => node(this.#document, 'i'));
    nodes.forEach(({ style }, index) => {
      const box = boxes[index];
      style.left = `${(100 * box.column) / columns}%`;
      style.top = `${(100 * box.row) / rows}%`;
      style.width = `${(100 * box.columns) / columns}%`;
      style.height = `${(100 * box.rows) / rows}%`;
    });
  }
}

/**
 * Rectangles that together cover what is marked: runs along rows, joined where they are the same in rows below.
 * @param {Uint8Array} changed
 * @param {number} rows
 * @param {number} columns
 * @returns {Box[]} at most MOST_BOXES; where there would be more, one around all of them
 */
export function boxesOf(changed, rows, columns) {
  /** @type {Box[]} */
  const boxes = [];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const start = column;
      while (column < columns && changed[row * columns + column]) column++;
      if (column === start) continue;
      const width = column - start;
      const above = boxes.find(
        (box) => box.column === start && box.columns === width && box.row + box.rows === row,
      );
      if (above) above.rows++;
      else if (boxes.length === MOST_BOXES) return [boundsOf(changed, rows, columns)];
      else boxes.push({ row, column: start, rows: 1, columns: width });
    }
  }
  return boxes;
}

/**
 * @param {Uint8Array} changed
 * @param {number} rows
 * @param {number} columns
 * @returns {Box} around everything that is marked
 */
function boundsOf(changed, rows, columns) {
  let [top, bottom, left, right] = [rows, 0, columns, 0];
  for (let row = 0; row < rows; row++) {
    const line = changed.subarray(row * columns, (row + 1) * columns);
    const first = line.indexOf(1);
    if (first < 0) continue;
    top = Math.min(top, row);
    bottom = row + 1;
    left = Math.min(left, first);
    right = Math.max(right, line.lastIndexOf(1) + 1);
  }
  return { row: top, column: left, rows: bottom - top, columns: right - left };
}
