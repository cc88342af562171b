// In place of builds.js in the script that has every core.
import * as relaxedSimd from '../generated/relaxed-simd.js';
import * as scalar from '../generated/scalar.js';
import * as simd128 from '../generated/simd128.js';

/** @type {typeof import('./builds.js').BUILDS} */
export const BUILDS = Object.freeze({
  'relaxed-simd': async () => relaxedSimd,
  simd128: async () => simd128,
  scalar: async () => scalar,
});
