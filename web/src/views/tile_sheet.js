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
  /** The same pixels, four bytes at a time. */
  #wide = new Uint32Array(0);
  /** One pixel a cell. */
  #small = new Uint8ClampedArray(0);
  #shown = '';

  /** @param {Document} document */
  constructor(document) {
    this.#canvas = node(document, 'canvas', { class: 'cells', part: 'cells' });
    this.root = node(document, 'div', { class: 'sheet' }, [this.#canvas]);
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
      () => STEP,
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
    if (this.#image) this.#wide = new Uint32Array(this.#image.data.buffer);
  }

  /**
   * @param {number} left device px
   * @param {number} top device px
   * @param {{ width: number, height: number }} samples in a tile: one a cell, or one a pixel where those are pooled
   * @param {(rgba: Uint8ClampedArray) => void} fill writes the samples of one tile
   */
  put(left, top, samples, fill) {
    const image = this.#image;
    if (!image) return;
    if (samples.width === image.width && samples.height === image.height) fill(image.data);
    else {
      const bytes = samples.width * samples.height * 4;
      if (this.#small.length !== bytes) this.#small = new Uint8ClampedArray(bytes);
      fill(this.#small);
      enlarge(new Uint32Array(this.#small.buffer), samples, this.#wide, image);
    }
    this.#context?.putImageData(image, left, top);
  }
}

/**
 * Every sample as a rectangle of pixels. One pixel of a cell takes the core as long as the cell; copies take next to nothing.
 * @param {Uint32Array} from
 * @param {{ width: number, height: number }} samples
 * @param {Uint32Array} to
 * @param {{ width: number, height: number }} size multiples of the samples
 */
export function enlarge(from, samples, to, { width, height }) {
  const across = width / samples.width;
  const down = height / samples.height;
  for (let row = 0; row < samples.height; row++) {
    const first = row * down * width;
    let at = first;
    for (let column = 0; column < samples.width; column++) {
      const colour = from[row * samples.width + column];
      // A call of fill() for two or three pixels would take longer than they do.
      for (const end = at + across; at < end; at++) to[at] = colour;
    }
    for (let line = 1; line < down; line++)
      to.copyWithin(first + line * width, first, first + width);
  }
}
