// engine.attentionAsync(): heads, or rows of heads, on threads of their own; where there are none, here, block by block.
import { checkNames, readWant } from './arguments.js';
import { ASYNC_OPTIONS, AsyncCall, readAsync } from './async_call.js';
import { ATTENTION_OPTIONS, problemArrays, readProblem } from './attention.js';
import { keysSeen, keyValueHead, partOf, planTasks, ROW_STEP } from './parts.js';
import { Resident } from './resident.js';
import { ATTENTION_RESULTS, attentionShape, CELLS, DEFAULT_WANT } from './results.js';
import { runPart } from './run_part.js';
import { buffersOf, SpareBuffers } from './spare_buffers.js';

/** @typedef {import('../tensor.js').Tensor} Tensor */
/**
 * @template {import('./results.js').AttentionResult} [Want=import('./results.js').AttentionResult]
 * @typedef {import('./attention.js').AttentionOptions<Want> & import('./async_call.js').AsyncOptions} AttentionAsyncOptions
 */
/** @typedef {import('./attention.js').Problem} Problem */
/** @typedef {import('./arguments.js').Floats} Floats */
/** @typedef {import('./parts.js').Rows} Rows */
/** @typedef {import('./worker_program.js').Reply} Reply */
/** @typedef {import('../workers/pool.js').Task & { rows: Rows }} RowsTask */
/** @typedef {{ session: import('./session.js').Session, pool: import('../workers/pool.js').Pool | null, pace: import('./pace.js').Pace, spare: SpareBuffers }} Means */

/** Where parts go: a call, or a step of one. @typedef {Pick<AsyncCall, 'isOver' | 'isRefused' | 'refuse' | 'isHolding' | 'place' | 'put' | 'advance' | 'fail'>} Sink */

/** A cell on its way out costs about as much as so many products: a copy, and memory that was never touched before. */
const WRITTEN = 24;

/** Tells the keys of one call from those of another. */
let calls = 0;

/**
 * Options are read and checked now; the arrays are read until the promise settles.
 * @param {Means} means
 * @param {AttentionAsyncOptions} options
 * @returns {Promise<Record<string, Tensor>>}
 */
export function attentionAsync(means, options) {
  checkNames(options, [...ATTENTION_OPTIONS, ...ASYNC_OPTIONS], 'attentionAsync()');
  const async = readAsync(options);
  const want = [...readWant(options.want, ATTENTION_RESULTS, DEFAULT_WANT)];
  const problem = readProblem(options, want.includes('output'));
  const call = new AsyncCall(
    { ...async, into: options.into },
    {
      want,
      shapeOf: (name) => attentionShape(name, problem.sizes),
      total: problem.sizes.heads * problem.sizes.nQ,
      arrays: problemArrays(problem),
      core: means.session.core,
    },
  );
  means.session.check();
  const done = () => call.finish(() => means.pace.breathe());
  const job = new AttentionJob(means, call, problem, want, done);
  call.onEnd = () => means.pool?.remove(job);
  if (means.pool === null) job.takeBack();
  else means.pool.add(job);
  return call.promise;
}

/**
 * The same on the thread that called, whoever wants the parts.
 * @param {Means} means
 * @param {Sink} call
 * @param {Problem} problem
 * @param {readonly string[]} want
 * @param {() => void} onDone when all parts are in
 */
export function attendHere(means, call, problem, want, onDone) {
  new AttentionJob({ ...means, pool: null }, call, problem, want, onDone).takeBack();
}

class AttentionJob {
  /** @type {RowsTask[]} */
  waiting;
  #means;
  #call;
  #problem;
  #want;
  #onDone;
  #hasCells;
  #rowsLeft;
  #name = `attention ${++calls}`;

  /**
   * @param {Means} means
   * @param {Sink} call
   * @param {Problem} problem
   * @param {readonly string[]} want
   * @param {() => void} onDone
   */
  constructor(means, call, problem, want, onDone) {
    const { sizes } = problem;
    this.#means = means;
    this.#call = call;
    this.#problem = problem;
    this.#want = want;
    this.#onDone = onDone;
    this.#hasCells = want.some((name) => CELLS.has(name));
    this.#rowsLeft = sizes.heads * sizes.nQ;
    this.waiting = planTasks(problem, Math.max(1, means.pool?.size ?? 1)).map((rows) => ({
      rows,
      attempts: 0,
    }));
  }

  /**
   * @param {RowsTask} task
   * @param {string} lastKept
   */
  message({ rows }, lastKept) {
    const kept = `${this.#name}, head ${keyValueHead(this.#problem.sizes, rows.head)}`;
    const keepsKeys = kept === lastKept;
    const { problem, cut } = partOf(this.#problem, rows, this.#hasCells, !keepsKeys);
    const { query, key, value, bias } = this.#problem;
    const { spare } = this.#means;
    const part = {
      ...problem,
      query: owned(problem.query, query, spare),
      key: owned(problem.key, key, spare),
      value: problem.value && owned(problem.value, value, spare),
      bias: problem.bias && owned(problem.bias, bias, spare),
      mask: ownedMask(problem.mask),
    };
    const want = this.#call.isRefused() ? [] : this.#want;
    const message = {
      part: { problem: part, cut: cut && { nK: cut.nK, mask: part.mask } },
      want,
      keepsKeys,
    };
    const sent = [part.query, part.key, part.value, part.bias, part.mask.keep, part.mask.allowed];
    return { message, transfer: buffersOf(sent), kept };
  }

  /**
   * @param {RowsTask} task
   * @param {unknown} reply
   */
  settle({ rows }, reply) {
    const { spare } = this.#means;
    const answer = /** @type {Reply} */ (reply);
    this.#accept(rows, answer);
    spare.give(answer.spent ?? []);
    // What was written to its place is copied; what is held for `into` is not.
    if ('values' in answer && !this.#call.isHolding())
      spare.give(buffersOf(Object.values(answer.values)));
  }

  /** @param {unknown} error */
  fail(error) {
    this.#call.fail(error);
  }

  takeBack() {
    this.#runHere().catch((error) => this.#call.fail(error));
  }

  /** Blocks of rows on the thread that called. */
  async #runHere() {
    const { session, pace } = this.#means;
    await pace.breathe();
    for (let task = this.waiting.shift(); task !== undefined; task = this.waiting.shift()) {
      const { head, end } = task.rows;
      for (let { begin } = task.rows; begin < end; ) {
        const rows = this.#nextRows(head, begin, end, pace.blockUnits);
        const outcome = await pace.run(this.#unitsOf(rows), () => this.#runBlock(rows));
        if (outcome === null) return;
        const isRefused = 'status' in outcome;
        this.#accept(rows, isRefused ? { refused: session.refused(outcome.status) } : outcome);
        begin = rows.end;
      }
    }
  }

  /** @param {Rows} rows */
  #runBlock(rows) {
    if (this.#call.isOver()) return null;
    this.#means.session.check();
    const want = this.#call.isRefused() ? [] : this.#want;
    const part = partOf(this.#problem, rows, this.#hasCells);
    return runPart(this.#means.session, part, want, (name, length) =>
      this.#call.place(name, this.#placeOf(name, rows), length),
    );
  }

  /**
   * As many rows as fit a block; a short rest goes with them, so that every block has whole tiles.
   * @param {number} head
   * @param {number} begin
   * @param {number} last
   * @param {number} units
   * @returns {Rows}
   */
  #nextRows(head, begin, last, units) {
    let end = begin;
    do end += ROW_STEP;
    while (end < last && this.#unitsOf({ head, begin, end: end + ROW_STEP }) <= units);
    return { head, begin, end: end + ROW_STEP > last ? last : end };
  }

  /**
   * Where a result's values for some rows begin.
   * @param {string} name
   * @param {Rows} rows
   */
  #placeOf(name, { head, begin }) {
    const { nQ, nK, dV } = this.#problem.sizes;
    const width = name === 'output' ? dV : CELLS.has(name) ? nK : 1;
    return (head * nQ + begin) * width;
  }

  /**
   * Work of a block: products and exponentials of its cells, cells on their way out, and keys and values on their way in.
   * @param {Rows} rows
   */
  #unitsOf({ begin, end }) {
    const { sizes, mask } = this.#problem;
    const { nK, dK, dV } = sizes;
    const perCell = dK + dV + 16;
    const written = this.#want.filter((name) => CELLS.has(name)).length * WRITTEN;
    const seen = keysSeen(mask, sizes, (begin + end) / 2);
    return (end - begin) * (seen * perCell + nK * written) + nK * (dK + dV) * 8;
  }

  /**
   * @param {Rows} rows
   * @param {Reply} reply
   */
  #accept(rows, reply) {
    if (this.#call.isOver()) return;
    if ('refused' in reply) this.#call.refuse(reply.refused);
    else {
      for (const [name, values] of Object.entries(reply.values)) {
        this.#call.put(name, values, this.#placeOf(name, rows));
      }
    }
    const count = rows.end - rows.begin;
    this.#rowsLeft -= count;
    this.#call.advance(count);
    if (this.#rowsLeft === 0 && !this.#call.isOver()) this.#onDone();
  }
}

/**
 * An array that may be given away: what the caller holds is copied.
 * @param {Floats} view
 * @param {Floats | null} source
 * @param {SpareBuffers} spare
 * @returns {Float32Array}
 */
function owned(view, source, spare) {
  const floats = /** @type {Float32Array} */ (view);
  return source instanceof Resident ? floats : spare.copy(floats);
}

/** @param {import('./mask.js').ParsedMask} mask */
function ownedMask(mask) {
  return { ...mask, keep: mask.keep?.slice() ?? null, allowed: mask.allowed?.slice() ?? null };
}
