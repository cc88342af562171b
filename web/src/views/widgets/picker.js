// One of many, as a native list: for more than stand beside each other.
import { node } from '../nodes.js';

export class Picker {
  #document;
  #select;
  /** What the list holds. */
  #held = '';

  /**
   * @param {Document} document
   * @param {string} label
   * @param {(value: string) => void} changed
   */
  constructor(document, label, changed) {
    this.#document = document;
    this.#select = node(document, 'select');
    this.#select.addEventListener('change', () => changed(this.#select.value));
    this.root = node(document, 'label', { class: 'picker' }, [
      node(document, 'span', { class: 'name', text: label }),
      this.#select,
    ]);
  }

  /** @param {{ options: readonly (readonly [value: string, text: string])[], chosen: string, disabled?: boolean }} content */
  update({ options, chosen, disabled = false }) {
    const held = JSON.stringify(options);
    if (held !== this.#held) {
      this.#held = held;
      const items = options.map(([value, text]) => {
        const item = node(this.#document, 'option', { text });
        item.value = value;
        return item;
      });
      this.#select.replaceChildren(...items);
    }
    this.#select.value = chosen;
    this.#select.disabled = disabled;
  }
}
