// engine.draws(): NumPy's draws, a piece at a time.
/// <reference lib="esnext.disposable" preserve="true" />
import { AttentionError } from '../errors.js';
import { allocate, checkShape, product } from '../tensor.js';
import { checkNames } from './arguments.js';
import { halves, readDeviation, readSeed } from './normal.js';

/** @typedef {import('./session.js').Session} Session */
/** @typedef {{ seed: number | bigint }} DrawsOptions */

/**
 * A stream of normal draws: what normal() gives with a growing `skip`, without drawing again what was skipped. Holds a few bytes of
 * wasm memory until free(), the end of a `using` block, or garbage collection.
 */
export class Draws {
  /** @type {Session} */
  #session;
  /** @type {import('./core.js').NormalStream | null} */
  #stream;

  /**
   * @param {Session} session
   * @param {DrawsOptions} options
   */
  constructor(session, options) {
    checkNames(options, ['seed'], 'draws()');
    const seed = readSeed(options.seed);
    session.check();
    this.#session = session;
    this.#stream = new session.core.NormalStream(...halves(seed));
  }

  /**
   * The next draws, scaled (default 1) and rounded to float32. A refused call takes none. Throws AttentionError: shape, option,
   * not_finite, overflow, memory, freed.
   * @param {{ shape: readonly number[], scale?: number }} options
   * @returns {import('../tensor.js').Tensor}
   */
  next(options) {
    this.#live();
    checkNames(options, ['shape', 'scale'], 'next()');
    const shape = checkShape('shape', options.shape);
    const scale = readDeviation(options.scale);
    const count = product(shape);
    const data = allocate('shape', count);
    const { arena } = this.#session;
    this.#session.begin();
    const place = arena.room(count * 4);
    arena.commit();
    if (this.#live().draw(scale, arena.address(place), count) !== 0) {
      throw new AttentionError(
        'overflow',
        'scale',
        `scale ${scale} takes one of ${count} draws past the range of float32 (3.4e38)`,
      );
    }
    return { data: arena.read(place, data), shape };
  }

  free() {
    this.#stream?.delete();
    this.#stream = null;
  }

  /** The end of a `using` block. */
  [Symbol.dispose]() {
    this.free();
  }

  #live() {
    this.#session.check();
    if (this.#stream === null)
      throw new AttentionError('freed', '', 'the stream of draws has been freed');
    return this.#stream;
  }
}
