// How the text of an attribute is read: each reader takes the text and gives its value, or refuses it by name.
import { AttentionError } from '../errors.js';

/**
 * @param {string} name
 * @param {string} text
 * @param {string} expected
 * @returns {never}
 */
export function refuse(name, text, expected) {
  const given = text.length > 60 ? `${text.slice(0, 57)}…` : text;
  throw new AttentionError('option', name, `${name} is '${given}', expected ${expected}`);
}

/**
 * @template {string} Choice
 * @param {string} name
 * @param {readonly Choice[]} choices
 * @returns {(text: string) => Choice}
 */
export function oneOf(name, choices) {
  return (text) =>
    choices.find((choice) => choice === text) ?? refuse(name, text, choices.join(', '));
}

/**
 * @param {string} name
 * @param {number} least
 * @param {number} [most]
 * @returns {(text: string) => number}
 */
export function integer(name, least, most = Number.MAX_SAFE_INTEGER) {
  const expected =
    most === Number.MAX_SAFE_INTEGER
      ? `an integer of at least ${least}`
      : `an integer from ${least} to ${most}`;
  return (text) => {
    const value = Number(text);
    return /^\s*\d+\s*$/.test(text) && value >= least && value <= most
      ? value
      : refuse(name, text, expected);
  };
}

/**
 * @param {string} name
 * @param {number} most
 * @returns {(text: string) => number} above 0
 */
export function positive(name, most) {
  return (text) => {
    const value = Number(text);
    return text.trim() !== '' && value > 0 && value <= most
      ? value
      : refuse(name, text, `a number above 0 and at most ${most}`);
  };
}

/**
 * Integers separated by white space or commas.
 * @param {string} name
 * @param {number} most how many
 * @returns {(text: string) => number[]}
 */
export function integers(name, most) {
  const one = integer(name, 0);
  return (text) => {
    const words = text.split(/[\s,]+/).filter(Boolean);
    if (words.length > most) refuse(name, text, `at most ${most} integers`);
    return words.map(one);
  };
}

/**
 * @param {string} name
 * @param {number} least
 * @param {number} most
 * @returns {(text: string) => number}
 */
export function between(name, least, most) {
  return (text) => {
    const value = Number(text);
    return text.trim() !== '' && value >= least && value <= most
      ? value
      : refuse(name, text, `a number from ${least} to ${most}`);
  };
}
