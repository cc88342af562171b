// Numbers printed in cells: DOM text, so that it stays sharp in print and under zoom. Only for small maps.
import { colourAt, wantsLightText } from '../palettes.js';
import { children, node, setText } from './nodes.js';

/** More cells than this would be more nodes than a repaint can afford, and smaller than print. */
const MOST_CELLS = 400;

/**
 * @param {number} cells
 * @param {number} cell CSS px of a cell's width
 * @param {number} widest CSS px of the widest number
 * @returns {boolean}
 */
export function numbersFit(cells, cell, widest) {
  return cells <= MOST_CELLS && cell >= widest + 6;
}

export class CellNumbers {
  #document;

  /** @param {Document} document */
  constructor(document) {
    this.#document = document;
    this.root = node(document, 'div', { class: 'numbers', part: 'numbers', hidden: true });
  }

  /**
   * Print texts, each in black or white by what reads better on its cell.
   * @param {{ columns: number, texts: string[], level: (index: number) => number,
   *   colours: Uint8ClampedArray } | null} options null clears them; texts row by row; level 0…1 in the
   *   colour table, NaN over a hatch
   */
  update(options) {
    const texts = options?.texts ?? [];
    const cells = children(this.root, texts.length, () => node(this.#document, 'span'));
    if (!options) return;
    this.root.style.gridTemplateColumns = `repeat(${options.columns}, var(--cell-width))`;
    cells.forEach((cell, index) => {
      setText(cell, texts[index]);
      const level = options.level(index);
      const over = Number.isNaN(level)
        ? 'hatched'
        : wantsLightText(colourAt(options.colours, level))
          ? 'light'
          : 'dark';
      if (cell.className !== over) cell.className = over;
    });
  }
}
