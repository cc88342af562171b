// Room in wasm memory for the arguments and results of one call: planned, reserved once, reused by every later call.
import { AttentionError } from '../errors.js';
import { Resident } from './resident.js';

/** @typedef {import('./core.js').Core} Core */
/** @typedef {import('./core.js').Block} Block */

/** Cache line, and one line more between pieces: buffers of 4 KiB multiples would share a cache set. */
const ALIGNMENT = 64;

/** The place of an argument that is not given. */
export const NONE = -1;

export class Arena {
  /** @type {Core} */
  #core;
  /** @type {Block} */
  #block;
  #bytes = 0;
  #base = 0;
  /** Places of this call. The arrays below keep their length from call to call: cutting and growing them costs more than a copy. */
  #count = 0;
  /** By place: an offset in the arena, or where it is negative, −address of memory that stays. @type {number[]} */
  #places = [];
  /** By place: what commit() copies in. @type {(Float32Array | Uint8Array | null)[]} */
  #inputs = [];

  /** @param {Core} core */
  constructor(core) {
    this.#core = core;
    this.#block = new core.Block();
  }

  /** Starts the plan of a call. */
  begin() {
    this.#bytes = 0;
    this.#count = 0;
  }

  /**
   * Room for an argument, copied in by commit(); what is resident already stays where it is.
   * @param {Float32Array | Uint8Array | Resident | null | undefined} data
   * @param {string} [argument] what to call a resident one in an error
   * @returns {number} its place
   */
  input(data, argument = '') {
    if (data === null || data === undefined) return NONE;
    if (data instanceof Resident) {
      checkResident(data, this.#core, argument);
      return this.#add(-data.address);
    }
    const place = this.room(data.byteLength);
    this.#inputs[place] = data;
    return place;
  }

  /**
   * Room for a result.
   * @param {number} bytes
   * @returns {number} its place
   */
  room(bytes) {
    const offset = this.#bytes;
    this.#bytes += Math.ceil(bytes / ALIGNMENT) * ALIGNMENT + ALIGNMENT;
    return this.#add(offset);
  }

  /**
   * The place of a result that stays. It may be no argument of the same call.
   * @param {Resident} resident
   * @param {string} name of the result
   * @returns {number}
   */
  residentResult(resident, name) {
    checkResident(resident, this.#core, 'into', `into.${name}`);
    const place = this.#places.indexOf(-resident.address);
    if (place >= 0 && place < this.#count) throw argumentAndResult(name);
    return this.#add(-resident.address);
  }

  /** Reserves what was planned and copies the arguments in. Throws AttentionError of code memory. */
  commit() {
    if (!this.#block.reserve(this.#bytes)) {
      throw new AttentionError(
        'memory',
        '',
        `arguments and results need ${this.#bytes} bytes of wasm memory, which cannot be had`,
      );
    }
    this.#base = this.#block.address();
    const { HEAPU8, HEAPF32 } = this.#core;
    for (let place = 0; place < this.#count; place++) {
      const data = this.#inputs[place];
      if (data === null) continue;
      const address = this.#base + this.#places[place];
      if (data instanceof Uint8Array) HEAPU8.set(data, address);
      else HEAPF32.set(data, address / 4);
      this.#inputs[place] = null;
    }
  }

  /** @param {number} offset */
  #add(offset) {
    const place = this.#count++;
    this.#places[place] = offset;
    this.#inputs[place] = null;
    return place;
  }

  /**
   * The address of a place; 0 for NONE.
   * @param {number} place
   * @returns {number}
   */
  address(place) {
    if (place === NONE) return 0;
    const offset = this.#places[place];
    return offset < 0 ? -offset : this.#base + offset;
  }

  /**
   * Copies a result out. Views on wasm memory never leave: the next growth would empty them.
   * @param {number} place
   * @param {Float32Array} to
   * @returns {Float32Array}
   */
  read(place, to) {
    const first = this.address(place) / 4;
    to.set(this.#core.HEAPF32.subarray(first, first + to.length));
    return to;
  }

  /**
   * @param {number} place
   * @param {number} count
   * @returns {Float64Array}
   */
  readDoubles(place, count) {
    return new Float64Array(
      this.#core.HEAPU8.slice(this.address(place), this.address(place) + count * 8).buffer,
    );
  }

  /**
   * @param {number} place
   * @param {Uint8ClampedArray<ArrayBuffer>} to
   * @returns {Uint8ClampedArray<ArrayBuffer>} to
   */
  readBytes(place, to) {
    const first = this.address(place);
    to.set(this.#core.HEAPU8.subarray(first, first + to.length));
    return to;
  }

  free() {
    this.#block.delete();
  }
}

/**
 * Throws AttentionError of code freed or backend.
 * @param {Resident} resident
 * @param {Core} core the core of the call
 * @param {string} argument
 * @param {string} [name] what the message calls it
 */
export function checkResident(resident, core, argument, name = argument) {
  resident.check(argument, name);
  if (resident.core === core) return;
  throw new AttentionError(
    'backend',
    argument,
    `${name} is a resident tensor of another engine, and belongs to the one that uploaded it`,
  );
}

/**
 * @param {string} name of a result
 * @returns {AttentionError}
 */
export function argumentAndResult(name) {
  return new AttentionError('option', 'into', `into.${name} is an argument of the same call`);
}
