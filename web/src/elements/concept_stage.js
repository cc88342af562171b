// Where concepts are drawn: keeps the figure of the view that is shown, and answers what it asks for.
import { addStyles } from './host_styles.js';

/** @typedef {import('./concepts/compute_concept.js').ComputedConcept} ComputedConcept */
/** @typedef {import('./frame.js').Frame} Frame */
/** @typedef {import('../views/strings.js').Strings} Strings */

export class ConceptStage {
  #frame;
  #strings;
  #change;
  #view = '';
  /** @type {import('../views/concepts/concept_figure.js').ConceptFigure<any> | null} */
  #figure = null;

  /**
   * @param {Frame} frame
   * @param {Strings} strings
   * @param {(changes: Record<string, string | null>) => void} change attributes of the tag are to become these
   */
  constructor(frame, strings, change) {
    this.#frame = frame;
    this.#strings = strings;
    this.#change = change;
  }

  /**
   * @param {ComputedConcept} computed
   * @param {import('../views/look.js').Look} look
   */
  paint({ view, concept, shared, model }, look) {
    const frame = this.#frame;
    let figure = this.#figure;
    if (!figure || this.#view !== view) {
      addStyles(/** @type {ShadowRoot} */ (frame.root.getRootNode()), shared.conceptStyles);
      // The tag's own texts, and what the page put in place of some of the concepts', go before.
      const strings = { ...shared.conceptStrings, ...this.#strings };
      figure = concept.figure(frame.root.ownerDocument, strings, {
        set: this.#change,
        read: (text, { spoken = false, locked = false } = {}) => {
          frame.write(text || (this.#figure?.hint ?? ''), { idle: text === '', spoken, locked });
        },
      });
      this.#figure = figure;
      this.#view = view;
      frame.picture.replaceChildren(figure.root);
      frame.write(figure.hint, { idle: true, spoken: false, locked: false });
    }
    figure.update(model, look);
    frame.placeReadout(figure.readoutPlace ?? null);
  }

  /** Another kind of figure has taken the place. */
  leave() {
    this.#figure = null;
    this.#view = '';
  }
}
