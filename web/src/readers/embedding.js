// Tokens into tensors without a trained model: a seeded embedding table, the sinusoidal positions of
// Vaswani 2017 §3.5, and seeded projections. The arithmetic is real; the weights have learned nothing.
import { AttentionError, shown } from '../errors.js';
import { allocate, tensor } from '../tensor.js';

/** @typedef {{ data: Float32Array, shape: number[] }} Tensor */
/** @typedef {(options: { seed: number, shape: number[], scale?: number, skip?: number }) => Tensor} Normal */

/**
 * σ of W_Q and W_K is this number over √d_model. A row of X is a table row of unit variance plus a
 * position of variance ½, so a scaled score has a deviation near 1.5 · 1.2² ≈ 2.2, and the mean row
 * entropy comes out at 0.55–0.75 of ln n for sentences of 4 to 64 tokens, whatever h
 * (tests/js/embedding.test.js measures it). At 1/√d_model long rows are grey (above 0.85 ln n); at 2/√d_model
 * nearly every row is one cell.
 */
export const PROJECTION_GAIN = 1.2;

const FNV_OFFSET = 0xcbf29ce484222325n;
const FNV_PRIME = 0x100000001b3n;
const encoder = new TextEncoder();

/**
 * FNV-1a, 64 bits, of a string's UTF-8 bytes (Fowler, Noll, Vo).
 * @param {string} text
 * @returns {bigint} 0 … 2^64 − 1
 */
export function fnv1a64(text) {
  let hash = FNV_OFFSET;
  for (const byte of encoder.encode(text)) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * FNV_PRIME);
  }
  return hash;
}

/**
 * The seed of a token's table row: the upper 53 bits (the integers that a JS number holds) of the
 * FNV-1a hash of "seed/token". It names no place in the sentence, so a repeated token repeats its row.
 * @param {string} token
 * @param {number} seed of the whole table
 * @returns {number} 0 … 2^53 − 1
 */
export function tokenSeed(token, seed) {
  return Number(fnv1a64(`${seed}/${token}`) >> 11n);
}

/**
 * Sinusoidal positions: PE[p][2i] = sin(p / 10000^(2i/d)), PE[p][2i+1] = cos of the same angle.
 * @param {number} n positions
 * @param {number} modelWidth d
 * @returns {Tensor} [n, d]; source: Vaswani 2017 §3.5
 */
export function sinusoidalPositions(n, modelWidth) {
  const data = allocate('tokens', n * modelWidth);
  for (let column = 0; column < modelWidth; column++) {
    const wave = 10000 ** ((column - (column % 2)) / modelWidth);
    const turn = column % 2 === 0 ? Math.sin : Math.cos;
    for (let p = 0; p < n; p++) data[p * modelWidth + column] = turn(p / wave);
  }
  return tensor(data, [n, modelWidth]);
}

/** The positions that were last asked for, and more of them once they grow: a keystroke asks for the same again, or for one more. */
let remembered = /** @type {Tensor} */ ({ data: new Float32Array(0), shape: [0, 0] });

/**
 * @param {number} n positions
 * @param {number} modelWidth d
 * @returns {Float32Array} n × d, a copy: a position does not depend on how many follow it
 */
function positionsOf(n, modelWidth) {
  const [known, width] = remembered.shape;
  if (width !== modelWidth) remembered = sinusoidalPositions(n, modelWidth);
  else if (known < n) remembered = sinusoidalPositions(2 * n, modelWidth);
  return remembered.data.slice(0, n * modelWidth);
}

/**
 * X, one row a token. Vaswani 2017 §3.4 multiplies a table of σ = d^−½ by √d: unit variance, drawn so here.
 * @param {string[]} tokens
 * @param {{ seed: number, modelWidth: number, normal: Normal, positions: boolean }} options
 * @returns {Tensor} [n, d_model]
 */
function embedTokens(tokens, { seed, modelWidth, normal, positions }) {
  const n = tokens.length;
  const start = positions ? positionsOf(n, modelWidth) : allocate('tokens', n * modelWidth);
  const x = tensor(start, [n, modelWidth]);
  /** @type {Map<string, Float32Array>} */
  const table = new Map();
  tokens.forEach((token, p) => {
    const row =
      table.get(token) ?? normal({ seed: tokenSeed(token, seed), shape: [modelWidth] }).data;
    table.set(token, row);
    for (let c = 0; c < modelWidth; c++) x.data[p * modelWidth + c] += row[c];
  });
  return x;
}

/**
 * Two square matrices that follow each other in the stream of `seed`.
 * @param {{ seed: number, modelWidth: number, normal: Normal, scale: number, skip: number }} options
 * @returns {[Tensor, Tensor]} both [d_model, d_model]
 */
function drawPair({ seed, modelWidth, normal, scale, skip }) {
  const size = modelWidth * modelWidth;
  const { data } = normal({ seed, shape: [2 * modelWidth, modelWidth], scale, skip });
  const shape = [modelWidth, modelWidth];
  return [tensor(data.subarray(0, size), shape), tensor(data.subarray(size), shape)];
}

/** Two matrices of this width are what normal() passes over at most, 2^24 draws, on its way to W_V. */
const WIDEST_MODEL = 2896;

/**
 * @param {{ tokens: string[], seed: number, modelWidth: number, heads: number, normal: Normal }} options
 * @returns {void}
 * @throws {AttentionError}
 */
function checkOptions({ tokens, seed, modelWidth, heads, normal }) {
  checkTokens(tokens);
  if (!Number.isSafeInteger(seed) || seed < 0) {
    const problem = `seed is ${shown(seed)}, expected a whole number from 0 to ${Number.MAX_SAFE_INTEGER}`;
    throw new AttentionError('option', 'seed', problem);
  }
  if (!Number.isInteger(modelWidth) || modelWidth < 1 || modelWidth > WIDEST_MODEL) {
    const problem = `modelWidth is ${shown(modelWidth)}, expected a whole number from 1 to ${WIDEST_MODEL}`;
    throw new AttentionError('option', 'modelWidth', problem);
  }
  if (!Number.isInteger(heads) || heads < 1 || modelWidth % heads !== 0) {
    const problem = `heads is ${shown(heads)}, expected a divisor of ${modelWidth}, the width of the model`;
    throw new AttentionError('option', 'heads', problem);
  }
  if (typeof normal !== 'function') {
    const problem = `normal is ${shown(normal)}, expected the engine's method, engine.normal`;
    throw new AttentionError('option', 'normal', problem);
  }
}

/**
 * @param {unknown} tokens
 * @throws {AttentionError}
 */
function checkTokens(tokens) {
  if (!Array.isArray(tokens)) {
    const problem = `tokens is ${shown(tokens)}, expected an array of strings`;
    throw new AttentionError('option', 'tokens', problem);
  }
  if (tokens.length === 0) {
    throw new AttentionError('shape', 'tokens', 'tokens is empty, expected at least one token');
  }
  for (let k = 0; k < tokens.length; k++) {
    if (typeof tokens[k] === 'string') continue;
    const problem = `tokens[${k}] is ${shown(tokens[k])}, expected a string`;
    throw new AttentionError('option', 'tokens', problem);
  }
}

/**
 * What multiHeadAttention takes, for any words: X [n, d_model] and W_Q, W_K, W_V, W_O [d_model, d_model]
 * ('in-out'). The weights depend on seed and modelWidth only; heads cuts the same columns differently.
 * @param {{ tokens: string[], seed?: number, modelWidth?: number, heads?: number, normal: Normal, positions?: boolean }} options
 *   normal: the engine's method; positions: add sinusoidal positions, default true
 * @returns {{ x: Tensor, wq: Tensor, wk: Tensor, wv: Tensor, wo: Tensor, heads: number }} the caller's
 * @throws {AttentionError} code 'shape' without tokens, 'option' for what cannot be one
 */
export function embed(options) {
  if (typeof options !== 'object' || options === null) {
    const problem = `options is ${shown(options)}, expected an object, { tokens, normal } at least`;
    throw new AttentionError('option', 'options', problem);
  }
  const { tokens, seed = 0, modelWidth = 64, heads = 1, normal, positions = true } = options;
  checkOptions({ tokens, seed, modelWidth, heads, normal });
  const x = embedTokens(tokens, { seed, modelWidth, normal, positions });
  const unit = 1 / Math.sqrt(modelWidth);
  const draw = { seed, modelWidth, normal };
  const [wq, wk] = drawPair({ ...draw, scale: PROJECTION_GAIN * unit, skip: 0 });
  // W_V and W_O at 1/√d_model keep the variance of what passes through them.
  const [wv, wo] = drawPair({ ...draw, scale: unit, skip: 2 * modelWidth * modelWidth });
  return { x, wq, wk, wv, wo, heads };
}
