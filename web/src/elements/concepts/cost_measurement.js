// The time of attention against n, with the map stored and without, and of the same work on every backend: measured in steps that
// are shorter than a frame, as means over enough repeats that a coarse clock can tell them.
import { BACKENDS, backendEngine } from '../backend_engines.js';

/** @typedef {import('../shared_engine.js').Engine} Engine */
/** @typedef {import('../../views/concepts/cost_figure.js').Race} Race */
/** @typedef {import('../../views/concepts/cost_figure.js').Series} Series */

/** n of the measured calls. */
export const SIZES = Object.freeze([64, 128, 256, 512, 1024, 2048]);
const LARGEST = SIZES[SIZES.length - 1];
/** n of the race: a scalar call of it still ends within a frame. */
export const RACE_SIZE = 256;
/** A call that would hold the page for longer is not made. */
export const LONGEST_MS = 40;
/** Of one step, unless a single call takes longer. */
const STEP_MS = 4;
/** Of all steps of a mean: browsers round their clock to 0.1 ms and more. */
const SPAN_MS = 30;
/** Random numbers of one step. */
const DRAWS = 32768;

export class CostMeasurement {
  #engine;
  #keyWidth;
  #clock;
  #steps;
  /** @type {Float32Array[]} q, k, v of the largest n; smaller ones take their first rows */
  #drawn = [];
  /** @type {Series[]} */
  series = [
    { stored: true, points: [], stopped: null },
    { stored: false, points: [], stopped: null },
  ];
  /** @type {Race[]} */
  race = BACKENDS.map((backend) => ({ backend, ms: null, problem: null }));
  done = false;

  /**
   * @param {Engine} engine
   * @param {number} keyWidth d
   * @param {number} run which measurement of the page this is
   * @param {() => number} [clock] ms
   */
  constructor(engine, keyWidth, run, clock = () => performance.now()) {
    this.#engine = engine;
    this.#keyWidth = keyWidth;
    this.run = run;
    this.#clock = clock;
    this.#steps = this.#all();
  }

  /**
   * Go on for one step.
   * @returns {'working' | 'waiting' | 'done'} waiting: for an engine that loads
   */
  step() {
    const { value, done } = this.#steps.next();
    if (done) this.done = true;
    return done ? 'done' : (value ?? 'working');
  }

  /** @returns {Generator<'waiting' | undefined, void>} */
  *#all() {
    // They load while the rest is measured.
    const loadings = BACKENDS.map((backend) =>
      backend === this.#engine.backend ? { engine: this.#engine } : backendEngine(backend),
    );
    yield* this.#draw();
    for (const n of SIZES) for (const series of this.series) yield* this.#point(series, n);
    while (loadings.some(({ engine, problem }) => !engine && !problem)) yield 'waiting';
    yield* this.#race(loadings);
  }

  /** @returns {Generator<undefined, void>} */
  *#draw() {
    const count = LARGEST * this.#keyWidth;
    const stream = this.#engine.draws({ seed: 0 });
    try {
      for (let tensor = 0; tensor < 3; tensor++) {
        const values = new Float32Array(count);
        for (let from = 0; from < count; from += DRAWS) {
          const { data } = stream.next({ shape: [Math.min(DRAWS, count - from)] });
          values.set(data, from);
          yield;
        }
        this.#drawn.push(values);
      }
    } finally {
      stream.free();
    }
  }

  /**
   * @param {Series} series
   * @param {number} n
   * @returns {Generator<undefined, void>}
   */
  *#point(series, n) {
    const last = series.points.at(-1);
    if (series.stopped) return;
    if (last) {
      const expected = last.ms * (n / last.n) ** 2;
      if (expected > LONGEST_MS) {
        series.stopped = { n, ms: expected };
        return;
      }
    }
    const call = this.#call(this.#engine, n, series.stored);
    // The first grows memory and has code compiled.
    call();
    yield;
    const mean = new Mean();
    while (mean.spent < SPAN_MS) {
      mean.repeat(call, this.#clock);
      yield;
    }
    series.points.push({ n, ms: mean.ms, calls: mean.calls });
  }

  /**
   * By turns, so that what else the machine does troubles all alike.
   * @param {{ engine?: Engine, problem?: string }[]} loadings
   * @returns {Generator<undefined, void>}
   */
  *#race(loadings) {
    const runners = loadings.map(({ engine, problem }, index) => {
      this.race[index].problem = problem ?? null;
      return engine && { call: this.#call(engine, RACE_SIZE, false), mean: new Mean() };
    });
    for (const runner of runners) {
      runner?.call();
      yield;
    }
    while (runners.some((runner) => runner && runner.mean.spent < SPAN_MS)) {
      for (const [index, runner] of runners.entries()) {
        if (!runner) continue;
        runner.mean.repeat(runner.call, this.#clock);
        this.race[index].ms = runner.mean.ms;
        yield;
      }
    }
  }

  /**
   * @param {Engine} engine
   * @param {number} n
   * @param {boolean} stored whether the map is kept
   * @returns {() => void} one call of attention, whose results go where those of the last went
   */
  #call(engine, n, stored) {
    const d = this.#keyWidth;
    const [query, key, value] = this.#drawn.map((values) => ({
      data: values.subarray(0, n * d),
      shape: [n, d],
    }));
    const room = (/** @type {number} */ columns) => ({
      data: new Float32Array(n * columns),
      shape: [1, n, columns],
    });
    const output = room(d);
    const into = stored ? { output, weights: room(n) } : { output };
    const want = stored
      ? /** @type {const} */ (['output', 'weights'])
      : /** @type {const} */ (['output']);
    return () => {
      engine.attention({ query, key, value, want, into });
    };
  }
}

/** A mean over steps. */
class Mean {
  calls = 0;
  spent = 0;

  get ms() {
    return this.spent / this.calls;
  }

  /**
   * As many calls as fill one step.
   * @param {() => void} call
   * @param {() => number} clock
   */
  repeat(call, clock) {
    const started = clock();
    let elapsed = 0;
    while (elapsed < STEP_MS) {
      call();
      this.calls += 1;
      elapsed = clock() - started;
    }
    this.spent += elapsed;
  }
}

/**
 * The power law nearest to the times: least squares of ln t = ln a + p·ln n.
 * @param {readonly { n: number, ms: number }[]} points
 * @returns {{ exponent: number, square: number } | null} square: the factor of the nearest a·n², in the same sense; null below two points
 */
export function fitPower(points) {
  if (points.length < 2) return null;
  const x = points.map(({ n }) => Math.log(n));
  const y = points.map(({ ms }) => Math.log(ms));
  const mean = (/** @type {number[]} */ values) =>
    values.reduce((sum, value) => sum + value, 0) / values.length;
  const [middle, height] = [mean(x), mean(y)];
  const spread = x.reduce((sum, each) => sum + (each - middle) ** 2, 0);
  const slope = x.reduce((sum, each, index) => sum + (each - middle) * (y[index] - height), 0);
  return { exponent: slope / spread, square: Math.exp(height - 2 * middle) };
}
