// One engine for all tags of a page: they draw one after the other, so its working memory can be shared.
import { loadEngine } from '../engine.js';

/** @typedef {Awaited<ReturnType<typeof loadEngine>>} Engine */

/** @type {Promise<Engine> | null} */
let shared = null;

/**
 * @returns {Promise<Engine>} the same for every caller; after a failure the next call tries again
 */
export function sharedEngine() {
  shared ??= loadEngine().catch((error) => {
    shared = null;
    throw error;
  });
  return shared;
}
