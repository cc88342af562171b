// What attention costs (ch. 16.2.5): measured times against n on the reader's machine, memory of the map, and the recurrent
// network's n·d² steps beside attention's n²·d.
import { AttentionError } from '../../errors.js';
import { CostFigure } from '../../views/concepts/cost_figure.js';
import { CostMeasurement, fitPower, LONGEST_MS, RACE_SIZE, SIZES } from './cost_measurement.js';

/** @typedef {import('./concept.js').Asked} Asked */
/** @typedef {import('../shared_engine.js').Engine} Engine */
/** @typedef {import('../../views/concepts/cost_figure.js').CostModel} CostModel */

const DEFAULT = { keyWidth: 64, n: 1024 };
/** Wider ones hold the page at small n already. */
export const MOST_WIDTH = 256;
/** n of the chapter's table of sizes. */
const COUNTED = [1024, 4096, 8192, 16384, 32768];
const FLOAT_BYTES = 4;

/** What was measured stays while the settings that do not touch it change. @type {WeakMap<Engine, Map<number, CostMeasurement>>} */
const measured = new WeakMap();

/**
 * @param {Engine} engine
 * @param {number} keyWidth
 * @param {number} run 0: only what there is
 * @returns {CostMeasurement | null}
 */
function measurementOf(engine, keyWidth, run) {
  const ofEngine = measured.get(engine) ?? new Map();
  measured.set(engine, ofEngine);
  const known = ofEngine.get(keyWidth);
  if (run === 0 || known?.run === run) return known ?? null;
  const fresh = new CostMeasurement(engine, keyWidth, run);
  ofEngine.set(keyWidth, fresh);
  return fresh;
}

/**
 * Bytes and operations of one head, counted.
 * @param {number} n
 * @param {number} d
 * @returns {import('../../views/concepts/cost_figure.js').Count}
 */
export function countOf(n, d) {
  return {
    n,
    mapBytes: n * n * FLOAT_BYTES,
    // q, k, v, the output, and this core's packed copies of k and v.
    fusedBytes: 6 * n * d * FLOAT_BYTES,
    // Q Kᵀ and A V: a multiplication and an addition for each of n²·d terms.
    operations: 2 * 2 * n * n * d,
    attention: n * n * d,
    recurrence: n * d * d,
  };
}

/**
 * @param {Asked} asked
 * @returns {Generator<CostModel | null, void>}
 */
function* compute({ engine, attributes }) {
  const { 'key-width': keyWidth = DEFAULT.keyWidth, n = DEFAULT.n, run = 0 } = attributes;
  if (keyWidth > MOST_WIDTH) {
    throw new AttentionError(
      'option',
      'key-width',
      `key-width is ${keyWidth}, view 'cost' measures at most ${MOST_WIDTH}`,
    );
  }
  const measurement = measurementOf(engine, keyWidth, run);
  const sizes = COUNTED.includes(n) ? COUNTED : [...COUNTED, n].sort((a, b) => a - b);
  const model = () => ({
    result: {},
    keyWidth,
    mostWidth: MOST_WIDTH,
    n,
    backend: engine.backend,
    run: measurement?.run ?? 0,
    running: run !== 0 && measurement?.done === false,
    sizes: SIZES,
    longestMs: LONGEST_MS,
    raceSize: RACE_SIZE,
    series: (measurement?.series ?? []).map((series) => ({
      ...series,
      fit: fitPower(series.points),
    })),
    race: measurement?.race ?? [],
    counts: sizes.map((each) => countOf(each, keyWidth)),
  });
  yield model();
  if (run === 0 || !measurement || measurement.done) return;
  for (let state = measurement.step(); state !== 'done'; state = measurement.step())
    yield state === 'waiting' ? null : model();
  yield model();
}

/**
 * @param {CostModel['race']} race
 * @returns {Omit<import('../../views/concepts/concept_figure.js').NumberTable, 'name'>} of the backends that ran
 */
function measuredRows(race) {
  const ran = race.flatMap(({ backend, ms }) => (ms === null ? [] : [{ backend, ms }]));
  return {
    rows: ran.map(({ backend }) => backend),
    columns: ['ms'],
    values: ran.map(({ ms }) => ms),
  };
}

/** @type {import('./concept.js').Concept<CostModel>} */
export const cost = {
  compute,
  figure: (document, strings, acts) => new CostFigure(document, strings, acts),
  tables: ({ series, race, counts }) => [
    ...series.map(({ stored, points }) => ({
      name: stored ? 'measured, weights stored' : 'measured, fused',
      rows: points.map(({ n }) => n),
      columns: ['ms', 'calls'],
      values: points.flatMap(({ ms, calls }) => [ms, calls]),
    })),
    { name: 'measured by backend', ...measuredRows(race) },
    {
      name: 'counted',
      rows: counts.map(({ n }) => n),
      columns: ['map bytes', 'fused bytes', 'operations', 'attention n²d', 'recurrence nd²'],
      values: counts.flatMap((count) => [
        count.mapBytes,
        count.fusedBytes,
        count.operations,
        count.attention,
        count.recurrence,
      ]),
    },
  ],
};
