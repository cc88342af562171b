// Weight matrices that stay in wasm memory, as the layer's products read them: packed at the first call, used by every later one.

/** @typedef {import('./core.js').Core} Core */
/** @typedef {import('./core.js').PackedWeights} PackedWeights */

/** How a matrix is read. @typedef {{ outIn: boolean, depth: number, blocks: number, columns: number }} Reading */

/** The packings of one resident matrix, by how it is read: one, unless a matrix serves two purposes. */
export class KeptWeights {
  #core;
  /** @type {Map<string, PackedWeights>} */
  #packings = new Map();

  /** @param {Core} core */
  constructor(core) {
    this.#core = core;
  }

  /**
   * @param {number} address of the matrix
   * @param {Reading} reading
   * @returns {PackedWeights | null} null where it cannot be had: the call then packs for itself, and refuses what is to be refused
   */
  get(address, { outIn, depth, blocks, columns }) {
    const key = `${outIn} ${depth} ${blocks} ${columns}`;
    const kept = this.#packings.get(key);
    if (kept !== undefined) return kept;
    const packed = new this.#core.PackedWeights();
    if (packed.pack(address, depth * blocks * columns, outIn, depth, blocks, columns) !== 0) {
      packed.delete();
      return null;
    }
    this.#packings.set(key, packed);
    return packed;
  }

  /** Forgets all of them: the matrix has changed, or is no more. */
  free() {
    for (const packed of this.#packings.values()) packed.delete();
    this.#packings.clear();
  }
}
