// A colour bar: what the colours mean, with numbers.
import { colourAt, cssColour } from '../palettes.js';
import { fittingTicks } from './colour_scale.js';
import { children, node, setText } from './nodes.js';

/** The type of ticks against the figure's own; the style sheet says the same. */
const TICK_TYPE = 0.85;
/** Between so many stops a table of 256 colours is straight to the eye. */
const STOPS = 51;

export class ColourBar {
  #document;
  #title;
  #ramp;
  #ticks;
  /** What the ramp shows. @type {Uint8ClampedArray | null} */
  #colours = null;
  #said = '';

  /** @param {Document} document */
  constructor(document) {
    this.#document = document;
    this.#title = node(document, 'span', { class: 'title' });
    this.#ramp = node(document, 'div', { class: 'ramp' });
    this.#ticks = node(document, 'div', { class: 'ticks' });
    const scale = node(document, 'div', { class: 'scale' }, [this.#ramp, this.#ticks]);
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
   * @param {import('./look.js').Look} content.look
   */
  update({ title, scale, colours, width, look }) {
    this.#paint(colours);
    const said = [title, scale.transform, ...scale.domain, width, look.em].join(' ');
    if (said === this.#said) return;
    this.#said = said;
    setText(this.#title, title);
    this.root.style.setProperty('--bar-width', `${width}px`);
    const ticks = fittingTicks(scale, {
      width: width / TICK_TYPE,
      em: look.em,
      measure: look.measure,
    });
    const labels = children(this.#ticks, ticks.length, () => node(this.#document, 'span'));
    labels.forEach((label, index) => {
      const { at, text } = ticks[index];
      setText(label, text);
      label.style.left = `${at * 100}%`;
      label.className = at === 0 ? 'first' : at === 1 ? 'last' : '';
    });
  }

  /** @param {Uint8ClampedArray} colours */
  #paint(colours) {
    if (this.#colours === colours) return;
    this.#colours = colours;
    const stops = Array.from({ length: STOPS + 1 }, (_, stop) =>
      cssColour(colourAt(colours, stop / STOPS)),
    );
    this.#ramp.style.backgroundImage = `linear-gradient(to right, ${stops.join(', ')})`;
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
