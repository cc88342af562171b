// What a run found: one Markdown table for README, the bars, the sweep, every contestant's numbers, and where we lose.
import { PEERS } from './options.mjs';
import { explain } from './reasons.mjs';
import { alignColumns, formatMs } from './table.mjs';

/** @typedef {import('./kernels.mjs').Results} Results */
/** @typedef {import('./race.mjs').Finisher} Finisher */
/** @typedef {{ machine: import('./machine.mjs').Machine, emscripten: string, words: readonly string[], options: import('./options.mjs').Options, results: Results[] }} Report */

const FAST = 'ours relaxed-simd';

/** Columns of peers: like is compared with like, so each has the mode of ours that it is held against. @type {[peer: string, mode: string][]} */
const COLUMNS = [
  [PEERS.litert, 'R'],
  [PEERS.litert, 'E'],
  [PEERS.ort, 'E'],
  [PEERS.tfjs, 'R'],
  [PEERS.naive, 'R'],
  [PEERS.js, 'E'],
  [PEERS.numpy, 'R'],
];

/** @param {Report} report */
export function printReport(report) {
  if (report.options.json) {
    console.log(JSON.stringify(toJson(report), null, 2));
    return;
  }
  console.log(composeReport(report));
}

/** @param {Report} report */
function toJson({ machine, emscripten, words, options, results }) {
  return {
    command: ['npm run bench', ...(words.length > 0 ? ['--', ...words] : [])].join(' '),
    ...{ machine, emscripten, rounds: options.rounds },
    environments: results.map((result) => ({ ...result, losses: losses(result) })),
  };
}

/**
 * @param {Report} report
 * @returns {string}
 */
export function composeReport({ machine, emscripten, words, options, results }) {
  const command = ['npm run bench', ...(words.length > 0 ? ['--', ...words] : [])].join(' ');
  return [
    `\`${command}\`: ${machine.date} UTC, ${machine.cores} cores of ${machine.processor}, ${machine.memoryGb} GB, ${machine.system}; attention-map ${machine.package}${machine.commit ? ` at ${machine.commit}` : ''}, Emscripten ${emscripten}; medians of ${options.rounds} interleaved rounds, one thread.`,
    ...results.flatMap((result) => [
      `\n## ${result.engine}\n`,
      mainTable(result),
      '\nR: operands and results stay where the kernels run; E: JavaScript’s arrays in and out. A ratio is the peer’s time over ours in the same mode; the peer’s own time in ms is in brackets.',
      bars(result),
      sweep(result),
      details(result),
      notes(result),
    ]),
  ]
    .filter((part) => part !== '')
    .join('\n');
}

/** @param {Results} result */
function mainTable({ works, contestants }) {
  const columns = COLUMNS.filter(([peer]) =>
    works.some(({ finishers }) => finishers.some(({ contestant }) => contestant === peer)),
  );
  const rows = works
    .filter(({ id }) => id !== 'two-workers')
    .map(({ id, title, finishers, peak }) => {
      const find = finderOf(finishers);
      const relaxed = find(FAST, 'R');
      const share = relaxed?.gflops
        ? `${((100 * relaxed.gflops) / peak['relaxed-simd']).toFixed(0)} %`
        : '–';
      const into = find(FAST, 'E into');
      return [
        `${id}: ${title}`,
        `${showMs(relaxed)} / ${showMs(find('ours simd128', 'R'))}`,
        share,
        showMs(find(FAST, 'E')) + (into ? ` (\`into\`: ${showMs(into)})` : ''),
        ...columns.map(([peer, mode]) => showRatio(find(peer, mode), find(FAST, mode))),
      ];
    });
  if (rows.length === 0) return '';
  const versions = new Map(contestants.map(({ name, version }) => [name, version]));
  const head = [
    'work',
    'ours R, ms: relaxed-simd / simd128',
    'of the peak',
    'ours E, ms',
    ...columns.map(([peer, mode]) => `${withVersion(peer, versions.get(peer))} ${mode}`),
  ];
  return alignColumns(head, rows);
}

/**
 * A package's number beside its name; what says more than a number is below the table.
 * @param {string} peer
 * @param {string | null | undefined} version
 */
function withVersion(peer, version) {
  return /^\d/.test(version ?? '') ? `${peer} ${version}` : peer;
}

/** @param {readonly Finisher[]} finishers */
function finderOf(finishers) {
  return (/** @type {string} */ contestant, /** @type {string} */ mode) =>
    finishers.find((each) => each.contestant === contestant && each.mode === mode);
}

/** @param {Finisher | undefined} finisher */
function showMs(finisher) {
  if (finisher === undefined) return '–';
  return finisher.ms === null ? 'failed' : formatMs(finisher.ms.median);
}

/**
 * @param {Finisher | undefined} theirs
 * @param {Finisher | undefined} ours
 */
function showRatio(theirs, ours) {
  if (theirs === undefined) return '–';
  if (theirs.ms === null)
    return theirs.trials.some(({ error }) => error === 'wrong numbers') ? 'wrong' : 'failed';
  const time = formatMs(theirs.ms.median);
  return ours?.ms ? `${(theirs.ms.median / ours.ms.median).toFixed(2)}× (${time})` : `(${time})`;
}

/** @param {Results} result */
function bars({ bars: judged }) {
  if (judged.length === 0) return '';
  const rows = judged.map(({ work, label, kind, limit, value, isMet, missedBy }) => {
    const show = (/** @type {number} */ number) =>
      kind === 'time'
        ? `${formatMs(number)} ms`
        : kind === 'percent'
          ? `${number.toFixed(0)} %`
          : `${number.toFixed(2)}×`;
    const bound = `${kind === 'time' ? '≤' : '≥'} ${show(limit)}`;
    if (value === null) return [work, label, bound, '–', 'not measured'];
    return [
      work,
      label,
      bound,
      show(value),
      isMet ? 'met' : `missed by ${(100 * (missedBy ?? 0)).toFixed(0)} %`,
    ];
  });
  const met = judged.filter(({ isMet }) => isMet).length;
  const measured = judged.filter(({ isMet }) => isMet !== null).length;
  const why = explain(judged);
  return [
    `\nBars: ${met} of ${measured} measured ones met, ${judged.length - measured} not measured.\n`,
    alignColumns(['work', 'bar', 'wanted', 'found', ''], rows),
    ...(why.length > 0 ? ['\nWhy bars are missed, as far as we know:\n', ...why] : []),
  ].join('\n');
}

/** @param {Results} result */
function sweep({ sweep: races }) {
  const shapes = races.flatMap(({ neighbour, finishers }) =>
    finishers.flatMap((finisher) => {
      const beside = finishers.find(
        ({ contestant, work }) => contestant === finisher.contestant && work === neighbour,
      );
      if (finisher.work === neighbour) return [];
      return [{ finisher, neighbour, beside, share: shareOf(finisher, beside) }];
    }),
  );
  if (shapes.length === 0) return '';
  const rows = shapes.map(({ finisher, neighbour, beside, share }) => [
    finisher.contestant,
    finisher.work,
    finisher.gflops?.toFixed(1) ?? 'failed',
    `${neighbour}: ${beside?.gflops?.toFixed(1) ?? 'failed'}`,
    showDifference(share),
    showDifference(shareOf(finisher, beside, bestGflops)),
  ]);
  const known = shapes.filter(({ share }) => share !== null);
  const least = known.reduce((a, b) => ((b.share ?? 1) < (a.share ?? 1) ? b : a), known[0]);
  const worst =
    least === undefined
      ? ''
      : `\n\nWorst: ${least.finisher.work} on ${least.finisher.contestant}, ${(100 * ((least.share ?? 1) - 1)).toFixed(0)} % against ${least.neighbour} (bar: −15 %; \`keep\` −10 %).`;
  return `\nShapes outside the table, R, GFLOP/s of useful operations:\n\n${alignColumns(['backend', 'shape', 'GFLOP/s', 'neighbour', 'difference', 'of the best samples'], rows)}${worst}`;
}

/**
 * Speed of one as a share of the other's.
 * @param {Finisher} finisher
 * @param {Finisher | undefined} beside
 * @param {(finisher: Finisher) => number | null} [speed]
 */
function shareOf(finisher, beside, speed = ({ gflops }) => gflops) {
  const mine = speed(finisher);
  const other = beside === undefined ? null : speed(beside);
  return mine === null || other === null ? null : mine / other;
}

/** Of the fastest sample, which other programs disturb least. @param {Finisher} finisher */
function bestGflops({ gflops, ms }) {
  return gflops === null || ms === null ? null : (gflops * ms.median) / ms.min;
}

/** @param {number | null} share */
function showDifference(share) {
  return share === null ? '–' : `${(100 * (share - 1)).toFixed(0)} %`;
}

/** @param {Results} result */
function details({ works }) {
  const rows = works.flatMap(({ id, finishers }) =>
    finishers.map(({ contestant, mode, variant, ms, gflops, error, trials }) => {
      const off = trials.find((trial) => trial.variant === variant)?.relativeError;
      return [
        id,
        `${contestant} ${mode}`,
        variant ?? '–',
        ms ? formatMs(ms.median) : 'failed',
        ms ? `${formatMs(ms.p25)}–${formatMs(ms.p75)}` : '–',
        ms ? formatMs(ms.min) : '–',
        gflops?.toFixed(1) ?? '–',
        error ?? (off === null || off === undefined ? '–' : off.toExponential(0)),
      ];
    }),
  );
  if (rows.length === 0) return '';
  const head = ['work', 'contestant', 'way', 'median ms', 'p25–p75', 'min', 'GFLOP/s', 'off by'];
  return `\nEverything, with its spread, and its largest difference from float64 as a share of the largest value:\n\n${alignColumns(head, rows)}`;
}

/** @param {Results} result */
function notes(result) {
  const { works, sweep: races, contestants } = result;
  const all = [...works, ...races];
  const peaks = ['relaxed-simd', 'simd128'].flatMap((name) => {
    const found = all.flatMap(({ peak }) => (name in peak ? [peak[name]] : []));
    return found.length === 0
      ? []
      : [`${name} ${Math.min(...found).toFixed(1)}–${Math.max(...found).toFixed(1)}`];
  });
  const disturbed = all.reduce((sum, each) => sum + each.disturbed.length, 0);
  const kept = all.filter((each) => each.areDisturbedKept).length;
  const lost = losses(result);
  return [
    `\nPeak of registers alone, GFLOP/s, by race: ${peaks.join('; ')}.`,
    disturbed === 0
      ? 'No round was disturbed.'
      : `${disturbed} rounds in which the machine fell below 85 % of its best were left out${kept > 0 ? `, but not in ${kept} races, where too few others were left` : ''}.`,
    ...contestants.map(({ name, version, missing }) =>
      missing === null ? `${name}: ${version}.` : `${name} is missing: ${missing}.`,
    ),
    lost.length === 0 ? 'We lose nowhere in this run.' : `Where we lose: ${lost.join('; ')}.`,
  ].join('\n');
}

/**
 * @param {Results} result
 * @returns {string[]}
 */
export function losses({ works }) {
  return works.flatMap(({ id, finishers }) => {
    const find = finderOf(finishers);
    return COLUMNS.flatMap(([peer, mode]) => {
      const [theirs, ours] = [find(peer, mode)?.ms, find(FAST, mode)?.ms];
      if (!theirs || !ours || theirs.median >= ours.median) return [];
      const times = (ours.median / theirs.median).toFixed(2);
      const why = peer === PEERS.numpy ? ', native code with wider vectors' : '';
      return [
        `${id} ${mode}: ${peer} takes ${formatMs(theirs.median)} ms, ${times}× as fast${why}`,
      ];
    });
  });
}
