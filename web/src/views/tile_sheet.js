// One canvas under all small multiples: browsers pay for each canvas that changes in a frame, and little for its size.
import { resizeCanvas } from './cell_canvas.js';
import { node } from './nodes.js';

/** Its sides are multiples of so many device pixels, so that a map that grows by a cell seldom changes them. */
const STEP = 64;

export class TileSheet {
  #canvas;
  /** @type {CanvasRenderingContext2D | null} */
  #context = null;
  /** @type {ImageData | null} */
  #image = null;
  #shown = '';

  /** @param {Document} document */
  constructor(document) {
    this.#canvas = node(document, 'canvas', { class: 'sheet', part: 'cells' });
    this.root = this.#canvas;
  }

  /**
   * Make room for equal tiles.
   * @param {{ columns: number, across: number, down: number, count: number }} tiles across and down: device px from one
   *   tile to the next
   * @param {{ top: number, width: number, height: number }} cells of each tile, device px
   * @param {number} dpr
   */
  resize(tiles, cells, dpr) {
    const { columns, across, down, count } = tiles;
    const lines = Math.ceil(count / columns);
    const [width, height] = resizeCanvas(
      this.#canvas,
      across * (columns - 1) + cells.width,
      down * (lines - 1) + cells.top + cells.height,
      STEP,
    );
    this.#context ??= this.#canvas.getContext('2d');
    const shown = [columns, across, down, count, cells.top, cells.width, cells.height, dpr].join(
      ' ',
    );
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.#canvas.style.width = `${width / dpr}px`;
    this.#canvas.style.height = `${height / dpr}px`;
    // What is left of tiles that were larger, or elsewhere.
    this.#context?.clearRect(0, 0, width, height);
    if (this.#image?.width !== cells.width || this.#image.height !== cells.height)
      this.#image = this.#context?.createImageData(cells.width, cells.height) ?? null;
  }

  /**
   * @param {number} left device px
   * @param {number} top device px
   * @param {(rgba: Uint8ClampedArray) => void} fill writes the cells of one tile
   */
  put(left, top, fill) {
    if (!this.#image) return;
    fill(this.#image.data);
    this.#context?.putImageData(this.#image, left, top);
  }
}
