// The kernels by name: loaded when first asked for, and timed on what is on screen while the reader pauses.
import { loadEngine } from 'attention-map';
import { embed } from 'attention-map/embedding';
import { BACKENDS } from './state.js';
import { meanMs, showMs, whenIdle } from './timing.js';

/** @typedef {Awaited<ReturnType<typeof loadEngine>>} Engine */
/** @typedef {import('attention-map/element').AttentionMapElement} AttentionMapElement */
/** @typedef {import('./state.js').Backend} Backend */
/** @typedef {import('./state.js').Settings} Settings */

/**
 * The same call that the tag makes for these words, on the same numbers.
 * @param {Engine} engine
 * @param {Settings} settings
 * @param {string[]} tokens
 * @returns {() => unknown}
 */
export function callOf(engine, settings, tokens) {
  const { heads, seed, scale, temperature } = settings;
  const layer = embed({ tokens, seed, heads, normal: (options) => engine.normal(options) });
  const n = tokens.length;
  const padding = settings.mask.includes('padding') ? Math.min(settings.padding, n) : 0;
  const mask = {
    causal: settings.mask.includes('causal'),
    keep: Array.from({ length: n }, (_, j) => j < n - padding),
  };
  const options = { ...layer, mask, temperature, ...(scale ? {} : { scale: 1 }) };
  return () => engine.multiHeadAttention(options);
}

/**
 * Turns of timing, of which the best counts. Whatever else the machine does disturbs some; and a browser compiles a function well only once
 * it has run long enough, which takes a fast kernel more turns than a slow one.
 */
const TURNS = 12;

/** The kernels that can be told apart; 'auto' is one of them. */
const NAMED = BACKENDS.filter((name) => name !== 'auto');

export class Kernels {
  #document;
  #plan;
  /** @type {Map<string, Promise<Engine>>} */
  #engines = new Map();
  /** @type {Set<string>} */
  #warm = new Set();
  /** @type {Backend} */
  #drawing = 'auto';

  /**
   * @param {Document} document with the kernel row of index.html
   * @param {Window} page
   */
  constructor(document, page) {
    this.#document = document;
    this.#plan = whenIdle(page);
  }

  /**
   * The engine of a backend, loaded once.
   * @param {Backend} backend
   * @returns {Promise<Engine>} rejected where it does not run
   */
  engine(backend) {
    const known = this.#engines.get(backend);
    if (known) return known;
    const loading = loadEngine({ backend });
    this.#engines.set(backend, loading);
    return loading;
  }

  /**
   * Lets a backend compute what the reader's figure shows. The tag starts with the automatic choice itself.
   * @param {Backend} backend
   * @returns {Promise<void>} rejected where it does not run; the figure then keeps the one it has
   */
  async draw(backend) {
    if (backend === this.#drawing) return;
    this.#drawing = backend;
    const engine = await this.engine(backend);
    const map = /** @type {AttentionMapElement | null} */ (this.#document.getElementById('map'));
    // The reader may have chosen another one while this was loading.
    if (map && this.#drawing === backend) map.engine = engine;
  }

  /**
   * Times every kernel on these words once the reader pauses.
   * @param {Settings} settings
   * @param {string[]} tokens
   */
  time(settings, tokens) {
    if (tokens.length === 0) {
      this.#plan([]);
      for (const id of [...NAMED.map((backend) => `time-${backend}`), 'timing'])
        this.#write(id, '');
      return;
    }
    /** @type {Map<Backend, number>} */
    const best = new Map();
    const all = (/** @type {(call: () => unknown, backend: Backend) => void} */ use) =>
      NAMED.map((backend) => () => this.#run(backend, settings, tokens, use));
    this.#plan([
      // A browser compiles wasm twice, well only once it runs often: the first span is not shown.
      ...all((call, backend) => {
        if (!this.#warm.has(backend)) meanMs(call);
        this.#warm.add(backend);
      }),
      ...Array.from({ length: TURNS }, () =>
        all((call, backend) => {
          best.set(backend, Math.min(best.get(backend) ?? Number.POSITIVE_INFINITY, meanMs(call)));
        }),
      ).flat(),
      () => {
        for (const [backend, ms] of best) this.#write(`time-${backend}`, showMs(ms));
      },
      () => this.#describe(settings, tokens),
    ]);
  }

  /**
   * @param {Backend} backend
   * @param {Settings} settings
   * @param {string[]} tokens
   * @param {(call: () => unknown, backend: Backend) => void} use
   */
  async #run(backend, settings, tokens, use) {
    /** @type {Engine} */
    let engine;
    try {
      engine = await this.engine(backend);
    } catch {
      this.#refuse(backend);
      return;
    }
    use(callOf(engine, settings, tokens), backend);
  }

  /**
   * @param {string} backend that this browser cannot run
   */
  #refuse(backend) {
    this.#write(`time-${backend}`, 'not in this browser');
    const radio = this.#document.querySelector(`input[name="backend"][value="${backend}"]`);
    if (radio instanceof HTMLInputElement && !radio.checked) radio.disabled = true;
  }

  /**
   * @param {Settings} settings
   * @param {string[]} tokens
   */
  async #describe({ heads }, tokens) {
    const { backend } = await this.engine('auto');
    const n = tokens.length;
    this.#write('time-auto', `uses ${backend}`);
    this.#write(
      'timing',
      `One call of multiHeadAttention: ${n} ${n === 1 ? 'token' : 'tokens'}, ${heads} ${heads === 1 ? 'head' : 'heads'}, ` +
        `four 64 × 64 projections, from JavaScript arrays and back. The best of ${TURNS} turns, each the mean of as many calls as fill ` +
        '10 ms, taken while you pause.',
    );
  }

  /**
   * @param {string} id
   * @param {string} text
   */
  #write(id, text) {
    const place = this.#document.getElementById(id);
    if (place && place.textContent !== text) place.textContent = text;
  }
}
