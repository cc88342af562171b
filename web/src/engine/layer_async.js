// engine.multiHeadAttentionAsync(): a whole layer on one thread; where there is none, here, block by block.
import { checkNames, readWant } from './arguments.js';
import { ASYNC_OPTIONS, AsyncCall, readAsync } from './async_call.js';
import { LAYER_OPTIONS, LAYER_RESULTS, layerShape, readLayer } from './layer.js';
import { runLayerHere } from './layer_here.js';
import { Resident } from './resident.js';
import { DEFAULT_WANT } from './results.js';
import { buffersOf } from './spare_buffers.js';

/** @typedef {import('../tensor.js').Tensor} Tensor */
/**
 * @template {import('./layer.js').LayerResult} [Want=import('./layer.js').LayerResult]
 * @typedef {import('./layer.js').LayerOptions<Want> & import('./async_call.js').AsyncOptions} LayerAsyncOptions
 */
/** @typedef {import('./layer.js').LayerProblem} LayerProblem */
/** @typedef {import('./attention_async.js').Means} Means */
/** @typedef {import('../workers/pool.js').Task} Task */

/**
 * Options are read and checked now; the arrays are read until the promise settles.
 * @param {Means} means
 * @param {LayerAsyncOptions} options
 * @returns {Promise<Record<string, Tensor>>}
 */
export function multiHeadAttentionAsync(means, options) {
  checkNames(options, [...LAYER_OPTIONS, ...ASYNC_OPTIONS], 'multiHeadAttentionAsync()');
  const async = readAsync(options);
  const want = [...readWant(options.want, LAYER_RESULTS, DEFAULT_WANT)];
  const problem = readLayer(options);
  const { heads, nQ } = problem.sizes;
  const call = new AsyncCall(
    { ...async, into: options.into },
    {
      want,
      shapeOf: (name) => layerShape(name, problem.sizes),
      total: heads * nQ,
      arrays: problem.arrays,
      core: means.session.core,
    },
  );
  means.session.check();
  const job = new LayerJob(means, call, problem, want);
  const { pool } = means;
  if (pool === null) {
    job.takeBack();
  } else {
    call.onEnd = () => pool.remove(job);
    pool.add(job);
  }
  return call.promise;
}

class LayerJob {
  /** @type {Task[]} */
  waiting = [{ attempts: 0 }];
  #means;
  #call;
  #problem;
  #want;

  /**
   * @param {Means} means
   * @param {AsyncCall} call
   * @param {LayerProblem} problem
   * @param {readonly string[]} want
   */
  constructor(means, call, problem, want) {
    this.#means = means;
    this.#call = call;
    this.#problem = problem;
    this.#want = want;
  }

  message() {
    const { arrays, mask, ...rest } = this.#problem;
    /** @type {Record<string, Float32Array | null>} */
    const copies = {};
    for (const [name, floats] of Object.entries(arrays))
      copies[name] =
        floats instanceof Resident ? floats.download().data : (floats?.slice() ?? null);
    const keep = mask.keep?.slice() ?? null;
    const allowed = mask.allowed?.slice() ?? null;
    return {
      message: {
        layer: { ...rest, arrays: copies, mask: { ...mask, keep, allowed } },
        want: this.#want,
      },
      transfer: buffersOf([...Object.values(copies), keep, allowed]),
      kept: '',
    };
  }

  /**
   * @param {Task} _task there is one
   * @param {unknown} reply
   */
  settle(_task, reply) {
    const { heads, nQ } = this.#problem.sizes;
    const outcome = /** @type {import('./worker_program.js').Reply} */ (reply);
    if ('refused' in outcome) this.#call.refuse(outcome.refused);
    else {
      for (const [name, values] of Object.entries(outcome.values)) this.#call.put(name, values, 0);
    }
    this.#call.advance(heads * nQ);
    this.#call.finish(() => this.#means.pace.breathe());
  }

  /** @param {unknown} error */
  fail(error) {
    this.#call.fail(error);
  }

  takeBack() {
    this.waiting = [];
    runLayerHere(this.#means, this.#call, this.#problem, this.#want).catch((error) =>
      this.#call.fail(error),
    );
  }
}
