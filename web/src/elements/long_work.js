// Work that takes longer than a frame: done in slices, one a frame, so that the page never waits for it.

/** Of each frame: what is left is for drawing the result and for the rest of the page. */
const SLICE_MS = 7;
/** Of a printer's time: an endless work must not hold it. */
const FINISH_MS = 4000;

export class LongWork {
  #request = 0;
  /** Goes on until a time of performance.now(). */
  #goOn = (/** @type {number} */ _until) => {};

  /** Whether there is more to do. */
  get running() {
    return this.#request !== 0;
  }

  /**
   * Take over from what was going on.
   * @template Model
   * @param {Iterator<Model | null, void>} models each step shorter than a slice; null: nothing can be done before the next frame
   * @param {{ shown: (model: Model) => void, done: () => void, failed: (error: unknown) => void }} on shown: the last of each slice
   */
  start(models, on) {
    this.stop();
    const nextFrame = () => {
      this.#request = requestAnimationFrame(() => this.#goOn(performance.now() + SLICE_MS));
    };
    this.#goOn = (until) => {
      this.#request = 0;
      /** @type {Model | undefined} */
      let last;
      try {
        let next = models.next();
        while (!next.done) {
          if (next.value === null) break;
          last = next.value;
          if (performance.now() >= until) break;
          next = models.next();
        }
        if (!next.done) nextFrame();
        if (last !== undefined) on.shown(last);
        if (next.done) on.done();
      } catch (error) {
        this.stop();
        on.failed(error);
      }
    };
    nextFrame();
  }

  /** Do now what is left, as far as no frame must come between: a printer waits for none. */
  finish() {
    if (!this.running) return;
    cancelAnimationFrame(this.#request);
    this.#goOn(performance.now() + FINISH_MS);
  }

  stop() {
    cancelAnimationFrame(this.#request);
    this.#request = 0;
  }
}
