// A matrix of numbers as coloured cells: the core's pixels on a plate, and the numbers themselves where
// the cells are large enough.
import { CellCanvas } from './cell_canvas.js';
import { CellNumbers, numbersFit } from './cell_numbers.js';
import { levelOf } from './colour_scale.js';
import { fixed } from './numbers.js';
import { Plate } from './plate.js';

/** The size of numbers in cells against the figure's type; the style sheet says the same. */
export const NUMBER_EM = 0.92;

/**
 * @typedef {object} MatrixContent
 * @property {import('./picture.js').Painted} painted masked cells, NaN and −∞ are hatched
 * @property {(index: number) => number} at the number of a cell by flat index; NaN and −∞ where it is hatched
 * @property {boolean} hatched whether some cell is
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

/**
 * @param {Float32Array} values rows × columns
 * @param {number} rows
 * @param {number} columns
 * @returns {Pick<MatrixContent, 'painted' | 'at' | 'rows' | 'columns'>}
 */
export function cellsFrom(values, rows, columns) {
  return {
    painted: { weights: tensorOf(values, [1, rows, columns]), head: 0 },
    at: (index) => values[index],
    rows,
    columns,
  };
}

/**
 * @param {Float32Array} data
 * @param {number[]} shape
 * @returns {import('./picture.js').Tensor}
 */
function tensorOf(data, shape) {
  return { data, shape };
}

export class Matrix {
  #canvas;
  #numbers;

  /**
   * @param {Document} document
   * @param {string} part
   */
  constructor(document, part) {
    this.#canvas = new CellCanvas(document);
    this.plate = new Plate(document, part, [this.#canvas.root]);
    this.#numbers = new CellNumbers(document);
    this.plate.root.append(this.#numbers.root);
  }

  /** @param {MatrixContent} content */
  update(content) {
    const { painted, hatched, rows, columns, row, column, scale, colours, look } = content;
    this.plate.resize({ rows, columns, width: column.length, height: row.length }, hatched);
    const samples = { width: column.pixels, height: row.pixels };
    this.#canvas.blit(samples, { width: column.length, height: row.length }, (rgba) =>
      look.pixels({
        ...painted,
        ...samples,
        pool: 'mean',
        transform: scale.transform,
        domain: scale.domain,
        palette: colours,
        into: rgba,
      }),
    );
    printNumbers(this.#numbers, content);
  }
}

/**
 * @param {CellNumbers} numbers
 * @param {Omit<MatrixContent, 'painted' | 'hatched' | 'row'>} content
 */
export function printNumbers(
  numbers,
  { at, rows, columns, column, scale, colours, look, print, widest = fixed(-0.88) },
) {
  const width = look.measure(widest) * NUMBER_EM;
  if (!print || !numbersFit(rows * columns, column.cell, width)) {
    numbers.update(null);
    return;
  }
  const texts = Array.from({ length: rows * columns }, (_, index) => print(index));
  const level = (/** @type {number} */ index) => levelOf(scale, at(index));
  numbers.update({ columns, texts, level, colours });
}
