// What the page says about its settings, and the slider of temperatures. Oracle: the formulas.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  describeDivisor,
  describeWidth,
  positionOf,
  showNumber,
  temperatureAt,
} from '../../web/demo/form.js';
import { DEFAULTS, TEMPERATURES } from '../../web/demo/state.js';
import { meanMs, showMs } from '../../web/demo/timing.js';
import { describeCount, headAttribute, maskAttribute } from '../../web/demo/words.js';

test('the slider spans the temperatures, has 1 in its middle, and finds its way back', () => {
  assert.equal(temperatureAt(-20), TEMPERATURES.lowest);
  assert.equal(temperatureAt(0), 1);
  assert.equal(temperatureAt(20), TEMPERATURES.highest);
  for (let position = -20; position <= 20; position++) {
    assert.equal(positionOf(temperatureAt(position)), position);
  }
});

test('scale and temperature are told as one divisor', () => {
  const settings = { ...DEFAULTS, heads: 4, temperature: 0.5 };
  assert.equal(describeWidth(settings), '64 / 4 = 16');
  assert.equal(describeDivisor(settings), 'q·k ÷ (√16 × 0.5) = q·k ÷ 2');
  assert.equal(
    describeDivisor({ ...settings, scale: false }),
    'q·k ÷ 0.5, the same as with ÷ √16 at temperature 0.125',
  );
});

test('numbers have three significant digits at most', () => {
  assert.deepEqual([0.3535, 10, 2.8284, 1].map(showNumber), ['0.353', '10', '2.83', '1']);
});

test('the count states both caps and what is over them', () => {
  const read = { tokens: Array(12).fill('a'), total: 12, truncated: false };
  assert.equal(describeCount(40, read), '40 of 4,000 characters · 12 of 64 tokens');
  const long = { tokens: Array(64).fill('a'), total: 1204, truncated: true };
  assert.equal(
    describeCount(12345, long),
    '12,345 characters: only the first 4,000 are read · 1,204 tokens: the first 64 are drawn',
  );
});

test('padding and the enlarged head are held to what is there', () => {
  assert.equal(
    maskAttribute({ ...DEFAULTS, mask: 'causal padding', padding: 5 }, 3),
    'causal padding:3',
  );
  assert.equal(maskAttribute({ ...DEFAULTS, mask: 'none', padding: 5 }, 3), 'none');
  assert.equal(headAttribute({ ...DEFAULTS, heads: 4, head: '7' }), '0');
  assert.equal(headAttribute({ ...DEFAULTS, heads: 4, head: 'mean' }), 'mean');
  assert.equal(headAttribute({ ...DEFAULTS, heads: 1, head: 'all' }), '0');
});

test('a mean spans 10 ms of a coarse clock and leaves out the first call', () => {
  let time = 0;
  let calls = 0;
  const call = () => {
    calls += 1;
    time += calls === 1 ? 100 : 0.05;
  };
  const mean = meanMs(call, () => Math.floor(time));
  assert.ok(calls > 200, `${calls} calls`);
  assert.ok(Math.abs(mean - 0.05) < 0.005, `${mean} ms`);
});

test('a time is never shown as zero', () => {
  const shown = [0.00042, 0.0341, 0.123, 1.26, 9.96, 12.3].map(showMs);
  assert.deepEqual(shown, ['0.00042 ms', '0.034 ms', '0.12 ms', '1.3 ms', '10 ms', '12 ms']);
});
