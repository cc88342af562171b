// Buffers that went to a thread and came back. Fresh memory is cleared page by page before it is written: for the half megabyte of a
// head's keys that takes as long as the copy.

/** Kept at most; more than the tasks that are under way at once need no engine keeps. */
const MOST_BYTES = 64 * 2 ** 20;

export class SpareBuffers {
  /** By length. @type {Map<number, ArrayBuffer[]>} */
  #buffers = new Map();
  #bytes = 0;

  /**
   * @param {readonly ArrayBuffer[]} buffers nobody's any more
   */
  give(buffers) {
    for (const buffer of buffers) {
      const { byteLength } = buffer;
      if (byteLength === 0 || this.#bytes + byteLength > MOST_BYTES) continue;
      const alike = this.#buffers.get(byteLength);
      if (alike === undefined) this.#buffers.set(byteLength, [buffer]);
      else alike.push(buffer);
      this.#bytes += byteLength;
    }
  }

  /**
   * @param {number} byteLength
   * @returns {ArrayBuffer | undefined} of exactly this length; its contents are anything
   */
  take(byteLength) {
    const buffer = this.#buffers.get(byteLength)?.pop();
    if (buffer !== undefined) this.#bytes -= byteLength;
    return buffer;
  }

  /**
   * @param {number} length
   * @returns {Float32Array | undefined} on a buffer of exactly this length
   */
  floats(length) {
    const buffer = this.take(length * 4);
    return buffer && new Float32Array(buffer);
  }

  /**
   * A copy of some floats that may be given away.
   * @param {Float32Array} floats
   * @returns {Float32Array}
   */
  copy(floats) {
    const copied = this.floats(floats.length);
    if (copied === undefined) return floats.slice();
    copied.set(floats);
    return copied;
  }

  /** All of them; keeps nothing. */
  takeAll() {
    const all = [...this.#buffers.values()].flat();
    this.#buffers.clear();
    this.#bytes = 0;
    return all;
  }
}

/**
 * The buffers of arrays, each once.
 * @param {readonly (import('./arguments.js').Floats | Uint8Array | null)[]} arrays none of them resident
 * @returns {ArrayBuffer[]}
 */
export function buffersOf(arrays) {
  const buffers = arrays.flatMap((array) =>
    array === null
      ? []
      : [/** @type {ArrayBuffer} */ (/** @type {Float32Array | Uint8Array} */ (array).buffer)],
  );
  return [...new Set(buffers)];
}
