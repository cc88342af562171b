// One step after another: a slider over the steps, and buttons that go back and on.
import { node, setAttribute } from '../nodes.js';
import { pushButton, Slider } from './setting.js';

export class Stepper {
  #slider;
  #back;
  #next;
  #at = { step: 1, count: 1 };

  /**
   * @param {Document} document
   * @param {{ label: string, back: string, next: string }} words
   * @param {(step: number) => void} changed
   */
  constructor(document, { label, back, next }, changed) {
    this.#slider = new Slider(document, label, changed);
    const go = (/** @type {number} */ by) => () => {
      const { step, count } = this.#at;
      if (step + by >= 1 && step + by <= count) changed(step + by);
    };
    this.#back = pushButton(document, back, go(-1));
    this.#next = pushButton(document, next, go(1));
    this.root = node(document, 'span', { class: 'stepper' }, [
      this.#slider.root,
      node(document, 'span', { class: 'step-buttons' }, [this.#back, this.#next]),
    ]);
  }

  /** @param {{ step: number, count: number, text: string }} content step: 1 to count */
  update({ step, count, text }) {
    this.#at = { step, count };
    this.#slider.update({ place: step, min: 1, max: count, text, disabled: count === 1 });
    // Not `disabled`: a button that is pressed would lose the focus at the last step.
    setAttribute(this.#back, 'aria-disabled', String(step === 1));
    setAttribute(this.#next, 'aria-disabled', String(step === count));
  }
}
