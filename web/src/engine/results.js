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
export const CELLS = new Set(['weights', 'rawScores', 'scaledScores', 'maskedScores']);

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

/**
 * The results of one call. Made before the arena's plan: it reads what the caller prepared, and a getter there may call the engine.
 * Memory on the JavaScript side is made here too, before anything is computed.
 */
export class Results {
  /** @type {Map<string, { place: number, data: Floats, shape: number[] }>} */
  #entries = new Map();
  /** @type {Arena} */
  #arena;

  /**
   * @param {Arena} arena
   * @param {readonly string[]} want
   * @param {(name: string) => number[]} shapeOf
   * @param {unknown} [into] results that the caller prepared
   */
  constructor(arena, want, shapeOf, into) {
    this.#arena = arena;
    const prepared = readInto(into, want, shapeOf);
    for (const name of want) {
      const shape = shapeOf(name);
      this.#entries.set(name, {
        place: NONE,
        data: prepared.get(name) ?? allocate(name, product(shape)),
        shape,
      });
    }
  }

  /** Takes its room in the arena: after the arguments, before commit(). */
  place() {
    for (const [name, entry] of this.#entries) {
      const { data } = entry;
      if (data instanceof Resident) {
        if (this.#arena.holds(data)) {
          throw new AttentionError(
            'option',
            'into',
            `into.${name} is an argument of the same call`,
          );
        }
        entry.place = this.#arena.resident(data);
      } else {
        entry.place = this.#arena.room(data.byteLength);
      }
    }
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
