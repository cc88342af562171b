// A race: every contestant ready on its side, then rounds in which each gives one sample, A B C A B C …, and the machine's
// limit is measured between the rounds.
import { setTimeout as sleep } from 'node:timers/promises';
import { sortRounds, summarise } from './statistics.mjs';

/** @typedef {import('./sides.mjs').Side} Side */
/** @typedef {import('./statistics.mjs').Summary} Summary */
/** @typedef {import('../../tests/bench/works.mjs').Work} Work */

/**
 * @typedef {{ contestant: string, side: Side, work: Work, mode: string, name: string }} Starter name: unique in the race
 * @typedef {object} Finisher
 * @property {string} name
 * @property {string} contestant
 * @property {string} work
 * @property {string} mode
 * @property {string | null} variant the way that raced
 * @property {import('../../tests/bench/host.mjs').Trial[]} trials
 * @property {number | null} firstMs the first call, with all that it makes ready
 * @property {number} repeats calls a sample
 * @property {number[]} samples ms, of the rounds that count
 * @property {Summary | null} ms
 * @property {number | null} gflops useful ones
 * @property {string | null} error
 * @typedef {object} Race
 * @property {Finisher[]} finishers
 * @property {Record<string, number>} peak GFLOP/s, the best of this race by instruction set
 * @property {Record<string, number>[]} calibrations
 * @property {number[]} disturbed rounds in which the machine was slower
 * @property {boolean} areDisturbedKept because too few others were left
 */

/** A call this long is sampled in a few rounds only: it averages over disturbances by itself. */
const LONG_CALL_MS = 1000;
const LONG_CALL_ROUNDS = 3;

/** Before each sample: garbage of the one before is collected in threads of its own, beside which the next would run. */
const PAUSE_MS = 20;

/**
 * @param {Starter[]} starters
 * @param {number} rounds
 * @param {Side} judge whose calibration counts
 * @returns {Promise<Race>}
 */
export async function race(starters, rounds, judge) {
  const entries = [];
  for (const starter of starters) entries.push(await makeReady(starter));
  const calibrations = [await judge.calibrate()];
  for (let round = 0; round < rounds; round++) {
    for (const entry of entries) await takeSample(entry, round);
    calibrations.push(await judge.calibrate());
  }
  for (const side of new Set(starters.map((starter) => starter.side))) await side.clear();
  const [first] = Object.keys(calibrations[0]);
  const sorted = sortRounds(calibrations.map((each) => each[first]));
  return {
    finishers: entries.map((entry) => finish(entry, sorted.kept)),
    peak: best(calibrations),
    calibrations,
    disturbed: sorted.disturbed,
    areDisturbedKept: sorted.areAllKept && sorted.disturbed.length > 0,
  };
}

/** @typedef {{ starter: Starter, finisher: Finisher, byRound: Map<number, number>, isLong: boolean }} Entry */

/**
 * @param {Starter} starter
 * @returns {Promise<Entry>}
 */
async function makeReady(starter) {
  const { contestant, side, work, mode, name } = starter;
  /** @type {Finisher} */
  const finisher = {
    ...{ name, contestant, work: work.id, mode, variant: null, trials: [], firstMs: null },
    ...{ repeats: 0, samples: [], ms: null, gflops: null, error: null },
  };
  let isLong = false;
  try {
    const made = await side.prepare({ entry: name, contestant, work: work.id, mode });
    finisher.trials = made.trials;
    if (made.repeats === 0) {
      finisher.error = made.trials.map(describeFailure).join('; ');
    } else {
      const fastest = made.trials.reduce((a, b) =>
        (b.ms ?? Number.POSITIVE_INFINITY) < (a.ms ?? Number.POSITIVE_INFINITY) ? b : a,
      );
      finisher.variant = fastest.variant;
      finisher.firstMs = made.firstMs;
      finisher.repeats = made.repeats;
      isLong = made.callMs > LONG_CALL_MS;
    }
  } catch (error) {
    finisher.error = error instanceof Error ? error.message : String(error);
  }
  return { starter, finisher, byRound: new Map(), isLong };
}

/** @param {import('../../tests/bench/host.mjs').Trial} trial */
function describeFailure({ variant, error, relativeError }) {
  const off = relativeError === null ? '' : ` (off by ${relativeError.toExponential(1)})`;
  return `${variant}: ${error}${off}`;
}

/**
 * @param {Entry} entry
 * @param {number} round
 */
async function takeSample({ starter, finisher, byRound, isLong }, round) {
  if (finisher.error !== null || (isLong && round >= LONG_CALL_ROUNDS)) return;
  await sleep(PAUSE_MS);
  try {
    byRound.set(round, await starter.side.sample({ entry: starter.name }));
  } catch (error) {
    finisher.error = error instanceof Error ? error.message : String(error);
  }
}

/**
 * @param {Entry} entry
 * @param {number[]} kept
 * @returns {Finisher}
 */
function finish({ starter, finisher, byRound, isLong }, kept) {
  const counted = [...byRound].filter(([round]) => isLong || kept.includes(round));
  const samples = counted.map(([, ms]) => ms);
  const ms = finisher.error === null ? summarise(samples) : null;
  return { ...finisher, samples, ms, gflops: ms && starter.work.flops / ms.median / 1e6 };
}

/**
 * @param {Record<string, number>[]} calibrations
 * @returns {Record<string, number>}
 */
function best(calibrations) {
  return Object.fromEntries(
    Object.keys(calibrations[0]).map((name) => [
      name,
      Math.max(...calibrations.map((each) => each[name])),
    ]),
  );
}
