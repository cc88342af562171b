// How many matrices of the projections stand beside each other, and how wide each is.
import { tokenWidths } from '../token_text.js';

/** @typedef {import('../look.js').Look} Look */
/** @typedef {import('./projections_figure.js').ProjectionsModel} ProjectionsModel */

/**
 * @typedef {object} Place
 * @property {Look} look
 * @property {1 | 2 | 3} across matrices beside each other: a W above its product, beside it, or everything in one column
 * @property {number} room CSS px of one of them
 * @property {number} labels CSS px of the row labels of all
 */

/** Room for three matrices with numbers beside each other, and for two. */
const THREE_EM = 66;
const TWO_EM = 40;
/** Between two of them; the style sheet says the same. */
const GAP_EM = 2;

/**
 * @param {ProjectionsModel} model
 * @param {Look} look
 * @returns {Place}
 */
export function planLanes(model, look) {
  const { room: whole, em } = look;
  const across = whole >= em * THREE_EM ? 3 : whole >= em * TWO_EM ? 2 : 1;
  const room = Math.floor((whole - (across - 1) * GAP_EM * em) / across);
  return { look, across, room, labels: labelWidth(model, look, room) };
}

/**
 * One width for the row labels of all matrices, so that a W stands above its product column by column.
 * @param {ProjectionsModel} model
 * @param {Look} look
 * @param {number} room
 * @returns {number} CSS px
 */
function labelWidth({ tokens, factors }, { measure, em }, room) {
  const widest = Math.max(...tokenWidths(tokens, measure), measure(String(factors.wq.rows - 1)));
  return Math.ceil(Math.min(widest, em * 8, room * 0.3));
}
