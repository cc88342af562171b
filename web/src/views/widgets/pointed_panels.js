// Several panels that speak of the same tokens: which of them is pointed at now. A cell that is locked in one stays what is meant
// when the pointer leaves another.

/** @typedef {import('./matrix_panel.js').Cell} Cell */

/**
 * @template {string} Name
 */
export class PointedPanels {
  #changed;
  /** @type {Map<Name, Cell>} by panel, the last that was pointed at at the end */
  #cells = new Map();

  /** @param {(at: { name: Name, cell: Cell } | null, spoken: boolean) => void} changed */
  constructor(changed) {
    this.#changed = changed;
  }

  /** What is pointed at, or null. @returns {{ name: Name, cell: Cell } | null} */
  get at() {
    const last = [...this.#cells].at(-1);
    return last ? { name: last[0], cell: last[1] } : null;
  }

  /**
   * @param {Name} name
   * @returns {(cell: Cell | null, spoken: boolean) => void} what the panel of that name tells
   */
  of(name) {
    return (cell, spoken) => {
      const before = this.#cells.get(name);
      // Told again after a drawing: the order in which the reader pointed stays.
      const again = cell && before && before.row === cell.row && before.column === cell.column;
      if (!again || before.locked !== cell.locked) this.#cells.delete(name);
      if (cell) this.#cells.set(name, cell);
      this.#changed(this.at, spoken);
    };
  }
}
