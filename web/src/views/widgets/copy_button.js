// A button that puts a text on the clipboard, or selects it where the clipboard is refused (an insecure address, a frame without
// the permission), and says which of the two happened.
import { copyText } from '../export/clipboard.js';
import { setText } from '../nodes.js';
import { pushButton } from './setting.js';

/** @typedef {{ offer: string, copied: string, selected: string, refused: string }} CopyTexts */

export class CopyButton {
  #document;
  #texts;
  #source;
  #copied = '';

  /**
   * @param {Document} document
   * @param {CopyTexts} texts refused: neither worked
   * @param {HTMLElement} source whose text is copied
   * @param {(said: string) => void} done what the button says now
   */
  constructor(document, texts, source, done) {
    this.#document = document;
    this.#texts = texts;
    this.#source = source;
    this.root = pushButton(document, texts.offer, async () => {
      const said = await this.#copy();
      setText(this.root, said);
      done(said);
    });
  }

  /** What was copied stays said until there is something else to copy. */
  update() {
    if (this.#source.textContent !== this.#copied) setText(this.root, this.#texts.offer);
  }

  /** @returns {Promise<string>} what happened */
  async #copy() {
    const text = this.#source.textContent ?? '';
    this.#copied = text;
    if (await copyText(this.#document, text)) return this.#texts.copied;
    return this.#select() ? this.#texts.selected : this.#texts.refused;
  }

  /** @returns {boolean} */
  #select() {
    const selection = this.#document.getSelection();
    if (!selection) return false;
    selection.selectAllChildren(this.#source);
    return selection.rangeCount > 0;
  }
}
