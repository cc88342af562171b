// A matrix with its title, labels, colour bar and row sums that is pointed at, locked and walked by keys: what most figures of
// concepts are put together from. It plans its own sizes from the room that it is given.
import { weightScale } from '../colour_scale.js';
import { cellsFrom } from '../matrix.js';
import { setAttribute } from '../nodes.js';
import { fixed } from '../numbers.js';
import { Panel } from '../panel.js';
import { Pointing } from '../pointing.js';
import { walkable } from '../walkable.js';
import { ChangedCells } from './changed_cells.js';
import { planPanel } from './panel_plan.js';

/** @typedef {import('../colour_scale.js').ColourScale} ColourScale */
/** @typedef {import('../look.js').Look} Look */

/** @typedef {{ row: number, column: number, locked: boolean }} Cell */

/**
 * @typedef {object} MatrixPanelContent
 * @property {string} title
 * @property {string} [step] what made it, in smaller type under the title
 * @property {string} label what assistive technology calls it
 * @property {Float32Array} values rows × columns; NaN and −∞ are hatched
 * @property {number} rows
 * @property {number} columns
 * @property {string[] | null} rowTokens null: no labels
 * @property {string[] | null} columnTokens null: no labels
 * @property {number} [block] columns that one column token stands over; none: one each
 * @property {string} across what the columns are
 * @property {string} down what the rows are
 * @property {'weights' | ColourScale} scale weights: 0…1 in the map's palette; otherwise signed numbers
 * @property {number} room CSS px of width that the panel may take, labels included
 * @property {number} [tallest] CSS px of height; none: the look's
 * @property {number} [largest] em of a cell at most
 * @property {(index: number) => string} [print] the text of a cell; none: two decimals
 * @property {string} [widest] the widest text that a cell may hold; none: two decimals with a sign
 * @property {number} [labels] CSS px of row labels at least: matrices under each other stand in line
 * @property {Uint8Array | null} [changed] 1 where a cell is marked as changed
 * @property {readonly number[] | Float32Array} [sums] true row sums, to stand beside the rows
 */

export class MatrixPanel {
  #panel;
  #changed;
  #pointing;
  #size = { rows: 1, columns: 1 };

  /**
   * @param {Document} document
   * @param {import('../strings.js').Strings} strings
   * @param {(cell: Cell | null, spoken: boolean) => void} pointed another cell is pointed at, or none; spoken: by keys or a lock
   * @param {string} [part] the ::part of its plate
   * @param {(cell: { row: number, column: number }) => boolean} [press] a click, a tap or Enter on a cell; true: it is not to be locked
   */
  constructor(document, strings, pointed, part = 'map', press = () => false) {
    this.#panel = new Panel(document, part);
    this.#changed = new ChangedCells(document);
    this.#panel.matrix.plate.root.append(this.#changed.root);
    this.root = walkable(document, 'matrix-panel', strings, [this.#panel.root]);
    /** @type {import('../look.js').Figure} */
    const pointable = {
      root: this.root,
      widget: this.root,
      update: () => {},
      // The owner decides what lights up, here and in the panels beside it.
      highlight: () => {},
      locate: (x, y) => {
        const cell = this.locate(x, y);
        return cell && { head: 0, ...cell };
      },
    };
    this.#pointing = new Pointing(this.root, {
      figure: () => pointable,
      extent: () => ({ heads: 1, ...this.#size, head: 0 }),
      focused: (focus, spoken) => pointed(focus, spoken),
      leave: () => false,
      press,
    });
  }

  /**
   * @param {number} clientX
   * @param {number} clientY
   * @returns {{ row: number, column: number } | null} the cell under a point of the viewport
   */
  locate(clientX, clientY) {
    return this.#panel.matrix.plate.locate(clientX, clientY);
  }

  /** The cell that is pointed at or locked, or null. @returns {Cell | null} */
  get cell() {
    return this.#pointing.focus;
  }

  set cell(/** @type {Cell | null} */ cell) {
    this.#pointing.set(cell && { head: 0, ...cell });
  }

  /**
   * @param {MatrixPanelContent} content
   * @param {Look} look
   */
  update(content, look) {
    const { values, rows, columns, scale, sums } = content;
    this.#size = { rows, columns };
    const plan = planPanel({ ...content, sums: sums !== undefined }, look);
    const isWeights = scale === 'weights';
    setAttribute(this.root, 'aria-label', content.label);
    this.#panel.update({
      title: content.title,
      step: content.step ?? '',
      across: content.across,
      down: content.down,
      rowTokens: content.rowTokens ?? [],
      columnTokens: content.columnTokens,
      block: content.block ?? 1,
      left: plan.left,
      top: plan.top,
      leftWidth: plan.leftWidth,
      matrix: {
        ...cellsFrom(values, rows, columns),
        hatched: values.some((value) => Number.isNaN(value) || value === Number.NEGATIVE_INFINITY),
        row: plan.row,
        column: plan.column,
        scale: isWeights ? weightScale({ ...look, largest: () => largestOf(values) }) : scale,
        colours: isWeights ? look.colours : look.signed,
        look,
        print: content.print ?? ((index) => printed(values[index], isWeights)),
        ...(content.widest === undefined ? {} : { widest: content.widest }),
      },
      sums: plan.sums && sums ? { rows, rowSum: sums, hidesRow: (row) => sums[row] === 0 } : null,
    });
    this.#changed.update(content.changed ?? null, rows, columns);
    this.#pointing.renew();
  }

  /**
   * Frame a row, a column and their cell; either may be missing.
   * @param {{ row?: number, column?: number, locked?: boolean } | null} focus
   */
  highlight(focus) {
    this.#panel.highlight(focus);
  }
}

/**
 * @param {number} value
 * @param {boolean} isWeight a masked weight is exactly 0; a masked score is −∞
 * @returns {string}
 */
function printed(value, isWeight) {
  return fixed(isWeight && Number.isNaN(value) ? 0 : value);
}

/**
 * @param {Float32Array} values NaN where masked
 * @returns {number}
 */
function largestOf(values) {
  // Math.max of a NaN is NaN.
  return values.reduce((most, value) => (Number.isNaN(value) ? most : Math.max(most, value)), 0);
}
