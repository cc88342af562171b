// What keeps a tag from showing what it was asked for: told once, and written above the last good map until it is mended.
import { AttentionError } from '../errors.js';
import { emit } from './emit.js';

/** @typedef {{ error: unknown, text: string, owes: boolean }} Fault a refusal that is not mended; owes: numbers, not only paint */

export class Faults {
  #host;
  #frame;
  /** @type {Fault | null} */
  #now = null;

  /**
   * @param {Element} host
   * @param {() => import('./frame.js').Frame | undefined} frame
   */
  constructor(host, frame) {
    this.#host = host;
    this.#frame = frame;
  }

  /** @returns {unknown} what is not mended; null for nothing */
  get error() {
    return this.#now?.error ?? null;
  }

  /** @returns {boolean} whether it kept numbers from being computed */
  get owes() {
    return this.#now?.owes ?? false;
  }

  /**
   * @param {unknown} error
   * @param {{ owes: boolean, kept: boolean }} state owes: see Fault; kept: a good map is still shown
   */
  tell(error, { owes, kept }) {
    const text = error instanceof Error ? error.message : String(error);
    const known = this.#now?.text === text;
    this.#now = { error, text, owes };
    this.show(kept);
    // The same fault met again is no news.
    if (known) return;
    emit(this.#host, 'error', { error });
    // What is no refusal of input is a fault of ours: the console should have it with its stack.
    if (!(error instanceof AttentionError)) console.error(error);
  }

  /** What is shown now is what was asked for. */
  mend() {
    this.#now = null;
    this.show(false);
  }

  /** @param {boolean} kept a good map is still shown */
  show(kept) {
    this.#frame()?.setError(this.#now?.text ?? null, kept);
  }
}
