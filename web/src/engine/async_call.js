// The life of one asynchronous call: its promise, its signal, its progress, and the results on their way to their places.
import { AttentionError, shown } from '../errors.js';
import { allocate, product } from '../tensor.js';
import { argumentAndResult, checkResident } from './arena.js';
import { readInto } from './arguments.js';
import { namedRefusal } from './refusal.js';
import { Resident } from './resident.js';

/** @typedef {import('../tensor.js').Tensor} Tensor */
/** @typedef {import('./arguments.js').Floats} Floats */
/** @typedef {{ done: number, total: number }} Progress units of work, done ≤ total; equal at the end */
/** @typedef {{ signal?: AbortSignal, onProgress?: (progress: Progress) => void }} AsyncOptions */
/** @typedef {{ code: import('../errors.js').ErrorCode, argument: string, message: string | null }} Refused message null: composed here, from the whole arrays */

/** Names of AsyncOptions. */
export const ASYNC_OPTIONS = ['signal', 'onProgress'];

/** Copying this many floats takes about as long as a block of work may. */
const FLOATS_PER_TURN = 2 ** 21;

/**
 * A call in the order in which the core would refuse it: what is not finite, then what would overflow.
 * @type {readonly [code: string, argument: string][]}
 */
const ORDER = [
  ['not_finite', 'query'],
  ['not_finite', 'key'],
  ['not_finite', 'value'],
  ['not_finite', 'bias'],
  ['overflow', 'value'],
  ['overflow', 'query'],
];

/** Made when a call is; `promise` is the caller's. */
export class AsyncCall {
  /** @type {Promise<Record<string, Tensor>>} */
  promise;
  /** Told when the call is settled, which may be before its work is done. */
  onEnd = () => {};
  #isOver = false;
  /** What a part has been refused for. @type {Refused | null} */
  #refused = null;
  /** @type {Map<string, { data: Floats, shape: number[], isCallers: boolean }>} */
  #results = new Map();
  /** Results for arrays of the caller, which are written when nothing can go wrong any more. @type {(() => void)[]} */
  #held = [];
  #heldFloats = 0;
  #done = 0;
  #total;
  #options;
  #arrays;
  #checkResidents;
  #abort = () => this.fail(this.#options.signal?.reason);
  /** @type {(results: Record<string, Tensor>) => void} */
  #resolve = () => {};
  /** @type {(error: unknown) => void} */
  #reject = () => {};

  /**
   * @param {AsyncOptions & { into?: unknown }} options read already by checkAsync()
   * @param {{ want: readonly string[], shapeOf: (name: string) => number[], total: number, arrays: import('./refusal.js').Arrays, core: import('./core.js').Core }} plan
   *   total: units of work; arrays: the arguments; core: where resident tensors must lie
   */
  constructor(options, { want, shapeOf, total, arrays, core }) {
    const prepared = readInto(options.into, want, shapeOf);
    this.#checkResidents = () => checkResidents(arrays, prepared, core);
    this.#checkResidents();
    for (const name of want) {
      const shape = shapeOf(name);
      const mine = prepared?.get(name);
      this.#results.set(name, {
        data: mine ?? allocate(name, product(shape)),
        shape,
        isCallers: mine !== undefined,
      });
    }
    this.#options = { signal: options.signal, onProgress: options.onProgress };
    this.#total = total;
    this.#arrays = arrays;
    this.promise = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    this.#options.signal?.addEventListener('abort', this.#abort);
  }

  /** Settled: what still comes is for nobody. */
  isOver() {
    return this.#isOver;
  }

  /** A part has been refused: the others are only looked at from then on. */
  isRefused() {
    return this.#refused !== null;
  }

  /** Values that were put may still be read. */
  isHolding() {
    return this.#held.length > 0;
  }

  /**
   * The place of some values of a result, to be written at once; undefined where they are held, or lie in wasm memory.
   * @param {string} name
   * @param {number} begin
   * @param {number} length
   * @returns {Float32Array | undefined}
   */
  place(name, begin, length) {
    const result = this.#results.get(name);
    if (result === undefined || result.isCallers || result.data instanceof Resident)
      return undefined;
    return result.data.subarray(begin, begin + length);
  }

  /**
   * Puts values of a result in their place unless they lie there, at once where the array is the call's own.
   * @param {string} name
   * @param {Float32Array} values
   * @param {number} begin
   */
  put(name, values, begin) {
    const result = this.#results.get(name);
    if (result === undefined) return;
    const { data, isCallers } = result;
    if (!(data instanceof Resident) && data.buffer === values.buffer && !isCallers) return;
    const write = () =>
      data instanceof Resident ? data.write(values, begin) : data.set(values, begin);
    if (isCallers) this.#held.push(write);
    else write();
    this.#heldFloats = Math.max(this.#heldFloats, values.length);
  }

  /** @param {number} units of work that are done now */
  advance(units) {
    this.#done += units;
    try {
      this.#options.onProgress?.({ done: this.#done, total: this.#total });
    } catch (error) {
      this.fail(error);
    }
  }

  /**
   * A part was refused. Others may be refused for what the core looks at first, so the call goes on looking.
   * @param {Refused} refused
   */
  refuse(refused) {
    if (this.#refused === null || rank(refused) < rank(this.#refused)) this.#refused = refused;
  }

  /**
   * All parts are in.
   * @param {() => Promise<void>} breathe lets the page do what waits
   */
  async finish(breathe) {
    if (this.#isOver) return;
    if (this.#refused !== null) {
      const { code, argument, message } = this.#refused;
      this.fail(
        message === null
          ? namedRefusal(code, argument, this.#arrays)
          : new AttentionError(code, argument, message),
      );
      return;
    }
    const perTurn = Math.max(1, Math.floor(FLOATS_PER_TURN / Math.max(1, this.#heldFloats)));
    for (let k = 0; k < this.#held.length; k++) {
      if (k > 0 && k % perTurn === 0) await breathe();
      if (this.#isOver) return;
      try {
        this.#held[k]();
      } catch (error) {
        this.fail(error);
        return;
      }
    }
    /** @type {Record<string, Tensor>} */
    const taken = {};
    for (const [name, { data, shape }] of this.#results) {
      taken[name] =
        data instanceof Resident
          ? /** @type {Tensor} */ (/** @type {unknown} */ (data))
          : { data, shape };
    }
    this.#end();
    this.#resolve(taken);
  }

  /** @param {unknown} error */
  fail(error) {
    if (this.#isOver) return;
    this.#end();
    this.#reject(this.#named(error));
  }

  /**
   * A resident tensor that was freed during the call does not know which argument it is.
   * @param {unknown} error
   */
  #named(error) {
    if (!(error instanceof AttentionError) || error.code !== 'freed') return error;
    try {
      this.#checkResidents();
      return error;
    } catch (named) {
      return named;
    }
  }

  #end() {
    this.#isOver = true;
    this.#held = [];
    this.#options.signal?.removeEventListener('abort', this.#abort);
    this.onEnd();
  }
}

/** @param {Refused} refused */
function rank({ code, argument }) {
  const place = ORDER.findIndex(([first, second]) => first === code && second === argument);
  return place < 0 ? ORDER.length : place;
}

/**
 * Reads what asynchronous calls take more. Throws the signal's reason when it is aborted already.
 * @param {{ signal?: unknown, onProgress?: unknown }} options
 * @returns {AsyncOptions}
 */
export function readAsync({ signal, onProgress }) {
  if (onProgress !== undefined && typeof onProgress !== 'function') {
    throw new AttentionError(
      'option',
      'onProgress',
      `onProgress is ${shown(onProgress)}, expected a function`,
    );
  }
  if (signal !== undefined && !isSignal(signal)) {
    throw new AttentionError(
      'option',
      'signal',
      `signal is ${shown(signal)}, expected an AbortSignal`,
    );
  }
  if (signal?.aborted) throw signal.reason;
  return { signal, onProgress: /** @type {AsyncOptions['onProgress']} */ (onProgress) };
}

/**
 * Of any realm.
 * @param {unknown} value
 * @returns {value is AbortSignal}
 */
function isSignal(value) {
  return Object.prototype.toString.call(value) === '[object AbortSignal]';
}

/**
 * What the arena of a synchronous call refuses.
 * @param {import('./refusal.js').Arrays} arrays
 * @param {ReadonlyMap<string, Floats> | null} prepared
 * @param {import('./core.js').Core} core
 */
function checkResidents(arrays, prepared, core) {
  for (const [name, floats] of Object.entries(arrays))
    if (floats instanceof Resident) checkResident(floats, core, name);
  for (const [name, floats] of prepared ?? []) {
    if (!(floats instanceof Resident)) continue;
    checkResident(floats, core, 'into', `into.${name}`);
    if (Object.values(arrays).includes(floats)) throw argumentAndResult(name);
  }
}
