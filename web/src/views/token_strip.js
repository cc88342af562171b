// The tokens as running text, each with a bar under it for the weight that the chosen query gives it.
import { children, node, setText } from './nodes.js';

/** More tokens than this are a page of text, not a strip. */
export const LONGEST_STRIP = 160;

export class TokenStrip {
  #document;

  /** @param {Document} document */
  constructor(document) {
    this.#document = document;
    this.root = node(document, 'div', { class: 'token-strip', part: 'token-strip', hidden: true });
  }

  /** @param {string[]} tokens */
  update(tokens) {
    const shown = tokens.length <= LONGEST_STRIP ? tokens : [];
    const spans = children(this.root, shown.length, () => {
      const bar = node(this.#document, 'i');
      const token = node(this.#document, 'span', { class: 'token' }, [
        node(this.#document, 'bdi'),
        bar,
      ]);
      return token;
    });
    spans.forEach((span, index) => {
      if (span.firstChild) setText(span.firstChild, shown[index]);
    });
  }

  /**
   * @param {{ weights: ArrayLike<number>, masked: (index: number) => boolean, chosen?: number } | null} row
   *   weights one per token, 0…1; chosen: the token whose weights these are, where it is in the strip;
   *   null shows none
   */
  highlight(row) {
    const spans = /** @type {HTMLElement[]} */ (Array.from(this.root.children));
    spans.forEach((span, index) => {
      const weight = row ? row.weights[index] : 0;
      span.style.setProperty('--weight', Number.isFinite(weight) ? weight.toFixed(4) : '0');
      span.classList.toggle('masked', row?.masked(index) === true);
      span.classList.toggle('chosen', row?.chosen === index);
    });
  }
}
