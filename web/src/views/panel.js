// One stage of a computation: a titled matrix with its labels and its colour bar, to stand beside others.
import { AxisLabels } from './axis_labels.js';
import { ColourBar } from './colour_bar.js';
import { lineOf } from './look.js';
import { Matrix } from './matrix.js';
import { node, setHidden, setText } from './nodes.js';
import { RowSums } from './row_sums.js';
import { setTerms } from './terms.js';

/**
 * @typedef {object} PanelContent
 * @property {string} title
 * @property {string} step what was done to get here
 * @property {string} across caption above the columns
 * @property {string} down caption above the row labels
 * @property {string[]} rowTokens
 * @property {string[] | null} columnTokens null: the columns are components, not tokens
 * @property {import('./geometry.js').AxisPlan} left
 * @property {import('./geometry.js').AxisPlan} top
 * @property {number} leftWidth CSS px of row labels; 0 shows none
 * @property {number} [block] columns that one column token stands over, with a line between such blocks; none: one each
 * @property {import('./matrix.js').MatrixContent} matrix
 * @property {import('./row_sums.js').Summed | null} sums whose row sums stand beside the cells
 */

export class Panel {
  #document;
  #title;
  #step;
  #corner;
  #across;
  #top;
  #left;
  #bar;
  #sums;
  #block = 1;
  /** @type {HTMLElement | null} */
  #blocks = null;

  /**
   * @param {Document} document
   * @param {string} part
   */
  constructor(document, part) {
    this.#document = document;
    const caption = (/** @type {string} */ name) =>
      node(document, 'div', { class: `caption ${name}`, hidden: true });
    this.#title = node(document, 'span', { class: 'title' });
    this.#step = node(document, 'span', { class: 'step' });
    this.#corner = caption('corner');
    this.#across = caption('keys');
    this.#top = new AxisLabels(document, true);
    this.#left = new AxisLabels(document, false);
    this.matrix = new Matrix(document, part);
    this.#bar = new ColourBar(document);
    this.#sums = new RowSums(document);
    const heading = node(document, 'div', { class: 'heading', part: 'stage-title' }, [
      this.#title,
      this.#step,
    ]);
    this.root = node(document, 'div', { class: 'panel', part: 'stage' }, [
      heading,
      this.#corner,
      this.#across,
      this.#top.root,
      this.#left.root,
      this.matrix.plate.root,
      ...this.#sums.parts,
      this.#bar.root,
    ]);
  }

  /** @param {PanelContent} content */
  update(content) {
    const { matrix, leftWidth } = content;
    const line = lineOf(matrix.look);
    setTerms(this.#title, content.title);
    setTerms(this.#step, content.step);
    setText(this.#across, content.across);
    setText(this.#corner, leftWidth ? content.down : '');
    this.root.style.setProperty('--labels', `${leftWidth}px`);
    this.root.classList.toggle('unlabelled', leftWidth === 0);
    const top = content.columnTokens ?? [];
    this.#setBlock(content.block ?? 1, matrix.column.cell);
    const cell = matrix.column.cell * this.#block;
    this.#top.update({ tokens: top, plan: content.top, cell, line });
    const rows = leftWidth ? content.rowTokens : [];
    this.#left.update({ tokens: rows, plan: content.left, cell: matrix.row.cell, line });
    this.matrix.update(matrix);
    this.#sums.update(content.sums, matrix.row.cell);
    const width = Math.min(matrix.column.length, matrix.look.em * 11);
    const { scale, colours, look } = matrix;
    this.#bar.update({ title: '', scale, colours, width, look });
  }

  /**
   * @param {number} block columns
   * @param {number} cell CSS px of one
   */
  #setBlock(block, cell) {
    this.#block = block;
    if (block > 1 && !this.#blocks) {
      this.#blocks = node(this.#document, 'div', { class: 'blocks' });
      this.matrix.plate.root.append(this.#blocks);
    }
    if (this.#blocks) {
      setHidden(this.#blocks, block <= 1);
      this.#blocks.style.backgroundSize = `${block * cell}px 100%`;
    }
  }

  /** @param {{ row?: number, column?: number, locked?: boolean } | null} focus */
  highlight(focus) {
    this.matrix.plate.highlight(focus);
    const column = focus?.column;
    this.#top.highlight(column === undefined ? column : Math.floor(column / this.#block));
    this.#left.highlight(focus?.row);
    this.#sums.highlight(focus?.row);
  }
}
