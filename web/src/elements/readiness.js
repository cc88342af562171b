// The promise of a tag's first drawing.

export class Readiness {
  /** @type {() => void} */
  #resolve = () => {};
  /** @type {(error: unknown) => void} */
  #reject = () => {};

  constructor() {
    this.promise = new Promise((/** @type {(value: void) => void} */ resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    // A page that does not wait for it must not get an unhandled rejection.
    this.promise.catch(() => {});
    this.isReached = false;
  }

  /** @returns {boolean} whether it was the first time */
  reach() {
    if (this.isReached) return false;
    this.isReached = true;
    this.#resolve();
    return true;
  }

  /** @param {unknown} error */
  fail(error) {
    this.#reject(error);
  }
}
