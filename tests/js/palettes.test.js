// Palettes: what a weight looks like. Oracles: d3-scale-chromatic itself, the WCAG formulas, and OKLab lightness.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { interpolateBlues, interpolateViridis } from 'd3-scale-chromatic';
import {
  colourAt,
  contrast,
  luminance,
  palette,
  paletteNames,
  signedPalette,
  TABLE_STEPS,
  wantsLightText,
} from '../../web/src/palettes.js';

const schemes = /** @type {const} */ (['light', 'dark']);

/** OKLab lightness of an sRGB colour (Ottosson 2020). @param {readonly number[]} rgb */
function lightness(rgb) {
  const [r, g, b] = rgb.map((channel) => {
    const value = channel / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s;
}

test('every table has 256 opaque entries', () => {
  for (const scheme of schemes) {
    for (const table of [
      ...paletteNames.map((name) => palette(name, scheme)),
      signedPalette(scheme),
    ]) {
      assert.equal(table.length, TABLE_STEPS * 4);
      for (let step = 0; step < TABLE_STEPS; step++) assert.equal(table[step * 4 + 3], 255);
    }
  }
});

test('baked tables are the colours of d3-scale-chromatic', () => {
  for (let step = 0; step < TABLE_STEPS; step++) {
    const viridis = interpolateViridis(step / 255);
    const hex = [1, 3, 5].map((at) => Number.parseInt(viridis.slice(at, at + 2), 16));
    assert.deepEqual([...colourAt(palette('viridis'), step / 255)], hex);
    const blues = (interpolateBlues(step / 255).match(/\d+/g) ?? []).map(Number);
    assert.deepEqual([...colourAt(palette('blues'), step / 255)], blues);
  }
});

test('in the default palette equal steps of a weight are equal steps of lightness', () => {
  for (const scheme of schemes) {
    const table = palette('ink', scheme);
    const at = Array.from({ length: 9 }, (_, step) => lightness(colourAt(table, step / 8)));
    const span = at[8] - at[0];
    at.forEach((value, step) => {
      const off = Math.abs(value - (at[0] + (span * step) / 8));
      // atol 0.03 of a span of about 0.7: what the clipping to sRGB costs in the most colourful middle.
      assert.ok(off < 0.03, `${scheme}, step ${step}: lightness is off by ${off}`);
    });
  }
});

test('zero lies near the ground, and one far from it, in light and in dark', () => {
  for (const name of ['ink', 'greys']) {
    const light = palette(name, 'light');
    const dark = palette(name, 'dark');
    assert.ok(contrast(colourAt(light, 0), [255, 255, 255]) < 1.2);
    assert.ok(contrast(colourAt(dark, 0), [18, 20, 24]) < 1.3);
    assert.ok(contrast(colourAt(light, 1), [255, 255, 255]) > 10);
    assert.ok(contrast(colourAt(dark, 1), [18, 20, 24]) > 10);
  }
});

test('signed tables have zero in the middle and different hues at the ends', () => {
  for (const scheme of schemes) {
    const table = signedPalette(scheme);
    const [red, , blue] = colourAt(table, 0);
    assert.ok(red > blue, 'negative is rust');
    const [otherRed, , otherBlue] = colourAt(table, 1);
    assert.ok(otherBlue > otherRed, 'positive is blue');
    const ground =
      scheme === 'light'
        ? /** @type {const} */ ([255, 255, 255])
        : /** @type {const} */ ([18, 20, 24]);
    assert.ok(contrast(colourAt(table, 0.5), ground) < 1.3);
  }
});

test('the text chosen for a colour always reaches 4.5 : 1', () => {
  for (const scheme of schemes) {
    for (const table of [
      ...paletteNames.map((name) => palette(name, scheme)),
      signedPalette(scheme),
    ]) {
      for (let step = 0; step < TABLE_STEPS; step++) {
        const colour = colourAt(table, step / 255);
        const text = wantsLightText(colour)
          ? /** @type {const} */ ([255, 255, 255])
          : /** @type {const} */ ([0, 0, 0]);
        assert.ok(contrast(colour, text) >= 4.5, `${contrast(colour, text)} on ${colour}`);
      }
    }
  }
});

test('an unknown name gives the default, and places outside 0…1 the ends', () => {
  assert.equal(palette('__proto__'), palette('ink'));
  assert.deepEqual(colourAt(palette('ink'), -3), colourAt(palette('ink'), 0));
  assert.deepEqual(colourAt(palette('ink'), 7), colourAt(palette('ink'), 1));
  assert.equal(luminance([255, 255, 255]).toFixed(6), '1.000000');
});
