// Where the small multiples stand: arithmetic on the room there is. The sheet under them and the buttons on it are placed by
// the same numbers, whole device pixels all, so that neither has to ask the browser where the other is.
import { fitSquare } from './geometry.js';

/** @typedef {import('./look.js').Look} Look */
/** @typedef {import('./geometry.js').CellSize} CellSize */

/** A small multiple is about this wide, in em; the room decides the rest. */
const TILE_EM = 11;
/** Beside an enlarged head they are smaller, so that all fit on one screen with it. */
const SMALL_TILE_EM = 8.5;
/** From this width on, the multiples stand beside the enlarged head. */
const BESIDE_EM = 64;
const GAP_EM = 1.2;
const LINE_GAP_EM = 1.4;
const HEADING_EM = 1.4;
/** Between a heading and its cells. */
const INSET_EM = 0.35;

/**
 * @typedef {object} TilesPlan
 * @property {boolean} beside the multiples stand beside the enlarged head
 * @property {number} large CSS px of width for the enlarged head
 * @property {number} width CSS px of a tile
 * @property {number} gap CSS px between tiles
 * @property {number} line CSS px between lines of tiles
 * @property {number} heading CSS px of a heading with what stands between it and the cells
 * @property {number} footing CSS px of what stands under the cells
 * @property {CellSize} row
 * @property {CellSize} column
 * @property {{ columns: number, across: number, down: number, count: number }} tiles across and down: device px from one
 *   tile to the next
 * @property {{ top: number, width: number, height: number }} cells of a tile, device px
 */

/**
 * @param {Look} look
 * @param {{ count: number, rows: number, columns: number, enlarged: boolean, footing?: number, least?: number }} content
 *   count: of tiles; footing: em of what stands under the cells of each; least: em that this needs of width
 * @returns {TilesPlan}
 */
export function planTiles(look, { count, rows, columns, enlarged, footing = 0, least = 0 }) {
  const { em, dpr } = look;
  const { large, small, beside } = rooms(look, enlarged);
  const device = (/** @type {number} */ px) => Math.round(px * dpr);
  const gap = device(em * GAP_EM);
  const layout = tileLayout(count, {
    room: small,
    gap: gap / dpr,
    tile: em * Math.max(least, beside ? SMALL_TILE_EM : TILE_EM),
  });
  const width = Math.floor(layout.width * dpr);
  const { row, column } = fitSquare({
    rows,
    columns,
    width: width / dpr,
    height: (width / dpr) * 1.6,
    largest: width / dpr,
    dpr,
  });
  const cells = {
    top: device(em * (HEADING_EM + INSET_EM)),
    width: device(column.length),
    height: device(row.length),
  };
  const line = device(em * LINE_GAP_EM);
  const foot = device(em * footing);
  return {
    beside,
    large,
    width: width / dpr,
    gap: gap / dpr,
    line: line / dpr,
    heading: cells.top / dpr,
    footing: foot / dpr,
    row,
    column,
    tiles: {
      columns: layout.columns,
      across: width + gap,
      down: cells.top + cells.height + foot + line,
      count,
    },
    cells,
  };
}

/**
 * @param {Look} look
 * @param {boolean} enlarged
 * @returns {{ large: number, small: number, beside: boolean }} CSS px for the enlarged head and for the
 *   multiples, which stand beside it where the page is wide
 */
function rooms({ room, em }, enlarged) {
  const beside = enlarged && room >= em * BESIDE_EM;
  const large = beside ? Math.floor(room * 0.6) : room;
  return { large, small: beside ? room - large - em * 3 : room, beside };
}

/**
 * Tiles in lines of equal length, as near to their usual width as the room allows; never fewer than two.
 * @param {number} count
 * @param {{ room: number, gap: number, tile: number }} size CSS px
 * @returns {{ columns: number, width: number }} width in CSS px
 */
function tileLayout(count, { room, gap, tile }) {
  const most = Math.max(2, Math.floor((room + gap) / (tile + gap)));
  const lines = Math.ceil(count / most);
  const columns = Math.max(1, Math.ceil(count / lines));
  const width = (room - gap * (Math.max(2, columns) - 1)) / Math.max(2, columns);
  return { columns, width: Math.floor(Math.min(width, tile * 1.5)) };
}

/**
 * @param {string} key
 * @param {number} at
 * @param {number} count
 * @param {number} columns
 * @returns {number | null} the tile that the key leads to, null for other keys and at the edges
 */
export function tileStep(key, at, count, columns) {
  const steps = /** @type {Record<string, number>} */ ({
    ArrowRight: at + 1,
    ArrowLeft: at - 1,
    ArrowDown: at + columns,
    ArrowUp: at - columns,
    Home: 0,
    End: count - 1,
  });
  const to = Object.hasOwn(steps, key) ? steps[key] : -1;
  return to >= 0 && to < count ? to : null;
}
