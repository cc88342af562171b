// The tokens as running text, each with its cell of the highlighted query under it, in the colours of the map.
import { colourAt, cssColour } from '../palettes.js';
import { levelOf } from './colour_scale.js';
import { children, node, setHidden, setText } from './nodes.js';
import { areIndices, tokenText } from './token_text.js';

/** More tokens than this are a page of text, not a strip. */
export const LONGEST_STRIP = 160;

export class TokenStrip {
  #document;
  /** @type {(weight: number) => string} */
  #colour = () => '';
  #lit = true;

  /** @param {Document} document */
  constructor(document) {
    this.#document = document;
    this.root = node(document, 'div', { class: 'token-strip', part: 'token-strip', hidden: true });
  }

  /**
   * @param {string[]} tokens
   * @param {import('./colour_scale.js').ColourScale} scale the map's
   * @param {Uint8ClampedArray} colours the map's
   */
  update(tokens, scale, colours) {
    this.#colour = (weight) => cssColour(colourAt(colours, levelOf(scale, weight)));
    // Numbers of columns tell nothing as a text.
    const shown = tokens.length <= LONGEST_STRIP && !areIndices(tokens) ? tokens : [];
    setHidden(this.root, shown.length === 0);
    const spans = children(this.root, shown.length, () =>
      node(this.#document, 'span', { class: 'token' }, [
        node(this.#document, 'bdi'),
        node(this.#document, 'i'),
      ]),
    );
    spans.forEach((span, index) => {
      if (span.firstChild) setText(span.firstChild, tokenText(shown[index]));
    });
  }

  /**
   * @param {import('./picture.js').Slice | null} slice
   * @param {{ row: number, column: number } | null} focus whose query's weights are shown; null shows none
   */
  highlight(slice, focus) {
    if (!focus && !this.#lit) return;
    this.#lit = focus !== null;
    const spans = Array.from(this.root.children);
    if (!slice || spans.length !== slice.columns) return;
    spans.forEach((span, column) => {
      const weight = focus ? slice.row(focus.row)[column] : 0;
      const masked = focus !== null && slice.hides(focus.row, column);
      const bar = /** @type {HTMLElement} */ (span.lastElementChild);
      bar.style.backgroundColor = masked || !focus ? '' : this.#colour(weight);
      bar.className = masked ? 'hatch' : '';
      span.classList.toggle('chosen', focus?.column === column);
    });
  }
}
