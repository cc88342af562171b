// Heads as buttons in their colours: pressed ones are shown.
import { cssColour } from '../../palettes.js';
import { headColour } from '../head_colours.js';
import { children, node, setAttribute, setText } from '../nodes.js';

export class HeadToggles {
  #document;
  #changed;
  #buttons;

  /**
   * @param {Document} document
   * @param {string} legend
   * @param {(head: number) => void} changed this one is to be turned over
   */
  constructor(document, legend, changed) {
    this.#document = document;
    this.#changed = changed;
    this.#buttons = node(document, 'span', { class: 'options' });
    this.root = node(document, 'div', { class: 'head-toggles', role: 'group', label: legend }, [
      node(document, 'span', { class: 'name', text: legend }),
      this.#buttons,
    ]);
  }

  /**
   * @param {{ heads: number, off: readonly number[], scheme: import('../../palettes.js').Scheme, label: (head: number) => string,
   *   coloured?: boolean }} content coloured: each head has its colour in the figure
   */
  update({ heads, off, scheme, label, coloured = true }) {
    const buttons = children(this.#buttons, heads, () => {
      const button = node(this.#document, 'button', { class: 'push' }, [
        node(this.#document, 'i', { hidden: true }),
        node(this.#document, 'span'),
      ]);
      button.type = 'button';
      button.addEventListener('click', () =>
        this.#changed(Array.from(this.#buttons.children).indexOf(button)),
      );
      return button;
    });
    buttons.forEach((button, head) => {
      const [swatch, text] = /** @type {HTMLElement[]} */ (Array.from(button.children));
      setText(text, String(head));
      setAttribute(button, 'aria-label', label(head));
      setAttribute(button, 'aria-pressed', String(!off.includes(head)));
      swatch.style.backgroundColor = coloured ? cssColour(headColour(head, scheme)) : '';
    });
  }
}
