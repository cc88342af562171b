// Numbers with their names, as a list that is read line by line.
import { children, node, setHidden, setText } from '../nodes.js';
import { setTerms } from '../terms.js';

/** @typedef {{ name: string, value: string, note?: string }} Fact */

export class Facts {
  #document;

  /** @param {Document} document */
  constructor(document) {
    this.#document = document;
    this.root = node(document, 'dl', { class: 'facts-list', part: 'facts' });
  }

  /** @param {readonly Fact[]} facts */
  update(facts) {
    const groups = children(this.root, facts.length, () =>
      node(this.#document, 'div', {}, [
        node(this.#document, 'dt'),
        node(this.#document, 'dd'),
        node(this.#document, 'dd', { class: 'note' }),
      ]),
    );
    groups.forEach((group, index) => {
      const { name, value, note = '' } = facts[index];
      const [term, number, remark] = /** @type {HTMLElement[]} */ (Array.from(group.children));
      setTerms(term, name);
      setText(number, value);
      setTerms(remark, note);
      setHidden(remark, note === '');
    });
  }
}
