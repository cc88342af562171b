// A layer on the thread that called, block by block: projections by rows, attention by rows of heads, W_O by rows. Every product is
// one chain over its depth, whatever the rows beside it, so the bits are those of the layer in one call.
import { attendHere } from './attention_async.js';
import { runLayer } from './layer.js';
import { NO_MASK } from './mask.js';
import { ROW_STEP, viewOf } from './parts.js';
import { ATTENTION_RESULTS } from './results.js';

/** @typedef {import('./attention_async.js').Means} Means */
/** @typedef {import('./async_call.js').AsyncCall} AsyncCall */
/** @typedef {import('./layer.js').LayerProblem} LayerProblem */
/** @typedef {import('./layer.js').LayerSizes} LayerSizes */
/** @typedef {import('./arguments.js').Floats} Floats */
/**
 * @typedef {{
 *   x: Floats, rows: number, depth: number, weights: Floats, bias: Floats | null, blocks: number, columns: number, outIn: boolean,
 * }} Product x [rows, depth] times blocks of columns; the result is [blocks, rows, columns]
 */

/** Thrown where the core refuses a step, or the call is over already. */
const STOPPED = new Error('stopped');

/**
 * @param {Means} means
 * @param {AsyncCall} call
 * @param {LayerProblem} problem
 * @param {readonly string[]} want
 */
export async function runLayerHere(means, call, problem, want) {
  try {
    await means.pace.breathe();
    const concat = await runHeads(means, call, problem, want);
    call.put('concat', concat, 0);
    call.put('output', await projectOutput(means, call, problem, concat), 0);
  } catch (error) {
    if (error !== STOPPED) throw error;
    if (call.isOver()) return;
    // A refusal names what the whole layer is refused for first: the core is asked once more, for that alone.
    const outcome = runLayer(means.session, problem, []);
    if ('values' in outcome) throw new Error('a step of a layer was refused, the layer is not');
    call.refuse(means.session.refused(outcome.status));
  }
  await call.finish(() => means.pace.breathe());
}

/**
 * Projections, attention, gains.
 * @param {Means} means
 * @param {AsyncCall} call
 * @param {LayerProblem} problem
 * @param {readonly string[]} want
 * @returns {Promise<Float32Array>} the heads side by side, [n_q, h·d_v]
 */
async function runHeads(means, call, { sizes, arrays, outIn, scaling, mask }, want) {
  const { heads, keyValueHeads, nQ, nK, dModel, dContext, dK, dV } = sizes;
  const { x, wq, wk, wv } = /** @type {Record<string, Floats>} */ (arrays);
  const queries = { x, rows: nQ, depth: dModel, blocks: heads, outIn };
  const keys = { x: arrays.context ?? x, rows: nK, depth: dContext, blocks: keyValueHeads, outIn };
  const { bq, bk, bv, bias } = arrays;
  const query = await multiply(means, call, { ...queries, weights: wq, bias: bq, columns: dK });
  const key = await multiply(means, call, { ...keys, weights: wk, bias: bk, columns: dK });
  const value = await multiply(means, call, { ...keys, weights: wv, bias: bv, columns: dV });
  for (const [name, values] of Object.entries({ query, key, value })) call.put(name, values, 0);
  const headOutput = new Float32Array(heads * nQ * dV);
  const wanted = ATTENTION_RESULTS.filter((name) => name !== 'output' && want.includes(name));
  const problem = {
    sizes: { heads, keyValueHeads, nQ, nK, dK, dV },
    ...{ query, key, value, bias, scaling, mask },
  };
  await attend(means, call, problem, wanted, headOutput);
  applyGains(headOutput, arrays.headGain, heads);
  call.put('headOutput', headOutput, 0);
  return concatenate(headOutput, sizes);
}

/**
 * The attention of the heads; what they give besides their output is the call's.
 * @param {Means} means
 * @param {AsyncCall} call
 * @param {import('./attention.js').Problem} problem
 * @param {readonly string[]} want besides the output
 * @param {Float32Array} output filled
 */
async function attend(means, call, problem, want, output) {
  /** @type {import('./attention_async.js').Sink} */
  const sink = {
    isOver: () => call.isOver(),
    isRefused: () => call.isRefused(),
    isHolding: () => true,
    refuse: (refused) => call.refuse(refused),
    place: (name, begin, length) =>
      name === 'output' ? output.subarray(begin, begin + length) : call.place(name, begin, length),
    put: (name, values, begin) => {
      // The output has been written to its place.
      if (name !== 'output') call.put(name, values, begin);
    },
    advance: (units) => call.advance(units),
    fail: (error) => call.fail(error),
  };
  await new Promise((resolve) => {
    call.onEnd = () => resolve(null);
    attendHere(means, sink, problem, ['output', ...want], () => resolve(null));
  });
  call.onEnd = () => {};
  if (call.isOver() || call.isRefused()) throw STOPPED;
}

/**
 * @param {Means} means
 * @param {AsyncCall} call
 * @param {LayerProblem} problem
 * @param {Float32Array} concat
 * @returns {Promise<Float32Array>}
 */
async function projectOutput(means, call, { sizes, arrays, outIn }, concat) {
  const { heads, nQ, dV, dOut } = sizes;
  const { wo, bo } = arrays;
  if (!concat.every(Number.isFinite)) throw STOPPED;
  if (wo === null) return concat;
  const product = { x: concat, rows: nQ, depth: heads * dV, weights: wo, bias: bo, outIn };
  return multiply(means, call, { ...product, blocks: 1, columns: dOut });
}

/**
 * A product by blocks of rows.
 * @param {Means} means
 * @param {AsyncCall} call
 * @param {Product} product
 * @returns {Promise<Float32Array>}
 */
async function multiply({ session, pace }, call, product) {
  const { x, rows, depth, blocks, columns } = product;
  const result = new Float32Array(blocks * rows * columns);
  const perRow = depth * blocks * columns;
  // Copying, looking at and packing the weights takes about as long as this many rows.
  const perBlock = perRow * 16;
  for (let begin = 0; begin < rows; ) {
    const most = Math.floor((pace.blockUnits - perBlock) / perRow / ROW_STEP) * ROW_STEP;
    const past = begin + Math.max(most, ROW_STEP);
    const end = past + ROW_STEP > rows ? rows : past;
    const part = {
      ...product,
      x: viewOf(x, begin * depth, (end - begin) * depth),
      rows: end - begin,
    };
    const outcome = await pace.run(perBlock + perRow * (end - begin), () => {
      if (call.isOver()) throw STOPPED;
      session.check();
      return runLayer(session, queriesAlone(part), ['query']);
    });
    if ('status' in outcome) throw STOPPED;
    const floats = (end - begin) * columns;
    for (let block = 0; block < blocks; block++) {
      const values = outcome.values.query.subarray(block * floats, (block + 1) * floats);
      result.set(values, (block * rows + begin) * columns);
    }
    begin = end;
  }
  return result;
}

/**
 * A product as the queries of a layer whose context is one token of zeros.
 * @param {Product} product
 * @returns {LayerProblem}
 */
function queriesAlone({ x, rows, depth, weights, bias, blocks, columns, outIn }) {
  const none = { wo: null, bk: null, bv: null, bo: null, headGain: null, bias: null };
  const zero = new Float32Array(1);
  return {
    sizes: {
      ...{ heads: blocks, keyValueHeads: 1, nQ: rows, nK: 1, dModel: depth, dContext: 1 },
      ...{ dK: columns, dV: 1, dOut: blocks },
    },
    outIn,
    arrays: {
      ...none,
      ...{ x, context: zero, wq: weights, bq: bias, wk: new Float32Array(columns), wv: zero },
    },
    scaling: { scale: 1, temperature: 1 },
    mask: NO_MASK,
  };
}

/**
 * @param {Float32Array} headOutput [h, n_q, d_v]
 * @param {Floats | null} gain [h]
 * @param {number} heads
 */
function applyGains(headOutput, gain, heads) {
  if (gain === null) return;
  const factors = viewOf(gain, 0, heads);
  const floats = headOutput.length / heads;
  for (let k = 0; k < headOutput.length; k++) headOutput[k] *= factors[Math.floor(k / floats)];
}

/**
 * @param {Float32Array} headOutput [h, n_q, d_v]
 * @param {LayerSizes} sizes
 * @returns {Float32Array} [n_q, h·d_v]
 */
function concatenate(headOutput, { heads, nQ, dV }) {
  const concat = new Float32Array(headOutput.length);
  for (let head = 0; head < heads; head++) {
    for (let i = 0; i < nQ; i++) {
      const row = headOutput.subarray((head * nQ + i) * dV, (head * nQ + i + 1) * dV);
      concat.set(row, (i * heads + head) * dV);
    }
  }
  return concat;
}
