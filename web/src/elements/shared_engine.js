// One engine for all tags of a page: they draw one after the other, so its working memory can be shared.
import { loadEngine } from '../engine.js';
import { AttentionError, shown } from '../errors.js';

/** @typedef {Awaited<ReturnType<typeof loadEngine>>} Engine */

/** What a tag calls. */
const METHODS = ['attention', 'multiHeadAttention', 'normal', 'pixels'];

/** @type {Promise<Engine> | null} */
let shared = null;
/** @type {Engine | null} what `shared` brought */
let loaded = null;

/**
 * @param {Engine} [freed] one that this function gave and that was freed since: the next is a fresh one
 * @returns {Promise<Engine>} the same for every caller; after a failure the next call tries again. Rejected
 *   with an AttentionError of code 'backend' wherever the engine cannot run (no WebAssembly, blocked scripts)
 */
export function sharedEngine(freed) {
  // Every tag reports the same dead engine; only the first report replaces it.
  if (freed && freed === loaded) {
    shared = null;
    loaded = null;
  }
  shared ??= loadEngine().then(
    (engine) => {
      loaded = engine;
      return engine;
    },
    (error) => {
      shared = null;
      if (error instanceof AttentionError) throw error;
      const reason = error instanceof Error ? error.message : String(error);
      throw new AttentionError('backend', 'backend', `the engine cannot start here: ${reason}`);
    },
  );
  return shared;
}

/**
 * @param {unknown} engine
 * @throws {AttentionError} code 'option' for anything but null and what has the engine's methods
 */
export function checkEngine(engine) {
  if (engine === null) return;
  const methods = /** @type {Record<string, unknown>} */ (Object(engine));
  const missing = METHODS.find((name) => typeof methods[name] !== 'function');
  if (!missing) return;
  const problem = `engine is ${shown(engine)} without ${missing}(), expected one of loadEngine() or null`;
  throw new AttentionError('option', 'engine', problem);
}
