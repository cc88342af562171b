// The engine: one await, then synchronous calls on the compiled core.
/// <reference lib="esnext.disposable" preserve="true" />
import { checkNames, readTensor } from './engine/arguments.js';
import { attention, softmaxTrace, weightsTile } from './engine/attention.js';
import { KeyValueCache } from './engine/cache.js';
import { loadCore } from './engine/core.js';
import { Draws } from './engine/draws.js';
import { multiHeadAttention } from './engine/layer.js';
import { loadAsyncCalls } from './engine/load_async.js';
import { lowRank } from './engine/low_rank.js';
import { normal } from './engine/normal.js';
import { pixels } from './engine/pixels.js';
import { Resident } from './engine/resident.js';
import { Session } from './engine/session.js';
import { readWorkers, startPool } from './engine/threads.js';
import { chooseTuning } from './engine/tuning.js';

/** @typedef {import('./tensor.js').Tensor} Tensor */
/** @typedef {import('./engine/core.js').Backend} Backend */
/** @typedef {import('./engine/results.js').AttentionResult} AttentionResult */
/** @typedef {import('./engine/results.js').DefaultResult} DefaultResult */
/** @typedef {import('./engine/layer.js').LayerResult} LayerResult */
/**
 * @template {string} Name
 * @typedef {import('./engine/results.js').ResultsOf<Name>} ResultsOf
 */
/** @typedef {{ backend?: Backend | 'auto', wasmBinary?: ArrayBuffer | ArrayBufferView, wasmUrl?: string | URL, tuning?: 'auto' | 'narrow' | 'wide', workers?: number | boolean | 'auto' }} EngineOptions */

/**
 * Loads the core and makes an engine on it. backend 'auto' takes the best that this browser runs; a named one is taken or
 * refused. wasmBinary or wasmUrl replace the bytes inside the package; tuning forces a register tile. workers: how many threads the
 * asynchronous calls run on, default 0; true or 'auto' takes as many as the machine runs at once, up to 8. They need no
 * SharedArrayBuffer and no second file. Throws AttentionError of code backend or option.
 * @param {EngineOptions} [options]
 * @returns {Promise<Engine>}
 */
export async function loadEngine(options = {}) {
  checkNames(options, ['backend', 'wasmBinary', 'wasmUrl', 'tuning', 'workers'], 'loadEngine()');
  const workers = readWorkers(options.workers);
  const { core, bytes, backend } = await loadCore(options.backend ?? 'auto', options);
  const tuning = await chooseTuning(backend, options.tuning);
  const pool = await startPool(workers, { bytes, tuning });
  const session = new Session(core, tuning);
  // Who asks for workers makes asynchronous calls; for others they are loaded with the first.
  const calls = pool ? new (await loadAsyncCalls()).AsyncCalls(session, pool) : null;
  return new Engine(session, backend, pool, calls);
}

/** Made by loadEngine(). Results are fresh arrays, the caller's; working memory is kept and reused until free(). */
export class Engine {
  /** @type {Session} */
  #session;
  /** @type {Backend} */
  #backend;
  /** @type {import('./workers/pool.js').Pool | null} */
  #pool;
  /** @type {import('./engine/async_calls.js').AsyncCalls | null} */
  #asyncCalls;

  /**
   * @param {Session} session
   * @param {Backend} backend
   * @param {import('./workers/pool.js').Pool | null} pool
   * @param {import('./engine/async_calls.js').AsyncCalls | null} asyncCalls null until the first
   */
  constructor(session, backend, pool, asyncCalls) {
    this.#session = session;
    this.#backend = backend;
    this.#pool = pool;
    this.#asyncCalls = asyncCalls;
  }

  /** The backend that runs: 'relaxed-simd', 'simd128' or 'scalar'. */
  get backend() {
    return this.#backend;
  }

  /** The register tile that the kernels run on, and who chose it; results do not depend on it. */
  get tuning() {
    return this.#session.tuning;
  }

  /** How many threads the asynchronous calls run on: 0 where none were asked for, and where the page refuses them. */
  get workers() {
    return this.#pool?.size ?? 0;
  }

  /**
   * Scaled dot-product attention (ch. 16.2.2): query [h, n_q, d_k], key [h_kv, n_k, d_k], value [h_kv, n_k, d_v]; rank 2 is one head.
   * Masked means −∞ before softmax; a row without a key gives zeros and logSumExp −∞. `want` names the results (default output
   * and weights), which keep the head axis. Throws AttentionError: shape, rank, not_finite, option, overflow, memory, freed.
   * @template {AttentionResult} [Want=DefaultResult]
   * @param {import('./engine/attention.js').AttentionOptions<Want>} options
   * @returns {ResultsOf<Want>}
   */
  attention(options) {
    return /** @type {ResultsOf<Want>} */ (attention(this.#live(), options));
  }

  /**
   * Multi-head attention (ch. 16.2.3) of x [n_q, d_model], or of x over context [n_k, d_context]: wq [d_model, h·d_k],
   * wk [·, h_kv·d_k], wv [·, h_kv·d_v], wo [h·d_v, d_out]; transposed for weightLayout 'out-in' (PyTorch). headGain [h] scales heads.
   * Results as for attention(), output [n_q, d_out], and query, key, value, headOutput, concat. Throws as attention() does.
   * @template {LayerResult} [Want=DefaultResult]
   * @param {import('./engine/layer.js').LayerOptions<Want>} options
   * @returns {ResultsOf<Want>}
   */
  multiHeadAttention(options) {
    return /** @type {ResultsOf<Want>} */ (multiHeadAttention(this.#live(), options));
  }

  /**
   * attention() without holding up this thread, to the same bits: heads, or rows of heads, go to the workers; without workers it runs
   * here in blocks of at most about 16 ms. The arrays are read until the promise settles. signal: rejects with its reason and stops
   * the work. onProgress: { done, total } units of work. Rejects as attention() throws, and with code backend if workers keep dying.
   * @template {AttentionResult} [Want=DefaultResult]
   * @param {import('./engine/attention_async.js').AttentionAsyncOptions<Want>} options
   * @returns {Promise<ResultsOf<Want>>}
   */
  async attentionAsync(options) {
    const session = this.#live();
    // Where they have to be loaded first: what the caller writes to its options after the call is not for this one.
    const given = this.#asyncCalls ? options : { ...options };
    const calls = this.#asyncCalls ?? (await this.#loadAsync(session));
    return /** @type {ResultsOf<Want>} */ (await calls.attention(given));
  }

  /**
   * multiHeadAttention() without holding up this thread, to the same bits: the whole layer on one worker; without workers here, in
   * blocks. signal, onProgress and rejections as for attentionAsync().
   * @template {LayerResult} [Want=DefaultResult]
   * @param {import('./engine/layer_async.js').LayerAsyncOptions<Want>} options
   * @returns {Promise<ResultsOf<Want>>}
   */
  async multiHeadAttentionAsync(options) {
    const session = this.#live();
    // As in attentionAsync().
    const given = this.#asyncCalls ? options : { ...options };
    const calls = this.#asyncCalls ?? (await this.#loadAsync(session));
    return /** @type {ResultsOf<Want>} */ (await calls.multiHeadAttention(given));
  }

  /**
   * A key/value cache for decoding, empty, with room for `capacity` keys. Its free() is the caller's to call.
   * Throws AttentionError: shape, memory, freed.
   * @param {import('./engine/cache.js').CacheOptions} options
   * @returns {KeyValueCache}
   */
  createCache(options) {
    return new KeyValueCache(this.#live(), options);
  }

  /**
   * A rectangle [rows, columns] of one head's weights, from its logSumExp [h, n_q]: exp(score − logSumExp). Ranges are half-open.
   * Throws as attention() does.
   * @param {import('./engine/attention.js').TileOptions} options
   */
  weightsTile(options) {
    return weightsTile(this.#live(), options);
  }

  /**
   * One row through the online-softmax kernel (Milakov & Gimelshein 2018), written down after each block of keys: running max
   * (nats), correction of what came before, running sum, partial output [d_v] not yet divided by it. Throws as attention() does.
   * @param {import('./engine/attention.js').TraceOptions} options
   */
  softmaxTrace(options) {
    return softmaxTrace(this.#live(), options);
  }

  /**
   * RGBA, width × height, of one head of weights [h, n_q, n_k] through a palette of 256 × RGBA; fewer pixels than cells are
   * pooled. Masked, NaN and −∞ cells are (0, 0, 0, 0). domain: values at the palette's ends, default [0, 1]; with 'log' a low
   * end of 0 stands for four decades below the high one. Throws AttentionError: shape, rank, option, memory, freed.
   * @param {import('./engine/pixels.js').PixelOptions} options
   */
  pixels(options) {
    return pixels(this.#live(), options);
  }

  /**
   * NumPy's default_rng(seed).normal(scale=scale, size=shape), its own digits, rounded to float32; skip passes over that many
   * earlier draws of the stream. seed: whole number, or bigint below 2^64. into: a Float64Array that takes the digits before they are
   * rounded. It may be handed on without its engine, as embed() takes it. Throws AttentionError: shape, option, overflow, memory, freed.
   * @param {import('./engine/normal.js').NormalOptions} options
   * @returns {Tensor}
   */
  normal = (options) => normal(this.#live(), options);

  /**
   * normal() a piece at a time: a handle whose next({ shape, scale }) gives the draws that follow, to the same digits, so that a long
   * stream is drawn once. Its free() is the caller's to call. Throws AttentionError: option, freed.
   * @param {import('./engine/draws.js').DrawsOptions} options
   * @returns {Draws}
   */
  draws(options) {
    return new Draws(this.#live(), options);
  }

  /**
   * The nearest matrix of a lower rank r to matrix [m, n], as a product: left [m, r] · right [r, n], right with orthonormal rows, and
   * all singularValues [min(m, n)], descending. The smaller side is at most 512. Throws AttentionError: shape, rank, option,
   * not_finite, overflow, memory, freed. Source: Hestenes 1958; Eckart & Young 1936.
   * @param {import('./engine/low_rank.js').LowRankOptions} options
   */
  lowRank(options) {
    return lowRank(this.#live(), options);
  }

  /**
   * Copies a tensor into wasm memory, to be used wherever a tensor is, again and again; in `into` it takes results that shall stay.
   * Its free() is the caller's to call. Throws AttentionError: shape, memory, freed.
   * @param {import('./engine/arguments.js').TensorLike} tensor
   * @returns {Resident}
   */
  upload(tensor) {
    const session = this.#live();
    const { data, shape } = readTensor('tensor', tensor);
    return new Resident(
      session,
      data instanceof Resident ? data.download() : { data, shape: [...shape] },
    );
  }

  /** Gives the working memory back and ends the workers. Calls after this, and asynchronous ones not done, fail with code freed. */
  free() {
    this.#session.free();
    this.#pool?.free();
    this.#asyncCalls?.free();
  }

  /** The end of a `using` block. */
  [Symbol.dispose]() {
    this.free();
  }

  /** @param {Session} session */
  async #loadAsync(session) {
    const { AsyncCalls } = await loadAsyncCalls();
    this.#asyncCalls ??= new AsyncCalls(session, this.#pool);
    return this.#asyncCalls;
  }

  #live() {
    this.#session.check();
    return this.#session;
  }
}
