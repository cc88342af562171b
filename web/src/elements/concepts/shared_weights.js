// The matrices of a layer, cut and put together for fewer key/value heads or a latent.

/** @typedef {import('../shared_engine.js').Engine} Engine */
/** @typedef {import('../layer_input.js').Layer} Layer */
/** @typedef {import('../../readers/json.js').Tensor} Tensor */
/** @typedef {import('../../engine/low_rank.js').LowRankFactors} LowRankFactors */
/** @typedef {Layer & { wq: Tensor, wk: Tensor, wv: Tensor, bk?: Tensor, bv?: Tensor }} InOutLayer */

/**
 * @param {Layer} layer
 * @returns {InOutLayer} the same, its matrices as X·W has them
 */
export function inOut(layer) {
  const tensors = /** @type {InOutLayer} */ (layer);
  if (layer.weightLayout !== 'out-in') return tensors;
  const { wq, wk, wv, wo } = tensors;
  return {
    ...tensors,
    wq: transposed(wq),
    wk: transposed(wk),
    wv: transposed(wv),
    ...(wo ? { wo: transposed(/** @type {Tensor} */ (wo)) } : {}),
    weightLayout: 'in-out',
  };
}

/** @param {Tensor} matrix @returns {Tensor} */
function transposed({ data, shape: [rows, columns] }) {
  const turned = Float32Array.from(
    data,
    (_, cell) => data[(cell % rows) * columns + Math.floor(cell / rows)],
  );
  return { data: turned, shape: [columns, rows] };
}

/**
 * The columns of h heads as those of fewer: each group's first head, or the mean over its heads (Ainslie et al. 2023).
 * @param {Tensor} matrix [m, h·w]
 * @param {{ heads: number, groups: number, share: 'first' | 'mean' }} sharing
 * @returns {Tensor} [m, groups·w]
 */
export function sharedColumns({ data, shape: [rows, columns] }, { heads, groups, share }) {
  const width = columns / heads;
  const size = heads / groups;
  const taken = share === 'first' ? 1 : size;
  const cut = new Float32Array(rows * groups * width);
  for (let cell = 0; cell < cut.length; cell++) {
    const row = Math.floor(cell / (groups * width));
    const group = Math.floor((cell % (groups * width)) / width);
    const from = row * columns + group * size * width + (cell % width);
    let sum = 0;
    for (let member = 0; member < taken; member++) sum += data[from + member * width];
    cut[cell] = sum / taken;
  }
  return { data: cut, shape: [rows, groups * width] };
}

/**
 * @param {Tensor} left [m, a]
 * @param {Tensor} right [m, b]
 * @returns {Tensor} [m, a + b]
 */
export function besides(left, right) {
  const [rows, a] = left.shape;
  const width = a + right.shape[1];
  const data = new Float32Array(rows * width);
  for (let row = 0; row < rows; row++) {
    data.set(left.data.subarray(row * a, (row + 1) * a), row * width);
    const b = right.shape[1];
    data.set(right.data.subarray(row * b, (row + 1) * b), row * width + a);
  }
  return { data, shape: [rows, width] };
}

/**
 * @param {Tensor} matrix
 * @param {number} begin
 * @param {number} end
 * @returns {Tensor} columns [begin, end)
 */
export function columnsOf({ data, shape: [rows, columns] }, begin, end) {
  const width = end - begin;
  const picked = new Float32Array(rows * width);
  for (let row = 0; row < rows; row++)
    picked.set(data.subarray(row * columns + begin, row * columns + end), row * width);
  return { data: picked, shape: [rows, width] };
}

/** The last matrix that was factored: a slider over ranks asks for the same again. @type {{ matrix: Tensor, factors: LowRankFactors } | null} */
let remembered = null;

/**
 * @param {Engine} engine
 * @param {Tensor} matrix
 * @returns {LowRankFactors} at full rank; those of a lower one are the first of them
 */
export function fullFactors(engine, matrix) {
  const isSame =
    remembered?.matrix.shape.join() === matrix.shape.join() &&
    remembered.matrix.data.every((value, place) => value === matrix.data[place]);
  if (!remembered || !isSame)
    remembered = { matrix, factors: engine.lowRank({ matrix, rank: Math.min(...matrix.shape) }) };
  return remembered.factors;
}

/**
 * @param {LowRankFactors} factors
 * @param {number} rank
 * @returns {{ left: Tensor, right: Tensor }}
 */
export function truncated({ left, right }, rank) {
  const columns = right.shape[1];
  return {
    left: columnsOf(left, 0, rank),
    right: { data: right.data.slice(0, rank * columns), shape: [rank, columns] },
  };
}
