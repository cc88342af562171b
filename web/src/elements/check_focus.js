// Whether what a page sets as .selection is a cell of the map.
import { AttentionError, shown } from '../errors.js';

/** @typedef {import('../views/look.js').Focus} Focus */
/** @typedef {Omit<Focus, 'locked'> & { locked?: boolean }} Cell */

/**
 * @param {unknown} focus
 * @param {readonly number[] | null} shape [h, n_q, n_k] of the weights that are shown; null where none are
 * @returns {Focus | null} a copy
 * @throws {AttentionError} code 'option' for anything but null and a cell of the map
 */
export function checkFocus(focus, shape) {
  if (focus === null) return null;
  if (typeof focus !== 'object')
    refuse(`is ${shown(focus)}, expected { head, row, column } or null`);
  if (!shape) refuse('names a cell, but no map is shown');
  const { head, row, column, locked } = /** @type {Record<string, unknown>} */ (focus);
  const [heads, rows, columns] = shape;
  return {
    head: head === 'mean' ? head : within('head', head, heads),
    row: within('row', row, rows),
    column: within('column', column, columns),
    locked: locked === true,
  };
}

/**
 * @param {string} name
 * @param {unknown} value
 * @param {number} count
 * @returns {number}
 */
function within(name, value, count) {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < count)
    return value;
  return refuse(`has the ${name} ${shown(value)}, expected a whole number from 0 to ${count - 1}`);
}

/**
 * @param {string} problem
 * @returns {never}
 */
function refuse(problem) {
  throw new AttentionError('option', 'selection', `selection ${problem}`);
}
