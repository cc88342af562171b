// Which cells a mask hides, cell by cell: what the readout, the table and the hatch ask, without a matrix of scores.
// The rule is the engine's (mask.js there); tests/js/mask_pattern.test.js holds the two together.
import { CAUSAL_NONE, CAUSAL_TOP_LEFT, parseMask, UNBOUNDED, windowOf } from '../engine/mask.js';

/** @typedef {import('../engine/mask.js').Mask} Mask */
/** @typedef {import('../engine/mask.js').ParsedMask} ParsedMask */
/** @typedef {import('../views/picture.js').HeadChoice} HeadChoice */
/** @typedef {import('../views/picture.js').Pattern} Pattern */
/** @typedef {import('../views/picture.js').Tensor} Tensor */

/**
 * @param {Mask} mask
 * @param {readonly number[]} shape [h, n_q, n_k]
 * @param {Tensor} [bias] [n_q, n_k] or [1|h, n_q, n_k]; its −∞ hide too
 * @returns {Pattern | null} null where no cell is hidden
 * @throws {AttentionError} the engine's, for what is no mask of this shape
 */
export function maskPattern(mask, [heads, rows, columns], bias) {
  const parsed = parseMask(mask, { heads, nQ: rows, nK: columns });
  const whole = { ...parsed, allowed: withBias(parsed.allowed, bias, [heads, rows, columns]) };
  if (seesAll(whole)) return null;
  const pattern = new CellPattern(whole, [heads, rows, columns]);
  return pattern.hidesAny() ? pattern : null;
}

/**
 * @param {ParsedMask} mask
 * @returns {boolean} whether it plainly hides nothing
 */
function seesAll({ causal, left, right, keep, allowed }) {
  if (causal !== CAUSAL_NONE || left !== UNBOUNDED || right !== UNBOUNDED) return false;
  return !keep?.includes(0) && !allowed?.includes(0);
}

/**
 * @param {Uint8Array | null} allowed
 * @param {Tensor | undefined} bias
 * @param {readonly number[]} shape
 * @returns {Uint8Array | null}
 */
function withBias(allowed, bias, [heads, rows, columns]) {
  if (!bias?.data.includes(Number.NEGATIVE_INFINITY)) return allowed;
  const size = rows * columns;
  const merged = new Uint8Array(heads * size);
  const { length } = bias.data;
  for (let index = 0; index < merged.length; index++) {
    const seen = allowed === null || allowed[index % allowed.length] === 1;
    merged[index] = Number(seen && bias.data[index % length] !== Number.NEGATIVE_INFINITY);
  }
  return merged;
}

/** @implements {Pattern} */
class CellPattern {
  #mask;
  #window;
  #heads;
  #rows;
  #columns;
  /** Whether heads have cells of their own. */
  #differs;
  /** @type {Map<HeadChoice, Uint8Array>} */
  #allowed = new Map();

  /**
   * @param {ParsedMask} mask
   * @param {readonly number[]} shape
   */
  constructor(mask, [heads, rows, columns]) {
    this.#mask = mask;
    this.#window = windowOf(mask, { nQ: rows, nK: columns });
    this.#heads = heads;
    this.#rows = rows;
    this.#columns = columns;
    this.#differs = mask.allowed !== null && mask.allowed.length > rows * columns;
  }

  /**
   * @param {HeadChoice} head the mean hides what every head hides
   * @param {number} row
   * @param {number} column
   * @returns {boolean}
   */
  hides(head, row, column) {
    const { prefix, keep } = this.#mask;
    if (keep?.[column] === 0) return true;
    const allowed = this.#allowedIn(head);
    if (allowed?.[row * this.#columns + column] === 0) return true;
    if (column < prefix) return false;
    const { offset, left, right } = this.#window;
    return column < row + offset - left || column > row + offset + right;
  }

  /**
   * @param {HeadChoice} head
   * @param {number} row
   * @returns {boolean} whether the query sees no key
   */
  hidesRow(head, row) {
    for (let column = 0; column < this.#columns; column++) {
      if (!this.hides(head, row, column)) return false;
    }
    return true;
  }

  /** @returns {boolean} */
  hidesAny() {
    for (let head = 0; head < (this.#differs ? this.#heads : 1); head++) {
      for (let row = 0; row < this.#rows; row++) {
        for (let column = 0; column < this.#columns; column++) {
          if (this.hides(head, row, column)) return true;
        }
      }
    }
    return false;
  }

  /**
   * @param {HeadChoice} head
   * @returns {import('../engine/mask.js').MaskObject} of that head alone, as the engine takes it
   */
  mask(head) {
    const { causal, left, right, prefix, keep } = this.#mask;
    const allowed = this.#allowedIn(head);
    const reach = (/** @type {number} */ keys) => (keys === UNBOUNDED ? Infinity : keys);
    return {
      causal: causal === CAUSAL_TOP_LEFT ? 'top-left' : causal !== CAUSAL_NONE,
      window: [reach(left), reach(right)],
      prefix,
      ...(keep ? { keep } : {}),
      ...(allowed ? { allowed } : {}),
    };
  }

  /**
   * @param {HeadChoice} head
   * @returns {Uint8Array | null}
   */
  #allowedIn(head) {
    const { allowed } = this.#mask;
    if (allowed === null || !this.#differs) return allowed;
    const known = this.#allowed.get(head);
    if (known) return known;
    const size = this.#rows * this.#columns;
    const own =
      head === 'mean'
        ? allowedByAny(allowed, size)
        : allowed.subarray(head * size, (head + 1) * size);
    this.#allowed.set(head, own);
    return own;
  }
}

/**
 * @param {Uint8Array} allowed blocks of one head each
 * @param {number} size of a block
 * @returns {Uint8Array} one block
 */
function allowedByAny(allowed, size) {
  const any = new Uint8Array(size);
  for (let index = 0; index < allowed.length; index++) any[index % size] |= allowed[index];
  return any;
}
