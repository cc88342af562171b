// A call cut into parts: heads, and ranges of a head's rows. A part gives the same bits as the call, whatever its neighbours.
import { CAUSAL_NONE, UNBOUNDED, windowOf } from './mask.js';
import { Resident } from './resident.js';

/** @typedef {import('./attention.js').Problem} Problem */
/** @typedef {import('./attention.js').Sizes} Sizes */
/** @typedef {import('./arguments.js').Floats} Floats */
/** @typedef {import('./mask.js').ParsedMask} ParsedMask */
/** @typedef {{ head: number, begin: number, end: number }} Rows rows [begin, end) of one query head */
/**
 * @typedef {{ problem: Problem, cut: { nK: number, mask: ParsedMask } | null }} Part one head's rows over all of its keys; `cut` says
 *   how many keys those rows can see, and the rule over these
 */

/** A range of rows starts at a multiple of this, which the tiles of 4, 5 and 6 rows divide: parts have the tiles of the whole. */
export const ROW_STEP = 60;
/** Products of one task for a thread, at most: about a tenth of a second, so that progress shows and the last one is short. */
const MAX_PRODUCTS = 2.5e9;
/** With so many tasks for a thread, one more or less no longer shows. */
const TASKS_PER_THREAD = 8;

/**
 * The tasks for some threads: whole heads; heads cut into equal work where that would leave a thread idle.
 * @param {Problem} problem
 * @param {number} threads
 * @returns {Rows[]}
 */
export function planTasks({ sizes, mask }, threads) {
  const { heads, nQ, nK, dK, dV } = sizes;
  const most = Math.max(1, Math.floor(nQ / ROW_STEP));
  let pieces = Math.ceil((nQ * nK * (dK + dV)) / MAX_PRODUCTS);
  while ((heads * pieces) % threads !== 0 && heads * pieces < TASKS_PER_THREAD * threads) pieces++;
  const bounds = equalWork(mask, sizes, Math.min(pieces, most));
  return Array.from({ length: heads }, (_, head) =>
    bounds.slice(1).map((end, k) => ({ head, begin: bounds[k], end })),
  ).flat();
}

/**
 * Cuts the rows where the sums of keys seen are equal.
 * @param {ParsedMask} mask
 * @param {Sizes} sizes
 * @param {number} pieces
 * @returns {number[]} 0, …, n_q: multiples of ROW_STEP between
 */
function equalWork(mask, sizes, pieces) {
  const { nQ } = sizes;
  if (pieces === 1) return [0, nQ];
  const steps = Math.floor(nQ / ROW_STEP);
  const work = Array.from({ length: steps }, (_, k) =>
    keysSeen(mask, sizes, k * ROW_STEP + ROW_STEP / 2),
  );
  const total = work.reduce((a, b) => a + b, 0);
  const bounds = [0];
  let sum = 0;
  for (let k = 0; k < steps - 1; k++) {
    sum += work[k];
    const isEnough = sum >= (total * bounds.length) / pieces;
    if (isEnough && bounds.length < pieces) bounds.push((k + 1) * ROW_STEP);
  }
  return [...bounds, nQ];
}

/**
 * About how many keys a row works on; at least one, for a row costs something by itself.
 * @param {ParsedMask} mask
 * @param {{ nQ: number, nK: number }} sizes
 * @param {number} row
 */
export function keysSeen(mask, sizes, row) {
  const { offset, left, right } = windowOf(mask, sizes);
  const begin = Math.min(Math.max(row + offset - left, 0), sizes.nK);
  const end = Math.min(Math.max(row + offset + right + 1, begin), sizes.nK);
  return Math.max(end - begin, Math.min(mask.prefix, sizes.nK), 1);
}

/**
 * The problem of some rows. Arrays are views of the caller's, except that resident ones are copied.
 * @param {Problem} problem
 * @param {Rows} rows
 * @param {boolean} hasCells whether results with a column for every key are wanted
 * @param {boolean} [withKeys] false where the keys and values are at hand already
 * @returns {Part}
 */
export function partOf(problem, rows, hasCells, withKeys = true) {
  const { sizes, query, key, value, bias } = problem;
  const { head, begin, end } = rows;
  const { nQ, nK, dK, dV } = sizes;
  const kv = keyValueHead(sizes, head);
  const isBiasShared = bias !== null && bias.length === nQ * nK;
  const biasBegin = ((isBiasShared ? 0 : head * nQ) + begin) * nK;
  const { mask, keys } = maskOfRows(problem.mask, sizes, rows, !hasCells && bias === null);
  const none = new Float32Array(0);
  const part = {
    sizes: { heads: 1, keyValueHeads: 1, nQ: end - begin, nK, dK, dV },
    query: viewOf(query, (head * nQ + begin) * dK, (end - begin) * dK),
    key: withKeys ? viewOf(key, kv * nK * dK, nK * dK) : none,
    value: value && (withKeys ? viewOf(value, kv * nK * dV, nK * dV) : none),
    bias: bias && viewOf(bias, biasBegin, (end - begin) * nK),
    scaling: problem.scaling,
    mask,
  };
  return { problem: part, cut: keys < nK ? { nK: keys, mask } : null };
}

/**
 * The key/value head that a query head reads.
 * @param {Sizes} sizes
 * @param {number} head
 */
export function keyValueHead({ heads, keyValueHeads }, head) {
  return Math.floor(head / (heads / keyValueHeads));
}

/**
 * @param {Floats} floats
 * @param {number} begin
 * @param {number} length
 * @returns {Float32Array}
 */
export function viewOf(floats, begin, length) {
  // A view of wasm memory would be empty after the next growth.
  if (floats instanceof Resident) return floats.slice(begin, begin + length);
  return floats.subarray(begin, begin + length);
}

/**
 * The same rule for rows [begin, end) alone, whose pos is counted from their own last key. With n_k′ keys, pos′ = pos + shift; a window
 * moves with it as long as it stays within [0, …). Where it would not, keys past all that the rows see are left out, or the rule is
 * written out cell by cell.
 * @param {ParsedMask} mask
 * @param {Sizes} sizes
 * @param {Rows} rows
 * @param {boolean} mayCut
 * @returns {{ mask: ParsedMask, keys: number }}
 */
export function maskOfRows(mask, sizes, { head, begin, end }, mayCut) {
  const { nQ, nK } = sizes;
  const allowed = allowedOfRows(mask.allowed, sizes, head, begin, end);
  if (begin === 0 && end === nQ) return { mask: { ...mask, allowed }, keys: nK };
  const { offset, left, right } = windowOf(mask, sizes);
  const { keep, prefix } = mask;
  /** @param {number} keys */
  const shifted = (keys) => {
    const shift = keys - (end - begin) - (begin + offset);
    if (left + shift < 0 || right - shift < 0) return null;
    const rule = { causal: CAUSAL_NONE, left: reach(left + shift), right: reach(right - shift) };
    return { mask: { ...rule, prefix, keep: keep?.subarray(0, keys) ?? null, allowed }, keys };
  };
  const whole = shifted(nK);
  if (whole !== null) return whole;
  // One past the last key that any of the rows sees without the prefix.
  const last = end + offset + right;
  if (mayCut && allowed === null) {
    const cut = last >= Math.max(1, prefix) && last < nK ? shifted(last) : null;
    if (cut !== null) return cut;
  }
  if (prefix >= last && prefix >= nK)
    return {
      mask: { ...mask, causal: CAUSAL_NONE, left: UNBOUNDED, right: UNBOUNDED, allowed },
      keys: nK,
    };
  const written = writtenOut(mask, sizes, begin, end, allowed);
  return { mask: { ...written, keep }, keys: nK };
}

/** @param {number} keys */
function reach(keys) {
  return Math.min(keys, UNBOUNDED);
}

/**
 * @param {Uint8Array | null} allowed
 * @param {Sizes} sizes
 * @param {number} head
 * @param {number} begin
 * @param {number} end
 */
function allowedOfRows(allowed, { nQ, nK }, head, begin, end) {
  if (allowed === null) return null;
  const first = allowed.length === nQ * nK ? 0 : head * nQ;
  return allowed.subarray((first + begin) * nK, (first + end) * nK);
}

/**
 * Causality, window and prefix of rows [begin, end) as bytes.
 * @param {ParsedMask} mask
 * @param {Sizes} sizes
 * @param {number} begin
 * @param {number} end
 * @param {Uint8Array | null} allowed of these rows
 * @returns {ParsedMask}
 */
function writtenOut(mask, sizes, begin, end, allowed) {
  const { nK } = sizes;
  const { offset, left, right } = windowOf(mask, sizes);
  const cells = new Uint8Array((end - begin) * nK);
  for (let i = begin; i < end; i++) {
    const row = cells.subarray((i - begin) * nK, (i - begin + 1) * nK);
    row.fill(1, 0, Math.min(mask.prefix, nK));
    const first = Math.max(i + offset - left, 0);
    const past = Math.max(i + offset + right + 1, 0);
    if (first < past) row.fill(1, Math.min(first, nK), Math.min(past, nK));
  }
  if (allowed !== null) for (let k = 0; k < cells.length; k++) cells[k] &= allowed[k];
  return {
    causal: CAUSAL_NONE,
    left: UNBOUNDED,
    right: UNBOUNDED,
    prefix: 0,
    keep: null,
    allowed: cells,
  };
}
