// Order-blindness: attention over moved tokens is the moved attention, until a mask or positions say where a token stands.
import { AttentionError } from '../../errors.js';
import { sinusoidalPositions } from '../../readers/embedding.js';
import { OrderFigure } from '../../views/concepts/order_figure.js';
import { headOf } from '../head_axis.js';
import { isCausal } from '../mask_choice.js';
import { maskPattern } from '../mask_pattern.js';
import { atOnce } from './concept.js';
import { layerOf } from './example.js';
import { hatchHidden } from './hatch.js';
import { chosenHead } from './one_head.js';

/** @typedef {import('./concept.js').Asked} Asked */
/** @typedef {import('../../readers/json.js').Tensor} Tensor */
/** @typedef {import('../../views/concepts/order_figure.js').OrderModel} OrderModel */

const WANT = /** @type {const} */ (['weights', 'output', 'rowSum']);

/**
 * @param {Asked} asked
 * @returns {OrderModel}
 */
function compute({ engine, example, attributes }) {
  const layer = layerOf(example, 'order');
  if (layer.context) {
    const message =
      "view 'order' moves the tokens of one sequence, but the data has key-tokens or a context";
    throw new AttentionError('option', 'view', message);
  }
  const { mask, heads, bias } = example;
  const head = chosenHead(attributes, heads);
  const n = layer.x.shape[0];
  const order = orderOf(attributes.order, n);
  const positions = attributes.positions === 'on';
  const x = example.kind === 'tokens' ? sum(layer.x, -1) : layer.x;
  const call = { ...layer, ...example.scaling, ...(bias ? { bias } : {}), mask, want: WANT };
  const attend = (/** @type {Tensor} */ tokens) => {
    const { weights, output, rowSum } = engine.multiHeadAttention({
      ...call,
      x: positions ? sum(tokens, 1) : tokens,
    });
    return {
      weights: headOf(weights, head).data,
      output,
      rowSum: rowSum.data.slice(head * n, (head + 1) * n),
    };
  };
  const before = attend(x);
  const after = attend(rowsOf(x, order));
  const moved = movedMap(before.weights, order);
  const movedOutput = rowsOf(before.output, order).data;
  const pattern = maskPattern(mask, [heads, n, n]);
  return {
    result: { weights: { data: after.weights, shape: [n, n] }, output: after.output },
    tokens: order.map((index) => example.tokens[index]),
    order,
    original: example.tokens,
    after: hatchHidden(after.weights, pattern, [n, n], head),
    rowSum: after.rowSum,
    // A hidden cell stays where it was hidden: the mask of the first map moves with its tokens.
    moved: movedMap(hatchHidden(before.weights, pattern, [n, n], head), order),
    movedSum: Float32Array.from(order, (index) => before.rowSum[index]),
    weightsDifference: largestDifference(after.weights, moved),
    outputDifference: largestDifference(after.output.data, movedOutput),
    positions,
    causal: isCausal(mask),
    masked: pattern !== null,
  };
}

/**
 * @param {number[] | undefined} order
 * @param {number} n
 * @returns {number[]} the last token first where none is given: an order in which something has moved
 * @throws {AttentionError} for what does not name every token once
 */
function orderOf(order, n) {
  if (!order) return Array.from({ length: n }, (_, place) => n - 1 - place);
  const named = new Set(order.filter((index) => index < n));
  if (order.length === n && named.size === n) return order;
  const message = `order is '${order.join(' ')}', expected each of 0 to ${n - 1} once`;
  throw new AttentionError('option', 'order', message);
}

/**
 * @param {Tensor} x [n, d_model]
 * @param {1 | -1} sign 1 adds sinusoidal positions; −1 takes them from words that came with them
 * @returns {Tensor}
 */
function sum({ data, shape }, sign) {
  const { data: positions } = sinusoidalPositions(shape[0], shape[1]);
  return { data: data.map((value, index) => value + sign * positions[index]), shape };
}

/**
 * @param {Tensor} matrix [n, columns]
 * @param {number[]} order
 * @returns {Tensor} P times it
 */
function rowsOf({ data, shape }, order) {
  const columns = shape[1];
  const moved = new Float32Array(data.length);
  order.forEach((from, to) => {
    moved.set(data.subarray(from * columns, (from + 1) * columns), to * columns);
  });
  return { data: moved, shape };
}

/**
 * @param {Float32Array} map [n, n]
 * @param {number[]} order
 * @returns {Float32Array} P A Pᵀ
 */
function movedMap(map, order) {
  const n = order.length;
  const moved = new Float32Array(map.length);
  for (let row = 0; row < n; row++) {
    for (let column = 0; column < n; column++)
      moved[row * n + column] = map[order[row] * n + order[column]];
  }
  return moved;
}

/**
 * @param {Float32Array} one
 * @param {Float32Array} other
 * @returns {number}
 */
function largestDifference(one, other) {
  return one.reduce((most, value, index) => Math.max(most, Math.abs(value - other[index])), 0);
}

/** @type {import('./concept.js').Concept<OrderModel>} */
export const order = {
  compute: atOnce(compute),
  figure: (document, strings, acts) => new OrderFigure(document, strings, acts),
  tables: ({ tokens, moved, result, weightsDifference, outputDifference }) => [
    { name: 'P A(X) Pᵀ', rows: tokens, columns: tokens, values: moved },
    { name: 'A(PX)', rows: tokens, columns: tokens, values: result.weights.data },
    {
      name: 'largest differences',
      rows: ['weights', 'outputs'],
      columns: ['max |difference|'],
      values: [weightsDifference, outputDifference],
    },
  ],
};
