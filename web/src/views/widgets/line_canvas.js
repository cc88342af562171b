// Lines from places on the left to places on the right, on one canvas. What is more than a frame can draw goes on in the next
// ones: the strongest lines are there at once, fainter ones come beneath them.
import { resizeCanvas } from '../cell_canvas.js';
import { node, setAttribute } from '../nodes.js';
import { STRENGTHS } from './line_batches.js';

/**
 * Lines a frame. Without a graphics card a line takes 10 to 60 µs to raster, after the frame's own script, so how long the last frame
 * took says how many the next may have.
 */
const FRAME_LINES = { first: 400, least: 150, most: 6000 };
/** What a frame may take of the page's time: half of what readers notice. */
const FRAME_MS = 22;
/** Lines of another strength take longer: the number grows slowly. */
const GROWTH = 1.4;
/** Lines of one path do not add up where they cross, so paths are short; a path for each line would take three times as long. */
const PATH_LINES = 32;
/** Sides are multiples of so many device px, so that a new token seldom makes the browser take new memory. */
const STEP = 64;

/**
 * @typedef {object} LineSpace
 * @property {number} width CSS px
 * @property {number} height CSS px
 * @property {number} dpr
 * @property {number} em CSS px
 * @property {number} columns of the cells that batches name
 * @property {boolean} [whole] all lines at once, however many: no frame follows on paper
 * @property {(row: number) => number} left CSS px from the top to where a row's lines begin
 * @property {(column: number) => number} right CSS px from the top to where a column's lines end
 */

export class LineCanvas {
  #canvas;
  #view;
  /** @type {CanvasRenderingContext2D | null} */
  #context = null;
  #request = 0;
  /** Lines that a frame may have. */
  #lines = 0;

  /** @param {Document} document */
  constructor(document) {
    this.#view = document.defaultView;
    this.#canvas = node(document, 'canvas', { part: 'lines' });
    this.root = node(document, 'div', { class: 'window' }, [this.#canvas]);
  }

  /**
   * Draw these lines and no others.
   * @param {readonly import('./line_batches.js').Batch[]} batches strongest first
   * @param {LineSpace} space
   */
  draw(batches, space) {
    this.#view?.cancelAnimationFrame(this.#request);
    const context = this.#clear(space);
    if (!context) return;
    const strokes = strokesOf(batches, space, context);
    // The last ones of another drawing were faint and quick; these begin with strong ones.
    this.#lines = FRAME_LINES.first;
    const frame = (/** @type {number} */ most) => {
      this.#request = 0;
      const began = performance.now();
      let lines = 0;
      while (lines < most) {
        const { value, done } = strokes.next();
        if (done) {
          this.root.removeAttribute('aria-busy');
          return;
        }
        lines += value;
      }
      setAttribute(this.root, 'aria-busy', 'true');
      afterFrame(() => this.#pace(performance.now() - began));
      this.#request = this.#view?.requestAnimationFrame(() => frame(this.#lines)) ?? 0;
    };
    // The first lines share their frame with the numbers and the labels.
    frame(space.whole ? Number.POSITIVE_INFINITY : FRAME_LINES.least);
  }

  /** @param {number} tookMs script, raster and all */
  #pace(tookMs) {
    const { least, most } = FRAME_LINES;
    const wanted = this.#lines * Math.min(GROWTH, FRAME_MS / tookMs);
    this.#lines = Math.round(Math.min(most, Math.max(least, wanted)));
  }

  /**
   * @param {LineSpace} space
   * @returns {CanvasRenderingContext2D | null} null where there is no canvas (jsdom, happy-dom)
   */
  #clear({ width, height, dpr }) {
    const canvas = this.#canvas;
    const [across, down] = resizeCanvas(
      canvas,
      Math.ceil(width * dpr),
      Math.ceil(height * dpr),
      () => STEP,
    );
    canvas.style.width = `${across / dpr}px`;
    canvas.style.height = `${down / dpr}px`;
    this.#context ??= canvas.getContext('2d');
    this.#context?.setTransform(dpr, 0, 0, dpr, 0, 0);
    this.#context?.clearRect(0, 0, across / dpr, down / dpr);
    return this.#context;
  }
}

/**
 * @param {readonly import('./line_batches.js').Batch[]} batches
 * @param {LineSpace} space
 * @param {CanvasRenderingContext2D} context
 * @returns {Generator<number, void>} the lines of each path that was drawn
 */
function* strokesOf(batches, { width, em, columns, left, right }, context) {
  // What comes later is fainter and goes beneath.
  context.globalCompositeOperation = 'destination-over';
  for (const { colour, strength, cells } of batches) {
    const share = strength / STRENGTHS;
    for (let first = 0; first < cells.length; first += PATH_LINES) {
      const last = Math.min(first + PATH_LINES, cells.length);
      context.beginPath();
      for (let place = first; place < last; place++) {
        const column = cells[place] % columns;
        context.moveTo(0, left((cells[place] - column) / columns));
        context.lineTo(width, right(column));
      }
      context.strokeStyle = colour;
      context.globalAlpha = opacityOf(share);
      context.lineWidth = em * (0.05 + 0.17 * share);
      context.stroke();
      yield last - first;
    }
  }
}

/**
 * @param {number} share of the strongest there can be, 0…1
 * @returns {number} faint lines a little stronger than their share, or four equal weights would hardly be seen
 */
function opacityOf(share) {
  return share ** 0.7;
}

/**
 * A message that is sent while a frame is made is heard once it is: the browser rasters a canvas on the page's own thread.
 * @param {() => void} then
 */
function afterFrame(then) {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    then();
  };
  port2.postMessage(null);
}
