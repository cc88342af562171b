// What a reader takes away from a tag: files and a link.
import { AttentionError } from '../errors.js';
import { copyText } from '../views/export/clipboard.js';
import { attributeTable } from './attributes.js';
import { downloadFile, linkTo } from './carry.js';
import { fileOf, formats, readFormat } from './saving.js';

/** @typedef {import('./shown.js').Shown} Shown */

/**
 * @typedef {object} Stock
 * @property {() => Shown | null} shown
 * @property {() => { figure: HTMLElement, ground: string } | null} drawn
 * @property {() => Record<string, string> | null} stored attributes that came with the data and hold
 * @property {() => boolean} isOpened whether the numbers are of a file or a text that was opened here
 * @property {(detail: { href: string, attributes: Record<string, string> }) => void} link asked what the page's own address of this
 *   is: a listener may put another in
 */

export class Takeaway {
  #host;
  #stock;

  /**
   * @param {Element} host
   * @param {Stock} stock
   */
  constructor(host, stock) {
    this.#host = host;
    this.#stock = stock;
  }

  /**
   * @param {string} format
   * @returns {Promise<Blob>}
   * @throws {AttentionError} code 'option' for a format that there is not, and while nothing is shown
   */
  async file(format) {
    const known = readFormat(format);
    const shown = this.#stock.shown();
    const drawn = this.#stock.drawn();
    if (!shown || !drawn)
      throw new AttentionError('option', 'format', 'there is nothing to export: no map is shown');
    const attributes = this.#attributes();
    const title =
      attributes.alt ?? [attributes.view ?? 'map', attributes.mask ?? ''].join(' ').trim();
    return fileOf(known, { shown, title, attributes, ...drawn });
  }

  /** @param {string} format */
  async save(format) {
    const blob = await this.file(format);
    const { ending } = formats[readFormat(format)];
    const name = `attention-${this.#attributes().view ?? 'map'}.${ending}`;
    downloadFile(this.#host.ownerDocument, blob, name);
  }

  /** @returns {Promise<{ left: string | null, isWhole: boolean }>} left: the link, where the browser does not let it be copied */
  async link() {
    const detail = { href: linkTo(this.#host), attributes: this.#attributes() };
    this.#stock.link(detail);
    const isCopied = await copyText(this.#host.ownerDocument, detail.href);
    return { left: isCopied ? null : detail.href, isWhole: !this.#stock.isOpened() };
  }

  /** @returns {Record<string, string>} those in force, as they are written */
  #attributes() {
    const own = Object.keys(attributeTable).flatMap((name) => {
      const text = this.#host.getAttribute(name);
      return text === null ? [] : [/** @type {const} */ ([name, text])];
    });
    return { ...this.#stock.stored(), ...Object.fromEntries(own) };
  }
}
