// The bars: what the kernels are to reach in Chromium on one thread of a 2-core Zen 4, and whether a run reached them.

/**
 * Times in ms, percent of the calibrated peak, and ratios of a peer's time to ours in the same mode.
 * @typedef {object} Bar
 * @property {string} work
 * @property {'time' | 'percent' | 'ratio'} kind
 * @property {string} label
 * @property {number} limit times: at most; the others: at least
 * @property {string} ours `contestant mode`
 * @property {string} [against] `contestant mode`
 */

/** @typedef {(work: string, entry: string) => number | null} Medians in ms, by work and `contestant mode` */
/** @typedef {Bar & { value: number | null, isMet: boolean | null, missedBy: number | null }} Judged missedBy: a share of the limit */

const FAST = 'ours relaxed-simd R';
const FAST_E = 'ours relaxed-simd E';

/**
 * One line a work: R on relaxed-simd and simd128 in ms, percent of the peak, R against LiteRT.js R, E against onnxruntime-web.
 * @type {readonly [work: string, relaxed: number, simd128: number, percent: number | null, litert: number, onnxruntime: number][]}
 */
const KERNELS = [
  ['W1', 0.023, 0.027, 78, 2.8, 2],
  ['W2-128', 0.55, 0.7, 78, 2.9, 3],
  ['W2-512', 8.5, 10, 81, 2.9, 3.9],
  ['W2-1024', 33, 38.5, 83, 2.9, 3.9],
  ['W2-2048', 130, 150, 85, 2.9, 4],
  ['W2w-1024', 37, 43, 74, 2.6, 2.5],
  ['W3', 53, 60, 91, 1.55, 2.05],
  ['W4', 10.7, 12.2, 96, 1.38, 1.8],
  // Bound by memory, whose floor is 0.065 ms, not by arithmetic.
  ['W5', 0.09, 0.105, null, 1.5, 2.2],
];

/** @type {readonly Bar[]} */
export const BARS = [
  ...KERNELS.flatMap(([work, relaxed, simd128, percent, litert, onnxruntime]) => [
    time(work, 'R relaxed-simd', relaxed, FAST),
    time(work, 'R simd128', simd128, 'ours simd128 R'),
    ...(percent === null
      ? []
      : [
          {
            ...time(work, 'share of the peak', percent, FAST),
            kind: /** @type {const} */ ('percent'),
          },
        ]),
    ratio(work, 'R against LiteRT.js R', litert, FAST, 'LiteRT.js R'),
    ratio(work, 'E against onnxruntime-web', onnxruntime, FAST_E, 'onnxruntime-web E'),
    ...(work === 'W2w-1024'
      ? [
          ratio(
            work,
            'E with `into` against onnxruntime-web',
            4,
            `${FAST_E} into`,
            'onnxruntime-web E',
          ),
        ]
      : []),
  ]),
  time('picture', 'relaxed-simd', 1.2, FAST_E),
  time('picture', 'simd128', 1.5, 'ours simd128 E'),
  ratio('two-workers', 'two workers against one', 1.85, 'ours, 2 workers E', 'ours, 1 worker E'),
  ratio(
    'two-workers',
    'two workers against LiteRT.js on 2 threads',
    1.3,
    'ours, 2 workers E',
    'LiteRT.js, 2 threads E',
  ),
];

/**
 * @param {string} work
 * @param {string} label
 * @param {number} limit
 * @param {string} ours
 * @returns {Bar}
 */
function time(work, label, limit, ours) {
  return { work, kind: 'time', label, limit, ours };
}

/**
 * @param {string} work
 * @param {string} label
 * @param {number} limit
 * @param {string} ours
 * @param {string} against
 * @returns {Bar}
 */
function ratio(work, label, limit, ours, against) {
  return { work, kind: 'ratio', label, limit, ours, against };
}

/**
 * @param {Bar} bar
 * @param {Medians} medians
 * @param {(work: string) => number | null} percent of the peak that ours reached
 * @returns {Judged} value null: not measured in this run
 */
export function judge(bar, medians, percent) {
  const value = measured(bar, medians, percent);
  if (value === null) return { ...bar, value, isMet: null, missedBy: null };
  const isMet = bar.kind === 'time' ? value <= bar.limit : value >= bar.limit;
  const off = bar.kind === 'time' ? value / bar.limit - 1 : 1 - value / bar.limit;
  return { ...bar, value, isMet, missedBy: isMet ? null : off };
}

/**
 * @param {Bar} bar
 * @param {Medians} medians
 * @param {(work: string) => number | null} percent
 */
function measured({ work, kind, ours, against }, medians, percent) {
  if (kind === 'percent') return percent(work);
  const mine = medians(work, ours);
  if (kind === 'time') return mine;
  const theirs = against === undefined ? null : medians(work, against);
  return mine === null || theirs === null ? null : theirs / mine;
}
