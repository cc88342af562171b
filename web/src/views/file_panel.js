// Under a figure that takes files: a button that opens one, and a line that says what else can be done.
import { node, setText } from './nodes.js';
import { pushButton } from './widgets/setting.js';

/** @typedef {typeof import('./file_panel_strings.js').filePanelStrings} FilePanelStrings */

export class FilePanel {
  #strings;
  #hint;
  #said;

  /**
   * @param {Document} document
   * @param {Record<keyof FilePanelStrings, string>} strings
   * @param {(files: File[]) => void} chosen
   */
  constructor(document, strings, chosen) {
    this.#strings = strings;
    this.#hint = node(document, 'span', { class: 'hint', text: strings.fileHint });
    this.#said = node(document, 'output', { class: 'said' });
    const input = node(document, 'input', { label: strings.fileButton });
    // Any kind: a phone would grey out files whose endings it does not know.
    input.type = 'file';
    input.multiple = true;
    input.tabIndex = -1;
    input.addEventListener('change', () => {
      const files = Array.from(input.files ?? []);
      // The same file may be chosen again, changed meanwhile.
      input.value = '';
      if (files.length) chosen(files);
    });
    const button = pushButton(document, strings.fileButton, () => input.click());
    button.setAttribute('part', 'open');
    this.root = node(document, 'div', { class: 'files', part: 'files' }, [
      button,
      this.#hint,
      input,
      this.#said,
    ]);
  }

  /**
   * @param {HTMLElement} figure
   * @param {boolean} is something hovers over it that could be dropped
   */
  setOver(figure, is) {
    figure.classList.toggle('hovered', is);
    setText(this.#hint, is ? this.#strings.fileDrop : this.#strings.fileHint);
  }

  /** @param {string} text spoken as well; empty for nothing */
  say(text) {
    setText(this.#said, text);
  }
}
