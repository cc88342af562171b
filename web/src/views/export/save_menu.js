// Under every figure: what can be taken away from it.
import { node, setText } from '../nodes.js';
import { fill } from '../strings.js';
import { pushButton } from '../widgets/setting.js';

/**
 * @typedef {object} Saves
 * @property {(format: string) => Promise<void>} save downloads a file of that format
 * @property {() => Promise<{ left: string | null, isWhole: boolean }>} link copies one; left: where the browser refuses, it, to be
 *   copied by hand; isWhole: it leads to all that is shown, not to a figure without the numbers that were opened
 */

export class SaveMenu {
  #strings;
  #saves;
  #said;
  #link;

  /**
   * @param {Document} document
   * @param {import('../strings.js').Strings} strings
   * @param {Saves} saves
   */
  constructor(document, strings, saves) {
    this.#strings = strings;
    this.#saves = saves;
    this.#said = node(document, 'output', { class: 'said' });
    this.#link = node(document, 'input', { class: 'link', label: strings.saveLink });
    this.#link.readOnly = true;
    this.#link.hidden = true;
    const files = /** @type {const} */ ([
      ['png', strings.savePng],
      ['png-3x', strings.savePng3],
      ['svg', strings.saveSvg],
      ['csv', strings.saveCsv],
      ['json', strings.saveJson],
    ]).map(([format, text]) => pushButton(document, text, () => this.#save(format, text)));
    this.root = node(document, 'details', { class: 'save', part: 'save' }, [
      node(document, 'summary', { text: strings.saveSummary }),
      node(document, 'div', { class: 'buttons' }, [
        ...files,
        pushButton(document, strings.saveLink, () => this.#copy()),
        this.#said,
        this.#link,
      ]),
    ]);
  }

  /**
   * @param {string} format
   * @param {string} name
   */
  async #save(format, name) {
    try {
      await this.#saves.save(format);
      setText(this.#said, fill(this.#strings.saveDone, { name }));
    } catch (error) {
      setText(this.#said, error instanceof Error ? error.message : String(error));
    }
  }

  async #copy() {
    const { left, isWhole } = await this.#saves.link();
    const said = left === null ? this.#strings.saveCopied : this.#strings.saveByHand;
    setText(this.#said, isWhole ? said : `${said} ${this.#strings.saveNotInLink}`);
    this.#link.hidden = left === null;
    if (left === null) return;
    this.#link.value = left;
    this.#link.select();
  }
}
