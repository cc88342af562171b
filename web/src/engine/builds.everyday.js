// In place of builds.js in the everyday script, which has one core.

/** @type {typeof import('./builds.js').BUILDS} */
export const BUILDS = Object.freeze({ simd128: () => import('../generated/simd128.js') });
