// What a figure is given to draw, and how one head of it, or the mean of all, is looked at.
import { fixed } from './numbers.js';

/** @typedef {{ data: Float32Array, shape: readonly number[] }} Tensor */

/** @typedef {number | 'mean'} HeadChoice */

/**
 * Weights where they are: in an array, or in wasm memory, from where only what is looked at is read.
 * @typedef {object} Cells
 * @property {PixelSource} source what the core's pixels read
 * @property {(first: number, count: number) => Float32Array} read floats by flat index, a view or a copy: not to be
 *   written to, and to be used before the next computation
 * @property {() => Float32Array} mean over heads, n_q × n_k; as read
 */

/** @typedef {{ readonly shape: readonly number[] }} PixelSource a tensor, or one that stays in wasm memory */

/** @typedef {{ weights: PixelSource, head: number, mask?: object }} Painted what the core's pixels are asked for */

/**
 * Which cells a mask hides; for the mean over heads, those that every head hides.
 * @typedef {object} Pattern
 * @property {(head: HeadChoice, row: number, column: number) => boolean} hides
 * @property {(head: HeadChoice, row: number) => boolean} hidesRow whether a query sees no key
 * @property {(head: HeadChoice) => object} mask of that head, as the core takes it
 */

/**
 * Letters as everywhere: h heads, n_q queries (rows), n_k keys (columns), d_v value width. Scores, values and outputs may be
 * computed when they are first asked for.
 * @typedef {object} Picture
 * @property {string[]} queryTokens n_q
 * @property {string[]} keyTokens n_k
 * @property {readonly [number, number, number]} shape [h, n_q, n_k]
 * @property {Cells} weights [h, n_q, n_k]
 * @property {Tensor} rowSum [h, n_q]
 * @property {Tensor} entropy [h, n_q], nats
 * @property {Pattern | null} pattern null where no cell is masked
 * @property {(head: number, row: number) => Float32Array | null} scores of a row as softmax took them, apart from the mask;
 *   null where there are none
 * @property {Tensor} [rawScores] [h, n_q, n_k], for the stages
 * @property {Tensor} [scaledScores] [h, n_q, n_k], for the stages
 * @property {Tensor} [maskedScores] [h, n_q, n_k], −∞ where masked, for the stages
 * @property {number} valueWidth d_v, 0 without values
 * @property {Tensor} [value] [h_kv, n_k, d_v]
 * @property {Tensor} [output] [h, n_q, d_v]
 * @property {number} [scale] factor on the raw scores
 * @property {number} [keyWidth] d_k
 * @property {number} [temperature]
 */

/** @type {WeakMap<Picture, Map<HeadChoice, Slice>>} */
const slices = new WeakMap();

/**
 * @param {Picture} picture
 * @returns {number} h
 */
export function headCount(picture) {
  return picture.shape[0];
}

/**
 * One head, or the mean over heads. Kept with the picture: asking again costs nothing.
 * @param {Picture} picture
 * @param {HeadChoice} head
 * @returns {Slice}
 */
export function sliceOf(picture, head) {
  let known = slices.get(picture);
  if (!known) {
    known = new Map();
    slices.set(picture, known);
  }
  let slice = known.get(head);
  if (!slice) {
    slice = new Slice(picture, head);
    known.set(head, slice);
  }
  return slice;
}

/**
 * One head as flat rows. What nobody asks for is neither computed nor copied.
 */
export class Slice {
  #picture;
  /** @type {Float32Array | null} */
  #weights = null;
  /** @type {Float32Array | null} */
  #entropy = null;
  /** @type {{ row: number, weights: Float32Array } | null} */
  #row = null;

  /**
   * @param {Picture} picture
   * @param {HeadChoice} head
   */
  constructor(picture, head) {
    this.#picture = picture;
    const { rowSum } = picture;
    const [heads, rows, columns] = picture.shape;
    this.head = head;
    this.rows = rows;
    this.columns = columns;
    /** n_q */
    this.rowSum = head === 'mean' ? meanOf(rowSum.data, heads) : cut(rowSum, head, rows);
    /** d_v; 0 for the mean: each head has a space of its own, and a mean of them would say nothing. */
    this.valueWidth = head === 'mean' ? 0 : picture.valueWidth;
  }

  /** Of each row, n_q, nats. The mean's own: the mean of the heads' entropies is another number, never a larger one. */
  get entropy() {
    this.#entropy ??=
      this.head === 'mean'
        ? rowEntropies(this.weights, this.columns)
        : cut(this.#picture.entropy, this.head, this.rows);
    return this.#entropy;
  }

  /** All weights of the head, n_q × n_k. */
  get weights() {
    if (!this.#weights) {
      const size = this.rows * this.columns;
      this.#weights =
        this.head === 'mean'
          ? this.#picture.weights.mean()
          : this.#picture.weights.read(this.head * size, size);
    }
    return this.#weights;
  }

  /**
   * The weights of a query, n_k.
   * @param {number} row
   * @returns {Float32Array}
   */
  row(row) {
    const { head, rows, columns } = this;
    if (this.#weights || head === 'mean')
      return this.weights.subarray(row * columns, (row + 1) * columns);
    if (this.#row?.row !== row) {
      const weights = this.#picture.weights.read((head * rows + row) * columns, columns);
      this.#row = { row, weights };
    }
    return this.#row.weights;
  }

  /** What the core paints. @returns {Painted} */
  get painted() {
    const mask = this.#picture.pattern?.mask(this.head);
    const masked = mask ? { mask } : {};
    if (this.head !== 'mean')
      return { weights: this.#picture.weights.source, head: this.head, ...masked };
    const mean = { data: this.weights, shape: [1, this.rows, this.columns] };
    return { weights: mean, head: 0, ...masked };
  }

  /**
   * @param {number} row
   * @param {number} column
   * @returns {boolean}
   */
  hides(row, column) {
    return this.#picture.pattern?.hides(this.head, row, column) ?? false;
  }

  /**
   * @param {number} row
   * @returns {boolean} whether the query sees no key
   */
  hidesRow(row) {
    return this.#picture.pattern?.hidesRow(this.head, row) ?? false;
  }

  /**
   * @param {number} row
   * @param {number} column
   * @returns {number | undefined} the score before the mask; undefined where there is none
   */
  score(row, column) {
    return this.head === 'mean' ? undefined : this.#picture.scores(this.head, row)?.[column];
  }

  /** n_q × n_k, for the stages. */
  get raw() {
    return this.#cells(this.#picture.rawScores);
  }

  /** n_q × n_k, for the stages. */
  get scaled() {
    return this.#cells(this.#picture.scaledScores);
  }

  /** n_q × n_k, for the stages: −∞ where masked. */
  get masked() {
    return this.#cells(this.#picture.maskedScores);
  }

  /** n_k × d_v */
  get value() {
    const { value, shape } = this.#picture;
    if (!value || this.head === 'mean') return undefined;
    // Query heads share key/value heads in equal groups (grouped-query attention).
    const shared = Math.floor((this.head * value.shape[0]) / shape[0]);
    return cut(value, shared, this.columns * this.valueWidth);
  }

  /** n_q × d_v */
  get output() {
    const { output } = this.#picture;
    if (!output || this.head === 'mean') return undefined;
    return cut(output, this.head, this.rows * this.valueWidth);
  }

  /** @param {Tensor | undefined} tensor [h, n_q, n_k] */
  #cells(tensor) {
    if (!tensor || this.head === 'mean') return undefined;
    return cut(tensor, this.head, this.rows * this.columns);
  }
}

/**
 * @param {Tensor} tensor of equal blocks
 * @param {number} at
 * @param {number} size
 * @returns {Float32Array} one block, not copied
 */
function cut({ data }, at, size) {
  return data.subarray(at * size, (at + 1) * size);
}

/**
 * @param {Float32Array} weights
 * @param {number} columns of them in a row
 * @returns {Float32Array} −Σ w ln w of each row
 */
function rowEntropies(weights, columns) {
  return Float32Array.from({ length: weights.length / columns }, (_, row) => {
    let entropy = 0;
    for (let at = row * columns; at < (row + 1) * columns; at++)
      if (weights[at] > 0) entropy -= weights[at] * Math.log(weights[at]);
    return entropy;
  });
}

/**
 * @param {Float32Array} values `heads` equal blocks
 * @param {number} heads
 * @returns {Float32Array} one block, the mean
 */
function meanOf(values, heads) {
  const mean = new Float32Array(values.length / heads);
  for (let head = 0; head < heads; head++) addShare(mean, values, head * mean.length, heads);
  return mean;
}

/**
 * @param {Float32Array} mean added to
 * @param {Float32Array} values
 * @param {number} first of the values
 * @param {number} heads that share the mean
 */
export function addShare(mean, values, first, heads) {
  const share = 1 / heads;
  for (let index = 0; index < mean.length; index++) mean[index] += values[first + index] * share;
}

/**
 * @param {Tensor} tensor [h, n_q, n_k]
 * @returns {Cells} weights in an array
 */
export function cellsOf(tensor) {
  return {
    source: tensor,
    read: (first, count) => tensor.data.subarray(first, first + count),
    mean: () => meanOf(tensor.data, tensor.shape[0]),
  };
}

/** In wider maps the zeros of masked cells would drown the numbers that say something. */
const MOST_PRINTED_ZEROS = 8;

/**
 * @param {Slice} slice
 * @param {number} index flat
 * @returns {string} a weight as it is printed in its cell; the hatch alone speaks for masked cells of a wide map
 */
export function printedWeight(slice, index) {
  const column = index % slice.columns;
  const masked = slice.hides((index - column) / slice.columns, column);
  return masked && slice.columns > MOST_PRINTED_ZEROS ? '' : fixed(slice.weights[index]);
}

/**
 * @param {Slice} slice
 * @param {number} index flat
 * @returns {number} a weight to be coloured; NaN where the hatch shows
 */
export function drawnWeight(slice, index) {
  const column = index % slice.columns;
  return slice.hides((index - column) / slice.columns, column) ? Number.NaN : slice.weights[index];
}

/**
 * @param {Float32Array} values
 * @returns {number} their mean; 0 without any
 */
export function mean(values) {
  return values.length ? values.reduce((sum, value) => sum + value, 0) / values.length : 0;
}
