// Speaks politely: what a keyboard user walks over and what is locked, never what a mouse passes.
import { node } from './nodes.js';

/** Held keys pass many cells: only where they rest is spoken. */
const REST_MS = 150;

export class LiveRegion {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #pending;

  /** @param {Document} document */
  constructor(document) {
    this.root = node(document, 'div', { class: 'unseen', role: 'status' });
    this.root.setAttribute('aria-live', 'polite');
  }

  /** @param {string} text */
  say(text) {
    clearTimeout(this.#pending);
    this.#pending = setTimeout(() => {
      this.root.textContent = text;
    }, REST_MS);
  }

  /** Forget what was not yet spoken. */
  stop() {
    clearTimeout(this.#pending);
  }
}
