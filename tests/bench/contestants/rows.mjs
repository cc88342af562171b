// Layouts that peers want: heads side by side in a row, and masks as numbers to add.

/** @typedef {import('../works.mjs').Work} Work */

/** What graphs add where the mask is; −∞ itself gives NaN in some of them. */
const MASKED = -1e30;

/**
 * [h, n, d] → [n, h·d]
 * @param {Float32Array} values
 * @param {number} heads
 * @param {number} n
 * @param {number} d
 */
export function joinHeads(values, heads, n, d) {
  const rows = new Float32Array(values.length);
  for (let head = 0; head < heads; head++) {
    for (let i = 0; i < n; i++) {
      const from = (head * n + i) * d;
      rows.set(values.subarray(from, from + d), (i * heads + head) * d);
    }
  }
  return rows;
}

/**
 * [n, h·d] → [h, n, d]
 * @param {Float32Array} rows
 * @param {number} heads
 * @param {number} n
 * @param {number} d
 */
export function splitHeads(rows, heads, n, d) {
  const values = new Float32Array(rows.length);
  for (let head = 0; head < heads; head++) {
    for (let i = 0; i < n; i++) {
      const from = (i * heads + head) * d;
      values.set(rows.subarray(from, from + d), (head * n + i) * d);
    }
  }
  return values;
}

/**
 * [rows, columns] → [columns, rows]
 * @param {Float32Array} matrix
 * @param {number} rows
 * @param {number} columns
 */
export function transpose(matrix, rows, columns) {
  const turned = new Float32Array(matrix.length);
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < columns; j++) turned[j * rows + i] = matrix[i * columns + j];
  }
  return turned;
}

/**
 * [n_q, n_k], 0 on and below the diagonal.
 * @param {Work} work
 */
export function causalMask({ nQ, nK }) {
  const mask = new Float32Array(nQ * nK);
  for (let i = 0; i < nQ; i++) mask.fill(MASKED, i * nK + i + 1, (i + 1) * nK);
  return mask;
}
