// Which cells a sparse pattern keeps: rules on places, apart from any mask. A query always keeps its own key.
import { oneOf } from '../attribute_readers.js';

/** @typedef {import('../shared_engine.js').Engine} Engine */

export const parsePattern = oneOf(
  'pattern',
  /** @type {const} */ (['window', 'dilated', 'global', 'block', 'random']),
);

/**
 * @typedef {object} SparsePattern
 * @property {ReturnType<typeof parsePattern>} name
 * @property {number} width keys on either side (Longformer's sliding window, Beltagy 2020)
 * @property {number} dilation every so manieth key
 * @property {number} globals first tokens that see all and are seen by all
 * @property {number} block tokens in a block
 * @property {number} perRow keys that a query draws beside its own (BigBird, Zaheer 2020)
 * @property {number} seed of what is drawn
 */

/**
 * @param {import('../attributes.js').Attributes} attributes
 * @param {number} keys n_k
 * @returns {SparsePattern} sizes that nobody chose grow as √n does, so that the work grows as n·√n (Child 2019)
 */
export function sparsePattern(attributes, keys) {
  const root = Math.sqrt(keys);
  const near = Math.max(1, Math.round(root / 2));
  return {
    name: attributes.pattern ?? 'window',
    width: attributes.width ?? near,
    dilation: attributes.dilation ?? 2,
    globals: attributes.globals ?? 1,
    block: attributes.block ?? Math.max(2, Math.round(root)),
    perRow: attributes['per-row'] ?? near,
    seed: attributes['pattern-seed'] ?? 0,
  };
}

/**
 * @param {Engine} engine that draws what is random
 * @param {SparsePattern} pattern
 * @param {readonly [number, number]} shape n_q, n_k
 * @param {(row: number, column: number) => boolean} hides what a mask hides already; nothing is drawn there
 * @returns {Uint8Array} n_q × n_k, 1 where the pattern keeps a cell
 */
export function keptCells(engine, pattern, [rows, columns], hides) {
  const kept = new Uint8Array(rows * columns);
  // The last query stands at the last key.
  const offset = columns - rows;
  if (pattern.name === 'random') drawKeys(engine, pattern, [rows, columns], hides, kept);
  const keeps = RULES[pattern.name](pattern);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      if (column === row + offset || keeps(row + offset, column)) kept[row * columns + column] = 1;
    }
  }
  return kept;
}

/** @type {Record<SparsePattern['name'], (pattern: SparsePattern) => (position: number, key: number) => boolean>} */
const RULES = {
  window:
    ({ width }) =>
    (position, key) =>
      Math.abs(position - key) <= width,
  dilated:
    ({ width, dilation }) =>
    (position, key) =>
      Math.abs(position - key) <= width * dilation && (position - key) % dilation === 0,
  global:
    ({ width, globals }) =>
    (position, key) =>
      key < globals || position < globals || Math.abs(position - key) <= width,
  block:
    ({ block }) =>
    (position, key) =>
      Math.floor(position / block) === Math.floor(key / block),
  random: () => () => false,
};

/**
 * A normal number for each cell; a row keeps its largest. So a mask or another width changes as little of the draw as can be.
 * @param {Engine} engine
 * @param {SparsePattern} pattern
 * @param {readonly [number, number]} shape
 * @param {(row: number, column: number) => boolean} hides
 * @param {Uint8Array} kept written to
 */
function drawKeys(engine, { seed, perRow }, [rows, columns], hides, kept) {
  const { data } = engine.normal({ seed, shape: [rows, columns] });
  const offset = columns - rows;
  for (let row = 0; row < rows; row++) {
    const draws = data.subarray(row * columns, (row + 1) * columns);
    const others = Array.from({ length: columns }, (_, column) => column)
      .filter((column) => column !== row + offset && !hides(row, column))
      .sort((one, other) => draws[other] - draws[one]);
    for (const column of others.slice(0, perRow)) kept[row * columns + column] = 1;
  }
}
