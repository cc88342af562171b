// Attributes that name a place in the data: out of it is refused with the numbers.
import { AttentionError } from '../../errors.js';

/**
 * @template {number | undefined} Index
 * @param {string} name of the attribute
 * @param {Index} index counted from 0
 * @param {number} count
 * @returns {Index} the same
 * @throws {AttentionError} code 'option'
 */
export function chosenIndex(name, index, count) {
  if (index === undefined || index < count) return index;
  const message = `${name} is ${index}, but there ${count === 1 ? 'is 1' : `are ${count}`}, counted from 0`;
  throw new AttentionError('option', name, message);
}

/**
 * @param {number | undefined} step counted from 1
 * @param {number} count
 * @returns {number} the last where none is named
 * @throws {AttentionError} code 'option'
 */
export function chosenStep(step, count) {
  if (step === undefined) return count;
  if (step <= count) return step;
  throw new AttentionError(
    'option',
    'step',
    `step is ${step}, but there ${count === 1 ? 'is 1' : `are ${count}`}`,
  );
}
