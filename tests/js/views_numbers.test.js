// Numbers, scales and texts of the views: pure functions, expected strings written out.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  fittingTicks,
  levelOf,
  signedScale,
  ticksOf,
  weightScale,
} from '../../web/src/views/colour_scale.js';
import {
  byteSize,
  duration,
  fixed,
  largestMagnitude,
  plain,
  power,
  roundUp,
  tally,
  whole,
} from '../../web/src/views/numbers.js';
import { defaultStrings, fill, isolate, withStrings } from '../../web/src/views/strings.js';

test('fixed: two decimals, a true minus, never a negative zero', () => {
  const cases = /** @type {[number, string][]} */ ([
    [1, '1.00'],
    [0.31556545, '0.32'],
    [0.33839492, '0.34'],
    [-0.1408, '−0.14'],
    [-0.001, '0.00'],
    [-0, '0.00'],
    [0, '0.00'],
    [-2.46517754, '−2.47'],
    [Number.NEGATIVE_INFINITY, '−∞'],
    [Number.POSITIVE_INFINITY, '∞'],
    [Number.NaN, '–'],
    [1e21, '1e+21'],
  ]);
  for (const [value, text] of cases) assert.equal(fixed(value), text);
  assert.equal(fixed(-0.0004, 3), '0.000');
  assert.equal(fixed(12.3456, 1), '12.3');
});

test('plain and power: ticks with no more digits than they need', () => {
  assert.equal(plain(0.25), '0.25');
  assert.equal(plain(1), '1');
  assert.equal(plain(-2.6441), '−2.64');
  assert.equal(plain(-0), '0');
  assert.equal(plain(0.1 + 0.2), '0.3');
  assert.equal(plain(0.00002), '2e−5');
  assert.equal(power(1e-4), '10⁻⁴');
  assert.equal(power(0.01), '0.01');
  assert.equal(power(5e-5), '5e−5');
});

test('duration: three digits in the unit that shows them, never 0.00 ms', () => {
  const cases = /** @type {[number, string][]} */ ([
    [12.345, '12.3 ms'],
    [1.2345, '1.23 ms'],
    [0.4567, '0.46 ms'],
    [0.0312, '31 µs'],
    [0.00312, '3.1 µs'],
    [0.00004, '0.04 µs'],
    [123.4, '123 ms'],
    [1234, '1.23 s'],
    [0, '–'],
    [-1, '–'],
    [Number.NaN, '–'],
    [Number.POSITIVE_INFINITY, '–'],
  ]);
  for (const [value, text] of cases) assert.equal(duration(value), text);
  for (let ms = 1e-6; ms < 1e5; ms *= 1.37)
    assert.doesNotMatch(duration(ms), /(^|[^\d.])0(\.0+)? [mµ]?s/);
});

test('roundUp gives 1, 2 or 5 × 10ᵏ not below the number', () => {
  assert.equal(roundUp(0.3), 0.5);
  assert.equal(roundUp(1), 1);
  assert.equal(roundUp(Math.fround(0.2)), 0.2);
  assert.equal(roundUp(0.011), 0.02);
  assert.equal(roundUp(7), 10);
  assert.equal(roundUp(0), 1);
  assert.equal(roundUp(Number.NaN), 1);
});

test('largestMagnitude passes over what is not finite', () => {
  assert.equal(largestMagnitude([1, -3, Number.NEGATIVE_INFINITY, Number.NaN, 2]), 3);
  assert.equal(largestMagnitude([]), 0);
});

test('the scale of weights is 0…1, or up to the largest; four decades when logarithmic', () => {
  assert.deepEqual(
    weightScale({ domain: 'fixed', transform: 'linear', largest: () => 0.07 }).domain,
    [0, 1],
  );
  assert.deepEqual(
    weightScale({ domain: 'map', transform: 'linear', largest: () => 0.07 }).domain,
    [0, 0.1],
  );
  assert.deepEqual(
    weightScale({ domain: 'map', transform: 'linear', largest: () => 0 }).domain,
    [0, 1],
  );
  const unasked = () => assert.fail('a fixed scale looks at no weight');
  weightScale({ domain: 'fixed', transform: 'linear', largest: unasked });
  const log = weightScale({ domain: 'fixed', transform: 'log', largest: () => 1 });
  assert.deepEqual(log.domain, [1e-4, 1]);
  assert.equal(levelOf(log, 0), 0);
  assert.ok(Math.abs(levelOf(log, 0.01) - 0.5) < 1e-12);
  assert.deepEqual(
    ticksOf(log, true).map((tick) => tick.text),
    ['≤ 10⁻⁴', '0.01', '1'],
  );
});

test('counts in words: one, or several, with the count where it is wanted', () => {
  const counted = '{keys|The one key|All # keys} {keys|is|are} held, # of {of}';
  assert.equal(fill(counted, { keys: 1, of: 2 }), 'The one key is held, # of 2');
  assert.equal(fill(counted, { keys: '1,024', of: 2 }), 'All 1,024 keys are held, # of 2');
  assert.equal(fill(counted, { keys: 0, of: '$&' }), 'All 0 keys are held, # of $&');
  assert.equal(fill('{keys|# key|# keys}', {}), '{keys|# key|# keys}');
});

test('numbers under a colour bar never touch: five, three, the ends, or one for both', () => {
  // Letters of 7 px in a type of 10 px: numbers are 6 px apart at least, five of them 10 px.
  const said = (
    /** @type {number} */ width,
    /** @type {'linear' | 'log'} */ transform = 'linear',
  ) =>
    fittingTicks(
      { transform, domain: transform === 'log' ? [1e-4, 1] : [-6202, 6202] },
      { width, em: 10, measure: (text) => 7 * text.length },
    ).map(({ at, text }) => [at, text]);
  const ends = [
    [0, '−6200'],
    [1, '6200'],
  ];
  const five = [ends[0], [0.25, '−3100'], [0.5, '0'], [0.75, '3100'], ends[1]];
  // A quarter of the bar: 35 px of −6200, 10 px, half of the 35 px of −3100.
  assert.deepEqual(said(250), five);
  assert.deepEqual(said(249), [ends[0], [0.5, '0'], ends[1]]);
  // Half of it: 35 px, 6 px, half of the 7 px of 0.
  assert.deepEqual(said(89), [ends[0], [0.5, '0'], ends[1]]);
  assert.deepEqual(said(88), ends);
  // All of it: 35 px, 6 px, 28 px.
  assert.deepEqual(said(69), ends);
  assert.deepEqual(said(68), [[0.5, '±6200']]);
  assert.deepEqual(said(400, 'log'), [
    [0, '≤ 10⁻⁴'],
    [0.5, '0.01'],
    [1, '1'],
  ]);
  assert.deepEqual(said(54, 'log'), [[1, '1']]);
});

test('sizes and counts in the unit that shows them', () => {
  assert.deepEqual([0, 1023, 1024, 1.5 * 2 ** 30, 2 ** 20 - 1].map(byteSize), [
    '0 bytes',
    '1023 bytes',
    '1 KiB',
    '1.5 GiB',
    '1 MiB',
  ]);
  assert.deepEqual([16, 99_999, 4_194_304, 268_435_456, 1e9].map(tally), [
    '16 ',
    '99,999 ',
    '4.2 M',
    '0.27 G',
    '1.0 G',
  ]);
  assert.deepEqual([7, 1024, 67_108_864, -1000].map(whole), ['7', '1,024', '67,108,864', '−1,000']);
});

test('levels clamp to the table, and what has no colour has no level', () => {
  const scale = weightScale({ domain: 'fixed', transform: 'linear', largest: () => 1 });
  assert.equal(levelOf(scale, 0.25), 0.25);
  assert.equal(levelOf(scale, 3), 1);
  assert.ok(Number.isNaN(levelOf(scale, Number.NaN)));
  assert.ok(Number.isNaN(levelOf(scale, Number.NEGATIVE_INFINITY)));
  const signed = signedScale(Float32Array.of(-2, 1), undefined, Float32Array.of(0.5));
  assert.deepEqual(signed.domain, [-2, 2]);
  assert.equal(levelOf(signed, 0), 0.5);
  assert.deepEqual(signedScale(new Float32Array(3)).domain, [-1, 1]);
});

test('templates are filled once, and only by own names', () => {
  assert.equal(fill('{a} of {b}', { a: '{b}', b: 2 }), '{b} of 2');
  assert.equal(fill('{constructor} {missing}', {}), '{constructor} {missing}');
  assert.equal(isolate('שלום'), '\u2068שלום\u2069');
});

test('strings: overrides by name, those of concepts kept for them; other types are dropped', () => {
  const german = withStrings(/** @type {Record<string, string>} */ ({ value: 'Wert', sigma: 'x' }));
  assert.equal(german.value, 'Wert');
  assert.equal(german.output, defaultStrings.output);
  assert.equal(Reflect.get(german, 'sigma'), 'x');
  // @ts-expect-error a page may hand over anything
  assert.equal(withStrings({ value: 7 }).value, defaultStrings.value);
});
