// Where each backend's core is: loaded on demand, so that a page fetches only the backend that it runs. The everyday script has
// builds.everyday.js in this place.

/** @typedef {'relaxed-simd' | 'simd128' | 'scalar'} Backend */
/** @typedef {{ createModule: (options: { wasmBinary: Uint8Array }) => Promise<unknown>, wasmBase64: string }} Build wasmBase64: of zlib-compressed bytes */

/** @type {Readonly<Partial<Record<Backend, () => Promise<Build>>>>} */
export const BUILDS = Object.freeze({
  'relaxed-simd': () => import('../generated/relaxed-simd.js'),
  simd128: () => import('../generated/simd128.js'),
  scalar: () => import('../generated/scalar.js'),
});
