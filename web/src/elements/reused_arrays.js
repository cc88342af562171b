// Arrays of one tag by name, written to again and again: fresh memory costs a browser more than the kernel that fills it.
import { allocate, product } from '../tensor.js';

/** @typedef {import('../readers/json.js').Tensor} Tensor */

export class ReusedArrays {
  #owner = '';
  /** @type {Map<string, Float32Array>} */
  #arrays = new Map();

  /** @param {string} owner who writes now: what others left here is given back */
  begin(owner) {
    if (owner !== this.#owner) this.#arrays.clear();
    this.#owner = owner;
  }

  /**
   * @param {string} name
   * @param {number} count
   * @returns {Float32Array} holding whatever was written there last: to be filled from end to end
   */
  floats(name, count) {
    let known = this.#arrays.get(name);
    if (!known || known.length < count) {
      // A first one is as long as it must be; one that grows will grow again.
      known = allocate(name, known ? 2 ** Math.ceil(Math.log2(count)) : count);
      this.#arrays.set(name, known);
    }
    return known.subarray(0, count);
  }

  /**
   * @param {string} name
   * @param {readonly number[]} shape
   * @returns {Tensor} for `into` of the engine's calls
   */
  tensor(name, shape) {
    return { data: this.floats(name, product(shape)), shape: [...shape] };
  }
}
