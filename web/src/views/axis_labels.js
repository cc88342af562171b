// The tokens beside a map: one label per row or column where they fit, fewer where they do not, and the
// token of the highlighted cell always.
import { children, node, setText } from './nodes.js';
import { tokenText } from './token_text.js';

/** @typedef {import('./geometry.js').AxisPlan} AxisPlan */

export class AxisLabels {
  #document;
  #horizontal;
  #labels;
  #focus;
  /** @type {{ tokens: string[], plan: AxisPlan, cell: number, line: number } | null} */
  #shown = null;
  /** What the labels were placed by, and the tokens that they have: most stay as they are from word to word. */
  #places = '';
  /** @type {string[]} */
  #written = [];
  /** Whether a label may be hidden or in focus. */
  #lit = true;

  /**
   * @param {Document} document
   * @param {boolean} horizontal above columns, or left of rows
   */
  constructor(document, horizontal) {
    this.#document = document;
    this.#horizontal = horizontal;
    this.#labels = node(document, 'div');
    this.#focus = node(document, 'div', { class: 'label focus', part: 'label' });
    this.#focus.dir = 'auto';
    this.#focus.hidden = true;
    const side = horizontal ? 'top' : 'left';
    this.root = node(document, 'div', { class: `axis ${side}`, part: 'axis', hidden: true }, [
      this.#labels,
      this.#focus,
    ]);
  }

  /**
   * @param {{ tokens: string[], plan: AxisPlan, cell: number, line: number }} shown cell and line in CSS px
   */
  update(shown) {
    this.#shown = shown;
    const { tokens, plan, cell } = shown;
    const { style, classList } = this.root;
    const length = `${cell * tokens.length}px`;
    style.width = this.#horizontal ? length : `${plan.extent}px`;
    style.height = this.#horizontal ? `${plan.extent}px` : length;
    classList.toggle('rotated', plan.rotated);
    classList.toggle('numeric', plan.numeric);
    classList.toggle('small', plan.small);
    const count = Math.ceil(tokens.length / plan.step);
    const labels = children(this.#labels, count, () => {
      const label = node(this.#document, 'div', { class: 'label', part: 'label' });
      label.dir = 'auto';
      return label;
    });
    const places = [cell, plan.step, plan.rotated, plan.extent, plan.numeric].join(' ');
    if (places !== this.#places) this.#written.length = 0;
    this.#places = places;
    this.#written.length = Math.min(this.#written.length, count);
    labels.forEach((label, place) => {
      const index = place * plan.step;
      if (this.#written[place] === tokens[index]) return;
      this.#written[place] = tokens[index];
      this.#put(label, index);
      setText(label, plan.numeric ? String(index) : tokenText(tokens[index]));
      label.title = tokens[index];
    });
  }

  /**
   * @param {HTMLElement} label
   * @param {number} index
   */
  #put(label, index) {
    if (!this.#shown) return;
    const { cell, plan } = this.#shown;
    const centre = `${(index + 0.5) * cell}px`;
    if (this.#horizontal) label.style.left = centre;
    else label.style.top = centre;
    // Upright labels are cut at the height they have, lying ones over columns at the width of a cell.
    label.style.maxHeight = plan.rotated ? `${plan.extent}px` : '';
    label.style.maxWidth = this.#horizontal ? '' : `${plan.extent}px`;
  }

  /**
   * Show one token in full and hide the labels that it would touch.
   * @param {number | undefined} index undefined for none
   */
  highlight(index) {
    if (!this.#shown) return;
    const { tokens, plan, cell, line } = this.#shown;
    const on = index !== undefined && index < tokens.length;
    if (!on && !this.#lit) return;
    this.#lit = on;
    this.#focus.hidden = !on;
    const labels = /** @type {HTMLElement[]} */ (Array.from(this.#labels.children));
    labels.forEach((label, place) => {
      const distance = Math.abs(place * plan.step - (index ?? 0)) * cell;
      const reach = plan.numeric && this.#horizontal ? line * 3 : plan.small ? 0 : line * 0.95;
      label.classList.toggle('near', on && (distance === 0 || distance < reach));
    });
    if (!on) return;
    this.#put(this.#focus, index);
    const token = tokenText(tokens[index]);
    const named = plan.numeric ? `${index} ${token}` : token;
    setText(this.#focus, plan.named ? named : String(index));
  }
}
