// Tokens in a row that are put into another order: dragged with a mouse or pen, moved by arrow keys, or by two buttons under a
// finger, which scrolls the page when it drags.
import { children, node, setAttribute, setHidden, setText } from '../nodes.js';
import { fill, isolate } from '../strings.js';
import { tokenText } from '../token_text.js';
import { pushButton } from './setting.js';

/** More tokens than this are a page of text, not a strip. */
const MOST_TOKENS = 96;

/** @typedef {{ strip: string, token: string, back: string, on: string }} Texts token: with {token}, {place}, {count} */

export class TokenOrder {
  #document;
  #texts;
  #changed;
  #strip;
  #buttons;
  #back;
  #on;
  /** @type {readonly string[]} */
  #tokens = [];
  /** @type {number[]} */
  #order = [];
  /** The place that keys and buttons move. */
  #chosen = 0;
  #dragged = false;

  /**
   * @param {Document} document
   * @param {Texts} texts
   * @param {(order: number[], place: number) => void} changed place: where the moved token stands now
   */
  constructor(document, texts, changed) {
    this.#document = document;
    this.#texts = texts;
    this.#changed = changed;
    this.#strip = node(document, 'div', { class: 'order-strip' });
    this.#back = pushButton(document, texts.back, () => this.#move(this.#chosen - 1));
    this.#on = pushButton(document, texts.on, () => this.#move(this.#chosen + 1));
    this.#buttons = node(document, 'div', { class: 'order-buttons' }, [this.#back, this.#on]);
    this.root = node(
      document,
      'div',
      { class: 'token-order', part: 'token-order', role: 'group', label: texts.strip },
      [this.#strip, this.#buttons],
    );
    this.#listen();
  }

  #listen() {
    const strip = this.#strip;
    strip.addEventListener('keydown', (event) => this.#key(event));
    strip.addEventListener('click', (event) => this.#choose(placeOf(strip, event.target)));
    strip.addEventListener('pointerdown', (event) => {
      if (event.pointerType === 'touch' || event.button !== 0) return;
      this.#choose(placeOf(strip, event.target));
      this.#dragged = placeOf(strip, event.target) >= 0;
    });
    strip.addEventListener('pointermove', (event) => this.#drag(event));
  }

  /**
   * @param {readonly string[]} tokens in the order that they had
   * @param {readonly number[]} order which of them stands at each place
   */
  update(tokens, order) {
    this.#tokens = tokens;
    this.#order = [...order];
    this.#chosen = Math.min(this.#chosen, Math.max(0, order.length - 1));
    this.#draw();
  }

  #draw() {
    const order = this.#order.length <= MOST_TOKENS ? this.#order : [];
    setHidden(this.root, order.length < 2);
    const buttons = children(this.#strip, order.length, () => {
      const button = node(this.#document, 'button', { class: 'push token' }, [
        node(this.#document, 'bdi'),
      ]);
      button.type = 'button';
      return button;
    });
    buttons.forEach((button, place) => {
      const token = this.#tokens[order[place]];
      if (button.firstChild) setText(button.firstChild, tokenText(token));
      button.tabIndex = place === this.#chosen ? 0 : -1;
      setAttribute(button, 'aria-pressed', String(place === this.#chosen));
      const names = { token: isolate(token), place, last: order.length - 1 };
      setAttribute(button, 'aria-label', fill(this.#texts.token, names));
    });
    this.#back.disabled = this.#chosen === 0;
    this.#on.disabled = this.#chosen >= order.length - 1;
  }

  /** @param {number} place */
  #choose(place) {
    if (place < 0 || place === this.#chosen) return;
    this.#chosen = place;
    this.#draw();
  }

  /** @param {number} to where the chosen token goes; the others make room */
  #move(to) {
    if (to < 0 || to >= this.#order.length || to === this.#chosen) return;
    const [index] = this.#order.splice(this.#chosen, 1);
    this.#order.splice(to, 0, index);
    this.#chosen = to;
    // Drawn before the tag has computed: the next move of the pointer asks what stands where.
    this.#draw();
    this.#changed([...this.#order], to);
  }

  /** @param {PointerEvent} event */
  #drag(event) {
    // A button that was let go outside the strip ends a drag too.
    if (event.buttons === 0) this.#dragged = false;
    if (!this.#dragged) return;
    const place = placeOf(this.#strip, event.target);
    if (place < 0 || place === this.#chosen) return;
    const box = this.#strip.children[place].getBoundingClientRect();
    // Past its middle only, or a wide token and a narrow one would go on changing places.
    const past = (event.clientX - (box.left + box.right) / 2) * (place - this.#chosen) > 0;
    const own = this.#strip.children[this.#chosen].getBoundingClientRect();
    if (past || own.top !== box.top) this.#move(place);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.metaKey) return;
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const other = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (step) this.#move(this.#chosen + step);
    else if (other) this.#choose(clamp(this.#chosen + other, this.#order.length));
    else if (event.key === 'Home') this.#move(0);
    else if (event.key === 'End') this.#move(this.#order.length - 1);
    else return;
    event.preventDefault();
    /** @type {HTMLElement} */ (this.#strip.children[this.#chosen]).focus();
  }
}

/**
 * @param {HTMLElement} strip
 * @param {EventTarget | null} target
 * @returns {number} the place of the token that an event is on; −1 for none
 */
function placeOf(strip, target) {
  return Array.from(strip.children).findIndex((token) =>
    token.contains(/** @type {Node} */ (target)),
  );
}

/**
 * @param {number} place
 * @param {number} count
 * @returns {number}
 */
function clamp(place, count) {
  return Math.min(Math.max(place, 0), count - 1);
}
