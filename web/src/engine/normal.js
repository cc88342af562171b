// engine.normal(): NumPy's draws.
import { AttentionError, shown } from '../errors.js';
import { allocate, checkShape, plainArray, product } from '../tensor.js';
import { checkNames, readInteger, readNumber } from './arguments.js';

/** @typedef {import('./session.js').Session} Session */
/** @typedef {{ seed: number | bigint, shape: readonly number[], scale?: number, skip?: number, into?: Float64Array }} NormalOptions */

/** Earlier draws are drawn and thrown away, at about 30 ns each: this many take half a second. */
const MAX_SKIP = 2 ** 24;
const MAX_SEED = (1n << 64n) - 1n;

/**
 * @param {Session} session
 * @param {NormalOptions} options
 * @returns {import('../tensor.js').Tensor}
 */
export function normal(session, options) {
  checkNames(options, ['seed', 'shape', 'scale', 'skip', 'into'], 'normal()');
  const seed = readSeed(options.seed);
  const shape = checkShape('shape', options.shape);
  const scale = readDeviation(options.scale);
  const skip = readInteger('skip', options.skip, 0, MAX_SKIP, 0);
  const count = product(shape);
  const into = readDoubles(options.into, count);
  const data = allocate('shape', count);
  const { arena, core } = session;
  session.begin();
  const place = arena.room(count * 8);
  arena.commit();
  core.normal(...halves(seed), skip, scale, arena.address(place), count);
  const drawn = arena.readDoubles(place, count);
  data.set(drawn);
  const wrong = data.findIndex((x) => !Number.isFinite(x));
  if (wrong >= 0) {
    throw new AttentionError(
      'overflow',
      'scale',
      `scale ${scale} takes draw ${wrong} past the range of float32 (3.4e38)`,
    );
  }
  into?.set(drawn);
  return { data, shape };
}

/**
 * @param {unknown} into
 * @param {number} count
 * @returns {Float64Array | null}
 */
function readDoubles(into, count) {
  if (into === undefined) return null;
  const doubles = plainArray(into, Float64Array);
  if (doubles?.length === count) return doubles;
  const expected = `expected a Float64Array of ${count}`;
  if (doubles !== null)
    throw new AttentionError('shape', 'into', `into has ${doubles.length} values, ${expected}`);
  throw new AttentionError('option', 'into', `into is ${shown(into)}, ${expected}`);
}

/**
 * @param {unknown} seed
 * @returns {bigint}
 */
export function readSeed(seed) {
  const isNumber = typeof seed === 'number' && Number.isSafeInteger(seed) && seed >= 0;
  if (isNumber || (typeof seed === 'bigint' && seed >= 0n && seed <= MAX_SEED)) return BigInt(seed);
  throw new AttentionError(
    'option',
    'seed',
    `seed is ${shown(seed)}, expected a whole number from 0 to ${Number.MAX_SAFE_INTEGER}, or a bigint below 2^64`,
  );
}

/**
 * A seed as the core takes it.
 * @param {bigint} seed
 * @returns {[low: number, high: number]}
 */
export function halves(seed) {
  return [Number(seed & 0xffffffffn), Number(seed >> 32n)];
}

/**
 * @param {number | undefined} value the option `scale`
 * @returns {number}
 */
export function readDeviation(value) {
  const scale = readNumber('scale', value, 1);
  if (scale >= 0) return scale;
  throw new AttentionError('option', 'scale', `scale is ${scale}, expected a number of at least 0`);
}
