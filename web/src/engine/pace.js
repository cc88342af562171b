// Computing on the thread that called without holding it up: blocks as long as a frame allows, and a breath between them.

/** A block shall take about this, which leaves half a frame for noise and for the page. */
const BLOCK_MS = 7;
/** Nothing runs longer than this without a breath, as far as can be foreseen. */
const LIMIT_MS = 12;
/** Before anything is measured: half a multiply-add a nanosecond, slower than any backend. */
const FIRST_MS_PER_UNIT = 2e-6;
/** What a measurement counts against those before it. */
const SHARE = 0.5;

/** How fast this thread computes, learned from what it has computed. */
export class Pace {
  #msPerUnit = FIRST_MS_PER_UNIT;
  #since = 0;

  /** The work of one block, in units. */
  get blockUnits() {
    return BLOCK_MS / this.#msPerUnit;
  }

  /**
   * Does a block of work, after a breath if it would come too late otherwise.
   * @template Result
   * @param {number} units
   * @param {() => Result} work
   * @returns {Promise<Result>}
   */
  async run(units, work) {
    const before = performance.now();
    if (before - this.#since + units * this.#msPerUnit > LIMIT_MS) await this.breathe();
    const start = performance.now();
    const result = work();
    const measured = (performance.now() - start) / units;
    // Down slowly, up at once: a block that is too long is seen by the reader, one too short is not.
    this.#msPerUnit = Math.max(measured, this.#msPerUnit * (1 - SHARE) + measured * SHARE);
    return result;
  }

  /** Lets the page do what waits. */
  async breathe() {
    await nextTurn();
    this.#since = performance.now();
  }
}

/** A later turn of the event loop. @returns {Promise<void>} */
function nextTurn() {
  if (typeof setImmediate === 'function') return new Promise((resolve) => setImmediate(resolve));
  // Not setTimeout, which browsers hold back by 4 ms from the fifth on.
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
