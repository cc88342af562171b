// How large the cells and labels of one panel are: arithmetic on the room that it may take.
import { fitSquare, NO_LABELS, planAxis } from '../geometry.js';
import { lineOf } from '../look.js';
import { fixed } from '../numbers.js';
import { tokenWidths } from '../token_text.js';

/** Cells of a small matrix stop growing here: larger ones would say nothing more. */
const LARGEST_CELL_EM = 4.2;
const LONGEST_LABEL_EM = 8;
/** Of the panel's width: a label longer than this is cut. */
const LABEL_SHARE = 0.3;

/**
 * @typedef {object} PanelPlan
 * @property {import('../geometry.js').CellSize} row
 * @property {import('../geometry.js').CellSize} column
 * @property {import('../geometry.js').AxisPlan} left
 * @property {import('../geometry.js').AxisPlan} top
 * @property {number} leftWidth CSS px of row labels, 0 for none
 * @property {boolean} sums whether row sums fit beside the rows
 */

/**
 * @param {object} content
 * @param {number} content.rows
 * @param {number} content.columns
 * @param {string[] | null} content.rowTokens null: no labels
 * @param {string[] | null} content.columnTokens null: no labels
 * @param {number} [content.block] columns that one column token stands over
 * @param {string} content.down what stands in the corner above the row labels
 * @param {number} content.room CSS px of width
 * @param {number} [content.tallest] CSS px of height; none: the look's
 * @param {number} [content.largest] em of a cell
 * @param {number} [content.labels] CSS px of row labels at least
 * @param {boolean} [content.sums] whether there are row sums
 * @param {import('../look.js').Look} look
 * @returns {PanelPlan}
 */
export function planPanel(content, look) {
  const { rows, columns, rowTokens, columnTokens, room } = content;
  const { em, dpr, measure } = look;
  const line = lineOf(look);
  const longest = Math.min(em * LONGEST_LABEL_EM, room * LABEL_SHARE);
  const rowWidths = tokenWidths(rowTokens ?? [], measure);
  const columnWidths = tokenWidths(columnTokens ?? [], measure);
  const widest = Math.min(longest, Math.max(0, ...rowWidths));
  const axis = (/** @type {number[]} */ widths, /** @type {number} */ cell, horizontal = false) =>
    planAxis({ widths, cell, line, longest, horizontal });
  const sumWidth = content.sums ? measure(fixed(1)) + em : 0;
  const beside = (/** @type {number} */ extent) =>
    rowTokens ? Math.ceil(Math.max(measure(content.down), extent, content.labels ?? 0)) : 0;
  const fit = (/** @type {number} */ leftWidth) => {
    const { row, column } = fitSquare({
      rows,
      columns,
      width: Math.max(em * 2, room - leftWidth - em - sumWidth),
      height: content.tallest ?? look.tallest,
      largest: em * (content.largest ?? LARGEST_CELL_EM),
      dpr,
    });
    return { row, column, leftWidth, left: rowTokens ? axis(rowWidths, row.cell) : NO_LABELS };
  };
  let fitted = fit(beside(widest));
  // Small cells have numbers beside them instead: narrower than the words, or wider where a number stands before its word.
  const taken = beside(fitted.left.extent);
  if (taken !== fitted.leftWidth) {
    const again = fit(taken);
    // Cells that grow by it may have words again.
    if (beside(again.left.extent) <= taken) fitted = again;
  }
  const { row, column, left, leftWidth } = fitted;
  return {
    row,
    column,
    left,
    top: columnTokens ? axis(columnWidths, column.cell * (content.block ?? 1), true) : NO_LABELS,
    leftWidth,
    sums: content.sums === true && row.cell >= line * 0.9,
  };
}
