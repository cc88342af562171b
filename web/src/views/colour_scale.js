// From a number to a place in a colour table, and back to the ticks of a colour bar.
import { largestMagnitude, plain, power, roundUp } from './numbers.js';

/** A logarithmic bar spans this many decades below its top. */
const DECADES = 4;

/**
 * @typedef {object} ColourScale
 * @property {[number, number]} domain the numbers at the ends of the table
 * @property {'linear' | 'log'} transform
 */

/**
 * The scale of weights: 0…1, or up to the largest of the map; linear or over four decades.
 * @param {{ domain: 'fixed' | 'map', transform: 'linear' | 'log', largest: () => number }} options largest: of the weights shown;
 *   asked only where it counts, since it looks at every one
 * @returns {ColourScale}
 */
export function weightScale({ domain, transform, largest }) {
  const most = domain === 'map' ? largest() : 0;
  const top = most > 0 ? Math.min(1, roundUp(most)) : 1;
  return { transform, domain: [transform === 'log' ? top / 10 ** DECADES : 0, top] };
}

/**
 * The scale of signed numbers: symmetric, so that zero is always the middle colour.
 * @param {...(Float32Array | undefined)} values all that share the scale
 * @returns {ColourScale}
 */
export function signedScale(...values) {
  const largest = Math.max(...values.map((list) => (list ? largestMagnitude(list) : 0)));
  const end = largest > 0 ? largest : 1;
  return { transform: 'linear', domain: [-end, end] };
}

/**
 * @param {ColourScale} scale
 * @param {number} value
 * @returns {number} 0…1 in the colour table; NaN for NaN and −∞, which have no colour
 */
export function levelOf({ domain: [low, high], transform }, value) {
  if (Number.isNaN(value) || value === Number.NEGATIVE_INFINITY) return Number.NaN;
  const level =
    transform === 'log'
      ? Math.log(Math.max(value, low) / low) / Math.log(high / low)
      : (value - low) / (high - low);
  return Math.min(1, Math.max(0, level));
}

/**
 * Numbers to print under a colour bar, with their places along it.
 * @param {ColourScale} scale
 * @param {boolean} roomy five ticks, or only ends and middle
 * @returns {{ at: number, text: string }[]} at: 0…1
 */
export function ticksOf({ domain: [low, high], transform }, roomy) {
  // The labels of a logarithmic bar are wider: ends and middle are enough.
  const steps = roomy && transform === 'linear' ? 4 : 2;
  return Array.from({ length: steps + 1 }, (_, step) => {
    const at = step / steps;
    const value = transform === 'log' ? low * (high / low) ** at : low + at * (high - low);
    // Below the low end a logarithmic scale has no colours left: zero shares the first one.
    if (transform === 'linear') return { at, text: plain(value) };
    return { at, text: step === 0 ? `≤ ${power(value)}` : power(value) };
  });
}

/** em between two numbers at least, and where there are five. */
const GAP_EM = 0.6;
const ROOMY_GAP_EM = 1;

/**
 * As many numbers under a colour bar as do not run into each other: five, three, the ends, or one for both.
 * @param {ColourScale} scale
 * @param {{ width: number, em: number, measure: (text: string) => number }} room width of the bar; all in px of the numbers' type
 * @returns {{ at: number, text: string }[]} what stands at 0 begins there, what stands at 1 ends there, others are centred
 */
export function fittingTicks(scale, { width, em, measure }) {
  const five = ticksOf(scale, true);
  const three = ticksOf(scale, false);
  const ends = [three[0], three[2]];
  const left = (/** @type {{ at: number, text: string }} */ { at, text }) =>
    at * width - measure(text) * (at === 0 || at === 1 ? at : 0.5);
  const fit = (/** @type {{ at: number, text: string }[]} */ ticks, /** @type {number} */ gap) =>
    ticks.every(
      (tick, index) =>
        index === 0 ||
        left(tick) - left(ticks[index - 1]) - measure(ticks[index - 1].text) >= gap * em,
    );
  if (fit(five, five.length > 3 ? ROOMY_GAP_EM : GAP_EM)) return five;
  if (fit(three, GAP_EM)) return three;
  if (fit(ends, GAP_EM)) return ends;
  const [low, high] = scale.domain;
  return low === -high ? [{ at: 0.5, text: `±${ends[1].text}` }] : [ends[1]];
}
