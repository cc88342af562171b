// Colour tables and the colours derived from them: what a weight looks like, and what can be read on it.
import { encodedTables } from './generated/palettes.js';

/** @typedef {'light' | 'dark'} Scheme */
/** @typedef {readonly [number, number, number]} Rgb red, green, blue in 0…255 */

/** The entries of a table; a table holds this many × RGBA bytes. */
export const TABLE_STEPS = 256;

/** Sequential palettes, the default first. Zero is near the page's ground in 'ink', 'blues' and 'greys'. */
export const paletteNames = Object.freeze(['ink', 'viridis', 'magma', 'cividis', 'blues', 'greys']);

/** @type {Map<string, Uint8ClampedArray>} */
const decoded = new Map();

/**
 * @param {readonly string[]} channels red, green, blue: the first value as two hex digits, then what each step adds, as the character
 *   so far from 'N' (scripts/palettes.mjs)
 * @returns {Uint8ClampedArray}
 */
function decode(channels) {
  const zero = 'N'.charCodeAt(0);
  const bytes = new Uint8ClampedArray(TABLE_STEPS * 4).fill(255);
  channels.forEach((text, channel) => {
    let value = Number.parseInt(text.slice(0, 2), 16);
    for (let step = 0; step < TABLE_STEPS; step++) {
      if (step > 0) value += text.charCodeAt(step + 1) - zero;
      bytes[step * 4 + channel] = value;
    }
  });
  return bytes;
}

/**
 * @param {Uint8ClampedArray} bytes 256 × RGBA
 * @returns {Uint8ClampedArray} the same from the other end
 */
function reversed(bytes) {
  const words = new Uint32Array(bytes.slice().buffer).reverse();
  return new Uint8ClampedArray(words.buffer);
}

/**
 * @param {string} name
 * @param {Scheme} scheme
 * @returns {Uint8ClampedArray}
 */
function table(name, scheme) {
  const { light, dark } = encodedTables[name];
  const key = `${name} ${scheme === 'dark' && dark ? 'dark' : 'light'}`;
  let bytes = decoded.get(key);
  if (!bytes) {
    const isDark = key.endsWith('dark');
    if (isDark && dark === 'reversed') bytes = reversed(table(name, 'light'));
    else bytes = decode(isDark && Array.isArray(dark) ? dark : light);
    decoded.set(key, bytes);
  }
  return bytes;
}

/**
 * The colour table of a sequential palette: 256 × RGBA, entry 0 for the low end. Shared and cached: do not write to it.
 * @param {string} name one of paletteNames; any other name gives the default
 * @param {Scheme} [scheme] the ground it is seen on
 * @returns {Uint8ClampedArray}
 */
export function palette(name, scheme = 'light') {
  return table(paletteNames.includes(name) ? name : paletteNames[0], scheme);
}

/**
 * The colour table for signed numbers: entry 0 the most negative, the middle zero, 255 the most positive.
 * @param {Scheme} [scheme]
 * @returns {Uint8ClampedArray}
 */
export function signedPalette(scheme = 'light') {
  return table('signed', scheme);
}

/**
 * The colour of t in a table. Nearest entry, ends clamped: the same rule as the core's pixels.
 * @param {ArrayLike<number>} colours 256 × RGBA
 * @param {number} t 0…1
 * @returns {Rgb}
 */
export function colourAt(colours, t) {
  const last = TABLE_STEPS - 1;
  const entry = Math.round(Math.min(1, Math.max(0, t)) * last) * 4;
  return [colours[entry], colours[entry + 1], colours[entry + 2]];
}

/**
 * @param {Rgb} rgb
 * @returns {string} a CSS colour
 */
export function cssColour([red, green, blue]) {
  return `rgb(${red} ${green} ${blue})`;
}

/**
 * Relative luminance, 0 black … 1 white (WCAG 2.2).
 * @param {Rgb} rgb
 * @returns {number}
 */
export function luminance(rgb) {
  const [red, green, blue] = rgb.map((channel) => {
    const value = channel / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/**
 * Contrast ratio, 1 … 21 (WCAG 2.2).
 * @param {Rgb} first
 * @param {Rgb} second
 * @returns {number}
 */
export function contrast(first, second) {
  const [low, high] = [luminance(first), luminance(second)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

/**
 * Whether text on a colour should be the light one. One of the two always reaches 4.5 : 1.
 * @param {Rgb} rgb the colour under the text
 * @returns {boolean}
 */
export function wantsLightText(rgb) {
  // Black and white read equally well on this luminance: (L + 0.05)² = 0.05 × 1.05.
  return luminance(rgb) < Math.sqrt(0.05 * 1.05) - 0.05;
}
