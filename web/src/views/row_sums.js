// What each row truly sums to, beside its cells: the rounded numbers in them may add up to 0.99 or 1.01.
import { children, node, setHidden, setText } from './nodes.js';
import { fixed } from './numbers.js';

/** @typedef {{ rows: number, rowSum: ArrayLike<number>, hidesRow: (row: number) => boolean }} Summed rows with their sums, hidesRow: sees no key */

export class RowSums {
  #document;
  #title;
  #sums;
  /** What each says, so that only others are written. @type {string[]} */
  #said = [];
  #lit = true;

  /** @param {Document} document */
  constructor(document) {
    this.#document = document;
    this.#title = node(document, 'div', { class: 'caption sum-title', text: 'Σ', hidden: true });
    this.#sums = node(document, 'div', { class: 'sums', part: 'row-sums', hidden: true });
    /** Goes above and beside the cells; the figure's grid places both. */
    this.parts = [this.#title, this.#sums];
  }

  /**
   * @param {Summed | null} slice null shows none
   * @param {number} cell CSS px of a row
   */
  update(slice, cell) {
    for (const part of this.parts) setHidden(part, slice === null);
    const sums = children(this.#sums, slice?.rows ?? 0, () => node(this.#document, 'div'));
    if (!slice) {
      this.#said.length = 0;
      return;
    }
    const height = `${cell}px`;
    sums.forEach((sum, row) => {
      const none = slice.hidesRow(row);
      const said = `${fixed(slice.rowSum[row])} ${height} ${none}`;
      if (this.#said[row] === said) return;
      this.#said[row] = said;
      setText(sum, fixed(slice.rowSum[row]));
      sum.style.height = height;
      sum.classList.toggle('no-key', none);
    });
    this.#said.length = slice.rows;
  }

  /** @param {number | undefined} row */
  highlight(row) {
    if (row === undefined && !this.#lit) return;
    this.#lit = row !== undefined;
    Array.from(this.#sums.children).forEach((sum, index) => {
      sum.classList.toggle('on', index === row);
    });
  }
}
