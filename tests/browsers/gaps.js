// What each browser is known to lack, as the README lists it. Each of these is asserted: a browser that learns it, or loses
// something else, fails its suite, and so does a README that does not say it.

/** What the README must say, word for word: the gaps of the browsers and those of the suites. */
export const inReadme = [
  'WebKitGTK has no relaxed SIMD',
  'WebKitGTK has no `Symbol.dispose`',
  'WebKitWebDriver has no finger',
  'only in Chromium: the demo page, touch that scrolls, print media, the system’s dark mode, device pixel ratios, axe-core',
];

/**
 * @typedef {object} Gaps
 * @property {('scalar' | 'simd128' | 'relaxed-simd')[]} backends that run, from the fastest
 * @property {boolean} fingers whether the driver taps with a finger; where not, its taps arrive as a mouse's
 * @property {boolean} disposes whether handles end with a using block (Symbol.dispose)
 * @property {Record<string, string[]>} lacks suites and tests that need a backend that does not run, by file
 */

/** @type {Gaps} */
export const firefoxGaps = {
  backends: ['relaxed-simd', 'simd128', 'scalar'],
  fingers: true,
  disposes: true,
  lacks: {},
};

/** @type {Gaps} */
export const webkitGaps = {
  backends: ['simd128', 'scalar'],
  fingers: false,
  disposes: false,
  lacks: {
    golden: ['goldens on relaxed-simd'],
    engine_calls: ['calls on relaxed-simd'],
    engine_async: [0, 1, 2, 3].map((workers) => `relaxed-simd, ${workers} workers`),
    engine_draws: ['draws on relaxed-simd'],
    engine_low_rank: ['lowRank on relaxed-simd', 'the backends agree to the bit'],
    engine_refusals: ['refusals on relaxed-simd'],
    engine_refusals_calls: ['layer refusals on relaxed-simd'],
    engine_resident: ['resident tensors on relaxed-simd'],
  },
};
