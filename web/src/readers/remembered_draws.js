// Draws that are asked for at every keystroke and never change: the matrices of a seed, the rows of its words.
/** @typedef {import('./embedding.js').Normal} Normal */
/** @typedef {import('./embedding.js').Tensor} Tensor */

/** Rows of 64 floats for far more words than a page shows, and the matrices of some seeds: below 4 MB. */
const MOST_DRAWS = 2048;

/**
 * A function that gives what `normal` gives, and remembers it. NumPy's draws are the same on every engine, so one memory serves all;
 * the oldest go first. What comes out is shared: read it, do not write to it.
 * @param {number} [most] draws remembered
 * @returns {(normal: Normal) => Normal}
 */
export function rememberDraws(most = MOST_DRAWS) {
  /** @type {Map<string, Tensor>} */
  const remembered = new Map();
  return (normal) => (options) => {
    const { seed, shape, scale = 1, skip = 0 } = options;
    const key = [seed, shape.join('×'), scale, skip].join(' ');
    const drawn = remembered.get(key) ?? normal(options);
    // Asked for last, forgotten last.
    remembered.delete(key);
    remembered.set(key, drawn);
    if (remembered.size > most) remembered.delete(remembered.keys().next().value ?? key);
    return drawn;
  };
}
