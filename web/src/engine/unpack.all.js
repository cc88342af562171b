// In place of unpack.js in the script with every backend: one core is inside whole, the others as what they differ in from it
// (scripts/build/delta.mjs).
import { inflate } from './inflate.js';

/** @typedef {import('./builds.js').Build} Build */

/**
 * @param {Build & { base?: Build }} build base: the core that its bytes are told against; none: they are whole
 * @returns {Promise<Uint8Array>} its wasm
 */
export async function unpack({ base, wasmBase64 }) {
  const bytes = await inflate(wasmBase64);
  return base ? patched(await unpack(base), bytes) : bytes;
}

/**
 * @param {Uint8Array} base
 * @param {Uint8Array} delta
 * @returns {Uint8Array} what the delta was made of
 */
export function patched(base, delta) {
  let at = 0;
  const next = () => {
    let number = 0;
    for (let unit = 1; ; unit *= 128) {
      const byte = delta[at++];
      number += (byte & 127) * unit;
      if (byte < 128) return number;
    }
  };
  const length = next();
  const end = at + length;
  /** @type {Uint8Array[]} */
  const pieces = [];
  let fresh = end;
  let from = 0;
  while (at < end) {
    const news = next();
    const old = next();
    const shift = next();
    pieces.push(delta.subarray(fresh, fresh + news));
    fresh += news;
    from += news + (shift % 2 ? -(shift + 1) / 2 : shift / 2);
    pieces.push(base.subarray(from, from + old));
    from += old;
  }
  pieces.push(delta.subarray(fresh));
  const whole = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let to = 0;
  for (const piece of pieces) {
    whole.set(piece, to);
    to += piece.length;
  }
  return whole;
}
