// Bakes the colour tables (256 colours each) that the views look up, so that no colour library ships.
// Usage: node scripts/palettes.mjs [web/src/generated/palettes.js]
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  interpolateBlues,
  interpolateCividis,
  interpolateGreys,
  interpolateMagma,
  interpolateViridis,
} from 'd3-scale-chromatic';

const STEPS = 256;

/** A step of nothing, 'N'; quotes and the backslash are farther from it than any step. */
const ZERO = 78;
const LARGEST_STEP = 13;

/**
 * @typedef {[number, number, number]} Triple  red, green, blue in 0…255, or lightness, chroma, hue
 */

/**
 * OKLCH → sRGB bytes (Björn Ottosson 2020, "A perceptual color space for image processing").
 * @param {Triple} lch lightness 0…1, chroma, hue in degrees
 * @returns {Triple}
 */
function oklchToBytes([lightness, chroma, hue]) {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    toByte(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    toByte(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    toByte(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}

/** @param {number} linear one channel of linear light @returns {number} the sRGB byte */
function toByte(linear) {
  const clipped = Math.min(1, Math.max(0, linear));
  const encoded = clipped <= 0.0031308 ? 12.92 * clipped : 1.055 * clipped ** (1 / 2.4) - 0.055;
  return Math.round(encoded * 255);
}

/**
 * A ramp whose lightness is linear in t, which is what makes equal steps of a weight look equal.
 * @param {Triple} from the colour of t = 0
 * @param {Triple} to the colour of t = 1
 * @param {number} bulge extra chroma in the middle, so that the ramp does not cross grey
 * @returns {(t: number) => Triple}
 */
function ramp(from, to, bulge) {
  return (t) =>
    oklchToBytes([
      from[0] + t * (to[0] - from[0]),
      from[1] + t * (to[1] - from[1]) + bulge * Math.sin(Math.PI * t),
      from[2] + t * (to[2] - from[2]),
    ]);
}

/**
 * Two ramps that meet in the page's ground: t = 0 most negative, ½ zero, 1 most positive.
 * @param {(t: number) => Triple} negative
 * @param {(t: number) => Triple} positive
 * @returns {(t: number) => Triple}
 */
function meeting(negative, positive) {
  return (t) => (t < 0.5 ? negative(1 - 2 * t) : positive(2 * t - 1));
}

/**
 * @param {(t: number) => string} interpolate one of d3's, giving "rgb(…)" or "#rrggbb"
 * @returns {(t: number) => Triple}
 */
function fromD3(interpolate) {
  return (t) => {
    const text = interpolate(t);
    if (text.startsWith('#')) {
      const bits = Number.parseInt(text.slice(1), 16);
      return [bits >> 16, (bits >> 8) & 255, bits & 255];
    }
    const [red = 0, green = 0, blue = 0] = (text.match(/[\d.]+/g) ?? []).map(Number);
    return [Math.round(red), Math.round(green), Math.round(blue)];
  };
}

/**
 * 256 colours as text that compresses to a tenth of their bytes: for red, then green, then blue, the first value as two hex digits and
 * what each step adds, as the character so far from 'N'. web/src/palettes.js reads it.
 * @param {(t: number) => Triple} colour
 */
function bake(colour) {
  const colours = Array.from({ length: STEPS }, (_, step) => colour(step / (STEPS - 1)));
  return [0, 1, 2].map((channel) => {
    const values = colours.map((triple) => triple[channel]);
    const steps = values.slice(1).map((value, step) => value - values[step]);
    if (steps.some((step) => Math.abs(step) > LARGEST_STEP)) throw new Error('a colour jumps');
    const text = String.fromCharCode(...steps.map((step) => ZERO + step));
    return values[0].toString(16).padStart(2, '0') + text;
  });
}

// Zero lies near the page's ground: paper by day, slate by night.
const paper = 0.985;
const slate = 0.225;
const tables = {
  ink: {
    light: ramp([paper, 0.004, 225], [0.27, 0.1, 275], 0.075),
    dark: ramp([slate, 0.015, 275], [0.97, 0.03, 195], 0.1),
  },
  viridis: { light: fromD3(interpolateViridis) },
  magma: { light: fromD3(interpolateMagma) },
  cividis: { light: fromD3(interpolateCividis) },
  blues: { light: fromD3(interpolateBlues), dark: 'reversed' },
  greys: { light: fromD3(interpolateGreys), dark: 'reversed' },
  // For signed numbers: rust below zero, the ink of the weights above it.
  signed: {
    light: meeting(
      ramp([paper, 0.004, 60], [0.42, 0.12, 38], 0.06),
      ramp([paper, 0.004, 225], [0.36, 0.12, 268], 0.06),
    ),
    dark: meeting(
      ramp([slate, 0.012, 40], [0.88, 0.09, 70], 0.07),
      ramp([slate, 0.015, 275], [0.92, 0.06, 205], 0.09),
    ),
  },
};

const baked = Object.entries(tables).map(([name, schemes]) => [
  name,
  Object.fromEntries(
    Object.entries(schemes).map(([scheme, colour]) => [
      scheme,
      typeof colour === 'string' ? colour : bake(colour),
    ]),
  ),
]);
const out = resolve(
  process.argv[2] ?? fileURLToPath(new URL('../web/src/generated/palettes.js', import.meta.url)),
);
mkdirSync(dirname(out), { recursive: true });
writeFileSync(
  out,
  `// Written by scripts/palettes.mjs: 256 colours each, as their differences.
/** @type {Record<string, { light: string[], dark?: string[] | 'reversed' }>} */
export const encodedTables = ${JSON.stringify(Object.fromEntries(baked), null, 1)};
`,
);
