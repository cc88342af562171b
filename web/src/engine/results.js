// Which results there are, their shapes, and their way out of wasm memory.
import { AttentionError } from '../errors.js';
import { allocate, product } from '../tensor.js';
import { NONE } from './arena.js';
import { readInto } from './arguments.js';
import { Resident } from './resident.js';

/** @typedef {import('../tensor.js').Tensor} Tensor */
/** @typedef {import('./arena.js').Arena} Arena */
/** @typedef {import('./arguments.js').Floats} Floats */
/** @typedef {import('./core.js').Outputs} Outputs */
/** @typedef {'output'|'weights'|'rawScores'|'scaledScores'|'maskedScores'|'logSumExp'|'entropy'|'peak'|'rowSum'|'jacobianNorm'} AttentionResult */

/** In the order in which the core's Outputs take their addresses. @type {readonly AttentionResult[]} */
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
const CELLS = new Set(['weights', 'rawScores', 'scaledScores', 'maskedScores']);

/** @type {readonly AttentionResult[]} */
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

/** The results of one call: planned in the arena, memory on the JavaScript side made before anything is computed. */
export class Results {
  /** @type {Map<string, { place: number, data: Floats, shape: number[] }>} */
  #entries = new Map();
  /** @type {Arena} */
  #arena;
  /** @type {unknown} */
  #into;

  /**
   * @param {Arena} arena
   * @param {unknown} [into] results that the caller prepared
   */
  constructor(arena, into) {
    this.#arena = arena;
    this.#into = into;
  }

  /**
   * @param {string} name
   * @param {number[]} shape
   */
  add(name, shape) {
    const data = readInto(this.#into, name, shape) ?? allocate(name, product(shape));
    const isResident = data instanceof Resident;
    if (isResident && this.#arena.holds(data)) {
      throw new AttentionError(
        'option',
        'into',
        `into.${name} is an argument or another result of the same call`,
      );
    }
    const place = isResident ? this.#arena.resident(data) : this.#arena.room(data.byteLength);
    this.#entries.set(name, { place, data, shape });
  }

  /**
   * @param {string} name
   * @returns {number} 0 when the result is not wanted
   */
  address(name) {
    return this.#arena.address(this.#entries.get(name)?.place ?? NONE);
  }

  /**
   * Tells the core where its attention results go.
   * @param {Outputs} outputs
   * @param {{ heads: number, nQ: number, nK: number, dV: number }} sizes
   * @param {boolean} [withOutput] false in a layer, whose output is another
   */
  bind(outputs, sizes, withOutput = true) {
    const { heads, nQ, nK, dV } = sizes;
    const [, ...others] = ATTENTION_RESULTS;
    outputs.set(
      heads * nQ * dV,
      heads * nQ * nK,
      heads * nQ,
      withOutput ? this.address('output') : 0,
      ...others.map((name) => this.address(name)),
    );
  }

  /**
   * Copies out what is not to stay.
   * @returns {Record<string, Tensor>} a resident tensor stands where one was given
   */
  take() {
    /** @type {Record<string, Tensor>} */
    const taken = {};
    for (const [name, { place, data, shape }] of this.#entries) {
      if (data instanceof Resident) {
        taken[name] = /** @type {Tensor} */ (/** @type {unknown} */ (data));
      } else {
        this.#arena.read(place, data);
        taken[name] = { data, shape };
      }
    }
    return taken;
  }
}
