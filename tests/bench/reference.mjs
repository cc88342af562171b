// What is right: each work in float64, as plainly as it can be written. Nothing here is fast, on purpose.

/** @typedef {import('./works.mjs').Work} Work */
/** @typedef {import('./works.mjs').Arrays} Arrays */
/** @typedef {{ output: Float64Array, weights: Float64Array | null }} Reference output [h, n_q, d], or [n, d_model] of layers and products */

/** The largest |found − expected|, as a share of the largest |expected|, that counts as right in float32. */
export const TOLERANCE = 1e-4;

/**
 * @param {Work} work
 * @param {Arrays} inputs
 * @returns {Reference}
 */
export function reference(work, inputs) {
  const { kind, nQ, dModel } = work;
  if (kind === 'product') {
    return { output: product(inputs.left, inputs.right, nQ, dModel, dModel), weights: null };
  }
  if (kind !== 'layer') return attention(work, inputs.query, inputs.key, inputs.value);
  const project = (/** @type {Float32Array} */ w) =>
    splitHeads(product(inputs.x, w, nQ, dModel, dModel), work);
  const heads = attention(work, project(inputs.wq), project(inputs.wk), project(inputs.wv));
  return {
    output: product(joinHeads(heads.output, work), inputs.wo, nQ, dModel, dModel),
    weights: null,
  };
}

/**
 * softmax(Q·Kᵀ/√d_k)·V for every head (ch. 16.2.2), −∞ above the diagonal where causal.
 * @param {Work} work
 * @param {ArrayLike<number>} query
 * @param {ArrayLike<number>} key
 * @param {ArrayLike<number>} value
 * @returns {Reference}
 */
function attention({ heads, nQ, nK, dK, causal, weights: wanted }, query, key, value) {
  const output = new Float64Array(heads * nQ * dK);
  const weights = wanted ? new Float64Array(heads * nQ * nK) : null;
  const row = new Float64Array(nK);
  for (let head = 0; head < heads; head++) {
    for (let i = 0; i < nQ; i++) {
      const q = (head * nQ + i) * dK;
      const seen = causal ? i + 1 : nK;
      let largest = Number.NEGATIVE_INFINITY;
      for (let j = 0; j < seen; j++) {
        const k = (head * nK + j) * dK;
        let sum = 0;
        for (let d = 0; d < dK; d++) sum += query[q + d] * key[k + d];
        row[j] = sum / Math.sqrt(dK);
        largest = Math.max(largest, row[j]);
      }
      let total = 0;
      for (let j = 0; j < seen; j++) {
        row[j] = Math.exp(row[j] - largest);
        total += row[j];
      }
      for (let j = 0; j < seen; j++) {
        const weight = row[j] / total;
        if (weights) weights[(head * nQ + i) * nK + j] = weight;
        const v = (head * nK + j) * dK;
        for (let d = 0; d < dK; d++) output[q + d] += weight * value[v + d];
      }
    }
  }
  return { output, weights };
}

/**
 * left [rows, depth] times right [depth, columns].
 * @param {ArrayLike<number>} left
 * @param {ArrayLike<number>} right
 * @param {number} rows
 * @param {number} depth
 * @param {number} columns
 */
function product(left, right, rows, depth, columns) {
  const result = new Float64Array(rows * columns);
  for (let i = 0; i < rows; i++) {
    for (let d = 0; d < depth; d++) {
      const factor = left[i * depth + d];
      for (let j = 0; j < columns; j++) result[i * columns + j] += factor * right[d * columns + j];
    }
  }
  return result;
}

/**
 * [n, h·d] → [h, n, d]
 * @param {Float64Array} rows
 * @param {Work} work
 */
function splitHeads(rows, { heads, nQ, dK }) {
  const split = new Float64Array(rows.length);
  for (let head = 0; head < heads; head++) {
    for (let i = 0; i < nQ; i++) {
      const from = (i * heads + head) * dK;
      split.set(rows.subarray(from, from + dK), (head * nQ + i) * dK);
    }
  }
  return split;
}

/**
 * [h, n, d] → [n, h·d]
 * @param {Float64Array} split
 * @param {Work} work
 */
function joinHeads(split, { heads, nQ, dK }) {
  const rows = new Float64Array(split.length);
  for (let head = 0; head < heads; head++) {
    for (let i = 0; i < nQ; i++) {
      const from = (head * nQ + i) * dK;
      rows.set(split.subarray(from, from + dK), (i * heads + head) * dK);
    }
  }
  return rows;
}

/**
 * max |found − expected| / max |expected|; infinite where sizes differ, NaN where a found value is NaN.
 * @param {ArrayLike<number> | null | undefined} found
 * @param {ArrayLike<number>} expected
 */
export function relativeError(found, expected) {
  if (!found || found.length !== expected.length) return Number.POSITIVE_INFINITY;
  let worst = 0;
  let largest = 0;
  for (let k = 0; k < expected.length; k++) {
    const difference = Math.abs(found[k] - expected[k]);
    if (!(difference <= worst)) worst = difference;
    if (Number.isNaN(worst)) return worst;
    largest = Math.max(largest, Math.abs(expected[k]));
  }
  return worst / largest;
}
