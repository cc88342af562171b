// Round numbers along an axis.

/** A hair of tolerance: 0.30000000000000004 is inside 0…0.3. */
const SLACK = 1e-9;

/**
 * @param {{ min: number, max: number, log?: boolean }} axis
 * @param {number} most how many ticks there is room for, at least 2
 * @returns {number[]} ascending, all inside the axis
 */
export function ticks({ min, max, log = false }, most) {
  return log ? powers(min, max, most) : steps(min, max, most);
}

/**
 * Multiples of 1, 2 or 5 × 10ᵏ.
 * @param {number} min
 * @param {number} max
 * @param {number} most
 */
function steps(min, max, most) {
  const span = max - min;
  if (!(span > 0)) return [min];
  const least = span / Math.max(1, most - 1);
  const power = 10 ** Math.floor(Math.log10(least));
  const factor = [1, 2, 5, 10].find((each) => each * power >= least * (1 - SLACK)) ?? 10;
  const step = factor * power;
  const first = Math.ceil(min / step - SLACK);
  const last = Math.floor(max / step + SLACK);
  return Array.from({ length: last - first + 1 }, (_, index) =>
    Number(((first + index) * step).toPrecision(12)),
  );
}

/**
 * Powers of 2 where they are few, of 10 otherwise; every second or third where they would be too many.
 * @param {number} min above 0
 * @param {number} max
 * @param {number} most
 */
function powers(min, max, most) {
  const base = Math.log2(max / min) <= 2 * most && max / min < 1e4 ? 2 : 10;
  const log = (/** @type {number} */ value) => Math.log(value) / Math.log(base);
  const first = Math.ceil(log(min) - SLACK);
  const last = Math.floor(log(max) + SLACK);
  const stride = Math.max(1, Math.ceil((last - first + 1) / most));
  const found = [];
  for (let exponent = first; exponent <= last; exponent += stride) found.push(base ** exponent);
  return found;
}

/**
 * Where a number stands along an axis.
 * @param {{ min: number, max: number, log?: boolean }} axis
 * @param {number} value
 * @returns {number} 0 at min, 1 at max; a constant axis puts everything at its middle
 */
export function along({ min, max, log = false }, value) {
  const at = log ? Math.log(value / min) / Math.log(max / min) : (value - min) / (max - min);
  return Number.isFinite(at) ? at : 0.5;
}
