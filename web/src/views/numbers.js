// Numbers as readers see them: a true minus sign, never a negative zero, never a time of nothing.

const MINUS = '\u2212';

/**
 * A number with a fixed count of decimals: 0.315 → "0.32", −0.001 → "0.00", −Infinity → "−∞", NaN → "–".
 * @param {number} value
 * @param {number} [digits] decimals, 0…20
 * @returns {string}
 */
export function fixed(value, digits = 2) {
  if (Number.isNaN(value)) return '–';
  if (!Number.isFinite(value)) return value < 0 ? `${MINUS}∞` : '∞';
  const text = value.toFixed(digits);
  // toFixed keeps the sign of what it rounds away: (−0.001).toFixed(2) is "-0.00".
  return Number(text) === 0 ? text.replace('-', '') : text.replace('-', MINUS);
}

/**
 * A number with no more digits than it needs, for ticks: 0.25 → "0.25", 1 → "1", 0.0001 → "0.0001".
 * @param {number} value
 * @returns {string}
 */
export function plain(value) {
  if (!Number.isFinite(value)) return fixed(value);
  const rounded = Number(value.toPrecision(3));
  if (rounded === 0) return '0';
  const size = Math.abs(rounded);
  const text = size < 1e-4 || size >= 1e6 ? rounded.toExponential() : String(rounded);
  return text.replace('e+', 'e').replaceAll('-', MINUS);
}

/**
 * A difference whose size is what matters: 0.7471, 1.2e−7, 0.
 * @param {number} value at least 0
 * @returns {string}
 */
export function magnitude(value) {
  if (value === 0 || value >= 1e-3 || !Number.isFinite(value))
    return value === 0 ? '0' : fixed(value, 4);
  return value.toExponential(1).replace('-', MINUS);
}

/**
 * A tick of a logarithmic scale: small powers of ten as such, 0.0001 → "10⁻⁴", everything else plain.
 * @param {number} value above 0
 * @returns {string}
 */
export function power(value) {
  const exponent = Math.round(Math.log10(value));
  if (exponent > -3 || Math.abs(value / 10 ** exponent - 1) > 1e-6) return plain(value);
  const raised = Array.from(String(-exponent), (digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(digit)]);
  return `10⁻${raised.join('')}`;
}

/**
 * A time in the unit that shows it: 12.3 ms, 0.42 ms, 31 µs. Three digits at most, never "0.00 ms".
 * @param {number} milliseconds above 0; anything else gives "–"
 * @returns {string}
 */
export function duration(milliseconds) {
  if (!(milliseconds > 0) || !Number.isFinite(milliseconds)) return '–';
  if (milliseconds >= 1000) return `${(milliseconds / 1000).toPrecision(3)} s`;
  if (milliseconds >= 99.95) return `${milliseconds.toFixed(0)} ms`;
  if (milliseconds >= 0.0995) return `${milliseconds.toPrecision(milliseconds >= 1 ? 3 : 2)} ms`;
  const micro = milliseconds * 1000;
  return `${micro >= 9.95 ? micro.toFixed(0) : Number(micro.toPrecision(2))} µs`;
}

/**
 * A size in the unit that shows it: 4096 → "4 KiB", 1610612736 → "1.5 GiB". Three digits at most.
 * @param {number} bytes at least 0
 * @returns {string}
 */
export function byteSize(bytes) {
  const units = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'];
  let size = bytes;
  let unit = 0;
  // What three digits would round up to 1,024 is one of the next.
  while (unit < units.length - 1 && size >= 1023.5) {
    size /= 1024;
    unit += 1;
  }
  return `${size >= 999.5 ? size.toFixed(0) : Number(size.toPrecision(3))} ${units[unit]}`;
}

/**
 * A count in the unit that shows it: 268435456 → "0.27 G", 4194304 → "4.2 M". One decimal; two below 1.
 * @param {number} count at least 0
 * @returns {string} with a space before what its unit names; below 100,000 the count itself
 */
export function tally(count) {
  if (count < 1e5) return `${whole(count)} `;
  const [size, unit] = count >= 1e8 ? [count / 1e9, 'G'] : [count / 1e6, 'M'];
  return `${size.toFixed(size < 0.995 ? 2 : 1)} ${unit}`;
}

/**
 * A whole number with its thousands apart: 32768 → "32,768".
 * @param {number} value
 * @returns {string}
 */
export function whole(value) {
  return String(Math.round(value))
    .replace(/\B(?=(\d{3})+$)/g, ',')
    .replace('-', MINUS);
}

/**
 * The smallest of 1, 2, 5 × 10ᵏ that is not below a number: the round end of a colour bar.
 * @param {number} value above 0; anything else gives 1
 * @returns {number}
 */
export function roundUp(value) {
  if (!(value > 0) || !Number.isFinite(value)) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  // A hair of tolerance: float32 0.2 is a little above 0.2 and must not become 0.5.
  const step = [1, 2, 5].find((candidate) => candidate * power >= value * (1 - 1e-6)) ?? 10;
  return Number((step * power).toPrecision(1));
}

/**
 * The largest magnitude among finite numbers; 0 where there is none.
 * @param {ArrayLike<number>} values
 * @returns {number}
 */
export function largestMagnitude(values) {
  let largest = 0;
  for (let index = 0; index < values.length; index++) {
    const size = Math.abs(values[index]);
    if (size > largest && size < Number.POSITIVE_INFINITY) largest = size;
  }
  return largest;
}
