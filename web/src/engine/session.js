// What one engine holds of the core: memory for a call, scratch, and the call objects, made once and reused.
import { AttentionError } from '../errors.js';
import { Arena } from './arena.js';
import { namesOf } from './core_names.js';
import { Told } from './told.js';

/** @typedef {import('./core.js').Core} Core */

export class Session {
  /** @type {Told} */
  #scaling;
  /** @type {Told} */
  #mask;

  /**
   * @param {Core} core
   * @param {import('./tuning.js').Tuning} tuning
   */
  constructor(core, tuning) {
    this.core = core;
    this.tuning = Object.freeze({ ...tuning });
    this.arena = new Arena(core);
    this.scratch = new core.Scratch();
    this.options = new core.Options();
    this.options.wide(tuning.tile === 'wide');
    this.outputs = new core.Outputs();
    this.call = new core.AttentionCall();
    this.layerCall = new core.LayerCall();
    const { call, options, outputs } = this;
    /** Sizes of `call`. */
    this.shape = new Told((h, kv, nQ, nK, dK, dV) => call.shape(h, kv, nQ, nK, dK, dV));
    /** Addresses and counts of its query, key, value and bias. */
    this.inputs = new Told((...places) => call.inputs(...places));
    /** Counts and addresses of `outputs`. */
    this.results = new Told((...places) => outputs.set(...places));
    this.#scaling = new Told((scale, temperature) => options.scaling(scale, temperature));
    this.#mask = new Told((...rule) => options.mask(...rule));
    this.isFree = false;
  }

  /** Throws AttentionError of code freed after free(). */
  check() {
    if (this.isFree) throw new AttentionError('freed', '', 'the engine has been freed');
  }

  /** Starts the plan of a call. After every option is read: a getter of the caller's may have called or freed the engine. */
  begin() {
    this.check();
    this.arena.begin();
  }

  /**
   * @param {import('./attention.js').Scaling} scaling
   * @param {import('./mask.js').ParsedMask} mask
   * @param {{ keep: number, allowed: number }} places
   */
  setOptions({ scale, temperature }, mask, { keep, allowed }) {
    this.#scaling.say(scale, temperature);
    const { arena } = this;
    this.#mask.say(
      mask.causal,
      mask.left,
      mask.right,
      mask.prefix,
      arena.address(keep),
      mask.keep === null ? 0 : mask.keep.length,
      arena.address(allowed),
      mask.allowed === null ? 0 : mask.allowed.length,
    );
  }

  /**
   * A status of the core by its names.
   * @param {number} status not 0
   * @returns {import('./async_call.js').Refused}
   */
  refused(status) {
    return { ...namesOf(this.core, status), message: null };
  }

  free() {
    if (this.isFree) return;
    this.isFree = true;
    this.arena.free();
    for (const handle of [this.scratch, this.options, this.outputs, this.call, this.layerCall])
      handle.delete();
  }
}
