// The race of kernels: `npm run bench`. Each work in turn, all contestants of a side in the same rounds.
import { findWork, SWEEP, WORKS } from '../../tests/bench/works.mjs';
import { say, step } from '../run.mjs';
import { ensureToolchain } from '../toolchain.mjs';
import { BARS, judge } from './bars.mjs';
import { buildContestants, installPeers } from './build.mjs';
import { describeMachine } from './machine.mjs';
import { openNumpy } from './numpy.mjs';
import { PEERS, readOptions } from './options.mjs';
import { race } from './race.mjs';
import { printReport } from './report.mjs';
import { openNode, openPage } from './sides.mjs';

/** @typedef {import('./sides.mjs').Side} Side */
/** @typedef {import('./race.mjs').Race} Race */
/** @typedef {import('./options.mjs').Options} Options */

/**
 * @typedef {{ name: string, software: string, workers?: number }} Entrant
 * @typedef {{ name: string, version: string | null, missing: string | null }} Roll missing: why it does not run
 * @typedef {object} Results of one side
 * @property {'chromium' | 'node'} environment
 * @property {string} engine
 * @property {Roll[]} contestants
 * @property {(Race & { id: string, title: string, flops: number })[]} works
 * @property {import('./bars.mjs').Judged[]} bars
 * @property {(Race & { neighbour: string })[]} sweep
 */

/** @type {Entrant[]} */
const OURS = [
  { name: 'ours relaxed-simd', software: 'relaxed-simd' },
  { name: 'ours simd128', software: 'simd128' },
];
const TWO_WORKERS = 'two-workers';

/**
 * @param {readonly string[]} words of the command line
 * @returns {Promise<void>}
 */
export async function benchKernels(words) {
  const options = readOptions(words);
  const emscripten = options.build
    ? await buildContestants({ browser: options.environments.includes('chromium') })
    : await ensureToolchain();
  /** @type {string | null} */
  let notInstalled = null;
  if (
    options.build &&
    options.peers.some((name) => [PEERS.ort, PEERS.litert, PEERS.tfjs].includes(name))
  ) {
    try {
      await installPeers();
    } catch (error) {
      notInstalled = `npm ci failed: ${messageOf(error).trim().split('\n')[0]}`;
      say(messageOf(error));
    }
  }
  const numpy = options.peers.includes(PEERS.numpy) ? await openNumpy() : null;
  /** @type {Results[]} */
  const results = [];
  try {
    for (const environment of options.environments)
      results.push(await runSide(environment, options, numpy, notInstalled));
  } finally {
    if (numpy?.side) await numpy.side.close();
  }
  const machine = describeMachine();
  printReport({ machine, emscripten: emscripten.version, words, options, results });
}

/**
 * @param {'chromium' | 'node'} environment
 * @param {Options} options
 * @param {Awaited<ReturnType<typeof openNumpy>> | null} numpy
 * @param {string | null} notInstalled
 * @returns {Promise<Results>}
 */
async function runSide(environment, options, numpy, notInstalled) {
  const side = environment === 'chromium' ? await openPage() : await openNode();
  say(`\n${side.engine}`);
  /** @type {Results} */
  const results = {
    ...{ environment, engine: side.engine, contestants: [], works: [], bars: [], sweep: [] },
  };
  try {
    const peers = options.peers.filter((name) => name !== PEERS.numpy);
    const entrants = [...OURS, ...peers.map((name) => ({ name, software: name }))];
    results.contestants = await callRoll(side, entrants, notInstalled);
    if (numpy) results.contestants.push(numpy.roll);
    for (const work of WORKS.filter(({ id }) => options.works.includes(id))) {
      const starters = await startersOf(results.contestants, side, work.id);
      if (numpy?.side && work.kind !== 'picture')
        starters.push(starter(numpy.side, numpy.roll.name, work.id, 'R'));
      const { id, title, flops } = work;
      const finished = await step(`${id}: ${title}`, () => race(starters, options.rounds, side));
      results.works.push({ ...finished, id, title, flops });
    }
    if (options.works.includes('sweep')) results.sweep = await sweep(side, options.rounds);
  } finally {
    await side.close();
  }
  if (environment === 'chromium' && options.works.includes(TWO_WORKERS))
    await raceTwoWorkers(results, options, notInstalled);
  results.bars = judgeBars(results);
  return results;
}

/**
 * @param {Side} side
 * @param {Entrant[]} entrants
 * @param {string | null} notInstalled
 * @returns {Promise<Roll[]>}
 */
async function callRoll(side, entrants, notInstalled) {
  const roll = [];
  for (const { name, software, workers } of entrants) {
    try {
      const { version } = await side.open({ contestant: name, software, workers });
      roll.push({ name, version, missing: null });
    } catch (error) {
      const isPackage = [PEERS.ort, PEERS.litert, PEERS.tfjs].includes(software);
      const missing = (isPackage ? notInstalled : null) ?? messageOf(error).split('\n')[0];
      say(`  ${name} does not run: ${missing}`);
      roll.push({ name, version: null, missing });
    }
  }
  return roll;
}

/**
 * @param {Roll[]} roll
 * @param {Side} side
 * @param {string} work
 */
async function startersOf(roll, side, work) {
  const starters = [];
  for (const { name, version, missing } of roll) {
    if (missing !== null || version === null || name === PEERS.numpy) continue;
    for (const mode of await side.modes({ contestant: name, work }))
      starters.push(starter(side, name, work, mode));
  }
  return starters;
}

/**
 * @param {Side} side
 * @param {string} contestant
 * @param {string} work
 * @param {string} mode
 * @returns {import('./race.mjs').Starter}
 */
function starter(side, contestant, work, mode) {
  return { contestant, side, work: findWork(work), mode, name: `${contestant} ${mode} ${work}` };
}

/**
 * Shapes outside the table beside those in it, ours alone.
 * @param {Side} side
 * @param {number} rounds
 */
async function sweep(side, rounds) {
  const races = [];
  for (const { neighbour, works } of SWEEP) {
    const starters = OURS.flatMap(({ name }) =>
      [neighbour, ...works.map(({ id }) => id)].map((id) => starter(side, name, id, 'R')),
    );
    const finished = await step(`Shapes beside ${neighbour}`, () => race(starters, rounds, side));
    races.push({ ...finished, neighbour });
  }
  return races;
}

/**
 * Heads on two workers, in a page that lets LiteRT.js have its threads.
 * @param {Results} results takes the race
 * @param {Options} options
 * @param {string | null} notInstalled
 */
async function raceTwoWorkers(results, options, notInstalled) {
  const side = await openPage({ isIsolated: true });
  try {
    const entrants = [
      { name: 'ours, 2 workers', software: 'relaxed-simd', workers: 2 },
      { name: 'ours, 1 worker', software: 'relaxed-simd', workers: 1 },
      ...(options.peers.includes(PEERS.litert)
        ? [{ name: 'LiteRT.js, 2 threads', software: PEERS.litert, workers: 2 }]
        : []),
    ];
    const roll = await callRoll(side, entrants, notInstalled);
    const starters = roll
      .filter(({ missing }) => missing === null)
      .map(({ name }) => starter(side, name, 'W2-2048', 'E'));
    results.contestants.push(...roll);
    const { title, flops } = findWork('W2-2048');
    const finished = await step('Two workers: W2-2048', () => race(starters, options.rounds, side));
    results.works.push({ ...finished, id: TWO_WORKERS, title: `${title}, in parallel`, flops });
  } finally {
    await side.close();
  }
}

/**
 * The bars are for Chromium; they are judged there, as far as a run measured what they compare.
 * @param {Results} results
 */
function judgeBars({ environment, works }) {
  if (environment !== 'chromium') return [];
  const finisher = (/** @type {string} */ id, /** @type {string} */ entry) =>
    works
      .find((work) => work.id === id)
      ?.finishers.find(({ contestant, mode }) => `${contestant} ${mode}` === entry);
  const medians = (/** @type {string} */ id, /** @type {string} */ entry) =>
    finisher(id, entry)?.ms?.median ?? null;
  const percent = (/** @type {string} */ id) => {
    const gflops = finisher(id, 'ours relaxed-simd R')?.gflops ?? null;
    const peak = works.find((work) => work.id === id)?.peak['relaxed-simd'];
    return gflops === null || peak === undefined ? null : (100 * gflops) / peak;
  };
  return BARS.filter(({ work }) => works.some(({ id }) => id === work)).map((bar) =>
    judge(bar, medians, percent),
  );
}

/** @param {unknown} error */
function messageOf(error) {
  return error instanceof Error ? error.message : String(error);
}
