// A mask as callers write it, read into what the core takes.
import { AttentionError, shown } from '../errors.js';
import { plainArray, product, sizeWords, tensorParts, typedArrayName } from '../tensor.js';

/**
 * @typedef {readonly (boolean | number | Flags)[] | import('../tensor.js').NumberArray | import('../tensor.js').TensorInput} Flags
 * @typedef {{
 *   causal?: boolean | 'top-left', window?: readonly [number, number], prefix?: number, keep?: Flags, allowed?: Flags,
 * }} MaskObject causal: bottom-right aligned, pos = i + n_k − n_q; 'top-left': pos = i. window: [left, right] keys about pos.
 *   prefix: the first keys, seen by all. keep: [n_k], true = a real token (PyTorch's key_padding_mask is the opposite).
 *   allowed: [n_q, n_k] or [h, n_q, n_k].
 * @typedef {'none' | 'causal' | MaskObject} Mask
 * @typedef {{ causal: number, left: number, right: number, prefix: number, keep: Uint8Array | null, allowed: Uint8Array | null }} ParsedMask
 * @typedef {{ heads: number, nQ: number, nK: number }} Cells
 */

export const CAUSAL_NONE = 0;
const CAUSAL_BOTTOM_RIGHT = 1;
export const CAUSAL_TOP_LEFT = 2;
/** The core's kUnbounded. */
export const UNBOUNDED = 0x7fffffff;

/** @type {ParsedMask} */
export const NO_MASK = {
  causal: CAUSAL_NONE,
  left: UNBOUNDED,
  right: UNBOUNDED,
  prefix: 0,
  keep: null,
  allowed: null,
};
/** @type {ParsedMask} */
const CAUSAL_MASK = { ...NO_MASK, causal: CAUSAL_BOTTOM_RIGHT };
const KEYS = ['causal', 'window', 'prefix', 'keep', 'allowed'];

/**
 * pos = i + offset, and the keys about it, Infinity where nothing bounds them.
 * @param {ParsedMask} mask
 * @param {{ nQ: number, nK: number }} sizes
 */
export function windowOf({ causal, left, right }, { nQ, nK }) {
  return {
    offset: causal === CAUSAL_TOP_LEFT ? 0 : nK - nQ,
    left: left === UNBOUNDED ? Infinity : left,
    right: causal !== CAUSAL_NONE ? 0 : right === UNBOUNDED ? Infinity : right,
  };
}

/**
 * @param {Mask | undefined} mask
 * @param {Cells} cells
 * @returns {ParsedMask}
 */
export function parseMask(mask, cells) {
  if (mask === undefined || mask === 'none') return NO_MASK;
  if (mask === 'causal') return CAUSAL_MASK;
  if (typeof mask !== 'object' || mask === null || Array.isArray(mask)) {
    throw new AttentionError(
      'option',
      'mask',
      `mask is ${shown(mask)}, expected 'none', 'causal' or { ${KEYS.join(', ')} }`,
    );
  }
  for (const key of Object.keys(mask)) {
    if (!KEYS.includes(key)) {
      throw new AttentionError(
        'option',
        'mask',
        `mask has an unknown key ${shown(key)}, expected ${KEYS.join(', ')}`,
      );
    }
  }
  const [left, right] = parseWindow(mask.window);
  return {
    causal: parseCausal(mask.causal),
    left,
    right,
    prefix: mask.prefix === undefined ? 0 : reach('mask.prefix', mask.prefix),
    keep: mask.keep === undefined ? null : flags('mask.keep', mask.keep, [[cells.nK]]),
    allowed:
      mask.allowed === undefined
        ? null
        : flags('mask.allowed', mask.allowed, [
            [cells.nQ, cells.nK],
            [cells.heads, cells.nQ, cells.nK],
          ]),
  };
}

/**
 * The same mask for one head alone.
 * @param {ParsedMask} mask
 * @param {number} head
 * @param {Cells} cells
 * @returns {ParsedMask}
 */
export function maskOfHead(mask, head, { nQ, nK }) {
  const size = nQ * nK;
  if (mask.allowed === null || mask.allowed.length === size) return mask;
  return { ...mask, allowed: mask.allowed.subarray(head * size, (head + 1) * size) };
}

/** @param {unknown} causal */
function parseCausal(causal) {
  if (causal === undefined || causal === false) return CAUSAL_NONE;
  if (causal === true) return CAUSAL_BOTTOM_RIGHT;
  if (causal === 'top-left') return CAUSAL_TOP_LEFT;
  throw new AttentionError(
    'option',
    'mask',
    `mask.causal is ${shown(causal)}, expected true, false or 'top-left'`,
  );
}

/**
 * @param {unknown} window
 * @returns {[number, number]}
 */
function parseWindow(window) {
  if (window === undefined) return [UNBOUNDED, UNBOUNDED];
  if (!Array.isArray(window) || window.length !== 2) {
    throw new AttentionError(
      'option',
      'mask',
      `mask.window is ${shown(window)}, expected [left, right]`,
    );
  }
  return [reach('mask.window[0]', window[0]), reach('mask.window[1]', window[1])];
}

/**
 * A whole number of keys, at least 0; Infinity is all of them.
 * @param {string} name
 * @param {unknown} value
 * @returns {number}
 */
function reach(name, value) {
  if (value === Infinity) return UNBOUNDED;
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0)
    return Math.min(value, UNBOUNDED);
  throw new AttentionError(
    'option',
    'mask',
    `${name} is ${shown(value)}, expected a whole number of at least 0`,
  );
}

/**
 * Booleans or 0/1, nested or flat, as bytes.
 * @param {string} name
 * @param {unknown} value
 * @param {number[][]} shapes that are accepted
 * @returns {Uint8Array}
 */
function flags(name, value, shapes) {
  const expected = shapes.map(sizeWords).join(' or ');
  const parts = tensorParts(value);
  if (parts !== null) {
    const { shape } = parts;
    const fits = shapes.some((wanted) => String(wanted) === String(shape));
    if (!fits)
      throw new AttentionError(
        'shape',
        'mask',
        `${name} has shape ${shape.join(' × ')}, expected ${expected}`,
      );
    value = parts.data;
  }
  if (!Array.isArray(value) && typedArrayName(value) === undefined) {
    throw new AttentionError(
      'option',
      'mask',
      `${name} is ${shown(value)}, expected ${expected} booleans`,
    );
  }
  const given = plainArray(value, Uint8Array);
  if (given && shapes.some((shape) => product(shape) === given.length)) {
    const wrong = given.findIndex((byte) => byte > 1);
    if (wrong < 0) return given;
  }
  const flat = /** @type {unknown[]} */ (
    // Array.from() first: flat() drops what a sparse array does not hold.
    Array.from(/** @type {ArrayLike<unknown>} */ (value)).flat(2)
  );
  if (!shapes.some((shape) => product(shape) === flat.length && agrees(value, shape))) {
    throw new AttentionError(
      'shape',
      'mask',
      `${name} has ${flat.length} values, expected ${expected}`,
    );
  }
  const bytes = new Uint8Array(flat.length);
  for (let k = 0; k < flat.length; k++) {
    const flag = flat[k];
    if (flag !== true && flag !== false && flag !== 0 && flag !== 1) {
      throw new AttentionError(
        'option',
        'mask',
        `${name}[${k}] is ${shown(flag)}, expected true, false, 1 or 0`,
      );
    }
    bytes[k] = Number(flag);
  }
  return bytes;
}

/**
 * Flat values fit any shape of their size; nested ones must have its rows.
 * @param {unknown} value
 * @param {number[]} shape
 * @returns {boolean}
 */
function agrees(value, shape) {
  return !Array.isArray(value) || !value.some(Array.isArray) || hasRows(value, shape);
}

/**
 * @param {unknown} value
 * @param {number[]} shape
 * @returns {boolean}
 */
function hasRows(value, [length, ...rest]) {
  if (!Array.isArray(value) || value.length !== length) return false;
  return rest.length > 0 ? value.every((row) => hasRows(row, rest)) : !value.some(Array.isArray);
}
