// In place of builds.js in the everyday script, which has one core.
import * as simd128 from '../generated/simd128.js';

/** @type {typeof import('./builds.js').BUILDS} */
export const BUILDS = Object.freeze({ simd128: async () => simd128 });
