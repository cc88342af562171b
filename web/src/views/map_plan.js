// Where everything of one map goes: arithmetic on the room there is.
import { fitSquare, planAxis, planVectors } from './geometry.js';
import { lineOf } from './look.js';
import { fixed } from './numbers.js';
import { tokenWidths } from './token_text.js';

/** Cells of a small map stop growing here: larger ones would say nothing more. */
const LARGEST_CELL_EM = 4.4;

/**
 * @typedef {object} MapPlan
 * @property {import('./geometry.js').CellSize} row
 * @property {import('./geometry.js').CellSize} column
 * @property {import('./geometry.js').AxisPlan} left
 * @property {import('./geometry.js').AxisPlan} top
 * @property {number} leftWidth CSS px of the column of query labels
 * @property {boolean} sums row sums fit beside the rows
 * @property {import('./geometry.js').VectorPlan | null} output null without values
 * @property {import('./geometry.js').VectorPlan | null} value
 */

/**
 * @param {import('./picture.js').Picture} picture
 * @param {import('./picture.js').Slice} slice
 * @param {import('./look.js').Look} look
 * @returns {MapPlan}
 */
export function planMap(picture, slice, look) {
  const { room, em, dpr, measure, strings } = look;
  const line = lineOf(look);
  const queryWidths = tokenWidths(picture.queryTokens, measure);
  const keyWidths = tokenWidths(picture.keyTokens, measure);
  const longest = Math.min(em * 10, room * 0.26);
  const corner = measure(strings.queriesAxisShort);
  const gap = em * 0.7;
  const outputRoom = vectorRoom(slice.valueWidth, look);
  const outputColumn = outputRoom && Math.max(outputRoom, measure(strings.output) * 0.9) + gap;
  const sumWidth = measure(fixed(1)) + em * 0.8;

  const place = (/** @type {boolean} */ sums) => {
    const cellGuess = room / Math.max(1, slice.columns);
    const left = planAxis({
      widths: queryWidths,
      cell: cellGuess,
      line,
      longest,
      horizontal: false,
    });
    const leftWidth = Math.ceil(Math.max(left.extent, corner));
    const width = room - leftWidth - gap - (sums ? sumWidth : 0) - outputColumn;
    return { leftWidth, width: Math.max(24, width) };
  };
  const fit = (/** @type {number} */ width) =>
    fitSquare({
      rows: slice.rows,
      columns: slice.columns,
      width,
      height: look.tallest,
      largest: em * LARGEST_CELL_EM,
      dpr,
    });

  let { leftWidth, width } = place(true);
  let size = fit(width);
  const sums = size.row.cell >= line * 0.9;
  if (!sums) {
    ({ leftWidth, width } = place(false));
    size = fit(width);
  }
  const { row, column } = size;
  const left = planAxis({ widths: queryWidths, cell: row.cell, line, longest, horizontal: false });
  const top = planAxis({ widths: keyWidths, cell: column.cell, line, longest, horizontal: true });
  const vectors = (/** @type {number} */ along) =>
    slice.valueWidth
      ? planVectors({ components: slice.valueWidth, along, room: outputRoom, dpr })
      : null;
  return {
    row,
    column,
    left,
    top,
    leftWidth,
    sums,
    output: vectors(row.cell),
    value: vectors(column.cell),
  };
}

/** Vectors of more components are heat stripes, which need less room than bars to be told apart. */
const MOST_BARS = 16;
/** On a phone the cells need the room more than the vectors do. */
const NARROW_EM = 30;

/**
 * @param {number} components d_v
 * @param {import('./look.js').Look} look
 * @returns {number} CSS px for the components of a vector
 */
function vectorRoom(components, { em, room }) {
  const wanted = components <= MOST_BARS ? Math.min(components * 11, em * 10) : em * 6;
  return components ? Math.min(wanted, room * (room < em * NARROW_EM ? 0.12 : 0.2)) : 0;
}
