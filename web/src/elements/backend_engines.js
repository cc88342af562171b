// Engines on the other backends of this page, for concepts that compare them: asked for, loaded while the page goes on, and there
// when asked again.
import { loadEngine } from '../engine.js';

/** @typedef {import('./shared_engine.js').Engine} Engine */
/** @typedef {Engine['backend']} Backend */

/** @typedef {{ engine?: Engine, problem?: string }} Loading neither while it loads; problem: why it cannot run here */

/** From slowest to fastest. @type {readonly Backend[]} */
export const BACKENDS = ['scalar', 'simd128', 'relaxed-simd'];

/** @type {Map<Backend, Loading>} */
const loadings = new Map();

/**
 * @param {Backend} backend
 * @returns {Loading} the same object each time, which changes when it is loaded
 */
export function backendEngine(backend) {
  const known = loadings.get(backend);
  if (known) return known;
  /** @type {Loading} */
  const loading = {};
  loadings.set(backend, loading);
  loadEngine({ backend }).then(
    (engine) => {
      loading.engine = engine;
    },
    (error) => {
      loading.problem = error instanceof Error ? error.message : String(error);
    },
  );
  return loading;
}
