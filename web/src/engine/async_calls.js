// The asynchronous calls of one engine, and what they share.
import { attentionAsync } from './attention_async.js';
import { multiHeadAttentionAsync } from './layer_async.js';
import { Pace } from './pace.js';
import { SpareBuffers } from './spare_buffers.js';

/** @typedef {import('./attention_async.js').AttentionAsyncOptions} AttentionAsyncOptions */
/** @typedef {import('./layer_async.js').LayerAsyncOptions} LayerAsyncOptions */

export class AsyncCalls {
  /** @type {import('./attention_async.js').Means} */
  #means;

  /**
   * @param {import('./session.js').Session} session
   * @param {import('../workers/pool.js').Pool | null} pool
   */
  constructor(session, pool) {
    this.#means = { session, pool, pace: new Pace(), spare: new SpareBuffers() };
  }

  /** @param {AttentionAsyncOptions} options */
  attention(options) {
    return attentionAsync(this.#means, options);
  }

  /** @param {LayerAsyncOptions} options */
  multiHeadAttention(options) {
    return multiHeadAttentionAsync(this.#means, options);
  }

  free() {
    this.#means.spare.takeAll();
  }
}
