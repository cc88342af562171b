// How long the kernel takes: a mean over enough calls to fill 10 ms, taken while the reader pauses.

/** Browsers round their clock to as much as 1 ms; over 10 ms that is a tenth at worst. */
const SPAN_MS = 10;

/** A pause: longer than between two keys of a fluent typist. */
const PAUSE_MS = 350;

/**
 * @param {() => unknown} call
 * @param {() => number} [now] milliseconds
 * @returns {number} mean milliseconds of one call, the first left out (it may compile)
 */
export function meanMs(call, now = () => performance.now()) {
  call();
  const start = now();
  let calls = 0;
  let elapsed = 0;
  for (let batch = 1; elapsed < SPAN_MS; ) {
    for (let i = 0; i < batch; i++) call();
    calls += batch;
    elapsed = now() - start;
    // Twice as many as before, but not more than are still needed: the reader may type on.
    const needed = elapsed > 0 ? Math.ceil(((SPAN_MS - elapsed) * calls) / elapsed) : batch * 2;
    batch = Math.max(1, Math.min(batch * 2, needed));
  }
  return elapsed / calls;
}

/**
 * Two significant digits, never "0.00 ms".
 * @param {number} ms
 * @returns {string}
 */
export function showMs(ms) {
  const rounded = Number(ms.toPrecision(2));
  if (rounded >= 10) return `${Math.round(ms)} ms`;
  const digits = Math.max(0, 1 - Math.floor(Math.log10(rounded)));
  return `${rounded.toFixed(Math.min(digits, 6))} ms`;
}

/**
 * Runs jobs one by one in idle time after a pause; a new plan drops what is left of the last one.
 * @param {Window} page
 * @returns {(jobs: (() => unknown)[]) => void}
 */
export function whenIdle(page) {
  let current = 0;
  const idle = (/** @type {() => void} */ work) =>
    'requestIdleCallback' in page
      ? page.requestIdleCallback(work, { timeout: 2000 })
      : setTimeout(work, 50);
  return (jobs) => {
    current += 1;
    const plan = current;
    const queue = [...jobs];
    const next = async () => {
      if (plan !== current) return;
      await queue.shift()?.();
      if (queue.length > 0) idle(next);
    };
    setTimeout(() => idle(next), PAUSE_MS);
  };
}
