// NumPy on OpenBLAS, one thread, native: the limit outside the browser, as a side of its own.

/** @typedef {import('./sides.mjs').Side} Side */

/** @returns {Promise<{ roll: import('./kernels.mjs').Roll, side: Side | null }>} */
export async function openNumpy() {
  return {
    roll: { name: 'NumPy + OpenBLAS', version: null, missing: 'not driven yet' },
    side: null,
  };
}
