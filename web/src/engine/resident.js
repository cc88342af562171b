// Tensors that stay in wasm memory from call to call: no copies in, and none out until asked for.
/// <reference lib="esnext.disposable" preserve="true" />
import { AttentionError, shown } from '../errors.js';
import { allocate, plainArray, product } from '../tensor.js';
import { KeptWeights } from './kept_weights.js';

/** @typedef {import('./session.js').Session} Session */
/** @typedef {import('../tensor.js').Tensor} Tensor */

/**
 * Made by engine.upload(); usable wherever a tensor is, and in `into`, where results then stay. Holds `bytes` of wasm memory until
 * free(), the end of a `using` block, or garbage collection. Belongs to the engine's core: other backends refuse it.
 */
export class Resident {
  /** @type {Session} */
  #session;
  /** @type {import('./core.js').Block | null} */
  #block;
  /** @type {readonly number[]} */
  #shape;
  /** @type {KeptWeights | null} */
  #kept = null;

  /**
   * @param {Session} session
   * @param {Tensor} tensor copied
   */
  constructor(session, { data, shape }) {
    const block = new session.core.Block();
    if (!block.reserve(data.byteLength)) {
      block.delete();
      throw new AttentionError(
        'memory',
        'tensor',
        `a tensor of ${data.byteLength} bytes cannot be had`,
      );
    }
    session.core.HEAPF32.set(data, block.address() / 4);
    this.#session = session;
    this.#block = block;
    this.#shape = Object.freeze([...shape]);
  }

  /** Sizes, outermost first. */
  get shape() {
    return this.#shape;
  }

  /** Floats held. */
  get length() {
    return product(this.#shape);
  }

  /** Bytes of wasm memory held. */
  get bytes() {
    return this.length * 4;
  }

  /**
   * Throws AttentionError of code freed.
   * @param {string} argument
   * @param {string} name what the message calls it
   */
  check(argument, name) {
    if (this.#block === null)
      throw new AttentionError(
        'freed',
        argument,
        `${name} is a resident tensor that has been freed`,
      );
  }

  /** Where it is, in bytes. */
  get address() {
    return this.#live().address();
  }

  /**
   * The values as weights of a layer, packed; memory of about the same size, held until they change or free().
   * @param {import('./kept_weights.js').Reading} reading
   * @returns {import('./core.js').PackedWeights | null}
   */
  packed(reading) {
    this.#kept ??= new KeptWeights(this.core);
    return this.#kept.get(this.address, reading);
  }

  /** Said before its values change. */
  changes() {
    this.#kept?.free();
  }

  /** The core that it lives in. */
  get core() {
    return this.#session.core;
  }

  /**
   * A copy, the caller's. Throws AttentionError of code freed.
   * @returns {Tensor}
   */
  download() {
    const data = allocate('tensor', this.length);
    const first = this.address / 4;
    data.set(this.#session.core.HEAPF32.subarray(first, first + data.length));
    return { data, shape: [...this.#shape] };
  }

  /**
   * Some of the values, copied.
   * @param {number} begin
   * @param {number} end
   * @returns {Float32Array}
   */
  slice(begin, end) {
    const first = this.address / 4;
    return this.#session.core.HEAPF32.slice(first + begin, first + end);
  }

  /**
   * Overwrites values from place `begin` on.
   * @param {Float32Array} data
   * @param {number} begin
   */
  write(data, begin) {
    this.changes();
    this.#session.core.HEAPF32.set(data, this.address / 4 + begin);
  }

  /**
   * Some of its floats, in the order in which they lie: a row of a large map without the rest. Throws AttentionError of
   * codes freed and option.
   * @param {number} first flat index
   * @param {Float32Array} to filled; the caller's
   * @returns {Float32Array} to
   */
  read(first, to) {
    const floats = plainArray(to, Float32Array);
    if (floats === null) {
      throw new AttentionError('option', 'to', `to is ${shown(to)}, expected a Float32Array`);
    }
    const isWhole = Number.isInteger(first) && first >= 0;
    if (!isWhole || first + floats.length > this.length) {
      throw new AttentionError(
        'option',
        'first',
        `${floats.length} floats from ${shown(first)} on are asked for, of a tensor of ${this.length}`,
      );
    }
    const start = this.address / 4 + first;
    floats.set(this.#session.core.HEAPF32.subarray(start, start + floats.length));
    return to;
  }

  free() {
    this.#kept?.free();
    this.#block?.delete();
    this.#block = null;
  }

  /** The end of a `using` block. */
  [Symbol.dispose]() {
    this.free();
  }

  #live() {
    if (this.#block === null)
      throw new AttentionError('freed', 'tensor', 'the resident tensor has been freed');
    return this.#block;
  }
}
