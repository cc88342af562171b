// Tokens in a row with a place to cut between each two: where a text ends and the next begins.
import { children, node, setAttribute, setHidden, setText } from '../nodes.js';
import { fill, isolate } from '../strings.js';
import { tokenText } from '../token_text.js';

/** More tokens than this are a page of text. */
const MOST_TOKENS = 96;

export class BoundaryStrip {
  #document;
  #changed;
  #cut;
  /** The cut that the Tab key reaches: one of all, arrow keys go on from there. */
  #reached = 1;
  /** @type {number[]} */
  #starts = [];
  /** The cut that a mouse or pen drags; 0 for none. */
  #dragged = 0;

  /**
   * @param {Document} document
   * @param {{ strip: string, cut: string }} texts strip: what the whole is; cut: what one place is, with {index} and {token}
   * @param {(starts: number[]) => void} changed indices of tokens that a text begins with, ascending, without 0
   */
  constructor(document, texts, changed) {
    this.#document = document;
    this.#changed = changed;
    this.#cut = texts.cut;
    this.root = node(document, 'div', {
      class: 'boundary-strip',
      role: 'group',
      label: texts.strip,
    });
    this.root.addEventListener('keydown', (event) => this.#key(event));
    this.root.addEventListener('pointerdown', (event) => {
      const index = this.#placeOf(event.target);
      const drags = event.pointerType !== 'touch' && event.button === 0;
      this.#dragged = drags && this.#starts.includes(index) ? index : 0;
    });
    this.root.addEventListener('pointermove', (event) => this.#drag(event));
  }

  /**
   * @param {readonly string[]} tokens
   * @param {readonly number[]} starts
   */
  update(tokens, starts) {
    this.#starts = [...starts];
    const shown = tokens.length <= MOST_TOKENS ? tokens : [];
    setHidden(this.root, shown.length < 2);
    this.#reached = Math.min(this.#reached, Math.max(1, shown.length - 1));
    const places = children(this.root, shown.length, () =>
      node(this.#document, 'span', { class: 'place' }, [
        this.#button(),
        node(this.#document, 'bdi'),
      ]),
    );
    places.forEach((place, index) => {
      const [button, word] = /** @type {[HTMLButtonElement, HTMLElement]} */ (
        /** @type {unknown} */ (Array.from(place.children))
      );
      setText(word, tokenText(shown[index]));
      setHidden(button, index === 0);
      button.dataset.index = String(index);
      button.tabIndex = index === this.#reached ? 0 : -1;
      setAttribute(button, 'aria-pressed', String(starts.includes(index)));
      setAttribute(button, 'aria-label', fill(this.#cut, { index, token: isolate(shown[index]) }));
    });
  }

  #button() {
    const button = node(this.#document, 'button', { class: 'cut' });
    button.type = 'button';
    button.addEventListener('click', () => {
      const index = Number(button.dataset.index);
      this.#reached = index;
      const others = this.#starts.filter((start) => start !== index);
      const starts = others.length < this.#starts.length ? others : [...others, index];
      this.#changed(starts.sort((one, other) => one - other));
    });
    return button;
  }

  /**
   * @param {EventTarget | null} target
   * @returns {number} the token that an event is on or before; −1 for none
   */
  #placeOf(target) {
    const node = /** @type {Node} */ (target);
    return Array.from(this.root.children).findIndex((place) => place.contains(node));
  }

  /** @param {PointerEvent} event */
  #drag(event) {
    // A button that was let go outside the strip ends a drag too.
    if (event.buttons === 0) this.#dragged = 0;
    const to = this.#dragged > 0 ? this.#placeOf(event.target) : 0;
    if (to < 1 || this.#starts.includes(to)) return;
    const others = this.#starts.filter((start) => start !== this.#dragged);
    this.#starts = [...others, to].sort((one, other) => one - other);
    this.#dragged = to;
    this.#reached = to;
    this.#changed([...this.#starts]);
  }

  /** @param {number | null} index of the token that is lit */
  highlight(index) {
    Array.from(this.root.children).forEach((place, at) => {
      place.lastElementChild?.classList.toggle('chosen', at === index);
    });
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step || event.altKey || event.ctrlKey || event.metaKey) return;
    const to = this.#reached + step;
    const button = this.root.children[to]?.firstElementChild;
    event.preventDefault();
    if (to < 1 || !button) return;
    const before = this.root.children[this.#reached].firstElementChild;
    /** @type {HTMLElement} */ (before).tabIndex = -1;
    this.#reached = to;
    /** @type {HTMLElement} */ (button).tabIndex = 0;
    /** @type {HTMLElement} */ (button).focus();
  }
}
