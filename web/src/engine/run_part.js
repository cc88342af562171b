// Running a part of a call: the same in a thread and on the thread that called.

import { product } from '../tensor.js';
import { runProblem } from './attention.js';
import { NO_MASK } from './mask.js';
import { attentionShape, Results } from './results.js';

/** @typedef {import('./session.js').Session} Session */
/** @typedef {import('./parts.js').Part} Part */
/** @typedef {Record<string, Float32Array>} Values results by name */
/** @typedef {(name: string, length: number) => Float32Array | undefined} PlaceFor memory for a result; without it a fresh array */

/**
 * @param {Session} session
 * @param {Part} part
 * @param {readonly string[]} want empty: only look whether the core refuses
 * @param {PlaceFor} [placeFor] where results may go, even if the part's own query lies there
 * @returns {{ values: Values } | { status: number }}
 */
export function runPart(session, { problem, cut }, want, placeFor) {
  if (cut === null) return runWanted(session, problem, want, placeFor);
  // The keys left out are checked too: a call is refused as a whole.
  const checked = runWanted(session, { ...problem, mask: NO_MASK }, []);
  if ('status' in checked || want.length === 0) return checked;
  return runWanted(session, cutKeys(problem, cut), want, placeFor);
}

/**
 * @param {Session} session
 * @param {import('./attention.js').Problem} problem
 * @param {readonly string[]} want
 * @param {PlaceFor} [placeFor]
 */
function runWanted(session, problem, want, placeFor) {
  const shapeOf = (/** @type {string} */ name) => attentionShape(name, problem.sizes);
  /** @type {Record<string, import('../tensor.js').Tensor>} */
  const into = {};
  for (const name of placeFor ? want : []) {
    const shape = shapeOf(name);
    const data = placeFor?.(name, product(shape));
    if (data) into[name] = { data, shape };
  }
  const results = new Results(session.arena, want, shapeOf, into);
  const status = runProblem(session, problem, results);
  if (status !== 0) return { status };
  /** @type {Values} */
  const values = {};
  for (const [name, { data }] of Object.entries(results.take())) values[name] = data;
  return { values };
}

/**
 * @param {import('./attention.js').Problem} problem of one head, without a bias
 * @param {{ nK: number, mask: import('./mask.js').ParsedMask }} cut
 * @returns {import('./attention.js').Problem}
 */
function cutKeys(problem, { nK, mask }) {
  const { sizes } = problem;
  const key = /** @type {Float32Array} */ (problem.key).subarray(0, nK * sizes.dK);
  const value = /** @type {Float32Array | null} */ (problem.value);
  return {
    ...problem,
    sizes: { ...sizes, nK },
    key,
    value: value?.subarray(0, nK * sizes.dV) ?? null,
    mask,
  };
}
