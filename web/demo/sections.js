// The sections that show one concept each: their tags follow the link, their changes go into it, and under each stands what an
// author would write.
import { AttentionMapElement } from 'attention-map/element';
import { EmbedBlock, OF_THE_PAGE } from './embed_block.js';

/** A link may not make the page fetch what its author did not name. */
const NOT_LINKED = new Set([...OF_THE_PAGE, 'src']);

/**
 * @typedef {object} Section
 * @property {string} id
 * @property {Element} tag
 * @property {Map<string, string>} written its attributes as they stand in the page
 * @property {EmbedBlock} embed what an author would write
 */

export class Sections {
  /** @type {Section[]} */
  #sections = [];
  #changed;

  /**
   * @param {Document} document
   * @param {(sections: Record<string, string>) => void} changed what differs now, by "section.attribute"
   */
  constructor(document, changed) {
    this.#changed = changed;
    for (const root of document.querySelectorAll('section.concept')) {
      const tag = root.querySelector('attention-map');
      if (tag) this.#add(document, root.id, tag);
    }
  }

  /**
   * @param {Document} document
   * @param {string} id
   * @param {Element} tag
   */
  #add(document, id, tag) {
    const embed = new EmbedBlock(document, tag);
    tag.after(embed.root);
    const written = new Map(
      tag.getAttributeNames().map((name) => [name, tag.getAttribute(name) ?? '']),
    );
    const section = { id, tag, written, embed };
    this.#sections.push(section);
    tag.addEventListener('attention-map:change', () => {
      embed.update();
      this.#changed(this.attributes);
    });
    tag.addEventListener('attention-map:link', (event) => {
      event.detail.href = this.#link(document, section);
    });
  }

  /** What differs from how the page stands, by "section.attribute". */
  get attributes() {
    return Object.assign({}, ...this.#sections.map(differences));
  }

  /**
   * Take over what a link says.
   * @param {Readonly<Record<string, string>>} attributes by "section.attribute"
   * @returns {string[]} what the page does not have, one sentence each
   */
  show(attributes) {
    const left = new Set(Object.keys(attributes));
    for (const { id, tag, written, embed } of this.#sections) {
      for (const name of AttentionMapElement.observedAttributes) {
        if (NOT_LINKED.has(name)) continue;
        const key = `${id}.${name}`;
        const value = left.delete(key) ? attributes[key] : (written.get(name) ?? null);
        setAttribute(tag, name, value === '' && !written.has(name) ? null : value);
      }
      embed.update();
    }
    return Array.from(left, (key) => `${key} is no setting of this page.`);
  }

  /**
   * @param {Document} document
   * @param {Section} section
   * @returns {string} an address that leads to it as it is now, and to nothing else
   */
  #link(document, section) {
    const url = new URL(document.URL);
    const own = new URLSearchParams({ v: '1', at: section.id, ...differences(section) });
    url.hash = own.toString();
    return url.href;
  }
}

/**
 * @param {Element} tag
 * @param {string} name
 * @param {string | null} value null or empty: without it
 */
function setAttribute(tag, name, value) {
  if (tag.getAttribute(name) === value) return;
  if (value === null) tag.removeAttribute(name);
  else tag.setAttribute(name, value);
}

/**
 * @param {Section} section
 * @returns {Record<string, string>} empty: taken away
 */
function differences({ id, tag, written }) {
  const found = AttentionMapElement.observedAttributes.flatMap((name) => {
    const now = tag.getAttribute(name);
    if (NOT_LINKED.has(name) || now === (written.get(name) ?? null)) return [];
    return [/** @type {const} */ ([`${id}.${name}`, now ?? ''])];
  });
  return Object.fromEntries(found);
}
