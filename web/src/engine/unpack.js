// The wasm inside the package. The script with every backend has unpack.all.js in this place.
import { inflate } from './inflate.js';

/** @typedef {import('./builds.js').Build} Build */

/**
 * @param {Build} build
 * @returns {Promise<Uint8Array>} its wasm
 */
export function unpack({ wasmBase64 }) {
  return inflate(wasmBase64);
}
