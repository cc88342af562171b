// Memory for the weights of one tag, written to again and again: fresh memory costs a browser more than the kernel does.
// Two places in turn, so that what is shown stays whole until its successor is on screen.
import { allocate } from '../tensor.js';
import { addShare, cellsOf } from '../views/picture.js';
import { RememberedLayer } from './concepts/remembered_layer.js';
import { ReusedArrays } from './reused_arrays.js';

/** @typedef {import('./shared_engine.js').Engine} Engine */
/** @typedef {import('../engine/resident.js').Resident} Resident */
/** @typedef {import('../readers/json.js').Tensor} Tensor */
/** @typedef {import('../views/picture.js').Cells} Cells */

/** From this many floats on (1 MB) weights stay in wasm memory, and only what is looked at is copied out. */
const RESIDENT_FROM = 1 << 18;
/** Floats of four heads and of their mean that fit in the nearest cache. */
const BLOCK = 1 << 10;

/** A place that weights can be written to. */
export class Place {
  /** @type {Float32Array} */
  #array = new Float32Array(0);
  /** @type {Resident | null} */
  #resident = null;
  /** @type {Engine | null} */
  #engine = null;
  /** The mean over heads, of what stays in wasm memory. */
  #mean = /** @type {Float32Array} */ (new Float32Array(0));
  #block = new Float32Array(4 * BLOCK);
  /** Whose weights are here: a copy is only theirs as long as nobody else has written. @type {unknown} */
  owner = null;
  /** @type {Tensor | Resident} what takes the weights */
  target = { data: this.#array, shape: [] };
  /** What a concept draws from. */
  arrays = new ReusedArrays();

  /**
   * @param {Engine} engine
   * @param {readonly [number, number, number]} shape [h, n_q, n_k]
   */
  prepare(engine, shape) {
    this.owner = null;
    this.arrays.begin('');
    const count = shape[0] * shape[1] * shape[2];
    if (count >= RESIDENT_FROM) {
      this.#reside(engine, shape, count);
      return;
    }
    this.release();
    // The next power of two: a text that grows word by word seldom asks for more.
    if (this.#array.length < count)
      this.#array = new Float32Array(2 ** Math.ceil(Math.log2(Math.max(1, count))));
    this.target = { data: this.#array.subarray(0, count), shape: [...shape] };
  }

  /**
   * @param {Engine} engine
   * @param {readonly number[]} shape
   * @param {number} count
   */
  #reside(engine, shape, count) {
    const same = String(this.#resident?.shape) === String(shape);
    if (this.#resident && this.#engine === engine && same) return;
    this.release();
    this.#resident = engine.upload({ data: allocate('weights', count), shape: [...shape] });
    this.#engine = engine;
    this.target = this.#resident;
  }

  /** Give wasm memory back. */
  release() {
    this.#resident?.free();
    this.#resident = null;
  }

  /** @returns {Cells} what was written here last */
  cells() {
    const { target } = this;
    if (!('read' in target)) return cellsOf(target);
    return {
      source: target,
      read: (first, count) => target.read(first, new Float32Array(count)),
      mean: () => this.#meanOf(target),
    };
  }

  /**
   * Block by block, so that what was copied out of wasm memory is added up while it is still at hand.
   * @param {Resident} weights
   * @returns {Float32Array}
   */
  #meanOf(weights) {
    const [heads, rows, columns] = weights.shape;
    const size = rows * columns;
    if (this.#mean.length !== size) this.#mean = allocate('mean', size);
    this.#mean.fill(0);
    for (let start = 0; start < size; start += BLOCK) {
      const mean = this.#mean.subarray(start, start + BLOCK);
      const { length } = mean;
      const four = this.#block.subarray(0, 4 * length);
      let head = 0;
      for (; head + 4 <= heads; head += 4) {
        for (let part = 0; part < 4; part++)
          weights.read(
            (head + part) * size + start,
            four.subarray(part * length, (part + 1) * length),
          );
        addFour(mean, four, 1 / heads);
      }
      for (; head < heads; head++) {
        const one = four.subarray(0, length);
        addShare(mean, weights.read(head * size + start, one), 0, heads);
      }
    }
    return this.#mean;
  }

  /** @returns {Tensor} a copy */
  copy() {
    const { target } = this;
    if ('read' in target) return target.download();
    return { data: target.data.slice(), shape: [...target.shape] };
  }
}

export class ResultRoom {
  #places = [new Place(), new Place()];
  /** @type {Place | null} what is shown */
  #held = null;
  /** What the concepts of the tag are shown on. */
  layer = new RememberedLayer();

  /** @returns {Place} one that nothing on screen needs */
  spare() {
    return this.#places.find((place) => place !== this.#held) ?? this.#places[0];
  }

  /** @param {Place | null} place what is shown from now on needs it */
  hold(place) {
    this.#held = place;
  }
}

/**
 * Four heads in one pass: the mean is fetched and put back once for all of them.
 * @param {Float32Array} mean added to
 * @param {Float32Array} four blocks, one after the other, each as long as the mean
 * @param {number} share of each
 */
function addFour(mean, four, share) {
  const { length } = mean;
  for (let index = 0; index < length; index++) {
    const first = four[index] + four[index + length];
    const second = four[index + 2 * length] + four[index + 3 * length];
    mean[index] += (first + second) * share;
  }
}
