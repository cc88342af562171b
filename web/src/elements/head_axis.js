// The head axis of a tensor: put where there is none, and cut through at one head, without copying.

/** @typedef {import('../readers/json.js').Tensor} Tensor */

/**
 * @param {Tensor} tensor of rank 2 or 3
 * @returns {Tensor} of rank 3
 */
export function withHeads(tensor) {
  const { data, shape } = tensor;
  return shape.length === 2 ? { data, shape: [1, ...shape] } : tensor;
}

/**
 * @param {Tensor} tensor [h, rows, columns]
 * @param {number} head
 * @returns {Tensor} [rows, columns]
 */
export function headOf({ data, shape: [, rows, columns] }, head) {
  const size = rows * columns;
  return { data: data.subarray(head * size, (head + 1) * size), shape: [rows, columns] };
}
