// The cost of attention: counted numbers of the chapter, and a measurement that goes on in bounded steps. No time is asserted.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cost } from '../../../web/src/elements/concepts/cost.js';
import {
  CostMeasurement,
  fitPower,
  LONGEST_MS,
  SIZES,
} from '../../../web/src/elements/concepts/cost_measurement.js';
import { ReusedArrays } from '../../../web/src/elements/reused_arrays.js';
import { loadEngine } from '../../../web/src/index.js';
import { byteSize, tally } from '../../../web/src/views/numbers.js';
import { modelOf } from './asked.js';

/** @typedef {import('../../../web/src/views/concepts/cost_figure.js').Count} Count */

test('bytes of the map and operations are the chapter’s', async () => {
  const { counts, series, running } = await modelOf({ view: 'cost' });
  assert.deepEqual(
    counts.map((/** @type {Count} */ { n, mapBytes, operations }) => [
      n,
      byteSize(mapBytes),
      tally(operations),
    ]),
    [
      [1024, '4 MiB', '0.27 G'],
      [4096, '64 MiB', '4.3 G'],
      [8192, '256 MiB', '17.2 G'],
      [16384, '1 GiB', '68.7 G'],
      [32768, '4 GiB', '274.9 G'],
    ],
  );
  // q, k, v, the output and packed k and v: 6 · 1,024 · 64 floats.
  assert.equal(byteSize(counts[0].fusedBytes), '1.5 MiB');
  // Nobody asked for a measurement.
  assert.deepEqual(series, []);
  assert.equal(running, false);
});

test('n²·d and n·d² cross at n = d', async () => {
  const at = async (/** @type {number} */ n) => {
    const { counts } = await modelOf({ view: 'cost', n: String(n), 'key-width': '80' });
    return counts.find((/** @type {Count} */ count) => count.n === n);
  };
  const [below, equal, above] = await Promise.all([79, 80, 81].map(at));
  assert.ok(below.attention < below.recurrence);
  assert.equal(equal.attention, equal.recurrence);
  assert.equal(equal.attention, 80 ** 3);
  assert.ok(above.attention > above.recurrence);
  assert.equal((await at(1)).mapBytes, 4);
});

test('the fit finds the power and the factor of times that follow one', () => {
  const fit = fitPower([64, 128, 256].map((n) => ({ n, ms: 3e-5 * n ** 2 })));
  assert.ok(fit);
  assert.ok(Math.abs(fit.exponent - 2) < 1e-12);
  assert.ok(Math.abs(fit.square / 3e-5 - 1) < 1e-12);
  const slower = fitPower([64, 128, 256].map((n) => ({ n, ms: n ** 1.5 })));
  assert.ok(Math.abs((slower?.exponent ?? 0) - 1.5) < 1e-12);
  assert.equal(fitPower([{ n: 64, ms: 1 }]), null);
});

/**
 * A measurement to its end, as a page would do it.
 * @param {CostMeasurement} measurement
 */
async function finish(measurement) {
  for (let state = measurement.step(); state !== 'done'; state = measurement.step())
    if (state === 'waiting') await new Promise((resolve) => setTimeout(resolve, 5));
}

/** A clock that goes on by `ms` at each look: a call takes that long. */
function ticking(/** @type {number} */ ms) {
  let now = 0;
  return () => {
    now += ms;
    return now;
  };
}

test('every n is measured on every backend that runs here', async () => {
  const engine = await loadEngine({ backend: 'scalar' });
  const measurement = new CostMeasurement(engine, 8, 1, ticking(5));
  await finish(measurement);
  for (const { points, stopped } of measurement.series) {
    assert.deepEqual(
      points.map(({ n, ms, calls }) => [n, ms, calls]),
      SIZES.map((n) => [n, 5, 6]),
    );
    assert.equal(stopped, null);
  }
  const [scalar, simd, relaxed] = measurement.race;
  assert.deepEqual(scalar, { backend: 'scalar', ms: 5, problem: null });
  assert.deepEqual(simd, { backend: 'simd128', ms: 5, problem: null });
  // Node 20 runs it only behind a flag: either a time or a reason.
  assert.ok((relaxed.ms === null) === (relaxed.problem !== null));
  const model = /** @type {any} */ ({ ...measurement, counts: [] });
  for (const { rows, columns, values } of cost.tables(model)) {
    assert.equal(values.length, rows.length * columns.length);
    assert.ok(Array.from(values).every(Number.isFinite));
  }
  engine.free();
});

test('n stops growing where a call would hold the page, and says what is left out', async () => {
  const engine = await loadEngine();
  const measurement = new CostMeasurement(engine, 8, 1, ticking(15));
  await finish(measurement);
  for (const { points, stopped } of measurement.series) {
    assert.deepEqual(
      points.map(({ n }) => n),
      [64],
    );
    assert.deepEqual(stopped, { n: 128, ms: 60 });
    assert.ok(60 > LONGEST_MS);
  }
  engine.free();
});

test('a step is one call, or as many as take 4 ms', async () => {
  const engine = await loadEngine();
  let calls = 0;
  const counting = /** @type {typeof engine} */ (
    /** @type {unknown} */ ({
      backend: engine.backend,
      draws: engine.draws.bind(engine),
      attention: () => {
        calls += 1;
      },
    })
  );
  const measurement = new CostMeasurement(counting, 8, 1, ticking(1));
  let most = 0;
  while (measurement.series[1].points.length < SIZES.length) {
    const before = calls;
    measurement.step();
    most = Math.max(most, calls - before);
  }
  assert.equal(most, 4);
  engine.free();
});

test('what is measured stays while n moves, and goes with the next run', async () => {
  const engine = await loadEngine();
  const first = (/** @type {Record<string, number>} */ attributes) => {
    const models = cost.compute({
      engine,
      attributes: { view: 'cost', ...attributes },
      example: /** @type {any} */ (null),
      arrays: new ReusedArrays(),
    });
    return { models, model: models.next().value };
  };
  const { models, model } = first({ run: 1, 'key-width': 8 });
  assert.equal(model?.running, true);
  while (models.next().value?.series[0].points.length !== 2);
  const moved = first({ n: 2048, 'key-width': 8 }).model;
  assert.equal(moved?.series[0].points.length, 2);
  assert.equal(moved?.running, false);
  assert.equal(moved?.run, 1);
  assert.deepEqual(first({ 'key-width': 16 }).model?.series, []);
  assert.deepEqual(first({ run: 2, 'key-width': 8 }).model?.series[0].points, []);
  engine.free();
});

test('refused: heads wider than are measured', () =>
  assert.rejects(modelOf({ view: 'cost', 'key-width': '257' }), {
    name: 'AttentionError',
    code: 'option',
    argument: 'key-width',
    message: "key-width is 257, view 'cost' measures at most 256",
  }));
