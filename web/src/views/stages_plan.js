// How the stages stand: how many beside each other, and how large their cells.
import { fitCells, fitSquare, planAxis } from './geometry.js';
import { lineOf } from './look.js';
import { NUMBER_EM } from './matrix.js';
import { fixed } from './numbers.js';
import { tokenWidths } from './token_text.js';

const LARGEST_CELL_EM = 4.2;
/** Maps of at most this many columns are worth their numbers, even if that costs a row of panels. */
const NUMBERED_COLUMNS = 8;
/** A map without numbers is not drawn smaller than this beside others. */
const SMALLEST_MAP_EM = 11;

/**
 * @typedef {object} StagesPlan
 * @property {number} abreast maps beside each other: 4, 2 or 1
 * @property {import('./geometry.js').CellSize} row
 * @property {import('./geometry.js').CellSize} column
 * @property {import('./geometry.js').CellSize} keyRow the rows of the value matrix
 * @property {import('./geometry.js').CellSize} component the columns of value and output
 * @property {import('./geometry.js').AxisPlan} queries
 * @property {import('./geometry.js').AxisPlan} keysDown
 * @property {import('./geometry.js').AxisPlan} keysAcross
 * @property {number} queriesWidth CSS px of query labels
 * @property {boolean} sums row sums fit beside the weights
 * @property {number} keysWidth CSS px of key labels beside the value matrix
 */

/**
 * @param {import('./picture.js').Picture} picture
 * @param {import('./picture.js').Slice} slice
 * @param {import('./look.js').Look} look
 * @returns {StagesPlan}
 */
export function planStages(picture, slice, look) {
  const { room, em, dpr, measure, strings } = look;
  const line = lineOf(look);
  const gap = em * 2;
  const longest = Math.min(em * 8, room * 0.26);
  const queryWidths = tokenWidths(picture.queryTokens, measure);
  const keyWidths = tokenWidths(picture.keyTokens, measure);
  const labels = (/** @type {number[]} */ widths) =>
    Math.ceil(
      Math.max(measure(strings.queriesAxisShort), Math.min(longest, Math.max(0, ...widths))),
    );
  const sumWidth = measure(fixed(1)) + em;
  const queriesWidth = labels(queryWidths);
  const keysWidth = labels(keyWidths);

  const fit = (/** @type {number} */ abreast) => {
    // Row labels stand left of the first map of a line only, row sums right of the last.
    // A panel without row labels keeps the half em of its grid that would stand after them.
    const between = gap + em / 2;
    const width = (room - queriesWidth - em - sumWidth - between * (abreast - 1)) / abreast;
    const { rows, columns } = slice;
    return fitSquare({
      rows,
      columns,
      width,
      height: look.tallest,
      largest: em * LARGEST_CELL_EM,
      dpr,
    });
  };
  const numbered = measure(fixed(-0.88)) * NUMBER_EM + 6;
  const roomy = (/** @type {ReturnType<typeof fit>} */ { column }) =>
    slice.columns <= NUMBERED_COLUMNS
      ? column.cell >= numbered
      : column.length >= em * SMALLEST_MAP_EM;
  const abreast = [4, 2, 1].find((count) => roomy(fit(count))) ?? (room > em * 30 ? 2 : 1);
  const { row, column } = fit(abreast);

  const pair = (room - queriesWidth - keysWidth - em * 2 - gap) / 2;
  const alone = room - Math.max(queriesWidth, keysWidth) - em;
  const wide = pair / Math.max(1, slice.valueWidth) >= numbered || abreast === 4;
  const component = fitCells({
    count: Math.max(1, slice.valueWidth),
    room: wide ? pair : alone,
    // As wide as the rows are high, unless that leaves a strip too narrow to look at.
    largest: Math.max(row.cell, (em * SMALLEST_MAP_EM) / Math.max(1, slice.valueWidth)),
    dpr,
  });
  const keyRow = fitCells({
    count: slice.columns,
    room: row.cell * slice.columns + 1e-6,
    largest: row.cell + 1e-9,
    dpr,
  });
  const down = (/** @type {number[]} */ widths) =>
    planAxis({ widths, cell: row.cell, line, longest, horizontal: false });
  return {
    abreast,
    row,
    column,
    keyRow,
    component,
    queries: down(queryWidths),
    keysDown: down(keyWidths),
    keysAcross: planAxis({ widths: keyWidths, cell: column.cell, line, longest, horizontal: true }),
    queriesWidth,
    keysWidth,
    sums: row.cell >= line * 0.9,
  };
}
