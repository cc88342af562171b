// engine.createCache(): keys and values of decoding, kept in wasm memory.
/// <reference lib="esnext.disposable" preserve="true" />
import { AttentionError } from '../errors.js';
import { checkNames, MAX_SIZE, readHeads, readInteger, readWant } from './arguments.js';
import { readBias, readScaling } from './attention.js';
import { parseMask } from './mask.js';
import { refusal } from './refusal.js';
import { ATTENTION_RESULTS, attentionShape, DEFAULT_WANT, Results } from './results.js';

/** @typedef {import('./session.js').Session} Session */
/** @typedef {import('./arguments.js').TensorLike} TensorLike */
/** @typedef {import('../tensor.js').Tensor} Tensor */

/** @typedef {import('./results.js').AttentionResult} AttentionResult */
/** @typedef {{ keyValueHeads?: number, keyWidth: number, valueWidth: number, capacity: number }} CacheOptions */
/**
 * @template {AttentionResult} [Want=AttentionResult]
 * @typedef {{
 *   query: TensorLike, mask?: import('./mask.js').Mask, bias?: TensorLike, scale?: number, temperature?: number,
 *   want?: readonly Want[], into?: Partial<Record<AttentionResult, import('./results.js').Prepared>>,
 * }} AttendOptions
 */

/** A key/value cache. Holds `bytes` of wasm memory until free(), the end of a `using` block, or garbage collection. */
export class KeyValueCache {
  /** @type {Session} */
  #session;
  /** @type {import('./core.js').CoreCache | null} */
  #cache;
  /** @type {Required<CacheOptions>} */
  #sizes;

  /**
   * @param {Session} session
   * @param {CacheOptions} options
   */
  constructor(session, options) {
    checkNames(options, ['keyValueHeads', 'keyWidth', 'valueWidth', 'capacity'], 'createCache()');
    const keyValueHeads = readInteger(
      'keyValueHeads',
      options.keyValueHeads,
      1,
      MAX_SIZE,
      1,
      'shape',
    );
    const keyWidth = readInteger('keyWidth', options.keyWidth, 1, MAX_SIZE, undefined, 'shape');
    const valueWidth = readInteger(
      'valueWidth',
      options.valueWidth,
      1,
      MAX_SIZE,
      undefined,
      'shape',
    );
    const capacity = readInteger('capacity', options.capacity, 1, MAX_SIZE, undefined, 'shape');
    this.#session = session;
    this.#sizes = { keyValueHeads, keyWidth, valueWidth, capacity };
    const cache = new session.core.KeyValueCache();
    const status = cache.create(keyValueHeads, keyWidth, valueWidth, capacity);
    if (status !== 0) {
      cache.delete();
      const floats = keyValueHeads * capacity * (keyWidth + valueWidth);
      throw new AttentionError(
        'memory',
        'capacity',
        `a cache of ${floats} floats (${floats * 4} bytes) cannot be had`,
      );
    }
    this.#cache = cache;
  }

  /**
   * Appends key [h_kv, n, d_k] and value [h_kv, n, d_v], copied. Throws shape, not_finite, capacity (nothing is appended).
   * @param {{ key: TensorLike, value: TensorLike }} options
   */
  append(options) {
    const cache = this.#live();
    checkNames(options, ['key', 'value'], 'append()');
    const { keyValueHeads, keyWidth, valueWidth, capacity } = this.#sizes;
    const key = readHeads('key', options.key);
    const value = readHeads('value', options.value);
    checkHeads('key', key, keyValueHeads, key.n, keyWidth);
    checkHeads('value', value, keyValueHeads, key.n, valueWidth);
    if (this.length + key.n > capacity) {
      throw new AttentionError(
        'capacity',
        'key',
        `${key.n} more would make ${this.length + key.n} keys, the capacity is ${capacity}`,
      );
    }
    const { arena, core } = this.#session;
    this.#session.begin();
    const keyPlace = arena.input(key.data, 'key');
    const valuePlace = arena.input(value.data, 'value');
    arena.commit();
    const status = cache.append(
      key.n,
      arena.address(keyPlace),
      key.data.length,
      arena.address(valuePlace),
      value.data.length,
    );
    if (status !== 0) throw refusal(core, status, { key: key.data, value: value.data });
  }

  /**
   * Attention of query [h, n_q, d_k] over the keys held, h a multiple of h_kv; options and results as for engine.attention().
   * @template {AttentionResult} [Want=import('./results.js').DefaultResult]
   * @param {AttendOptions<Want>} options
   * @returns {import('./results.js').ResultsOf<Want>}
   */
  attend(options) {
    const cache = this.#live();
    checkNames(
      options,
      ['query', 'mask', 'bias', 'scale', 'temperature', 'want', 'into'],
      'attend()',
    );
    const { keyValueHeads, keyWidth, valueWidth } = this.#sizes;
    const query = readHeads('query', options.query);
    const sizes = { heads: query.heads, nQ: query.n, nK: this.length, dV: valueWidth };
    if (sizes.nK === 0) throw new AttentionError('shape', 'key', 'the cache is empty');
    if (query.heads % keyValueHeads !== 0) {
      throw new AttentionError(
        'shape',
        'query',
        `query has ${query.heads} heads, expected a multiple of keyValueHeads = ${keyValueHeads}`,
      );
    }
    checkHeads('query', query, query.heads, query.n, keyWidth);
    const want = readWant(options.want, ATTENTION_RESULTS, DEFAULT_WANT);
    const mask = parseMask(options.mask, sizes);
    const bias = readBias(options.bias, sizes);
    const scaling = readScaling(options, keyWidth);
    const { arena, call, core, outputs } = this.#session;
    const results = new Results(arena, want, (name) => attentionShape(name, sizes), options.into);
    this.#session.begin();
    const places = { query: arena.input(query.data, 'query'), bias: arena.input(bias, 'bias') };
    const maskPlaces = { keep: arena.input(mask.keep), allowed: arena.input(mask.allowed) };
    results.place();
    arena.commit();
    const { shape, inputs } = this.#session;
    shape.say(query.heads, keyValueHeads, query.n, sizes.nK, keyWidth, valueWidth);
    inputs.say(
      arena.address(places.query),
      query.data.length,
      0,
      0,
      0,
      0,
      arena.address(places.bias),
      bias?.length ?? 0,
    );
    this.#session.setOptions(scaling, mask, maskPlaces);
    results.bind(this.#session.results, sizes);
    const status = cache.attend(call, this.#session.options, outputs, this.#session.scratch);
    if (status !== 0) throw refusal(core, status, { query: query.data, bias });
    return /** @type {import('./results.js').ResultsOf<Want>} */ (results.take());
  }

  /**
   * Forgets the keys from `length` on.
   * @param {number} length 0 to this.length
   */
  truncate(length) {
    const cache = this.#live();
    cache.truncate(readInteger('length', length, 0, this.length));
  }

  /** Keys held. */
  get length() {
    return this.#live().length();
  }

  /** Keys that fit. */
  get capacity() {
    return this.#sizes.capacity;
  }

  /** Bytes of wasm memory held, padding included. */
  get bytes() {
    return this.#live().bytes();
  }

  free() {
    this.#cache?.delete();
    this.#cache = null;
  }

  /** The end of a `using` block. */
  [Symbol.dispose]() {
    this.free();
  }

  #live() {
    this.#session.check();
    if (this.#cache === null) throw new AttentionError('freed', '', 'the cache has been freed');
    return this.#cache;
  }
}

/**
 * @param {string} argument
 * @param {{ heads: number, n: number, width: number }} found
 * @param {number} heads
 * @param {number} n
 * @param {number} width
 */
function checkHeads(argument, found, heads, n, width) {
  if (found.heads === heads && found.n === n && found.width === width) return;
  throw new AttentionError(
    'shape',
    argument,
    `${argument} has shape ${found.heads} × ${found.n} × ${found.width}, expected ${heads} × ${n} × ${width}`,
  );
}
