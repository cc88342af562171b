// The tokens beside a map: one label per row or column where they fit, fewer where they do not, and the
// token of the highlighted cell always.
import { children, node, setAttribute, setText } from './nodes.js';
import { tokenText } from './token_text.js';

/** @typedef {import('./geometry.js').AxisPlan} AxisPlan */

export class AxisLabels {
  #document;
  #horizontal;
  #list;
  #labels;
  #focus;
  /** @type {{ tokens: string[], plan: AxisPlan, cell: number, line: number } | null} */
  #shown = null;
  /** Whether a label may be hidden or in focus. */
  #lit = true;

  /**
   * @param {Document} document
   * @param {boolean} horizontal above columns, or left of rows
   */
  constructor(document, horizontal) {
    this.#document = document;
    this.#horizontal = horizontal;
    this.#labels = node(document, 'div', { class: 'labels' });
    this.#focus = node(document, 'div', { class: 'label focus', part: 'label' });
    this.#focus.dir = 'auto';
    this.#focus.hidden = true;
    this.#list = node(document, 'div', { class: 'list' }, [this.#labels, this.#focus]);
    const side = horizontal ? 'top' : 'left';
    this.root = node(document, 'div', { class: `axis ${side}`, part: 'axis', hidden: true }, [
      this.#list,
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
    classList.toggle('cut', plan.cut);
    // Labels follow each other in the flow: placed one by one, each would be a layer that every repaint has to visit.
    this.#list.style.setProperty('--extent', `${plan.extent}px`);
    this.#list.style.setProperty('--pitch', `${plan.step * cell}px`);
    this.#list.style.setProperty('--first', `${((1 - plan.step) / 2) * cell}px`);
    const count = Math.ceil(tokens.length / plan.step);
    const labels = children(this.#labels, count, () => {
      const label = node(this.#document, 'div', { class: 'label', part: 'label' });
      label.dir = 'auto';
      return label;
    });
    labels.forEach((label, place) => {
      const index = place * plan.step;
      const token = tokens[index];
      const text = plan.numeric ? String(index) : tokenText(token);
      setText(label, text);
      // Only where the label does not say it: an attribute is styled anew, and most labels say all.
      if (plan.cut || text !== token) setAttribute(label, 'title', token);
      else if (label.hasAttribute('title')) label.removeAttribute('title');
    });
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
    this.#focus.style.setProperty('--centre', `${(index + 0.5) * cell}px`);
    const token = tokenText(tokens[index]);
    const named = plan.numeric ? `${index} ${token}` : token;
    setText(this.#focus, plan.named ? named : String(index));
  }
}
