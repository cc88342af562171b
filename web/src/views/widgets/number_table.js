// A few numbers a row, as a real table: for what is too little for a map and too much for a sentence.
import { children, node, setAttribute, setText } from '../nodes.js';
import { tokenText } from '../token_text.js';

/** Characters that a name may have and be seen whole: the sheet cuts what is wider than as many em. */
const SEEN_WHOLE = 7;

/**
 * @typedef {object} NumberTableContent
 * @property {string} caption
 * @property {readonly string[]} columns headings; the first stands over the rows' names
 * @property {readonly { name: string, cells: readonly string[], muted?: boolean }[]} rows
 * @property {number | null} [on] the row that is pointed at
 */

export class NumberTable {
  #document;
  #caption;
  #head;
  #body;

  /** @param {Document} document */
  constructor(document) {
    this.#document = document;
    this.#caption = node(document, 'caption');
    this.#head = node(document, 'tr');
    this.#body = node(document, 'tbody');
    this.root = node(document, 'table', { class: 'number-table', part: 'table' }, [
      this.#caption,
      node(document, 'thead', {}, [this.#head]),
      this.#body,
    ]);
  }

  /** @param {NumberTableContent} content */
  update({ caption, columns, rows, on = null }) {
    setText(this.#caption, caption);
    const headings = children(this.#head, columns.length, () => {
      const heading = node(this.#document, 'th');
      heading.scope = 'col';
      return heading;
    });
    headings.forEach((heading, index) => {
      setText(heading, columns[index]);
    });
    const lines = children(this.#body, rows.length, () => node(this.#document, 'tr'));
    lines.forEach((line, index) => {
      const { name, cells, muted = false } = rows[index];
      this.#fill(line, name, cells);
      line.classList.toggle('on', index === on);
      line.classList.toggle('muted', muted);
    });
  }

  /**
   * @param {HTMLElement} line
   * @param {string} name
   * @param {readonly string[]} cells
   */
  #fill(line, name, cells) {
    if (line.childElementCount !== cells.length + 1) {
      const heading = node(this.#document, 'th', {}, [node(this.#document, 'bdi')]);
      heading.scope = 'row';
      line.replaceChildren(heading, ...cells.map(() => node(this.#document, 'td')));
    }
    const [heading, ...places] = Array.from(line.children);
    if (heading.firstChild) setText(heading.firstChild, tokenText(name));
    if (name.length > SEEN_WHOLE) setAttribute(heading, 'title', name);
    else heading.removeAttribute('title');
    places.forEach((place, index) => {
      setText(place, cells[index]);
    });
  }
}
