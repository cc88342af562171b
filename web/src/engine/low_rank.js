// engine.lowRank(): a matrix as a product of two thin ones.
import { AttentionError } from '../errors.js';
import { allocate } from '../tensor.js';
import { checkNames, readInteger, readMatrix } from './arguments.js';
import { refusal } from './refusal.js';

/** @typedef {import('../tensor.js').Tensor} Tensor */
/** @typedef {{ matrix: import('./arguments.js').TensorLike, rank: number }} LowRankOptions */
/** @typedef {{ left: Tensor, right: Tensor, singularValues: Tensor }} LowRankFactors */

/** As in attn/low_rank.h. */
const MOST_VECTORS = 512;

/**
 * @param {import('./session.js').Session} session
 * @param {LowRankOptions} options
 * @returns {LowRankFactors}
 */
export function lowRank(session, options) {
  checkNames(options, ['matrix', 'rank'], 'lowRank()');
  const { data, rows, columns } = readMatrix('matrix', options.matrix);
  const smaller = Math.min(rows, columns);
  if (smaller > MOST_VECTORS) {
    throw new AttentionError(
      'shape',
      'matrix',
      `matrix has shape ${rows} × ${columns}, expected at most ${MOST_VECTORS} rows or columns`,
    );
  }
  const rank = readInteger('rank', options.rank, 1, smaller);
  const left = zeros([rows, rank]);
  const right = zeros([rank, columns]);
  const singularValues = zeros([smaller]);
  const { arena, core, scratch } = session;
  session.begin();
  const from = arena.input(data, 'matrix');
  const results = [left, right, singularValues].map((result) => ({
    result,
    place: arena.room(result.data.byteLength),
  }));
  arena.commit();
  const [toLeft, toRight, toValues] = results.map(({ place }) => arena.address(place));
  const status = core.lowRank(
    ...[rows, columns, rank],
    ...[arena.address(from), data.length],
    ...[toLeft, left.data.length],
    ...[toRight, right.data.length],
    ...[toValues, singularValues.data.length],
    scratch,
  );
  if (status !== 0) throw refusal(core, status, { matrix: data });
  for (const { result, place } of results) arena.read(place, result.data);
  return { left, right, singularValues };
}

/**
 * @param {number[]} shape
 * @returns {Tensor}
 */
function zeros(shape) {
  return { data: allocate('matrix', shape[0] * (shape[1] ?? 1)), shape };
}
