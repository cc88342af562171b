// A known answer that a core must give before it is used: a miscompiled or misdetected instruction shows here, not in a picture.

/** @typedef {import('./core.js').Core} Core */

const HEADS = 1;
const N = 9;
const WIDTH = 5;
const TOLERANCE = 1e-5;

/** Numbers in [−1.5, 1.5] without a pattern that a swapped axis would keep. @param {number} k */
const sample = (k) => Math.fround(1.5 * Math.sin(1 + 12.9898 * k));

/**
 * Causal attention of nine tokens, and its weights, against the formula in double.
 * @param {Core} core
 * @returns {boolean}
 */
export function passesSelfTest(core) {
  const size = N * WIDTH;
  const block = new core.Block();
  const scratch = new core.Scratch();
  const options = new core.Options();
  const outputs = new core.Outputs();
  const call = new core.AttentionCall();
  try {
    if (!block.reserve(4 * (4 * size + N * N))) return false;
    const [query, key, value, output, weights] = [0, size, 2 * size, 3 * size, 4 * size].map(
      (first) => block.address() + 4 * first,
    );
    for (let k = 0; k < 3 * size; k++) core.HEAPF32[query / 4 + k] = sample(k);
    call.shape(HEADS, HEADS, N, N, WIDTH, WIDTH);
    call.inputs(query, size, key, size, value, size, 0, 0);
    options.scaling(1, 1);
    options.mask(1, 0x7fffffff, 0x7fffffff, 0, 0, 0, 0, 0);
    outputs.set(size, N * N, N, output, weights, 0, 0, 0, 0, 0, 0, 0, 0);
    if (call.run(options, outputs, scratch) !== 0) return false;
    const read = (/** @type {number} */ address, /** @type {number} */ count) =>
      core.HEAPF32.subarray(address / 4, address / 4 + count);
    return agrees(read(output, size), read(weights, N * N));
  } finally {
    for (const handle of [block, scratch, options, outputs, call]) handle.delete();
  }
}

/**
 * @param {Float32Array} output
 * @param {Float32Array} weights
 * @returns {boolean}
 */
function agrees(output, weights) {
  const at = (
    /** @type {number} */ matrix,
    /** @type {number} */ row,
    /** @type {number} */ column,
  ) => sample((matrix * N + row) * WIDTH + column);
  for (let i = 0; i < N; i++) {
    const shares = Array.from({ length: i + 1 }, (_, j) => {
      let score = 0;
      for (let d = 0; d < WIDTH; d++) score += at(0, i, d) * at(1, j, d);
      return Math.exp(score);
    });
    const sum = shares.reduce((a, b) => a + b, 0);
    for (let j = 0; j < N; j++) {
      if (!(Math.abs(weights[i * N + j] - (j <= i ? shares[j] / sum : 0)) < TOLERANCE))
        return false;
    }
    for (let c = 0; c < WIDTH; c++) {
      const mixed = shares.reduce((total, share, j) => total + (share / sum) * at(2, j, c), 0);
      if (!(Math.abs(output[i * WIDTH + c] - mixed) < TOLERANCE)) return false;
    }
  }
  return true;
}
