// The time of a computation, as a mean over enough repeats that a coarse clock can tell it.

/** Browsers round their clock to 0.1 ms and more; this span makes that 1 %. */
const SPAN_MS = 10;
/** After the last change, so that the repeats never stand between a keystroke and its picture. */
const REST_MS = 250;

export class Stopwatch {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #pending;
  #measured;

  /** @param {(meanMs: number) => void} measured */
  constructor(measured) {
    this.#measured = measured;
  }

  /**
   * Measure a computation once the tag has come to rest.
   * @param {() => unknown} call
   * @param {number} firstMs what the call took the first time
   */
  start(call, firstMs) {
    this.stop();
    if (firstMs >= SPAN_MS) {
      this.#measured(firstMs);
      return;
    }
    this.#pending = setTimeout(() => {
      let mean;
      try {
        mean = meanTime(call);
      } catch {
        // The engine was freed meanwhile: there is no time to tell, and the next drawing tells the rest.
        return;
      }
      this.#measured(mean);
    }, REST_MS);
  }

  /** Drop a measurement that waits. */
  stop() {
    clearTimeout(this.#pending);
  }
}

/**
 * @param {() => unknown} call
 * @param {() => number} [now] a clock in ms
 * @returns {number} ms of one call, the mean of as many as span 10 ms
 */
export function meanTime(call, now = () => performance.now()) {
  const started = now();
  let calls = 0;
  let elapsed = 0;
  while (elapsed < SPAN_MS) {
    call();
    calls += 1;
    elapsed = now() - started;
  }
  return elapsed / calls;
}
