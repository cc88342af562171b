// engine.multiHeadAttention(): projections, heads, concat and W_O in one call of the core.
import { AttentionError, shown } from '../errors.js';
import {
  checkNames,
  MAX_SIZE,
  readChoice,
  readInteger,
  readMatrix,
  readOptional,
  readWant,
} from './arguments.js';
import { readBias, readScaling } from './attention.js';
import { parseMask } from './mask.js';
import { refusal } from './refusal.js';
import { Resident } from './resident.js';
import { ATTENTION_RESULTS, attentionShape, DEFAULT_WANT, Results } from './results.js';

/** @typedef {import('./session.js').Session} Session */
/** @typedef {import('./arguments.js').TensorLike} TensorLike */
/** @typedef {import('./arguments.js').Floats} Floats */
/** @typedef {import('../tensor.js').Tensor} Tensor */
/** @typedef {import('./core.js').PackedWeights | null} Kept */
/** @typedef {import('./results.js').AttentionResult | 'query' | 'key' | 'value' | 'headOutput' | 'concat'} LayerResult */

/** @typedef {import('./arguments.js').VectorLike} VectorLike */
/**
 * @template {LayerResult} [Want=LayerResult]
 * @typedef {{
 *   x: TensorLike, context?: TensorLike, wq: TensorLike, wk: TensorLike, wv: TensorLike, wo?: TensorLike,
 *   bq?: VectorLike, bk?: VectorLike, bv?: VectorLike, bo?: VectorLike, weightLayout?: 'in-out' | 'out-in',
 *   heads: number, keyValueHeads?: number, headGain?: VectorLike,
 *   mask?: import('./mask.js').Mask, bias?: TensorLike, scale?: number, temperature?: number,
 *   want?: readonly Want[], into?: Partial<Record<LayerResult, import('./results.js').Prepared>>,
 * }} LayerOptions
 */
/**
 * @typedef {{
 *   heads: number, keyValueHeads: number, nQ: number, nK: number, dModel: number, dContext: number, dK: number, dV: number, dOut: number,
 * }} LayerSizes
 * @typedef {'x'|'context'|'wq'|'wk'|'wv'|'wo'|'bq'|'bk'|'bv'|'bo'|'headGain'|'bias'} LayerArray
 * @typedef {{
 *   sizes: LayerSizes, outIn: boolean, arrays: Record<LayerArray, Floats | null>,
 *   scaling: import('./attention.js').Scaling, mask: import('./mask.js').ParsedMask,
 * }} LayerProblem
 */

/** What multiHeadAttention() reads. */
export const LAYER_OPTIONS = [
  ...[
    'x',
    'context',
    'wq',
    'wk',
    'wv',
    'wo',
    'bq',
    'bk',
    'bv',
    'bo',
    'weightLayout',
    'heads',
    'keyValueHeads',
    'headGain',
  ],
  ...['mask', 'bias', 'scale', 'temperature', 'want', 'into'],
];
/** @type {readonly LayerResult[]} */
export const LAYER_RESULTS = [
  ...ATTENTION_RESULTS,
  'query',
  'key',
  'value',
  'headOutput',
  'concat',
];

/**
 * @param {Session} session
 * @param {LayerOptions} options
 * @returns {Record<string, Tensor>}
 */
export function multiHeadAttention(session, options) {
  checkNames(options, LAYER_OPTIONS, 'multiHeadAttention()');
  const want = readWant(options.want, LAYER_RESULTS, DEFAULT_WANT);
  const problem = readLayer(options);
  const shapeOf = (/** @type {string} */ name) => layerShape(name, problem.sizes);
  const results = new Results(session.arena, want, shapeOf, options.into);
  const status = runLayerProblem(session, problem, results);
  if (status !== 0) throw refusal(session.core, status, problem.arrays);
  return results.take();
}

/**
 * The same on a problem that was read already, into fresh arrays.
 * @param {Session} session
 * @param {LayerProblem} problem
 * @param {readonly string[]} want
 * @returns {{ values: Record<string, Float32Array> } | { status: number }}
 */
export function runLayer(session, problem, want) {
  const results = new Results(session.arena, want, (name) => layerShape(name, problem.sizes));
  const status = runLayerProblem(session, problem, results);
  if (status !== 0) return { status };
  /** @type {Record<string, Float32Array>} */
  const values = {};
  for (const [name, { data }] of Object.entries(results.take())) values[name] = data;
  return { values };
}

/**
 * Lays a problem out in wasm memory and runs it; the results are then ready to be taken.
 * @param {Session} session
 * @param {LayerProblem} problem
 * @param {Results} results
 * @returns {number} a status of the core, 0 for ok
 */
function runLayerProblem(session, problem, results) {
  const { sizes, arrays, mask } = problem;
  const { arena, layerCall, outputs } = session;
  session.begin();
  const names = /** @type {LayerArray[]} */ (Object.keys(arrays));
  const places = new Map(names.map((name) => [name, arena.input(arrays[name], name)]));
  const maskPlaces = { keep: arena.input(mask.keep), allowed: arena.input(mask.allowed) };
  results.place();
  arena.commit();

  /** @param {LayerArray[]} chosen */
  const located = (...chosen) =>
    chosen.flatMap((name) => [arena.address(places.get(name) ?? -1), arrays[name]?.length ?? 0]);
  const { heads, keyValueHeads, nQ, nK, dModel, dContext, dK, dV, dOut } = sizes;
  layerCall.shape(heads, keyValueHeads, nQ, nK, dModel, dContext, dK, dV, dOut, problem.outIn);
  layerCall.sources(...located('x', 'context', 'headGain', 'bias'));
  layerCall.weights(...located('wq', 'wk', 'wv', 'wo'));
  layerCall.biases(...located('bq', 'bk', 'bv', 'bo'));
  layerCall.kept(...keptWeights(problem));
  layerCall.outputs(
    ...[results.address('query'), heads * nQ * dK, results.address('key'), keyValueHeads * nK * dK],
    ...[results.address('value'), keyValueHeads * nK * dV],
    ...[results.address('headOutput'), results.address('concat'), heads * nQ * dV],
    ...[results.address('output'), nQ * dOut],
  );
  session.setOptions(problem.scaling, mask, maskPlaces);
  results.bind(session.results, sizes, false);
  return layerCall.run(session.options, outputs, session.scratch);
}

/**
 * Packed weights of the matrices that are resident: wq, wk, wv, wo.
 * @param {LayerProblem} problem
 * @returns {[Kept, Kept, Kept, Kept]}
 */
function keptWeights({ sizes, outIn, arrays }) {
  const { heads, keyValueHeads, dModel, dContext, dK, dV, dOut } = sizes;
  const kept = (
    /** @type {LayerArray} */ name,
    /** @type {number} */ depth,
    /** @type {number} */ blocks,
    /** @type {number} */ columns,
  ) => {
    const weights = arrays[name];
    return weights instanceof Resident ? weights.packed({ outIn, depth, blocks, columns }) : null;
  };
  return [
    kept('wq', dModel, heads, dK),
    kept('wk', dContext, keyValueHeads, dK),
    kept('wv', dContext, keyValueHeads, dV),
    kept('wo', heads * dV, 1, dOut),
  ];
}

/**
 * @param {string} name of a result
 * @param {LayerSizes} sizes
 * @returns {number[]}
 */
export function layerShape(name, sizes) {
  const { heads, keyValueHeads, nQ, nK, dK, dV, dOut } = sizes;
  if (name === 'output') return [nQ, dOut];
  if (name === 'query') return [heads, nQ, dK];
  if (name === 'key') return [keyValueHeads, nK, dK];
  if (name === 'value') return [keyValueHeads, nK, dV];
  if (name === 'headOutput') return [heads, nQ, dV];
  if (name === 'concat') return [nQ, heads * dV];
  return attentionShape(name, sizes);
}

/**
 * @param {LayerOptions} options
 * @returns {LayerProblem}
 */
export function readLayer(options) {
  const outIn = readChoice('weightLayout', options.weightLayout, ['in-out', 'out-in']) === 'out-in';
  const heads = readInteger('heads', options.heads, 1, MAX_SIZE, undefined, 'shape');
  const keyValueHeads = readInteger(
    'keyValueHeads',
    options.keyValueHeads,
    1,
    MAX_SIZE,
    heads,
    'shape',
  );
  if (heads % keyValueHeads !== 0) {
    throw new AttentionError(
      'shape',
      'keyValueHeads',
      `keyValueHeads is ${keyValueHeads}, which does not divide heads = ${heads}`,
    );
  }
  const x = readMatrix('x', options.x);
  const context =
    options.context === undefined || options.context === null
      ? null
      : readMatrix('context', options.context);
  const source = context ?? x;
  const wq = readWeights('wq', options.wq, outIn, x.columns, 'x');
  const wk = readWeights('wk', options.wk, outIn, source.columns, context ? 'context' : 'x');
  const wv = readWeights('wv', options.wv, outIn, source.columns, context ? 'context' : 'x');
  const dK = widthPerHead('wq', wq.outputs, heads, 'heads');
  const dV = widthPerHead('wv', wv.outputs, keyValueHeads, 'keyValueHeads');
  if (wk.outputs !== keyValueHeads * dK) {
    throw new AttentionError(
      'shape',
      'wk',
      `wk makes ${wk.outputs} columns, expected keyValueHeads · d_k = ${keyValueHeads} × ${dK} = ${keyValueHeads * dK}`,
    );
  }
  const wo =
    options.wo === undefined
      ? null
      : readWeights('wo', options.wo, outIn, heads * dV, 'the concat');
  if (wo === null && options.bo !== undefined && options.bo !== null) {
    throw new AttentionError('option', 'bo', 'bo is given without wo');
  }
  const sizes = {
    ...{
      heads,
      keyValueHeads,
      nQ: x.rows,
      nK: source.rows,
      dModel: x.columns,
      dContext: source.columns,
    },
    ...{ dK, dV, dOut: wo?.outputs ?? heads * dV },
  };
  return {
    sizes,
    outIn,
    arrays: {
      x: x.data,
      context: context?.data ?? null,
      wq: wq.data,
      wk: wk.data,
      wv: wv.data,
      wo: wo?.data ?? null,
      bq: readOptional('bq', options.bq, [heads * dK]),
      bk: readOptional('bk', options.bk, [keyValueHeads * dK]),
      bv: readOptional('bv', options.bv, [keyValueHeads * dV]),
      bo: readOptional('bo', options.bo, [sizes.dOut]),
      headGain: readOptional('headGain', options.headGain, [heads]),
      bias: readBias(options.bias, sizes),
    },
    scaling: readScaling(options, dK),
    mask: parseMask(options.mask, sizes),
  };
}

/**
 * A weight matrix whose input side must have `inputs` entries.
 * @param {string} argument
 * @param {unknown} value
 * @param {boolean} outIn
 * @param {number} inputs
 * @param {string} source what is multiplied with it
 * @returns {{ data: Floats, outputs: number }}
 */
function readWeights(argument, value, outIn, inputs, source) {
  const { data, rows, columns } = readMatrix(argument, value);
  const [found, outputs] = outIn ? [columns, rows] : [rows, columns];
  if (found !== inputs) {
    const layout = outIn ? `'out-in': ${outputs} × ${inputs}` : `'in-out': ${inputs} × ${outputs}`;
    throw new AttentionError(
      'shape',
      argument,
      `${argument} has shape ${rows} × ${columns}, expected ${layout} (${source} has width ${inputs})`,
    );
  }
  return { data, outputs };
}

/**
 * @param {string} argument
 * @param {number} columns
 * @param {number} heads
 * @param {string} what
 * @returns {number}
 */
function widthPerHead(argument, columns, heads, what) {
  if (columns % heads !== 0) {
    throw new AttentionError(
      'shape',
      argument,
      `${argument} makes ${columns} columns, which ${what} = ${shown(heads)} does not divide`,
    );
  }
  return columns / heads;
}
