// A matrix of numbers as coloured cells: the core's pixels on a plate, and the numbers themselves where
// the cells are large enough.
import { CellNumbers, numbersFit } from './cell_numbers.js';
import { levelOf } from './colour_scale.js';
import { fixed } from './numbers.js';
import { Plate } from './plate.js';

/** The size of numbers in cells against the figure's type; the style sheet says the same. */
export const NUMBER_EM = 0.92;

/**
 * @typedef {object} MatrixContent
 * @property {Float32Array} values rows × columns; NaN and −∞ are hatched
 * @property {import('./geometry.js').CellSize} row
 * @property {import('./geometry.js').CellSize} column
 * @property {number} rows
 * @property {number} columns
 * @property {import('./colour_scale.js').ColourScale} scale
 * @property {Uint8ClampedArray} colours
 * @property {import('./look.js').Look} look
 * @property {(index: number) => string} [print] the text of a cell; none: no numbers
 * @property {string} [widest] the widest text that a cell may hold
 */

export class Matrix {
  #numbers;

  /**
   * @param {Document} document
   * @param {string} part
   */
  constructor(document, part) {
    this.plate = new Plate(document, part);
    this.#numbers = new CellNumbers(document);
    this.plate.root.append(this.#numbers.root);
  }

  /** @param {MatrixContent} content */
  update(content) {
    const { values, rows, columns, row, column, scale, colours, look } = content;
    this.plate.resize({ rows, columns, width: column.length, height: row.length });
    const rgba = look.pixels({
      weights: { data: values, shape: [1, rows, columns] },
      head: 0,
      width: column.pixels,
      height: row.pixels,
      pool: 'mean',
      transform: scale.transform,
      domain: scale.domain,
      palette: colours,
    });
    this.plate.blit(rgba, column.pixels, row.pixels);
    this.#print(content);
  }

  /** @param {MatrixContent} content */
  #print({ values, rows, columns, column, scale, colours, look, print, widest = fixed(-0.88) }) {
    const width = look.measure(widest) * NUMBER_EM;
    if (!print || !numbersFit(rows * columns, column.cell, width)) {
      this.#numbers.update(null);
      return;
    }
    const texts = Array.from({ length: rows * columns }, (_, index) => print(index));
    const level = (/** @type {number} */ index) => levelOf(scale, values[index]);
    this.#numbers.update({ columns, texts, level, colours });
  }
}
