// Which engine a tag computes on: the one that all tags share, or one that the page gave.
import { AttentionError } from '../errors.js';
import { checkEngine, sharedEngine } from './shared_engine.js';

/** @typedef {import('./shared_engine.js').Engine} Engine */

export class EngineSource {
  #on;
  #engine = /** @type {Engine | null} */ (null);
  /** Whether the page gave the engine; it is never replaced then. */
  #given = false;
  /** Whether the shared engine was found freed, and no drawing has succeeded since. */
  #renewed = false;

  /** @param {{ arrived: () => void, failed: (error: unknown) => void }} on the shared one is there, or cannot be had */
  constructor(on) {
    this.#on = on;
  }

  /** @returns {Engine | null} null until one is loaded */
  get engine() {
    return this.#engine;
  }

  /**
   * @param {Engine | null | undefined} engine null: the shared one again, which load() brings
   * @returns {boolean} whether one was given
   * @throws {AttentionError} code 'option' for what is no engine
   */
  give(engine) {
    checkEngine(engine ?? null);
    this.#engine = engine ?? null;
    this.#given = this.#engine !== null;
    return this.#given;
  }

  /** Bring the shared one, unless there is one. */
  load() {
    if (!this.#engine) this.#share();
  }

  /** @param {Engine} [freed] the shared one until now, which somebody freed */
  #share(freed) {
    sharedEngine(freed).then(
      (engine) => {
        // One that the page gave meanwhile stays.
        if (this.#given) return;
        this.#engine = engine;
        this.#on.arrived();
      },
      (error) => {
        if (!this.#given) this.#on.failed(error);
      },
    );
  }

  /**
   * The engine that all tags share can be freed through any of them: go on with a fresh one, once.
   * @param {unknown} error
   * @returns {boolean} whether a fresh one will compute what failed
   */
  renew(error) {
    const freed = error instanceof AttentionError && error.code === 'freed';
    if (!freed || this.#given || this.#renewed || !this.#engine) return false;
    this.#renewed = true;
    this.#share(this.#engine);
    return true;
  }

  /** A drawing has succeeded on it. */
  proved() {
    this.#renewed = false;
  }
}
