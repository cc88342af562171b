// Plain JavaScript as a careful author writes it: Float32Array, nothing allocated in the call, loops blocked so that what is
// loaded is used more than once, and nothing computed above the diagonal.

/** @typedef {import('./contestant.mjs').Work} Work */
/** @typedef {import('./contestant.mjs').Arrays} Arrays */

/** @type {import('./contestant.mjs').Create} */
export async function create() {
  return {
    version: 'Float32Array, blocked loops',
    modes: ({ kind }) => (kind === 'picture' ? [] : ['E']),
    variants: () => ['loops'],
    prepare: (work, inputs) => {
      if (work.kind === 'product') return prepareProduct(work, inputs);
      return work.kind === 'layer' ? prepareLayer(work, inputs) : prepareAttention(work, inputs);
    },
  };
}

/** @param {Work} work @param {Arrays} inputs */
function prepareProduct({ nQ, dModel }, { left, right }) {
  const output = new Float32Array(nQ * dModel);
  const panel = new Float32Array(4 * dModel);
  const run = () => multiply(left, right, output, nQ, dModel, dModel, panel);
  const result = () => {
    run();
    return { output };
  };
  return { run, result };
}

/** @param {Work} work @param {Arrays} inputs */
function prepareAttention(work, { query, key, value }) {
  const { heads, nQ, nK, dK } = work;
  const output = new Float32Array(query.length);
  const weights = work.weights ? new Float32Array(heads * nQ * nK) : null;
  const row = new Float32Array(nK);
  const run = () => {
    for (let head = 0; head < heads; head++) {
      const at = { query: head * nQ * dK, key: head * nK * dK, weights: head * nQ * nK };
      attend(work, query, key, value, output, weights, row, dK, at);
    }
  };
  const result = () => {
    run();
    return { output, weights };
  };
  return { run, result };
}

/** @param {Work} work @param {Arrays} inputs */
function prepareLayer(work, { x, wq, wk, wv, wo }) {
  const { heads, nQ, dK, dModel } = work;
  const [query, key, value, concat, output] = Array.from(
    { length: 5 },
    () => new Float32Array(nQ * dModel),
  );
  const panel = new Float32Array(4 * dModel);
  const row = new Float32Array(nQ);
  const run = () => {
    multiply(x, wq, query, nQ, dModel, dModel, panel);
    multiply(x, wk, key, nQ, dModel, dModel, panel);
    multiply(x, wv, value, nQ, dModel, dModel, panel);
    for (let head = 0; head < heads; head++) {
      const at = { query: head * dK, key: head * dK, weights: 0 };
      attend(work, query, key, value, concat, null, row, dModel, at);
    }
    multiply(concat, wo, output, nQ, dModel, dModel, panel);
  };
  const result = () => {
    run();
    return { output };
  };
  return { run, result };
}

/**
 * result = left [rows, depth] · right [depth, columns]; rows even, columns a multiple of 4. Two rows times four columns at a
 * time, the columns copied beside each other first.
 * @param {Float32Array} left
 * @param {Float32Array} right
 * @param {Float32Array} result
 * @param {number} rows
 * @param {number} depth
 * @param {number} columns
 * @param {Float32Array} panel [depth, 4]
 */
function multiply(left, right, result, rows, depth, columns, panel) {
  for (let j = 0; j < columns; j += 4) {
    for (let d = 0; d < depth; d++) {
      for (let c = 0; c < 4; c++) panel[4 * d + c] = right[d * columns + j + c];
    }
    for (let i = 0; i < rows; i += 2) {
      const upper = i * depth;
      const lower = upper + depth;
      let [a0, a1, a2, a3] = [0, 0, 0, 0];
      let [b0, b1, b2, b3] = [0, 0, 0, 0];
      for (let d = 0; d < depth; d++) {
        const a = left[upper + d];
        const b = left[lower + d];
        const p = 4 * d;
        a0 += a * panel[p];
        a1 += a * panel[p + 1];
        a2 += a * panel[p + 2];
        a3 += a * panel[p + 3];
        b0 += b * panel[p];
        b1 += b * panel[p + 1];
        b2 += b * panel[p + 2];
        b3 += b * panel[p + 3];
      }
      const to = i * columns + j;
      result[to] = a0;
      result[to + 1] = a1;
      result[to + 2] = a2;
      result[to + 3] = a3;
      result[to + columns] = b0;
      result[to + columns + 1] = b1;
      result[to + columns + 2] = b2;
      result[to + columns + 3] = b3;
    }
  }
}

/**
 * One head whose rows are `stride` floats apart; d_k is a multiple of 4.
 * @param {Work} work
 * @param {Float32Array} query
 * @param {Float32Array} key
 * @param {Float32Array} value
 * @param {Float32Array} output
 * @param {Float32Array | null} weights
 * @param {Float32Array} row
 * @param {number} stride
 * @param {{ query: number, key: number, weights: number }} at where the head begins
 */
function attend(work, query, key, value, output, weights, row, stride, at) {
  const { nQ, nK, dK, causal } = work;
  const scale = 1 / Math.sqrt(dK);
  for (let i = 0; i < nQ; i++) {
    const seen = causal ? i + 1 : nK;
    const q = at.query + i * stride;
    let largest = Number.NEGATIVE_INFINITY;
    for (let j = 0; j < seen; j++) {
      const k = at.key + j * stride;
      let [s0, s1, s2, s3] = [0, 0, 0, 0];
      for (let d = 0; d < dK; d += 4) {
        s0 += query[q + d] * key[k + d];
        s1 += query[q + d + 1] * key[k + d + 1];
        s2 += query[q + d + 2] * key[k + d + 2];
        s3 += query[q + d + 3] * key[k + d + 3];
      }
      const score = (s0 + s1 + s2 + s3) * scale;
      row[j] = score;
      if (score > largest) largest = score;
    }
    let total = 0;
    for (let j = 0; j < seen; j++) {
      row[j] = Math.exp(row[j] - largest);
      total += row[j];
    }
    for (let j = 0; j < seen; j++) row[j] /= total;
    mix(row, seen, value, at.key, stride, dK, output, q);
    if (weights) {
      const first = at.weights + i * nK;
      weights.set(seen === nK ? row : row.subarray(0, seen), first);
      weights.fill(0, first + seen, first + nK);
    }
  }
}

/**
 * output[to …] = Σ_j row[j]·value[j], two keys at a time.
 * @param {Float32Array} row
 * @param {number} seen
 * @param {Float32Array} value
 * @param {number} first
 * @param {number} stride
 * @param {number} width
 * @param {Float32Array} output
 * @param {number} to
 */
function mix(row, seen, value, first, stride, width, output, to) {
  output.fill(0, to, to + width);
  let j = 0;
  for (; j + 1 < seen; j += 2) {
    const a = row[j];
    const b = row[j + 1];
    const v = first + j * stride;
    for (let d = 0; d < width; d++) output[to + d] += a * value[v + d] + b * value[v + stride + d];
  }
  if (j < seen) {
    const v = first + j * stride;
    for (let d = 0; d < width; d++) output[to + d] += row[j] * value[v + d];
  }
}
