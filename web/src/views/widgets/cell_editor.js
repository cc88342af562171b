// One cell of a matrix in a field: typed, stepped by buttons, put back.
import { node } from '../nodes.js';
import { setTerms } from '../terms.js';
import { NumberField, pushButton } from './setting.js';

/** @typedef {{ name: string, value: number, edited: boolean }} EditedCell */

const MINUS = '\u2212';

export class CellEditor {
  #name;
  #field;
  #back;
  #all;
  #changed;
  #value = 0;
  #limits;

  /**
   * @param {Document} document
   * @param {import('../strings.js').Strings} strings
   * @param {{ group: string, value: string, less: string, more: string, back: string, all: string }} texts
   * @param {{ min: number, max: number, step: number }} limits
   * @param {{ changed: (value: number | null) => void, all: () => void, done: () => void }} on changed: null puts the cell back; all:
   *   puts all back; done: Enter or Escape in the field
   */
  constructor(document, strings, texts, limits, on) {
    this.#limits = limits;
    this.#changed = on.changed;
    this.#name = node(document, 'output', { class: 'cell-name' });
    this.#field = new NumberField(document, strings, texts.value, on.changed);
    this.#back = pushButton(document, texts.back, () => on.changed(null));
    this.#all = pushButton(document, texts.all, () => on.all());
    const step = (
      /** @type {string} */ text,
      /** @type {string} */ label,
      /** @type {number} */ sign,
    ) => {
      const button = pushButton(document, text, () => this.#step(sign));
      button.setAttribute('aria-label', label);
      button.classList.add('step-button');
      return button;
    };
    this.root = node(
      document,
      'div',
      { class: 'controls cell-editor', role: 'group', label: texts.group },
      [
        this.#name,
        this.#field.root,
        step(MINUS, texts.less, -1),
        step('+', texts.more, 1),
        this.#back,
        this.#all,
      ],
    );
    this.#input.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' && event.key !== 'Escape') return;
      event.preventDefault();
      on.done();
    });
  }

  get #input() {
    return /** @type {HTMLInputElement} */ (this.#field.root.querySelector('input'));
  }

  /**
   * @param {EditedCell} cell
   * @param {boolean} any whether some cell is edited
   */
  update({ name, value, edited }, any) {
    this.#value = value;
    setTerms(this.#name, name);
    const { min, max } = this.#limits;
    // As many digits as float32 has, so that the number is the one that is computed with.
    this.#field.update({ value, min, max, step: 'any', text: String(short(value)) });
    this.#back.disabled = !edited;
    this.#all.disabled = !any;
  }

  /** Typing goes into the field, in place of what stands there. */
  begin() {
    this.#input.focus();
    this.#input.select();
  }

  /** @param {number} sign */
  #step(sign) {
    const { min, max, step } = this.#limits;
    this.#changed(short(Math.min(max, Math.max(min, this.#value + sign * step))));
  }
}

/**
 * @param {number} value
 * @returns {number}
 */
function short(value) {
  return Number(value.toPrecision(6));
}
