// The canvas under a plate's cells. Kept at the size that it has as long as it can be: browsers pay for a new size with new
// memory, and a map grows by a cell at every word.
import { node } from './nodes.js';

/**
 * Sides are multiples of so many samples, a quarter of them at most; what is too much is cut off by the window around the canvas.
 * @param {number} samples
 */
const stepOf = (samples) => Math.min(16, 2 ** Math.max(0, Math.floor(Math.log2(samples)) - 2));

export class CellCanvas {
  #canvas;
  /** @type {CanvasRenderingContext2D | null} */
  #context = null;
  /** @type {ImageData | null} */
  #image = null;
  #shown = '';

  /** @param {Document} document */
  constructor(document) {
    this.#canvas = node(document, 'canvas', { class: 'cells', part: 'cells' });
    this.root = node(document, 'div', { class: 'window' }, [this.#canvas]);
  }

  /**
   * Put samples on the canvas, scaled without smoothing. Transparent ones show what is beneath.
   * @param {{ width: number, height: number }} samples
   * @param {{ width: number, height: number }} size CSS px that they fill
   * @param {(rgba: Uint8ClampedArray) => void} fill writes width × height × 4
   */
  blit(samples, size, fill) {
    const context = this.#open(samples, size);
    if (!context) return;
    const { width, height } = samples;
    if (this.#image?.width !== width || this.#image.height !== height)
      this.#image = context.createImageData(width, height);
    fill(this.#image.data);
    context.putImageData(this.#image, 0, 0);
  }

  /**
   * Draw on the canvas in CSS px, at device resolution.
   * @param {{ width: number, height: number }} size CSS px
   * @param {number} dpr device pixels in a CSS px
   * @param {(context: CanvasRenderingContext2D) => void} paint
   */
  draw(size, dpr, paint) {
    const samples = {
      width: Math.max(1, Math.round(size.width * dpr)),
      height: Math.max(1, Math.round(size.height * dpr)),
    };
    const context = this.#open(samples, size);
    if (!context) return;
    context.setTransform(dpr, 0, 0, dpr, 0, 0);
    context.clearRect(0, 0, size.width, size.height);
    paint(context);
    context.resetTransform();
  }

  /**
   * @param {{ width: number, height: number }} samples
   * @param {{ width: number, height: number }} size
   * @returns {CanvasRenderingContext2D | null} null where there is no canvas (jsdom, happy-dom)
   */
  #open(samples, size) {
    const canvas = this.#canvas;
    const [width, height] = resizeCanvas(canvas, samples.width, samples.height);
    const across = (size.width * width) / samples.width;
    const down = (size.height * height) / samples.height;
    const shown = `${across} ${down}`;
    if (this.#shown !== shown) {
      this.#shown = shown;
      canvas.style.width = `${across}px`;
      canvas.style.height = `${down}px`;
    }
    this.#context ??= canvas.getContext('2d');
    return this.#context;
  }
}

/**
 * Give a canvas room for so many samples; setting a size clears it, so only where it must be another.
 * @param {HTMLCanvasElement} canvas
 * @param {number} width
 * @param {number} height
 * @param {(samples: number) => number} [step] a side is a multiple of this
 * @returns {[number, number]} its width and height
 */
export function resizeCanvas(canvas, width, height, step = stepOf) {
  const across = Math.ceil(width / step(width)) * step(width);
  const down = Math.ceil(height / step(height)) * step(height);
  if (canvas.width !== across) canvas.width = across;
  if (canvas.height !== down) canvas.height = down;
  return [across, down];
}
