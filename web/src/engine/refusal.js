// A status of the core as the error that callers see, with the numbers in it.
import { AttentionError } from '../errors.js';
import { namesOf } from './core_names.js';
import { Resident } from './resident.js';

/** @typedef {import('../errors.js').ErrorCode} ErrorCode */
/** @typedef {import('./arguments.js').Floats} Floats */
/** @typedef {Record<string, Floats | null | undefined>} Arrays the arrays of the call, by argument */

/**
 * @param {import('./core.js').Core} core
 * @param {number} status not 0
 * @param {Arrays} arrays
 * @returns {AttentionError}
 */
export function refusal(core, status, arrays) {
  const { code, argument } = namesOf(core, status);
  return namedRefusal(code, argument, arrays);
}

/**
 * @param {ErrorCode} code
 * @param {string} argument
 * @param {Arrays} arrays
 * @returns {AttentionError}
 */
export function namedRefusal(code, argument, arrays) {
  return new AttentionError(
    code,
    argument,
    MESSAGES[code]?.(argument, arrays) ?? `${argument} was refused (${code})`,
  );
}

/** What leaves the range of float32, by argument. @type {Record<string, string | undefined>} */
const OVERFLOWING = { query: 'the scores query·key', matrix: 'the singular values of matrix' };

/** @type {Partial<Record<ErrorCode, (argument: string, arrays: Arrays) => string>>} */
const MESSAGES = {
  not_finite: (argument, arrays) => {
    const floats = arrays[argument];
    if (!floats) return `${argument} is not finite`;
    const data = onThisSide(floats);
    // −∞ is legal where it means "not at all".
    const allowsMinusInfinity = argument === 'bias' || argument === 'logSumExp';
    const place = data.findIndex(
      (x) => !Number.isFinite(x) && !(allowsMinusInfinity && x === -Infinity),
    );
    return `${argument} holds ${data[place]} at position ${place}, expected finite numbers`;
  },
  overflow: (argument, arrays) => {
    const sizes = Object.entries(arrays)
      .filter(([, data]) => data)
      .map(
        ([name, data]) =>
          `|${name}| reaches ${largest(onThisSide(/** @type {Floats} */ (data))).toPrecision(3)}`,
      );
    const what = OVERFLOWING[argument] ?? `the sums over ${argument}`;
    return `${what} leave the range of float32 (3.4e38): ${sizes.join(', ')}`;
  },
  memory: () => 'the scratch memory of this call cannot be had',
};

/** @param {Floats} floats @returns {Float32Array} */
function onThisSide(floats) {
  return floats instanceof Resident ? floats.download().data : floats;
}

/** @param {Float32Array} data */
function largest(data) {
  let peak = 0;
  for (const x of data) if (Number.isFinite(x)) peak = Math.max(peak, Math.abs(x));
  return peak;
}
