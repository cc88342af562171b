// Which results there are, their shapes, and their way out of wasm memory.
import { allocate, product } from '../tensor.js';
import { NONE } from './arena.js';
import { readInto } from './arguments.js';
import { Resident } from './resident.js';

/** @typedef {import('../tensor.js').Tensor} Tensor */
/** @typedef {import('./arena.js').Arena} Arena */
/** @typedef {import('./arguments.js').Floats} Floats */
/** @typedef {'output'|'weights'|'rawScores'|'scaledScores'|'maskedScores'|'logSumExp'|'entropy'|'peak'|'rowSum'|'jacobianNorm'} AttentionResult */

/** @typedef {'output' | 'weights'} DefaultResult what is given where no `want` is */
/** @typedef {import('../tensor.js').TensorInput | Resident} Prepared */
/**
 * @template {string} Name
 * @typedef {{ [N in Name]: Tensor }} ResultsOf
 */

/** @type {readonly AttentionResult[]} */
export const ATTENTION_RESULTS = [
  'output',
  'weights',
  'rawScores',
  'scaledScores',
  'maskedScores',
  'logSumExp',
  'entropy',
  'peak',
  'rowSum',
  'jacobianNorm',
];
export const CELLS = new Set(['weights', 'rawScores', 'scaledScores', 'maskedScores']);

/** @type {readonly DefaultResult[]} */
export const DEFAULT_WANT = ['output', 'weights'];

/**
 * @param {string} name of an attention result
 * @param {{ heads: number, nQ: number, nK: number, dV: number }} sizes
 * @returns {number[]}
 */
export function attentionShape(name, { heads, nQ, nK, dV }) {
  if (name === 'output') return [heads, nQ, dV];
  return CELLS.has(name) ? [heads, nQ, nK] : [heads, nQ];
}

/**
 * The results of one call. Made before the arena's plan: it reads what the caller prepared, and a getter there may call the engine.
 * Memory on the JavaScript side is made here too, before anything is computed.
 */
export class Results {
  /** @type {Arena} */
  #arena;
  #want;
  /** In the order of `want`, as the two below. @type {Floats[]} */
  #floats = [];
  /** @type {number[][]} */
  #shapes = [];
  /** @type {number[]} */
  #places = [];

  /**
   * @param {Arena} arena
   * @param {readonly string[]} want
   * @param {(name: string) => number[]} shapeOf
   * @param {unknown} [into] results that the caller prepared
   */
  constructor(arena, want, shapeOf, into) {
    this.#arena = arena;
    this.#want = want;
    const prepared = readInto(into, want, shapeOf);
    for (const name of want) {
      const shape = shapeOf(name);
      this.#shapes.push(shape);
      this.#floats.push(prepared?.get(name) ?? allocate(name, product(shape)));
      this.#places.push(NONE);
    }
  }

  /** Takes its room in the arena: after the arguments, before commit(). */
  place() {
    for (let k = 0; k < this.#want.length; k++) {
      const floats = this.#floats[k];
      if (floats instanceof Resident) {
        this.#places[k] = this.#arena.residentResult(floats, this.#want[k]);
        floats.changes();
      } else {
        this.#places[k] = this.#arena.room(floats.byteLength);
      }
    }
  }

  /**
   * @param {string} name
   * @returns {number} 0 when the result is not wanted
   */
  address(name) {
    const k = this.#want.indexOf(name);
    return k < 0 ? 0 : this.#arena.address(this.#places[k]);
  }

  /**
   * Tells the core where its attention results go.
   * @param {import('./told.js').Told} outputs
   * @param {{ heads: number, nQ: number, nK: number, dV: number }} sizes
   * @param {boolean} [withOutput] false in a layer, whose output is another
   */
  bind(outputs, { heads, nQ, nK, dV }, withOutput = true) {
    outputs.say(
      heads * nQ * dV,
      heads * nQ * nK,
      heads * nQ,
      withOutput ? this.address('output') : 0,
      this.address('weights'),
      this.address('rawScores'),
      this.address('scaledScores'),
      this.address('maskedScores'),
      this.address('logSumExp'),
      this.address('entropy'),
      this.address('peak'),
      this.address('rowSum'),
      this.address('jacobianNorm'),
    );
  }

  /**
   * Copies out what is not to stay.
   * @returns {Record<string, Tensor>} a resident tensor stands where one was given
   */
  take() {
    /** @type {Record<string, Tensor>} */
    const taken = {};
    for (let k = 0; k < this.#want.length; k++) {
      const data = this.#floats[k];
      if (data instanceof Resident) {
        taken[this.#want[k]] = /** @type {Tensor} */ (/** @type {unknown} */ (data));
      } else {
        this.#arena.read(this.#places[k], data);
        taken[this.#want[k]] = { data, shape: this.#shapes[k] };
      }
    }
    return taken;
  }
}
