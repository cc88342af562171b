// One engine for all tags of a page: they draw one after the other, so its working memory can be shared.
import { loadEngine } from '../engine.js';
import { AttentionError } from '../errors.js';

/** @typedef {Awaited<ReturnType<typeof loadEngine>>} Engine */

/** @type {Promise<Engine> | null} */
let shared = null;

/**
 * @returns {Promise<Engine>} the same for every caller; after a failure the next call tries again. Rejected
 *   with an AttentionError of code 'backend' wherever the engine cannot run (no WebAssembly, blocked scripts)
 */
export function sharedEngine() {
  shared ??= loadEngine().catch((error) => {
    shared = null;
    if (error instanceof AttentionError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new AttentionError('backend', 'backend', `the engine cannot start here: ${reason}`);
  });
  return shared;
}
