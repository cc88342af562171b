// Q, K and V as products of X with three matrices (ch. 16.2.1), with numbers that a reader may replace.
import { AttentionError } from '../../errors.js';
import { ProjectionsFigure } from '../../views/concepts/projections_figure.js';
import { maskPattern } from '../mask_pattern.js';
import { withEdits } from './cell_edits.js';
import { atOnce } from './concept.js';
import { layerOf } from './example.js';
import { hatchHidden } from './hatch.js';
import { biasOf, chosenHead } from './one_head.js';

/** @typedef {import('./concept.js').Asked} Asked */
/** @typedef {import('./cell_edits.js').EditedMatrix} EditedMatrix */
/** @typedef {import('../layer_input.js').Layer} Layer */
/** @typedef {import('../../readers/json.js').Tensor} Tensor */
/** @typedef {import('../../views/concepts/projections_figure.js').ProjectionsModel} ProjectionsModel */
/** @typedef {import('../../views/concepts/projections_figure.js').Product} Product */

/** What an edit is compared in. */
const COMPARED = /** @type {const} */ (['query', 'key', 'value', 'scaledScores', 'weights']);

/**
 * @param {Asked} asked
 * @returns {ProjectionsModel}
 */
function compute({ engine, example, attributes }) {
  const layer = layerOf(example, 'projections');
  if (layer.context) {
    const message =
      "view 'projections' shows one sequence, but the data has key-tokens or a context";
    throw new AttentionError('option', 'view', message);
  }
  const head = chosenHead(attributes, example.heads);
  const n = layer.x.shape[0];
  const whole = maskPattern(example.mask, [example.heads, n, n]);
  /** @type {import('../../engine/mask.js').Mask} */
  const mask = whole?.mask(head) ?? 'none';
  const pattern = whole && maskPattern(mask, [1, n, n]);
  const { bias } = example;
  const call = {
    ...example.scaling,
    ...biasesOf(layer, head),
    ...(bias ? { bias: biasOf(bias, head) } : {}),
    mask,
    heads: 1,
  };
  const edits = attributes.edits ?? [];
  const given = fullMatrices(layer);
  const edited = withEdits(given, edits);
  const now = engine.multiHeadAttention({
    ...call,
    ...cut(edited, layer, head),
    want: [...COMPARED, 'rawScores', 'rowSum'],
  });
  const before =
    edits.length > 0
      ? engine.multiHeadAttention({ ...call, ...cut(given, layer, head), want: COMPARED })
      : now;
  const product = (/** @type {(typeof COMPARED)[number]} */ name) =>
    productOf(now[name], before[name]);
  const [, , keyWidth] = now.query.shape;
  const [, , valueWidth] = now.value.shape;
  const scale = example.scaling.scale ?? 1 / Math.sqrt(keyWidth);
  const heads = { x: 0, wq: head, wk: groupOf(layer, head), wv: groupOf(layer, head) };
  const factors = Object.entries(cut(edited, layer, head)).map(([name, tensor]) => {
    const key = /** @type {EditedMatrix} */ (name);
    const original = cut(given, layer, head)[key];
    const first = heads[key] * tensor.shape[1] * Number(key !== 'x');
    return [key, { ...productOf(tensor, original), before: original.data, first }];
  });
  return {
    result: { query: now.query, key: now.key, value: now.value, weights: now.weights },
    tokens: example.tokens,
    factors: Object.fromEntries(factors),
    products: { q: product('query'), k: product('key'), v: product('value') },
    raw: now.rawScores.data,
    scaled: product('scaledScores'),
    weights: { ...product('weights'), values: hatchHidden(now.weights.data, pattern, [n, n]) },
    rowSum: now.rowSum.data,
    keyWidth,
    valueWidth,
    divisor: example.scaling.temperature / scale,
    plain: example.scaling.scale === undefined && example.scaling.temperature === 1,
    shifted: Boolean(layer.bq || layer.bk || layer.bv),
    edits,
    head: example.heads > 1 ? head : null,
  };
}

/**
 * @param {Tensor} now [1, rows, columns] or [rows, columns]
 * @param {Tensor} before
 * @returns {Product} with what an edit has changed
 */
function productOf({ data, shape }, before) {
  const [rows, columns] = shape.slice(-2);
  const changed = new Uint8Array(data.length);
  let count = 0;
  let largest = 0;
  if (data !== before.data) {
    for (let cell = 0; cell < data.length; cell++) {
      if (data[cell] === before.data[cell]) continue;
      changed[cell] = 1;
      count++;
      largest = Math.max(largest, Math.abs(data[cell] - before.data[cell]));
    }
  }
  return { values: data, rows, columns, changed, count, largest };
}

/**
 * @param {Layer} layer
 * @returns {Record<EditedMatrix, Tensor>} the matrices as the chapter has them, input by output
 */
function fullMatrices({ x, wq, wk, wv, weightLayout }) {
  const matrix = (/** @type {unknown} */ given) => {
    const tensor = /** @type {Tensor} */ (given);
    return weightLayout === 'out-in' ? transposed(tensor) : tensor;
  };
  return { x, wq: matrix(wq), wk: matrix(wk), wv: matrix(wv) };
}

/**
 * @param {Tensor} tensor [rows, columns]
 * @returns {Tensor}
 */
function transposed({ data, shape: [rows, columns] }) {
  const turned = new Float32Array(data.length);
  for (let cell = 0; cell < data.length; cell++)
    turned[(cell % columns) * rows + Math.floor(cell / columns)] = data[cell];
  return { data: turned, shape: [columns, rows] };
}

/**
 * @param {Record<EditedMatrix, Tensor>} matrices
 * @param {Layer} layer
 * @param {number} head
 * @returns {Record<EditedMatrix, Tensor>} the columns of one head
 */
function cut({ x, wq, wk, wv }, layer, head) {
  const { heads, keyValueHeads = heads } = layer;
  const group = groupOf(layer, head);
  return {
    x,
    wq: columnsOf(wq, heads, head),
    wk: columnsOf(wk, keyValueHeads, group),
    wv: columnsOf(wv, keyValueHeads, group),
  };
}

/**
 * @param {Layer} layer
 * @param {number} head
 * @returns {number} its key/value head
 */
function groupOf({ heads, keyValueHeads = heads }, head) {
  return Math.floor((head * keyValueHeads) / heads);
}

/**
 * @param {Tensor} matrix [rows, parts · width]
 * @param {number} parts
 * @param {number} part
 * @returns {Tensor} [rows, width]
 */
function columnsOf(matrix, parts, part) {
  if (parts === 1) return matrix;
  const [rows, columns] = matrix.shape;
  const width = Math.floor(columns / parts);
  const data = new Float32Array(rows * width);
  for (let row = 0; row < rows; row++) {
    const start = row * columns + part * width;
    data.set(matrix.data.subarray(start, start + width), row * width);
  }
  return { data, shape: [rows, width] };
}

/**
 * @param {Layer} layer
 * @param {number} head
 * @returns {{ bq?: Tensor, bk?: Tensor, bv?: Tensor }} those of one head
 */
function biasesOf(layer, head) {
  const { heads, keyValueHeads = heads, bq, bk, bv } = layer;
  const group = groupOf(layer, head);
  const part = (
    /** @type {unknown} */ given,
    /** @type {number} */ parts,
    /** @type {number} */ at,
  ) => {
    const { data } = /** @type {Tensor} */ (given);
    const width = Math.floor(data.length / parts);
    return { data: data.slice(at * width, (at + 1) * width), shape: [width] };
  };
  return {
    ...(bq ? { bq: part(bq, heads, head) } : {}),
    ...(bk ? { bk: part(bk, keyValueHeads, group) } : {}),
    ...(bv ? { bv: part(bv, keyValueHeads, group) } : {}),
  };
}

/** @type {import('./concept.js').Concept<ProjectionsModel>} */
export const projections = {
  compute: atOnce(compute),
  figure: (document, strings, acts) => new ProjectionsFigure(document, strings, acts),
  tables: ({ tokens, factors, products, raw, scaled, result }) => {
    const indices = (/** @type {number} */ count, first = 0) =>
      Array.from({ length: count }, (_, index) => first + index);
    return [
      ...Object.entries(factors).map(([name, { values, rows, columns, first }]) => ({
        name,
        rows: name === 'x' ? tokens : indices(rows),
        columns: indices(columns, first),
        values,
      })),
      ...Object.entries(products).map(([name, { values, columns }]) => ({
        name,
        rows: tokens,
        columns: indices(columns),
        values,
      })),
      { name: 'raw scores', rows: tokens, columns: tokens, values: raw },
      { name: 'scaled scores', rows: tokens, columns: tokens, values: scaled.values },
      { name: 'weights', rows: tokens, columns: tokens, values: result.weights.data },
    ];
  },
};
