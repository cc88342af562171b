// The names of rows and columns: tokens where there are some, indices where there are none.
import { AttentionError } from '../errors.js';

/**
 * @param {string[] | null} tokens
 * @param {number} count
 * @param {string} name
 * @param {boolean} strict fewer queries than tokens are the last ones (decoding), where keys are all of them
 * @returns {string[]} the tokens, or indices where there are none
 * @throws {AttentionError} code 'shape' for another number of tokens
 */
export function labels(tokens, count, name, strict) {
  if (!tokens) return Array.from({ length: count }, (_, index) => String(index));
  if (tokens.length === count) return tokens;
  if (!strict && tokens.length > count) return tokens.slice(-count);
  throw new AttentionError('shape', name, `${name} has ${tokens.length} tokens, expected ${count}`);
}
