// Waits for the code of the view that a tag shows, where that is not here from the start.
import { isConcept, loadConcept, loadedConcept } from './concepts/loaded_concepts.js';

export class LateView {
  #on;
  /** What was asked for last: an answer to another question comes too late. */
  #wanted = '';

  /** @param {{ arrived: () => void, failed: (error: unknown) => void }} on */
  constructor(on) {
    this.#on = on;
  }

  /**
   * Send for what the view needs, unless it is here or on its way.
   * @param {string | undefined} view
   * @returns {boolean} whether it is here
   */
  isHere(view) {
    if (!isConcept(view) || loadedConcept(view)) {
      this.#wanted = '';
      return true;
    }
    if (this.#wanted !== view) this.#fetch(view);
    return false;
  }

  /** @param {import('./concepts/index.js').ConceptName} view */
  async #fetch(view) {
    this.#wanted = view;
    try {
      await loadConcept(view);
      if (this.#wanted === view) this.#on.arrived();
    } catch (error) {
      if (this.#wanted !== view) return;
      this.#wanted = '';
      this.#on.failed(error);
    }
  }
}
