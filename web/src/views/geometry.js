// How large cells and axes are: arithmetic on room and text widths, nothing drawn.

/**
 * @typedef {object} CellSize
 * @property {number} cell CSS px from one cell to the next; below one device pixel where cells are pooled
 * @property {number} length CSS px of all cells
 * @property {number} pixels samples along the axis: the count of cells, or device pixels where pooled
 */

/**
 * The size of `count` cells in a row: as large as the room allows, whole device pixels each, so that every
 * cell is equally wide and its edges are sharp.
 * @param {{ count: number, room: number, largest: number, dpr: number }} options room and largest in CSS px
 * @returns {CellSize}
 */
export function fitCells({ count, room, largest, dpr }) {
  const device = Math.floor(Math.min(room / Math.max(1, count), largest) * dpr);
  if (device >= 1) return { cell: device / dpr, length: (device / dpr) * count, pixels: count };
  const pixels = Math.max(1, Math.floor(room * dpr));
  return { cell: pixels / dpr / count, length: pixels / dpr, pixels };
}

/**
 * Square cells for a whole map: the smaller of what both axes allow.
 * @param {{ rows: number, columns: number, width: number, height: number, largest: number, dpr: number }} options
 * @returns {{ row: CellSize, column: CellSize }}
 */
export function fitSquare({ rows, columns, width, height, largest, dpr }) {
  const across = fitCells({ count: columns, room: width, largest, dpr });
  const down = fitCells({ count: rows, room: height, largest, dpr });
  const cell = Math.min(across.cell, down.cell);
  if (across.cell === down.cell) return { row: down, column: across };
  const again = (/** @type {number} */ count) =>
    fitCells({ count, room: cell * count + 1e-6, largest: cell + 1e-9, dpr });
  return { row: again(rows), column: again(columns) };
}

/** The smallest type of labels against the figure's own; the style sheet says the same. */
const SMALL_TYPE = 0.75;

/**
 * @typedef {object} AxisPlan
 * @property {number} step every step-th label is shown
 * @property {boolean} small smaller type, so that every label fits
 * @property {boolean} rotated the labels of a horizontal axis stand upright
 * @property {boolean} numeric indices at round steps instead of tokens
 * @property {boolean} cut some label is longer than there is room
 * @property {boolean} named beside an index there is room for its token, when it is highlighted
 * @property {number} extent CSS px that the labels take, away from the map
 */

/** An axis without labels. @type {AxisPlan} */
export const NO_LABELS = {
  step: 1,
  small: false,
  rotated: false,
  numeric: false,
  cut: false,
  named: true,
  extent: 0,
};

/**
 * Which labels fit beside cells without touching: all of them, every second or third, or round indices.
 * @param {object} options
 * @param {number[]} options.widths CSS px of each token's text
 * @param {number} options.cell CSS px from one cell to the next
 * @param {number} options.line CSS px of a line of text
 * @param {number} options.longest CSS px that a label may take before it is cut
 * @param {boolean} options.horizontal labels above columns (true) or left of rows
 * @returns {AxisPlan}
 */
export function planAxis({ widths, cell, line, longest, horizontal }) {
  const widest = widths.reduce((most, width) => Math.max(most, width), 0);
  const gap = line * 0.4;
  if (horizontal && widest + gap <= cell) return { ...NO_LABELS, extent: line };
  const small = cell < line * 0.95 && cell >= line * SMALL_TYPE;
  const step = small ? 1 : Math.max(1, Math.ceil((line * 0.95) / cell));
  if (step <= 3) {
    return {
      step,
      small,
      rotated: horizontal,
      numeric: false,
      cut: widest > longest,
      named: true,
      extent: Math.ceil(Math.min(widest, longest)),
    };
  }
  const digits = String(Math.max(0, widths.length - 1)).length * line * 0.5;
  const needed = horizontal ? digits + gap * 2 : line * 1.6;
  const full = digits + gap + widest;
  // Where tokens may not be long (a phone), rows are numbered only, and the readout names the token.
  const named = horizontal || (full <= longest && longest >= line * 6);
  return {
    step: roundStep(needed / cell),
    small: false,
    rotated: false,
    numeric: true,
    cut: false,
    named,
    extent: Math.ceil(horizontal ? line : named ? full : digits),
  };
}

/**
 * The smallest of 1, 2, 5 × 10ᵏ not below a number.
 * @param {number} least
 * @returns {number}
 */
function roundStep(least) {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, least)));
  return ([1, 2, 5].find((step) => step * power >= least) ?? 10) * power;
}

/**
 * @typedef {object} VectorPlan
 * @property {boolean} bars bars around a zero line, or heat cells where those would be too fine to read
 * @property {number} size CSS px of the strip across its components
 * @property {number} pixels samples across the components
 */

/**
 * The width of a strip of vectors with `components` numbers each.
 * @param {{ components: number, along: number, room: number, dpr: number }} options along: CSS px that each
 *   vector has beside its row or column; room: CSS px for all components
 * @returns {VectorPlan}
 */
export function planVectors({ components, along, room, dpr }) {
  const fitted = fitCells({ count: components, room, largest: 11, dpr });
  return { bars: fitted.cell >= 6 && along >= 20, size: fitted.length, pixels: fitted.pixels };
}
