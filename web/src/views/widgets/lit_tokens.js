// Tokens as running text with a word before them, of which one may be lit.
import { children, node, setHidden, setText } from '../nodes.js';
import { tokenText } from '../token_text.js';

/** More tokens than this are a page of text. */
const MOST_TOKENS = 160;

export class LitTokens {
  #document;
  #words;

  /**
   * @param {Document} document
   * @param {string} name what they are
   */
  constructor(document, name) {
    this.#document = document;
    this.#words = node(document, 'span', { class: 'words' });
    this.root = node(document, 'div', { class: 'lit-tokens' }, [
      node(document, 'span', { class: 'name', text: name }),
      this.#words,
    ]);
  }

  /** @param {readonly string[]} tokens */
  update(tokens) {
    const shown = tokens.length <= MOST_TOKENS ? tokens : [];
    setHidden(this.root, shown.length === 0);
    const words = children(this.#words, shown.length, () => node(this.#document, 'bdi'));
    words.forEach((word, index) => {
      setText(word, tokenText(shown[index]));
    });
  }

  /** @param {number | null} index */
  highlight(index) {
    Array.from(this.#words.children).forEach((word, at) => {
      word.classList.toggle('chosen', at === index);
    });
  }
}
