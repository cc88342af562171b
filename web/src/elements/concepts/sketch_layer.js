// The chapter's sketch (ch. 16.2.6) for any seed and any sizes: X, W_Q, W_K, W_V in the order in which NumPy's
// default_rng(seed) gives them. The core draws them; no number is typed in.

/** @typedef {import('../shared_engine.js').Engine} Engine */
/** @typedef {import('../../readers/json.js').Tensor} Tensor */

/**
 * @typedef {object} SketchSizes
 * @property {number} seed
 * @property {number} n tokens
 * @property {number} modelWidth d_model
 * @property {number} keyWidth d_k, and d_v
 * @property {number} sigma of W_Q, W_K and W_V; X has 1
 */

/** The chapter's own. @type {Readonly<SketchSizes>} */
export const CHAPTER = Object.freeze({ seed: 0, n: 4, modelWidth: 8, keyWidth: 8, sigma: 0.3 });

/**
 * @param {Engine} engine
 * @param {SketchSizes} sizes
 * @returns {{ x: Tensor, wq: Tensor, wk: Tensor, wv: Tensor }} x [n, d_model], the others [d_model, d_k]
 * @throws {import('../../errors.js').AttentionError} the engine's, for sizes and seeds that cannot be
 */
export function drawSketch(engine, { seed, n, modelWidth, keyWidth, sigma }) {
  const shape = [modelWidth, keyWidth];
  const matrix = (/** @type {number} */ place) =>
    engine.normal({
      seed,
      shape,
      scale: sigma,
      skip: n * modelWidth + place * modelWidth * keyWidth,
    });
  const x = engine.normal({ seed, shape: [n, modelWidth] });
  return { x, wq: matrix(0), wk: matrix(1), wv: matrix(2) };
}

const SUBSCRIPTS = '₀₁₂₃₄₅₆₇₈₉';

/**
 * @param {number} n
 * @returns {string[]} x₀, x₁, …
 */
export function sketchTokens(n) {
  return Array.from({ length: n }, (_, index) => {
    const digits = Array.from(String(index), (digit) => SUBSCRIPTS[Number(digit)]);
    return `x${digits.join('')}`;
  });
}
