// engine.attention(), weightsTile() and softmaxTrace(): the calls that take query, key and value.
import { AttentionError } from '../errors.js';
import {
  checkNames,
  MAX_SIZE,
  readHeads,
  readInteger,
  readNumber,
  readOptional,
  readRange,
  readWant,
} from './arguments.js';
import { parseMask } from './mask.js';
import { refusal } from './refusal.js';
import { ATTENTION_RESULTS, attentionShape, DEFAULT_WANT, Results } from './results.js';

/** @typedef {import('./session.js').Session} Session */
/** @typedef {import('./arguments.js').TensorLike} TensorLike */
/** @typedef {import('./arguments.js').Floats} Floats */
/** @typedef {import('./results.js').AttentionResult} AttentionResult */
/** @typedef {import('../tensor.js').Tensor} Tensor */

/**
 * @typedef {{
 *   query: TensorLike, key: TensorLike, value?: TensorLike, mask?: import('./mask.js').Mask, bias?: TensorLike,
 *   scale?: number, temperature?: number,
 * }} Inputs
 * @typedef {{ heads: number, keyValueHeads: number, nQ: number, nK: number, dK: number, dV: number }} Sizes
 * @typedef {{
 *   sizes: Sizes, query: Floats, key: Floats, value: Floats | null, bias: Floats | null,
 *   scaling: Scaling, mask: import('./mask.js').ParsedMask,
 * }} Problem
 * @typedef {{ scale: number, temperature: number }} Scaling
 */

/**
 * @template {AttentionResult} [Want=AttentionResult]
 * @typedef {Inputs & { want?: readonly Want[], into?: Partial<Record<AttentionResult, import('./results.js').Prepared>> }} AttentionOptions
 */
/** @typedef {Inputs & { logSumExp: import('./arguments.js').VectorLike, head?: number, rows?: readonly [number, number], columns?: readonly [number, number] }} TileOptions */
/** @typedef {Inputs & { head?: number, row?: number, blockSize?: number }} TraceOptions */

const INPUTS = ['query', 'key', 'value', 'mask', 'bias', 'scale', 'temperature'];

/** What attention() reads. */
export const ATTENTION_OPTIONS = [...INPUTS, 'want', 'into'];

/**
 * @param {Session} session
 * @param {AttentionOptions} options
 * @returns {Record<string, Tensor>}
 */
export function attention(session, options) {
  checkNames(options, ATTENTION_OPTIONS, 'attention()');
  const want = readWant(options.want, ATTENTION_RESULTS, DEFAULT_WANT);
  const problem = readProblem(options, want.includes('output'));
  const shapeOf = (/** @type {string} */ name) => attentionShape(name, problem.sizes);
  const results = new Results(session.arena, want, shapeOf, options.into);
  const status = runProblem(session, problem, results);
  if (status !== 0) throw refusal(session.core, status, problemArrays(problem));
  return results.take();
}

/**
 * Lays a problem out in wasm memory and runs it; the results are then ready to be taken.
 * @param {Session} session
 * @param {Problem} problem
 * @param {Results} results
 * @returns {number} a status of the core, 0 for ok
 */
export function runProblem(session, problem, results) {
  const { arena, call, outputs } = session;
  session.begin();
  const places = placeInputs(session, problem);
  results.place();
  arena.commit();
  bindInputs(session, problem, places);
  results.bind(session.results, problem.sizes);
  return call.run(session.options, outputs, session.scratch);
}

/**
 * @param {Session} session
 * @param {TileOptions} options
 * @returns {Tensor}
 */
export function weightsTile(session, options) {
  checkNames(options, [...INPUTS, 'logSumExp', 'head', 'rows', 'columns'], 'weightsTile()');
  const problem = readProblem(options, false);
  const { heads, nQ, nK } = problem.sizes;
  const head = readInteger('head', options.head, 0, heads - 1, 0);
  const [rowBegin, rowEnd] = readRange('rows', options.rows, nQ);
  const [columnBegin, columnEnd] = readRange('columns', options.columns, nK);
  const logSumExp = readOptional(
    'logSumExp',
    options.logSumExp,
    [heads, nQ],
    heads === 1 ? [nQ] : [heads, nQ],
  );
  if (logSumExp === null)
    throw new AttentionError(
      'shape',
      'logSumExp',
      `logSumExp is missing, expected ${heads} × ${nQ}`,
    );
  const shape = [rowEnd - rowBegin, columnEnd - columnBegin];
  const { arena, call, core } = session;
  const results = new Results(arena, ['tile'], () => shape);
  session.begin();
  const places = placeInputs(session, problem);
  const lsePlace = arena.input(logSumExp, 'logSumExp');
  results.place();
  arena.commit();
  bindInputs(session, problem, places);
  const status = call.tile(
    session.options,
    session.scratch,
    ...[arena.address(lsePlace), heads * nQ, head, rowBegin, rowEnd, columnBegin, columnEnd],
    ...[results.address('tile'), shape[0] * shape[1]],
  );
  if (status !== 0) throw refusal(core, status, { ...problemArrays(problem), logSumExp });
  return results.take().tile;
}

/**
 * @typedef {{ max: number, correction: number, sum: number, partialOutput: Float32Array }} TraceBlock
 * @typedef {{ blocks: TraceBlock[], output: Float32Array, logSumExp: number }} Trace
 * @param {Session} session
 * @param {TraceOptions} options
 * @returns {Trace}
 */
export function softmaxTrace(session, options) {
  checkNames(options, [...INPUTS, 'head', 'row', 'blockSize'], 'softmaxTrace()');
  const problem = readProblem(options, true);
  const { heads, nQ, nK, dV } = problem.sizes;
  const head = readInteger('head', options.head, 0, heads - 1, 0);
  const row = readInteger('row', options.row, 0, nQ - 1, 0);
  const blockSize = readInteger('blockSize', options.blockSize, 1, MAX_SIZE, KEY_BLOCK);
  const count = Math.ceil(nK / Math.min(blockSize, nK));
  const { arena, call, core } = session;
  /** @type {Record<string, number[]>} */
  const shapes = {
    max: [count],
    correction: [count],
    sum: [count],
    partialOutput: [count, dV],
    output: [dV],
    logSumExp: [1],
  };
  const names = Object.keys(shapes);
  const results = new Results(arena, names, (name) => shapes[name]);
  session.begin();
  const places = placeInputs(session, problem);
  results.place();
  arena.commit();
  bindInputs(session, problem, places);
  const status = call.trace(
    session.options,
    session.scratch,
    head,
    row,
    blockSize,
    count,
    ...names.map((name) => results.address(name)),
  );
  if (status !== 0) throw refusal(core, status, problemArrays(problem));
  const { max, correction, sum, partialOutput, output, logSumExp } = results.take();
  const blocks = Array.from({ length: count }, (_, b) => ({
    max: max.data[b],
    correction: correction.data[b],
    sum: sum.data[b],
    partialOutput: partialOutput.data.slice(b * dV, (b + 1) * dV),
  }));
  return { blocks, output: output.data, logSumExp: logSumExp.data[0] };
}

/** The core's kKeyBlock: with it the trace is the plain call, bit for bit. */
const KEY_BLOCK = 128;

/**
 * @param {Inputs} options
 * @param {boolean} needsValue
 * @returns {Problem}
 */
export function readProblem(options, needsValue) {
  const query = readHeads('query', options.query);
  const key = readHeads('key', options.key);
  const value =
    options.value === undefined && !needsValue ? null : readHeads('value', options.value);
  if (query.width !== key.width) {
    throw new AttentionError(
      'shape',
      'key',
      `key has width ${key.width}, expected query's d_k = ${query.width}`,
    );
  }
  if (query.heads % key.heads !== 0) {
    throw new AttentionError(
      'shape',
      'key',
      `key has ${key.heads} heads, which do not divide query's ${query.heads}`,
    );
  }
  if (value !== null && (value.heads !== key.heads || value.n !== key.n)) {
    throw new AttentionError(
      'shape',
      'value',
      `value has ${value.heads} heads of ${value.n} rows, expected key's ${key.heads} of ${key.n}`,
    );
  }
  const sizes = {
    heads: query.heads,
    keyValueHeads: key.heads,
    nQ: query.n,
    nK: key.n,
    dK: key.width,
    dV: value?.width ?? 1,
  };
  return {
    sizes,
    query: query.data,
    key: key.data,
    value: value?.data ?? null,
    bias: readBias(options.bias, sizes),
    scaling: readScaling(options, sizes.dK),
    mask: parseMask(options.mask, sizes),
  };
}

/**
 * [1 | h, n_q, n_k], or [n_q, n_k] for all heads.
 * @param {unknown} bias
 * @param {{ heads: number, nQ: number, nK: number }} sizes
 */
export function readBias(bias, { heads, nQ, nK }) {
  return readOptional('bias', bias, [1, nQ, nK], [heads, nQ, nK], [nQ, nK]);
}

/**
 * @param {{ scale?: unknown, temperature?: unknown }} options
 * @param {number} dK
 * @returns {Scaling}
 */
export function readScaling(options, dK) {
  const scale = readNumber('scale', options.scale, 1 / Math.sqrt(dK));
  const temperature = readNumber('temperature', options.temperature, 1);
  if (temperature <= 0) {
    throw new AttentionError(
      'option',
      'temperature',
      `temperature is ${temperature}, expected a number above 0`,
    );
  }
  for (const [name, number] of Object.entries({ scale, temperature })) {
    // Nothing is divided by a temperature that rounds to 0.
    if (Number.isFinite(Math.fround(number)) && (name === 'scale' || Math.fround(number) > 0))
      continue;
    throw new AttentionError(
      'overflow',
      name,
      `${name} is ${number}, outside float32 (1.4e-45 to 3.4028235e38)`,
    );
  }
  if (!Number.isFinite(Math.fround((scale / temperature) * Math.LOG2E))) {
    throw new AttentionError(
      'overflow',
      'temperature',
      `scale / temperature is ${scale / temperature}, outside float32`,
    );
  }
  return { scale, temperature };
}

/**
 * @param {Session} session
 * @param {Problem} problem
 */
function placeInputs({ arena }, { query, key, value, bias, mask }) {
  return {
    query: arena.input(query, 'query'),
    key: arena.input(key, 'key'),
    value: arena.input(value, 'value'),
    bias: arena.input(bias, 'bias'),
    keep: arena.input(mask.keep),
    allowed: arena.input(mask.allowed),
  };
}

/**
 * Tells the core's call where everything is. After commit().
 * @param {Session} session
 * @param {Problem} problem
 * @param {ReturnType<typeof placeInputs>} places
 */
function bindInputs(session, problem, places) {
  const { arena } = session;
  const { query, key, value, bias } = problem;
  const { heads, keyValueHeads, nQ, nK, dK, dV } = problem.sizes;
  session.shape.say(heads, keyValueHeads, nQ, nK, dK, dV);
  session.inputs.say(
    arena.address(places.query),
    query.length,
    arena.address(places.key),
    key.length,
    arena.address(places.value),
    value === null ? 0 : value.length,
    arena.address(places.bias),
    bias === null ? 0 : bias.length,
  );
  session.setOptions(problem.scaling, problem.mask, places);
}

/**
 * @param {Problem} problem
 * @returns {import('./refusal.js').Arrays}
 */
export function problemArrays({ query, key, value, bias }) {
  return { query, key, value, bias };
}
