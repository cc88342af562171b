// A plate: the rectangle under every matrix and strip. CSS for hatch and rules, and three boxes for the highlight, so that
// pointing at a cell repaints nothing. The cells themselves are on a canvas: the plate's own, or one that plates share.
import { node, place } from './nodes.js';

/**
 * @typedef {object} PlateSize
 * @property {number} rows
 * @property {number} columns
 * @property {number} width CSS px
 * @property {number} height CSS px
 */

/** Narrower cells touch: a rule between them would take too much of them. */
const RULED_FROM_PX = 12;
/** Thinner rows are marked by one line, not by two that would cover them. */
const FRAMED_FROM_PX = 3;
/** A mark around a cell is never smaller than this, or nobody would see it. */
const SMALLEST_MARK_PX = 5;

export class Plate {
  #rules;
  #row;
  #column;
  #mark;
  /** @type {PlateSize} */
  #size = { rows: 1, columns: 1, width: 1, height: 1 };
  #lit = true;

  /**
   * @param {Document} document
   * @param {string} part the ::part of the whole plate
   * @param {Node[]} [beneath] what lies under the rules
   */
  constructor(document, part, beneath = []) {
    this.#rules = node(document, 'div', { class: 'rules' });
    this.#row = node(document, 'div', { class: 'band row' });
    this.#column = node(document, 'div', { class: 'band column' });
    this.#mark = node(document, 'div', { class: 'mark', part: 'cell-mark' });
    this.root = node(document, 'div', { class: 'plate', part, hidden: true }, [
      ...beneath,
      this.#rules,
      this.#row,
      this.#column,
      this.#mark,
    ]);
    this.highlight(null);
  }

  /** @returns {PlateSize} */
  get size() {
    return this.#size;
  }

  /**
   * @param {PlateSize} size
   * @param {boolean} [hatched] some cells are transparent and show the hatch
   */
  resize(size, hatched = false) {
    this.root.classList.toggle('hatched', hatched);
    const { rows, columns, width, height } = this.#size;
    const same = size.rows === rows && size.columns === columns;
    if (same && size.width === width && size.height === height) return;
    this.#size = size;
    const { style } = this.root;
    style.width = `${size.width}px`;
    style.height = `${size.height}px`;
    const cellWidth = size.width / size.columns;
    const cellHeight = size.height / size.rows;
    style.setProperty('--cell-width', `${cellWidth}px`);
    style.setProperty('--cell-height', `${cellHeight}px`);
    const smaller = Math.min(cellWidth, cellHeight);
    this.#rules.classList.toggle('shown', smaller >= RULED_FROM_PX);
    this.root.classList.toggle('fine', smaller < FRAMED_FROM_PX);
  }

  /**
   * Frame a row, a column and their cell; either may be missing.
   * @param {{ row?: number, column?: number, locked?: boolean } | null} focus
   */
  highlight(focus) {
    const { rows, columns, width, height } = this.#size;
    const row = inside(focus?.row, rows);
    const column = inside(focus?.column, columns);
    const lit = row !== null || column !== null;
    if (!lit && !this.#lit) return;
    this.#lit = lit;
    const cellWidth = width / columns;
    const cellHeight = height / rows;
    this.#row.hidden = row === null;
    this.#column.hidden = column === null;
    this.#mark.hidden = row === null || column === null;
    if (row !== null) place(this.#row, 0, row * cellHeight, width, cellHeight);
    if (column !== null) place(this.#column, column * cellWidth, 0, cellWidth, height);
    if (row !== null && column !== null) {
      const markWidth = Math.max(cellWidth, SMALLEST_MARK_PX);
      const markHeight = Math.max(cellHeight, SMALLEST_MARK_PX);
      const left = (column + 0.5) * cellWidth - markWidth / 2;
      place(this.#mark, left, (row + 0.5) * cellHeight - markHeight / 2, markWidth, markHeight);
    }
    this.root.classList.toggle('locked', focus?.locked === true);
  }

  /**
   * The cell under a point of the viewport. Goes by the ratio of the drawn box, so that a page that
   * scales its slides with CSS still gets the right cell.
   * @param {number} clientX
   * @param {number} clientY
   * @returns {{ row: number, column: number } | null} null outside
   */
  locate(clientX, clientY) {
    const box = this.root.getBoundingClientRect();
    const x = (clientX - box.left) / box.width;
    const y = (clientY - box.top) / box.height;
    if (!(x >= 0 && x < 1 && y >= 0 && y < 1)) return null;
    return { row: Math.floor(y * this.#size.rows), column: Math.floor(x * this.#size.columns) };
  }
}

/**
 * @param {number | undefined} index
 * @param {number} count
 * @returns {number | null}
 */
function inside(index, count) {
  return index !== undefined && index >= 0 && index < count ? index : null;
}
