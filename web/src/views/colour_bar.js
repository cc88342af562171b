// A colour bar: what the colours mean, with numbers.
import { TABLE_STEPS } from '../palettes.js';
import { ticksOf } from './colour_scale.js';
import { children, node, setText } from './nodes.js';

/** Five ticks instead of three where a quarter of the bar is this wide for each character of the longest. */
const QUARTER_PX = 9;

export class ColourBar {
  #document;
  #title;
  #canvas;
  #ticks;
  /** What is on the canvas. @type {Uint8ClampedArray | null} */
  #colours = null;
  #said = '';

  /** @param {Document} document */
  constructor(document) {
    this.#document = document;
    this.#title = node(document, 'span', { class: 'title' });
    this.#canvas = node(document, 'canvas', { class: 'ramp' });
    this.#ticks = node(document, 'div', { class: 'ticks' });
    const scale = node(document, 'div', { class: 'scale' }, [this.#canvas, this.#ticks]);
    this.root = node(document, 'div', { class: 'colour-bar', part: 'colour-bar', hidden: true }, [
      this.#title,
      scale,
    ]);
  }

  /**
   * @param {object} content
   * @param {string} content.title
   * @param {import('./colour_scale.js').ColourScale} content.scale
   * @param {Uint8ClampedArray} content.colours 256 × RGBA
   * @param {number} content.width CSS px
   */
  update({ title, scale, colours, width }) {
    this.#paint(colours);
    const said = [title, scale.transform, ...scale.domain, width].join(' ');
    if (said === this.#said) return;
    this.#said = said;
    setText(this.#title, title);
    this.root.style.setProperty('--bar-width', `${width}px`);
    const five = ticksOf(scale, true);
    const longest = Math.max(...five.map(({ text }) => text.length));
    const ticks = width / 4 >= longest * QUARTER_PX ? five : ticksOf(scale, false);
    const labels = children(this.#ticks, ticks.length, () => node(this.#document, 'span'));
    labels.forEach((label, index) => {
      setText(label, ticks[index].text);
      label.style.left = `${ticks[index].at * 100}%`;
      label.className = index === 0 ? 'first' : index === ticks.length - 1 ? 'last' : '';
    });
  }

  /** @param {Uint8ClampedArray} colours */
  #paint(colours) {
    if (this.#colours === colours) return;
    this.#colours = colours;
    if (this.#canvas.width !== TABLE_STEPS) this.#canvas.width = TABLE_STEPS;
    if (this.#canvas.height !== 1) this.#canvas.height = 1;
    const context = this.#canvas.getContext('2d');
    if (!context) return;
    const image = context.createImageData(TABLE_STEPS, 1);
    image.data.set(colours);
    context.putImageData(image, 0, 0);
  }
}

/**
 * The key to the hatch: a small hatched square and what it means.
 * @param {Document} document
 * @param {string} text
 * @returns {HTMLElement}
 */
export function hatchKey(document, text) {
  return node(document, 'div', { class: 'hatch-key', hidden: true }, [
    node(document, 'span', { class: 'hatch swatch' }),
    node(document, 'span', { class: 'title', text }),
  ]);
}
