// Sparse attention (ch. 16.3): a pattern of cells that are computed, and what is lost by leaving the others out.
import { SparseFigure } from '../../views/concepts/sparse_figure.js';
import { isCausal } from '../mask_choice.js';
import { atOnce } from './concept.js';
import { hatch } from './hatch.js';
import { oneHead } from './one_head.js';
import { resultWhenRead } from './result_when_read.js';
import { keptCells, sparsePattern } from './sparse_pattern.js';

/** @typedef {import('../../readers/json.js').Tensor} Tensor */
/** @typedef {import('../../views/concepts/sparse_figure.js').SparseModel} SparseModel */

const WANT = /** @type {const} */ (['weights', 'output', 'rowSum']);

/**
 * @param {import('./concept.js').Asked} asked
 * @returns {SparseModel}
 */
function compute(asked) {
  const { engine, example, attributes, arrays } = asked;
  const {
    query,
    key,
    value,
    shape,
    pattern: mask,
    mask: given,
    scaling,
  } = oneHead(asked, 'sparse');
  const pattern = sparsePattern(attributes, shape[1]);
  const cells = cellsOf(asked, pattern, mask, shape);
  const { kept } = cells;
  const call = { query, key, value, ...scaling, want: WANT };
  const into = (/** @type {string} */ name) => ({ weights: arrays.tensor(name, [1, ...shape]) });
  const full = engine.attention({ ...call, mask: given, into: into('full') });
  const only = { ...call, mask: { allowed: kept } };
  const sparse = engine.attention({ ...only, into: into('sparse') });
  const mass = massOf(full.weights.data, kept, shape);
  return {
    result: resultWhenRead(WANT, () => engine.attention(only)),
    queryTokens: example.tokens,
    keyTokens: example.keyTokens,
    pattern,
    causal: isCausal(example.mask),
    otherMask: mask !== null && !isOnlyCausal(example.mask),
    ...cells,
    full: hatch(full.weights.data, mask, shape),
    fullSum: full.rowSum.data,
    sparse: hatchDropped(sparse.weights.data, kept),
    sparseSum: sparse.rowSum.data,
    ...mass,
    ...errorOf(full.output, sparse.output),
  };
}

/**
 * @param {import('./concept.js').Asked['example']['mask']} mask
 * @returns {boolean} whether it hides nothing but what comes after a query
 */
function isOnlyCausal(mask) {
  if (typeof mask !== 'object') return mask === 'causal';
  const { causal, ...others } = mask;
  return Boolean(causal) && Object.values(others).every((value) => value === undefined);
}

/**
 * @param {import('./concept.js').Asked} asked
 * @param {import('./sparse_pattern.js').SparsePattern} pattern
 * @param {import('../../views/picture.js').Pattern | null} mask
 * @param {readonly [number, number]} shape
 * @returns {Pick<SparseModel, 'kept' | 'map' | 'keptCount' | 'allowedCount'>}
 */
function cellsOf({ engine, arrays }, pattern, mask, shape) {
  const kept = keptCells(
    engine,
    pattern,
    shape,
    (row, column) => mask?.hides(0, row, column) ?? false,
  );
  const map = arrays.floats('map', kept.length);
  map.set(kept);
  hatch(map, mask, shape);
  let [keptCount, allowedCount] = [0, 0];
  for (let cell = 0; cell < kept.length; cell++) {
    if (Number.isNaN(map[cell])) kept[cell] = 0;
    else allowedCount++;
    keptCount += kept[cell];
  }
  return { kept, map, keptCount, allowedCount };
}

/**
 * @param {Float32Array} weights written to
 * @param {Uint8Array} kept
 * @returns {Float32Array} the same, NaN where a cell is not kept
 */
function hatchDropped(weights, kept) {
  for (let cell = 0; cell < kept.length; cell++) if (!kept[cell]) weights[cell] = Number.NaN;
  return weights;
}

/**
 * @param {Float32Array} weights of full attention
 * @param {Uint8Array} kept
 * @param {readonly [number, number]} shape
 * @returns {{ mass: Float64Array, meanMass: number, noKey: number[] }} mass: of each row on kept cells; its mean is over rows that
 *   have any; noKey: rows that keep no cell
 */
function massOf(weights, kept, [rows, columns]) {
  const mass = new Float64Array(rows);
  const noKey = [];
  for (let row = 0; row < rows; row++) {
    let count = 0;
    for (let cell = row * columns; cell < (row + 1) * columns; cell++) {
      if (!kept[cell]) continue;
      mass[row] += weights[cell];
      count++;
    }
    if (count === 0) noKey.push(row);
  }
  const seeing = rows - noKey.length;
  const sum = mass.reduce((whole, each) => whole + each, 0);
  return { mass, meanMass: seeing ? sum / seeing : Number.NaN, noKey };
}

/**
 * @param {Tensor} full [1, n_q, d_v]
 * @param {Tensor} sparse
 * @returns {{ largestError: number, relativeError: number }} max |Δ|, and ‖Δ‖ / ‖full‖ by Frobenius; 0 where both are 0
 */
function errorOf({ data: full }, { data: sparse }) {
  let largest = 0;
  let difference = 0;
  let whole = 0;
  for (let place = 0; place < full.length; place++) {
    const delta = sparse[place] - full[place];
    largest = Math.max(largest, Math.abs(delta));
    difference += delta * delta;
    whole += full[place] * full[place];
  }
  const relative = difference === 0 ? 0 : Math.sqrt(difference / whole);
  return { largestError: largest, relativeError: relative };
}

/** @type {import('./concept.js').Concept<SparseModel>} */
export const sparse = {
  compute: atOnce(compute),
  figure: (document, strings, acts) => new SparseFigure(document, strings, acts),
  tables: ({ queryTokens, keyTokens, kept, full, sparse: kernel, mass, ...numbers }) => [
    { name: 'kept cells', rows: queryTokens, columns: keyTokens, values: kept },
    { name: 'full weights', rows: queryTokens, columns: keyTokens, values: full },
    { name: 'sparse weights', rows: queryTokens, columns: keyTokens, values: kernel },
    { name: 'mass kept', rows: queryTokens, columns: ['weight'], values: mass },
    {
      name: 'sparse against full',
      rows: ['cells kept', 'cells allowed', 'mean mass kept', 'largest error', 'relative error'],
      columns: ['value'],
      values: [
        numbers.keptCount,
        numbers.allowedCount,
        numbers.meanMass,
        numbers.largestError,
        numbers.relativeError,
      ],
    },
  ],
};
