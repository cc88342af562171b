// `npm run bench` with words that it does not know says what it does know; what `-- page` prints, from made-up times.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { timesOf } from '../../scripts/bench/page/browser.mjs';
import { report } from '../../scripts/bench/page/report.mjs';

const SCRIPT = fileURLToPath(new URL('../../scripts/bench.mjs', import.meta.url));

const bench = (/** @type {string[]} */ ...words) =>
  spawnSync(process.execPath, [SCRIPT, ...words], { encoding: 'utf8' });

test('an unknown benchmark, or an unknown word after one: the usage, and status 1', () => {
  for (const [words, reason] of /** @type {[string[], string][]} */ ([
    [['slider'], "There is no benchmark 'slider'."],
    [['constructor'], "There is no benchmark 'constructor'."],
    [['page', 'fast'], "'fast' is not understood."],
    [['page', '--json', '--quick'], "'--quick' is not understood."],
  ])) {
    const { status, stdout, stderr } = bench(...words);
    assert.equal(status, 1);
    assert.equal(stdout, '');
    assert.ok(stderr.includes(reason), stderr);
    assert.match(stderr, /npm run bench -- page {12}keystrokes/);
  }
});

test('times: the smallest sample with that share at or below it', () => {
  const samples = Array.from({ length: 100 }, (_, index) => 100 - index);
  assert.deepEqual(timesOf(samples), { median: 50, p95: 95, least: 1, most: 100, count: 100 });
  assert.ok(Number.isNaN(timesOf([]).median));
});

test('a bar is missed by the median, and a late 95th percentile is told', () => {
  const keys = (/** @type {number[]} */ samples) => ({
    times: timesOf(samples),
    tokens: /** @type {[number, number]} */ ([58, 62]),
    backend: 'simd128',
    browser: '1.2.3',
  });
  const print = (/** @type {number[]} */ samples, /** @type {number[]} */ longTasks) =>
    report({
      machine: {
        processor: 'Abacus',
        cores: 2,
        memoryGb: 4,
        system: 'none',
        date: '2026-01-01 00:00',
        package: '0.1.0',
        commit: null,
      },
      keys: { withoutFrameLimit: keys(samples), at60Hz: keys(samples) },
      slider: { times: timesOf(samples), kernelMs: 5, browser: '1.2.3' },
      hover: { times: timesOf(samples), longTasks, cells: 3, browser: '1.2.3' },
    });
  assert.match(print([9, 9, 9], []), / {2}9\.0 ms {4}9\.0 ms {3}bar 16 ms: met\n/);
  assert.match(print([9, 9, 30], []), /30\.0 ms {3}bar 16 ms: met by the median, not by the 95th/);
  assert.match(print([20, 20, 20], [51.2, 80]), /bar 16 ms: MISSED/);
  assert.match(print([9], [51.2, 80]), /tasks above 50 ms {4}2, the longest 80 ms: MISSED/);
  assert.match(print([9], []), /tasks above 50 ms {4}none: met/);
});
