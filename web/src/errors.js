// The one error that callers see.

/**
 * @typedef {'shape'|'rank'|'not_finite'|'option'|'memory'|'freed'|'capacity'|'backend'|'overflow'} ErrorCode
 */

/**
 * A refusal: nothing was computed, no result was touched, the engine goes on working. `argument` is the name of the option at
 * fault, '' where there is none; the message names the numbers.
 */
export class AttentionError extends Error {
  /**
   * @param {ErrorCode} code
   * @param {string} argument
   * @param {string} message
   */
  constructor(code, argument, message) {
    super(message);
    this.name = 'AttentionError';
    /** @readonly */
    this.code = code;
    /** @readonly */
    this.argument = argument;
  }
}

/**
 * A value as an error message shows it: short, and never running code of its own.
 * @param {unknown} value
 * @returns {string}
 */
export function shown(value) {
  if (typeof value === 'string')
    return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value);
  if (typeof value === 'bigint') return `the bigint ${value}n`;
  if (value === null || typeof value !== 'object') return String(value);
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (ArrayBuffer.isView(value)) return `a ${Object.prototype.toString.call(value).slice(8, -1)}`;
  return 'an object';
}

/**
 * A list out of a file as an error message shows it: its first members, so that the one at fault can be seen.
 * @param {unknown} value plain data; what is no list is shown as any value
 * @returns {string}
 */
export function shownList(value) {
  if (!Array.isArray(value)) return shown(value);
  const rest = value.length > 6 ? ', …' : '';
  return `[${value.slice(0, 6).map(shown).join(', ')}${rest}]`;
}
