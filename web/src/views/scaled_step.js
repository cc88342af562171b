// What turns raw scores into scaled ones, in words and numbers.
import { fixed } from './numbers.js';
import { fill } from './strings.js';

/**
 * @param {import('./picture.js').Picture} picture
 * @param {import('./strings.js').Strings} strings
 * @returns {string} what turned raw scores into scaled ones
 */
export function scaledStep({ scale = 1, temperature = 1, keyWidth = 0 }, strings) {
  const root = Math.sqrt(keyWidth);
  const usual = keyWidth > 0 && Math.abs(scale * root - 1) < 1e-6;
  const step = usual
    ? fill(strings.stepScaled, { divisor: fixed(root), width: keyWidth })
    : scale === 1
      ? strings.stepUnscaled
      : fill(strings.stepScaledBy, { scale: fixed(scale) });
  return temperature === 1
    ? step
    : `${step} ${fill(strings.stepTemperature, { temperature: fixed(temperature) })}`;
}
