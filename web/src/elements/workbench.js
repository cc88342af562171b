// The workbench of the heads: the concat with heads switched off and swapped, what W_O makes of it, and the same weights as one
// head. Computed when it is first looked at.
import { parseMask } from '../engine/mask.js';
import { AttentionError } from '../errors.js';

/** @typedef {import('./shared_engine.js').Engine} Engine */
/** @typedef {import('./attributes.js').Attributes} Attributes */
/** @typedef {import('./problem.js').Problem} Problem */
/** @typedef {import('./layer_input.js').Layer} Layer */
/** @typedef {import('../readers/json.js').Tensor} Tensor */
/** @typedef {import('../views/heads_workbench.js').Workbench} Workbench */
/** @typedef {import('../engine/layer.js').LayerOptions} LayerOptions */
/** @typedef {import('../engine/layer.js').LayerResult} LayerResult */

const HEAD_COUNTS = [1, 2, 4, 8];

/**
 * @param {Engine} engine
 * @param {Problem} problem
 * @param {Attributes} attributes
 * @returns {Workbench}
 * @throws {AttentionError} code 'option' for heads that are not there
 */
export function workbenchOf(engine, problem, attributes) {
  const { layer, shape, valueWidth } = problem;
  const [heads] = shape;
  const off = checkHeads('off', attributes.off ?? [], heads);
  const swap = checkSwap(attributes.swap, heads);
  if (!layer) {
    const reason = problem.keyWidth === undefined ? 'weights' : 'given';
    return { heads, choices: [heads], off: [], swap: null, order: [], reason, layer: null };
  }
  const call = (
    /** @type {Partial<LayerOptions>} */ changes,
    /** @type {readonly LayerResult[]} */ want,
  ) => engine.multiHeadAttention({ .../** @type {LayerOptions} */ (layer), ...changes, want });
  const order = Array.from({ length: heads }, (_, head) => head);
  if (swap) [order[swap[0]], order[swap[1]]] = [order[swap[1]], order[swap[0]]];
  const gains = order.map((_, head) => (off.includes(head) ? 0 : gainOf(layer, head)));
  const all = call({}, ['concat']).concat;
  const bare = call({ headGain: gains }, ['concat', 'output']);
  const wo = /** @type {Tensor | undefined} */ (layer.wo);
  const outIn = layer.weightLayout === 'out-in';
  const concat = moveBlocks(bare.concat, order, valueWidth, true);
  // Head h stands at the place of h in the order, and meets the rows of W_O there: a swap is its own inverse.
  const output =
    wo && swap
      ? call({ headGain: gains, wo: moveBlocks(wo, order, valueWidth, outIn) }, ['output']).output
      : wo
        ? bare.output
        : concat;
  return {
    heads,
    choices: choicesOf(layer, heads),
    off,
    swap,
    order,
    reason: null,
    layer: {
      valueWidth,
      concat,
      output,
      wo: wo ? asInOut(wo, outIn) : null,
      swapped: swap && wo ? largestDifference(output.data, bare.output.data) : 0,
      ...normsOf(all, bare.concat, heads, valueWidth),
      ...againstOne(problem, layer, call),
    },
  };
}

/**
 * @param {string} name
 * @param {readonly number[]} listed
 * @param {number} heads
 * @returns {number[]} ascending, each once
 * @throws {AttentionError}
 */
function checkHeads(name, listed, heads) {
  const stray = listed.find((head) => head >= heads);
  if (stray !== undefined) {
    const there = heads === 1 ? 'is 1' : `are ${heads}`;
    const problem = `${name} names head ${stray}, but there ${there}, counted from 0`;
    throw new AttentionError('option', name, problem);
  }
  return [...new Set(listed)].sort((a, b) => a - b);
}

/**
 * @param {readonly number[] | undefined} swap
 * @param {number} heads
 * @returns {[number, number] | null}
 * @throws {AttentionError}
 */
function checkSwap(swap, heads) {
  if (!swap || swap.length === 0) return null;
  const pair = checkHeads('swap', swap, heads);
  if (pair.length !== 2) {
    const problem = `swap is '${swap.join(' ')}', expected two different heads`;
    throw new AttentionError('option', 'swap', problem);
  }
  return [pair[0], pair[1]];
}

/**
 * @param {Layer} layer
 * @param {number} head
 * @returns {number} what the data itself says
 */
function gainOf({ headGain }, head) {
  if (!headGain) return 1;
  const list = 'data' in headGain ? /** @type {Tensor} */ (headGain).data : headGain;
  return /** @type {ArrayLike<number>} */ (list)[head];
}

/**
 * Other numbers of heads that the same matrices can be cut into.
 * @param {Layer} layer
 * @param {number} heads
 * @returns {number[]}
 */
function choicesOf({ wq, wk, wv, weightLayout }, heads) {
  const axis = weightLayout === 'out-in' ? 0 : 1;
  const [queries, keys, values] = [wq, wk, wv].map(
    (matrix) => /** @type {Tensor} */ (matrix).shape[axis],
  );
  const possible = HEAD_COUNTS.filter(
    (count) => queries === keys && queries % count === 0 && values % count === 0,
  );
  return possible.includes(heads) ? possible : [...possible, heads].sort((a, b) => a - b);
}

/**
 * Equal blocks of the columns, or of the rows, of a matrix in another order.
 * @param {Tensor} matrix
 * @param {readonly number[]} order which block stands where
 * @param {number} width of a block
 * @param {boolean} columns
 * @returns {Tensor} a copy
 */
function moveBlocks({ data, shape: [rows, columnCount] }, order, width, columns) {
  const moved = new Float32Array(data.length);
  const line = columns ? columnCount : width * columnCount;
  const block = columns ? width : width * columnCount;
  for (let row = 0; row < (columns ? rows : 1); row++) {
    order.forEach((from, to) => {
      const start = row * line;
      const first = start + from * block;
      moved.set(data.subarray(first, first + block), start + to * block);
    });
  }
  return { data: moved, shape: [rows, columnCount] };
}

/**
 * @param {Tensor} matrix
 * @param {boolean} outIn
 * @returns {Tensor} [h·d_v, d_out]
 */
function asInOut({ data, shape: [rows, columns] }, outIn) {
  if (!outIn) return { data, shape: [rows, columns] };
  const turned = new Float32Array(data.length);
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++)
      turned[column * rows + row] = data[row * columns + column];
  return { data: turned, shape: [columns, rows] };
}

/**
 * Frobenius norms of the core's numbers, added up in double.
 * @param {Tensor} all the concat with every head
 * @param {Tensor} now the concat with those that are on
 * @param {number} heads
 * @param {number} width d_v
 */
function normsOf(all, now, heads, width) {
  const squares = new Float64Array(heads);
  all.data.forEach((value, index) => {
    squares[Math.floor((index % (heads * width)) / width)] += value * value;
  });
  const total = squares.reduce((sum, each) => sum + each, 0);
  return {
    norm: Math.sqrt(total),
    normNow: Math.sqrt(now.data.reduce((sum, each) => sum + each * each, 0)),
    parts: Array.from(squares, Math.sqrt),
    without: Array.from(squares, (each) => Math.sqrt(Math.max(0, total - each))),
  };
}

/**
 * The same matrices as one head: raw scores of heads add up to its raw scores, softmaxes do not average to its softmax.
 * @param {Problem} problem
 * @param {Layer} layer
 * @param {(changes: Partial<LayerOptions>, want: readonly LayerResult[]) => Record<string, Tensor>} call
 * @returns {Pick<NonNullable<Workbench['layer']>, 'one'>} null where heads share keys or differ in mask or bias
 */
function againstOne({ shape: [heads, rows, columns], mask }, layer, call) {
  const { keyValueHeads = heads, bias } = layer;
  const biased = /** @type {Tensor | undefined} */ (bias)?.shape;
  const { allowed } = parseMask(mask, { heads, nQ: rows, nK: columns });
  const differs =
    (biased?.length === 3 && biased[0] > 1) || (allowed?.length ?? 0) > rows * columns;
  if (heads === 1 || keyValueHeads !== heads || differs) return { one: null };
  const many = call({}, ['rawScores', 'weights']);
  const single = call({ heads: 1, keyValueHeads: 1, headGain: undefined }, [
    'rawScores',
    'weights',
  ]);
  const size = rows * columns;
  const sums = addUp(many.rawScores.data, size);
  const totals = addUp(many.weights.data, size);
  for (let cell = 0; cell < size; cell++) totals[cell] /= heads;
  const cellOf = (/** @type {Float32Array} */ values, /** @type {number} */ cell) =>
    Array.from({ length: heads }, (_, head) => values[head * size + cell]);
  return {
    one: {
      raw: largestDifference(sums, single.rawScores.data),
      softmax: largestDifference(totals, single.weights.data),
      at: (row, column) => {
        const cell = row * columns + column;
        return {
          raw: cellOf(many.rawScores.data, cell),
          rawSum: sums[cell],
          rawOne: single.rawScores.data[cell],
          weights: cellOf(many.weights.data, cell),
          weightMean: totals[cell],
          weightOne: single.weights.data[cell],
        };
      },
    },
  };
}

/**
 * @param {Float32Array} values of equal blocks
 * @param {number} size
 * @returns {Float64Array} Σ of the blocks, added up in double
 */
function addUp(values, size) {
  const sums = new Float64Array(size);
  for (let index = 0; index < values.length; index++) sums[index % size] += values[index];
  return sums;
}

/**
 * @param {ArrayLike<number>} a
 * @param {ArrayLike<number>} b
 * @returns {number} max |a − b|
 */
function largestDifference(a, b) {
  let largest = 0;
  for (let index = 0; index < a.length; index++)
    largest = Math.max(largest, Math.abs(a[index] - b[index]));
  return largest;
}
