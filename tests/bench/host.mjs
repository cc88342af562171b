// The side on which contestants run: a page of Chromium, or a process of Node. It prepares, checks, times one sample at a
// time and measures the machine's limit; who is timed when is decided by the script that drives it.
import { instantiate } from './contestants/contestant.mjs';
import { reference, relativeError, TOLERANCE } from './reference.mjs';
import { findWork, makeInputs } from './works.mjs';

/** @typedef {import('./contestants/contestant.mjs').Contestant} Contestant */
/** @typedef {import('./contestants/contestant.mjs').Prepared} Prepared */
/** @typedef {import('./contestants/contestant.mjs').Mode} Mode */
/** @typedef {import('./contestants/contestant.mjs').Create} Create */
/** @typedef {import('./contestants/contestant.mjs').Surroundings} Surroundings */
/** @typedef {import('./works.mjs').Work} Work */

/** A sample spans at least this much, so that the clock's grain does not show. */
const SAMPLE_MS = 10;
/** Compilers work behind a young function until a stretch of this length is no faster than the one before. */
const STRETCH_MS = 250;
const FASTER = 0.97;
const LEAST_STRETCHES = 2;
const MOST_STRETCHES = 10;

/** Imported when they are asked for: a peer that is not installed is no harm to the others. @type {Record<string, () => Promise<Create>>} */
const CREATORS = {
  'relaxed-simd': async () => (await import('./contestants/ours.mjs')).createOurs('relaxed-simd'),
  simd128: async () => (await import('./contestants/ours.mjs')).createOurs('simd128'),
  'plain JS': async () => (await import('./contestants/plain_js.mjs')).create,
  'naive C++': async () => (await import('./contestants/naive_cpp.mjs')).create,
  'onnxruntime-web': async () => (await import('./contestants/onnxruntime.mjs')).create,
  'LiteRT.js': async () => (await import('./contestants/litert.mjs')).create,
  'tfjs-wasm': async () => (await import('./contestants/tfjs.mjs')).create,
};

/**
 * @typedef {{ variant: string, ms: number | null, relativeError: number | null, error: string | null }} Trial
 * @typedef {{ trials: Trial[], firstMs: number, repeats: number, callMs: number }} Preparation trials: one per way that the
 *   contestant has; the fastest that is right is the one that races. repeats 0: none is right.
 */

export class Host {
  /** @type {Surroundings} */
  #surroundings;
  /** @type {Map<string, Contestant>} */
  #contestants = new Map();
  /** @type {Map<string, { prepared: Prepared, repeats: number }>} */
  #entries = new Map();
  /** The work whose inputs are at hand. @type {{ work: Work, inputs: import('./works.mjs').Arrays, expected: import('./reference.mjs').Reference } | null} */
  #current = null;
  /** @type {{ name: string, operations: number, run: (iterations: number) => number }[]} */
  #peaks = [];

  /** @param {Surroundings} surroundings */
  constructor(surroundings) {
    this.#surroundings = surroundings;
  }

  /**
   * Makes a contestant of a software.
   * @param {{ contestant: string, software: string, workers?: number }} options
   * @returns {Promise<{ version: string }>}
   */
  async open({ contestant, software, workers }) {
    const create = await CREATORS[software]();
    const made = await create({ ...this.#surroundings, workers });
    this.#contestants.set(contestant, made);
    return { version: made.version };
  }

  /**
   * In which modes a contestant can do a work.
   * @param {{ contestant: string, work: string }} options
   */
  async modes({ contestant, work }) {
    return this.#contestant(contestant).modes(findWork(work));
  }

  /**
   * Prepares an entry: each of the contestant's ways is run once and checked; the fastest one stays.
   * @param {{ entry: string, contestant: string, work: string, mode: Mode }} options
   * @returns {Promise<Preparation>}
   */
  async prepare({ entry, contestant, work: id, mode }) {
    const { work, inputs, expected } = this.#load(id);
    const made = this.#contestant(contestant);
    /** @type {Preparation} */
    const preparation = { trials: [], firstMs: 0, repeats: 0, callMs: Number.POSITIVE_INFINITY };
    for (const variant of made.variants(work, mode)) {
      /** @type {Trial} */
      const trial = { variant, ms: null, relativeError: null, error: null };
      preparation.trials.push(trial);
      /** @type {Prepared | null} */
      let prepared = null;
      try {
        const start = performance.now();
        prepared = await made.prepare(work, inputs, mode, variant);
        const found = await prepared.result();
        const firstMs = performance.now() - start;
        trial.relativeError = compare(work, found, expected);
        if (!(trial.relativeError <= TOLERANCE)) throw new Error('wrong numbers');
        trial.ms = await warmUp(prepared);
        if (trial.ms < preparation.callMs) {
          this.#drop(entry);
          const repeats = Math.max(1, Math.ceil(SAMPLE_MS / trial.ms));
          this.#entries.set(entry, { prepared, repeats });
          Object.assign(preparation, { firstMs, repeats, callMs: trial.ms });
          prepared = null;
        }
      } catch (error) {
        trial.error = error instanceof Error ? error.message : String(error);
      }
      prepared?.free?.();
    }
    return preparation;
  }

  /**
   * Milliseconds a call, over one sample.
   * @param {{ entry: string }} options
   */
  async sample({ entry }) {
    const found = this.#entries.get(entry);
    if (!found) throw new Error(`There is no entry '${entry}'.`);
    const { prepared, repeats } = found;
    // Not timed: it brings back the caches that the others took. A call as long as a sample does that by itself.
    if (repeats > 1) await time(prepared, 1);
    return (await time(prepared, repeats)) / repeats;
  }

  /**
   * GFLOP/s of multiply-adds on registers alone, right now: fused, and as two operations.
   * @returns {Promise<Record<string, number>>}
   */
  async calibrate() {
    if (this.#peaks.length === 0) this.#peaks = await loadPeaks(this.#surroundings);
    /** @type {Record<string, number>} */
    const gflops = {};
    for (const { name, operations, run } of this.#peaks) {
      // About five milliseconds each; the best of three is what the machine can do now.
      const iterations = Math.round(2.5e8 / operations);
      let best = 0;
      for (let k = 0; k < 3; k++) {
        const start = performance.now();
        run(iterations);
        best = Math.max(best, (operations * iterations) / (performance.now() - start) / 1e6);
      }
      gflops[name] = best;
    }
    return gflops;
  }

  /** Forgets every entry, so that the next work has the memory. */
  async clear() {
    for (const entry of [...this.#entries.keys()]) this.#drop(entry);
    return null;
  }

  /** @param {string} entry */
  #drop(entry) {
    this.#entries.get(entry)?.prepared.free?.();
    this.#entries.delete(entry);
  }

  /** @param {string} name */
  #contestant(name) {
    const contestant = this.#contestants.get(name);
    if (!contestant) throw new Error(`'${name}' is not open.`);
    return contestant;
  }

  /** @param {string} id */
  #load(id) {
    if (this.#current?.work.id !== id) {
      const work = findWork(id);
      const inputs = makeInputs(work);
      this.#current = { work, inputs, expected: reference(work, inputs) };
    }
    return this.#current;
  }
}

/**
 * The larger of the errors of what the work asks for.
 * @param {Work} work
 * @param {import('./contestants/contestant.mjs').Found} found
 * @param {import('./reference.mjs').Reference} expected
 */
function compare({ kind }, found, expected) {
  const errors = kind === 'picture' ? [] : [relativeError(found.output, expected.output)];
  if (expected.weights) errors.push(relativeError(found.weights, expected.weights));
  return Math.max(...errors);
}

/**
 * Runs until it gets no faster.
 * @param {Prepared} prepared
 * @returns {Promise<number>} milliseconds of the fastest of its calls
 */
async function warmUp(prepared) {
  let best = Number.POSITIVE_INFINITY;
  for (let stretch = 0; stretch < MOST_STRETCHES; stretch++) {
    const before = best;
    const start = performance.now();
    do {
      // A short call is measured in groups, since browsers' clocks tick in steps.
      const group = best < 1 ? Math.ceil(1 / Math.max(best, 0.001)) : 1;
      best = Math.min(best, (await time(prepared, group)) / group || 0.001);
    } while (performance.now() - start < STRETCH_MS);
    if (stretch + 1 >= LEAST_STRETCHES && best > FASTER * before) break;
  }
  return best;
}

/**
 * @param {Prepared} prepared
 * @param {number} repeats
 * @returns {Promise<number>} milliseconds of all of them
 */
async function time({ run, isAsync }, repeats) {
  const start = performance.now();
  if (isAsync) for (let k = 0; k < repeats; k++) await run();
  else for (let k = 0; k < repeats; k++) run();
  return performance.now() - start;
}

/**
 * @param {Surroundings} surroundings
 */
async function loadPeaks({ readBytes }) {
  const peaks = [];
  for (const name of ['relaxed-simd', 'simd128']) {
    const bytes = await readBytes(`build/wasm-${name}/bench/peak.wasm`);
    // An engine without the fused instructions has no such limit.
    if (!WebAssembly.validate(bytes)) continue;
    const { call } = await instantiate(bytes);
    const run = (/** @type {number} */ iterations) => call('run', iterations);
    for (let k = 0; k < 20; k++) run(2000);
    peaks.push({ name, operations: call('operations'), run });
  }
  return peaks;
}
