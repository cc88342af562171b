// The workbench of the heads: the concat with heads switched off and swapped, what W_O makes of it, and the same weights as one
// head. Computed when it is first looked at.
import { AttentionError } from '../errors.js';
import { againstOne, largestDifference } from './head_sums.js';

/** @typedef {import('./shared_engine.js').Engine} Engine */
/** @typedef {import('./attributes.js').Attributes} Attributes */
/** @typedef {import('./problem.js').Problem} Problem */
/** @typedef {import('./layer_input.js').Layer} Layer */
/** @typedef {import('../readers/json.js').Tensor} Tensor */
/** @typedef {import('../views/heads_workbench.js').Workbench} Workbench */
/** @typedef {import('../engine/layer.js').LayerOptions} LayerOptions */
/** @typedef {import('../views/picture.js').Picture} Picture */
/** @typedef {import('./head_sums.js').Results} Results */

const HEAD_COUNTS = [1, 2, 4, 8];

/**
 * @param {Engine} engine
 * @param {Problem} problem
 * @param {Results} results
 * @param {Picture} picture
 * @param {Attributes} attributes
 * @returns {Workbench}
 * @throws {AttentionError} code 'option' for heads that are not there
 */
export function workbenchOf(engine, problem, results, picture, attributes) {
  const { layer, shape, valueWidth } = problem;
  const [heads] = shape;
  const off = checkHeads('off', attributes.off ?? [], heads);
  const swap = checkSwap(attributes.swap, heads);
  if (!layer) {
    const reason = problem.keyWidth === undefined ? 'weights' : 'given';
    return { heads, choices: [heads], off: [], swap: null, order: [], reason, layer: null };
  }
  const order = Array.from({ length: heads }, (_, head) => head);
  if (swap) [order[swap[0]], order[swap[1]]] = [order[swap[1]], order[swap[0]]];
  const { concat: all } = engine.multiHeadAttention({
    .../** @type {LayerOptions} */ (layer),
    want: ['concat'],
  });
  const straight = arrange(all, heads, off);
  const concat = arrange(all, heads, off, order);
  const wo = /** @type {Tensor | undefined} */ (layer.wo);
  const output = wo ? mix(engine, layer, concat) : concat;
  const { one, work } = againstOne(engine, problem, results, picture);
  const changed = swap && wo ? mix(engine, layer, straight) : output;
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
      wo: wo ? asInOut(wo, layer.weightLayout === 'out-in') : null,
      swapped: largestDifference(output.data, changed.data),
      ...normsOf(all, concat, heads, valueWidth),
      one,
      work,
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
 * @param {Tensor} concat [n, h·d_v]
 * @param {number} heads
 * @param {readonly number[]} off heads whose columns are 0
 * @param {readonly number[]} [order] which head stands where; none: each in its own place
 * @returns {Tensor} a copy
 */
function arrange({ data, shape: [rows, columns] }, heads, off, order) {
  const arranged = new Float32Array(data.length);
  const width = columns / heads;
  for (let row = 0; row < rows; row++) {
    for (let place = 0; place < heads; place++) {
      const head = order ? order[place] : place;
      if (off.includes(head)) continue;
      const from = row * columns + head * width;
      arranged.set(data.subarray(from, from + width), row * columns + place * width);
    }
  }
  return { data: arranged, shape: [rows, columns] };
}

/**
 * @param {Engine} engine
 * @param {Layer} layer with W_O
 * @param {Tensor} concat
 * @returns {Tensor} concat · W_O + b_o: the values of a layer whose x is the concat
 */
function mix(engine, { wo, bo, weightLayout }, concat) {
  const width = concat.shape[1];
  const none = {
    data: new Float32Array(width),
    shape: weightLayout === 'out-in' ? [1, width] : [width, 1],
  };
  const { value } = engine.multiHeadAttention({
    x: concat,
    wq: none,
    wk: none,
    wv: /** @type {Tensor} */ (wo),
    ...(bo ? { bv: bo } : {}),
    ...(weightLayout ? { weightLayout } : {}),
    heads: 1,
    want: ['value'],
  });
  return { data: value.data, shape: value.shape.slice(1) };
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
