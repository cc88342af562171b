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
  const keep = RULES[pattern.name];
  for (let row = 0; row < rows; row++) {
    const cells = kept.subarray(row * columns, (row + 1) * columns);
    keep(cells, row + offset, pattern);
    // A query that stands before the first key has none of its own: that is no place of the row either.
    cells[row + offset] = 1;
  }
  return kept;
}

/**
 * Marks the cells of a row, by the position of its query.
 * @type {Record<SparsePattern['name'], (cells: Uint8Array, position: number, pattern: SparsePattern) => void>}
 */
const RULES = {
  window: (cells, position, { width }) => mark(cells, position - width, position + width),
  dilated: (cells, position, { width, dilation }) => {
    // Before the first key the first of these is no place of the row, which takes no note of it.
    for (let key = position % dilation; key < cells.length; key += dilation)
      if (Math.abs(position - key) <= width * dilation) cells[key] = 1;
  },
  global: (cells, position, { width, globals }) => {
    mark(cells, 0, position < globals ? cells.length : globals - 1);
    mark(cells, position - width, position + width);
  },
  block: (cells, position, { block }) => {
    const first = Math.floor(position / block) * block;
    mark(cells, first, first + block - 1);
  },
  random: () => {},
};

/**
 * @param {Uint8Array} cells
 * @param {number} first
 * @param {number} last itself marked too; what is beyond the row is left out
 */
function mark(cells, first, last) {
  cells.fill(1, Math.max(0, first), Math.max(0, last + 1));
}

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
