// attention-map: real attention, in the browser. Importing this has no side effect and needs no DOM.
/** @typedef {import('./tensor.js').Tensor} Tensor */
/** @typedef {import('./tensor.js').Values} Values */
/** @typedef {import('./errors.js').ErrorCode} ErrorCode */
/** @typedef {import('./engine.js').Engine} Engine */
/** @typedef {import('./engine.js').EngineOptions} EngineOptions */
/** @typedef {import('./engine/core.js').Backend} Backend */
/** @typedef {import('./engine/tuning.js').Tuning} Tuning */
/** @typedef {import('./engine/arguments.js').TensorLike} TensorLike */
/** @typedef {import('./engine/arguments.js').VectorLike} VectorLike */
/** @typedef {import('./engine/mask.js').Mask} Mask */
/** @typedef {import('./engine/mask.js').Flags} Flags */
/** @typedef {import('./engine/resident.js').Resident} Resident */
/** @typedef {import('./engine/results.js').AttentionResult} AttentionResult */
/** @typedef {import('./engine/layer.js').LayerResult} LayerResult */
/**
 * @template {string} Name
 * @typedef {import('./engine/results.js').ResultsOf<Name>} ResultsOf
 */
/**
 * @template {AttentionResult} [Want=AttentionResult]
 * @typedef {import('./engine/attention.js').AttentionOptions<Want>} AttentionOptions
 */
/**
 * @template {AttentionResult} [Want=AttentionResult]
 * @typedef {import('./engine/attention_async.js').AttentionAsyncOptions<Want>} AttentionAsyncOptions
 */
/**
 * @template {LayerResult} [Want=LayerResult]
 * @typedef {import('./engine/layer.js').LayerOptions<Want>} LayerOptions
 */
/**
 * @template {LayerResult} [Want=LayerResult]
 * @typedef {import('./engine/layer_async.js').LayerAsyncOptions<Want>} LayerAsyncOptions
 */
/** @typedef {import('./engine/async_call.js').Progress} Progress */
/** @typedef {import('./engine/cache.js').KeyValueCache} KeyValueCache */
/** @typedef {import('./engine/cache.js').CacheOptions} CacheOptions */
/**
 * @template {AttentionResult} [Want=AttentionResult]
 * @typedef {import('./engine/cache.js').AttendOptions<Want>} AttendOptions
 */
/** @typedef {import('./engine/attention.js').TileOptions} TileOptions */
/** @typedef {import('./engine/attention.js').TraceOptions} TraceOptions */
/** @typedef {import('./engine/attention.js').Trace} Trace */
/** @typedef {import('./engine/attention.js').TraceBlock} TraceBlock */
/** @typedef {import('./engine/pixels.js').PixelOptions} PixelOptions */
/** @typedef {import('./engine/normal.js').NormalOptions} NormalOptions */
/** @typedef {import('./engine/draws.js').Draws} Draws */
/** @typedef {import('./engine/draws.js').DrawsOptions} DrawsOptions */
/** @typedef {import('./engine/low_rank.js').LowRankOptions} LowRankOptions */
/** @typedef {import('./engine/low_rank.js').LowRankFactors} LowRankFactors */

export { loadEngine } from './engine.js';
export { AttentionError } from './errors.js';
export { tensor } from './tensor.js';
