// Attributes that came with the data, but for those that the reader took away.

/** @typedef {import('../readers/json.js').Input} Input */

export class StoredAttributes {
  /** @type {Set<string>} */
  #dropped = new Set();

  /** @param {string} name holds no longer */
  drop(name) {
    this.#dropped.add(name);
  }

  /** Other data: all of its attributes hold. */
  renew() {
    this.#dropped.clear();
  }

  /**
   * @param {Input | null} input
   * @returns {Record<string, string> | null} null where it has none
   */
  of(input) {
    if (!input?.attributes) return null;
    const kept = Object.entries(input.attributes).filter(([name]) => !this.#dropped.has(name));
    return Object.fromEntries(kept);
  }
}
