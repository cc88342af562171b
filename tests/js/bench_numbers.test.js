// The benchmark's own arithmetic: its reference, statistics, bars and tables. Oracle of the reference: NumPy's goldens.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { BARS, judge } from '../../scripts/bench/bars.mjs';
import { explain } from '../../scripts/bench/reasons.mjs';
import { composeReport, losses } from '../../scripts/bench/report.mjs';
import { quantile, sortRounds, summarise } from '../../scripts/bench/statistics.mjs';
import { alignColumns, formatMs } from '../../scripts/bench/table.mjs';
import { reference, relativeError, TOLERANCE } from '../bench/reference.mjs';
import { findWork, makeInputs, SWEEP, WORKS } from '../bench/works.mjs';

const chapter = JSON.parse(
  readFileSync(new URL('../golden/chapter.json', import.meta.url), 'utf8'),
);

test('the reference gives the chapter’s causal weights and output', () => {
  const multiply = (/** @type {number[][]} */ a, /** @type {number[][]} */ b) =>
    a.map((row) => b[0].map((_, j) => row.reduce((sum, x, d) => sum + x * b[d][j], 0)));
  const project = (/** @type {string} */ name) =>
    Float64Array.from(multiply(chapter.X, chapter[name]).flat());
  const work = { ...findWork('W1'), nQ: 4, nK: 4, dK: 8, causal: true };
  const inputs = /** @type {import('../bench/works.mjs').Arrays} */ (
    /** @type {unknown} */ ({ query: project('W_Q'), key: project('W_K'), value: project('W_V') })
  );
  const { weights } = reference(work, inputs);
  const shown = Array.from(weights ?? [], (w) => w.toFixed(2));
  assert.deepEqual(
    [shown.slice(0, 4), shown.slice(4, 8), shown.slice(8, 12), shown.slice(12)],
    [
      ['1.00', '0.00', '0.00', '0.00'],
      ['0.98', '0.02', '0.00', '0.00'],
      ['0.32', '0.34', '0.35', '0.00'],
      ['0.23', '0.27', '0.22', '0.28'],
    ],
  );
});

test('a layer is its products and its attention', () => {
  const layer = { ...findWork('W3'), heads: 2, nQ: 3, nK: 3, dK: 2, dModel: 4 };
  const inputs = makeInputs(layer);
  const { output } = reference(layer, inputs);
  assert.equal(output.length, 12);
  // The first row sees itself alone: x₀·W_V·W_O.
  const row = (/** @type {ArrayLike<number>} */ x, /** @type {Float32Array} */ w) =>
    Array.from({ length: 4 }, (_, j) =>
      [0, 1, 2, 3].reduce((sum, d) => sum + x[d] * w[4 * d + j], 0),
    );
  const expected = row(row(inputs.x, inputs.wv), inputs.wo);
  assert.ok(relativeError(output.subarray(0, 4), expected) < 1e-12);
});

test('errors are shares of the largest value; NaN and other sizes are never right', () => {
  assert.equal(relativeError([1, 2, 4], [1, 2, 4]), 0);
  assert.equal(relativeError([1, 2.5, 4], [1, 2, 4]), 0.125);
  assert.ok(!(relativeError([1, Number.NaN, 4], [1, 2, 4]) <= TOLERANCE));
  assert.ok(!(relativeError([Number.NaN, 2, 4], [1, 2, 4]) <= TOLERANCE));
  assert.ok(!(relativeError([1, 2], [1, 2, 4]) <= TOLERANCE));
  assert.ok(!(relativeError(null, [1, 2, 4]) <= TOLERANCE));
});

test('useful operations: the lower triangle alone', () => {
  assert.equal(findWork('W1').flops, 4 * 64 * 64 * 64);
  assert.equal(findWork('W2-128').flops, 12 * ((128 * 129) / 2) * 4 * 64);
  assert.equal(findWork('W4').flops, 2 * 512 * 768 * 768);
  const ids = [...WORKS, ...SWEEP.flatMap(({ works }) => works)].map(({ id }) => id);
  assert.equal(new Set(ids).size, ids.length);
  assert.throws(() => findWork('W9'), /no work 'W9'/);
});

test('quantiles lie between neighbours', () => {
  assert.equal(quantile([3, 1, 2], 0.5), 2);
  assert.equal(quantile([4, 1, 2, 3], 0.5), 2.5);
  assert.equal(quantile([5], 0.75), 5);
  assert.deepEqual(summarise([4, 2, 8]), { median: 4, p25: 3, p75: 6, min: 2, count: 3 });
  assert.equal(summarise([]), null);
});

test('rounds beside a weak calibration are left out, unless too few stay', () => {
  const quiet = sortRounds([100, 98, 70, 99, 100, 100, 97]);
  assert.deepEqual(quiet, { kept: [0, 3, 4, 5], disturbed: [1, 2], areAllKept: false });
  const loud = sortRounds([100, 50, 100, 50, 100]);
  assert.deepEqual(loud.kept, [0, 1, 2, 3]);
  assert.ok(loud.areAllKept);
  assert.deepEqual(sortRounds([100, 100]).kept, [0]);
});

test('a bar is met, missed by a share, or not measured', () => {
  const medians = (/** @type {string} */ _, /** @type {string} */ entry) =>
    ({ 'ours relaxed-simd R': 10, 'LiteRT.js R': 25 })[entry] ?? null;
  const find = (/** @type {string} */ label) => {
    const bar = BARS.find((each) => each.work === 'W2-512' && each.label === label);
    assert.ok(bar, label);
    return judge(bar, medians, () => 90);
  };
  const time = find('R relaxed-simd');
  assert.equal(time.isMet, false);
  assert.ok(Math.abs((time.missedBy ?? 0) - (10 / 8.5 - 1)) < 1e-12);
  assert.equal(find('share of the peak').isMet, true);
  const ratio = find('R against LiteRT.js R');
  assert.equal(ratio.value, 2.5);
  assert.ok(Math.abs((ratio.missedBy ?? 0) - (1 - 2.5 / 2.9)) < 1e-12);
  assert.deepEqual(
    [find('E against onnxruntime-web').isMet, find('R simd128').value],
    [null, null],
  );
});

test('tables line up; times keep three digits', () => {
  assert.equal(
    alignColumns(['a', 'bc'], [['long', 'x']]),
    '| a    | bc  |\n| ---- | --- |\n| long | x   |',
  );
  assert.deepEqual([0.0234, 1.234, 12.34, 123.4, 1234].map(formatMs), [
    '0.023',
    '1.23',
    '12.3',
    '123',
    '1234',
  ]);
});

/** @param {string} contestant @param {string} mode @param {number | null} ms @param {string | null} [error] */
const finisher = (contestant, mode, ms, error = null) => ({
  ...{ name: `${contestant} ${mode}`, contestant, work: 'W1', mode, variant: 'way' },
  trials: [{ variant: 'way', ms, relativeError: ms === null ? 0.5 : 1e-7, error }],
  ...{
    firstMs: 1,
    repeats: 1,
    samples: ms === null ? [] : [ms],
    ms: ms === null ? null : summarise([ms]),
  },
  ...{ gflops: ms === null ? null : 40, error },
});

test('a report names what is wrong, missing, and faster than ours', () => {
  const result = /** @type {import('../../scripts/bench/kernels.mjs').Results} */ ({
    environment: 'chromium',
    engine: 'Chromium 1',
    contestants: [
      { name: 'ours relaxed-simd', version: 'v', missing: null },
      { name: 'tfjs-wasm', version: null, missing: 'npm ci failed' },
    ],
    works: [
      {
        ...{ id: 'W1', title: 'one head', flops: 1e6, peak: { 'relaxed-simd': 50 } },
        ...{ calibrations: [], disturbed: [], areDisturbedKept: false },
        finishers: [
          finisher('ours relaxed-simd', 'R', 2),
          finisher('NumPy + OpenBLAS', 'R', 1),
          finisher('LiteRT.js', 'R', null, 'wrong numbers'),
        ],
      },
    ],
    bars: [],
    sweep: [],
  });
  assert.deepEqual(losses(result), [
    'W1 R: NumPy + OpenBLAS takes 1.00 ms, 2.00× as fast, native code with wider vectors',
  ]);
  const machine = {
    ...{ processor: 'P', cores: 2, memoryGb: 4, system: 'S', date: 'D' },
    ...{ package: '1', commit: null },
  };
  const options = /** @type {import('../../scripts/bench/options.mjs').Options} */ ({ rounds: 3 });
  const text = composeReport({ machine, emscripten: 'E', words: [], options, results: [result] });
  assert.match(text, /W1: one head +\| 2\.00 \/ – +\| 80 %/);
  assert.match(text, /wrong/);
  assert.match(text, /0\.50× \(1\.00\)/);
  assert.match(text, /tfjs-wasm is missing: npm ci failed\./);
  assert.match(text, /Where we lose: W1 R: NumPy/);
});

test('every bar that is missed has its reason beside it, and none that is met', () => {
  const missed = BARS.map((bar) =>
    judge(
      bar,
      () => null,
      () => null,
    ),
  ).map((bar) => ({
    ...bar,
    isMet: false,
  }));
  const lines = explain(missed);
  const worksOf = (/** @type {string} */ mode) =>
    lines
      .filter((line) => line.startsWith(`- ${mode} of `))
      .flatMap((line) => line.slice(`- ${mode} of `.length).split('. ')[0].split(', '));
  const kernels = WORKS.filter(({ id }) => id !== 'picture').map(({ id }) => id);
  assert.deepEqual(worksOf('R').sort(), [...kernels].sort());
  assert.deepEqual(worksOf('E').sort(), [...kernels, 'picture'].sort());
  assert.match(lines.find((line) => line.startsWith('- R of W5. ')) ?? '', /plain read/);
  assert.match(lines.find((line) => line.startsWith('- two-workers. ')) ?? '', /threads/);
  assert.deepEqual(explain(missed.map((bar) => ({ ...bar, isMet: true }))), []);
  assert.deepEqual(explain(missed.map((bar) => ({ ...bar, isMet: null }))), []);
});
