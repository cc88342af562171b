// Small sums of products on the core: dot products term by term and as they add up, each a call of attention() whose raw scores
// they are, so that what is opened on screen is what the kernels compute.

/** @typedef {import('./shared_engine.js').Engine} Engine */

/**
 * @param {Engine} engine
 * @param {ArrayLike<number>} a
 * @param {ArrayLike<number>} b as many
 * @returns {Float32Array} aᵢ·bᵢ
 */
export function products(engine, a, b) {
  const shape = [a.length, 1, 1];
  const { rawScores } = engine.attention({
    query: { data: Float32Array.from(a), shape },
    key: { data: Float32Array.from(b), shape },
    want: ['rawScores'],
  });
  return rawScores.data;
}

/**
 * a·b over some of the components at a time: a query for each part, which is 0 elsewhere.
 * @param {Engine} engine
 * @param {ArrayLike<number>} a
 * @param {ArrayLike<number>} b as many
 * @param {readonly (readonly number[])[]} parts the components of each
 * @returns {Float32Array} one sum a part
 */
export function partialDots(engine, a, b, parts) {
  const width = a.length;
  const query = new Float32Array(parts.length * width);
  parts.forEach((components, part) => {
    for (const component of components) query[part * width + component] = a[component];
  });
  const { rawScores } = engine.attention({
    query: { data: query, shape: [1, parts.length, width] },
    key: { data: Float32Array.from(b), shape: [1, 1, width] },
    want: ['rawScores'],
  });
  return rawScores.data;
}

/**
 * Rows of a matrix, each times a number, and the sum of those that are left.
 * @param {Engine} engine
 * @param {{ factors: ArrayLike<number>, rows: Float32Array, width: number }} sum as many factors as rows of that width
 * @param {readonly number[]} shown
 * @param {readonly number[]} rest
 * @returns {Float32Array} [shown + 1, width]; the last row is Σ of the rest
 */
export function weightedRows(engine, { factors, rows, width }, shown, rest) {
  const result = new Float32Array((shown.length + 1) * width);
  const row = (/** @type {number} */ index) => rows.subarray(index * width, (index + 1) * width);
  shown.forEach((index, place) => {
    const { rawScores } = engine.attention({
      query: { data: Float32Array.of(factors[index]), shape: [1, 1, 1] },
      key: { data: row(index), shape: [1, width, 1] },
      want: ['rawScores'],
    });
    result.set(rawScores.data, place * width);
  });
  if (rest.length === 0) return result;
  const columns = new Float32Array(width * rest.length);
  rest.forEach((index, place) => {
    row(index).forEach((value, component) => {
      columns[component * rest.length + place] = value;
    });
  });
  const { rawScores } = engine.attention({
    query: {
      data: Float32Array.from(rest, (index) => factors[index]),
      shape: [1, 1, rest.length],
    },
    key: { data: columns, shape: [1, width, rest.length] },
    want: ['rawScores'],
  });
  result.set(rawScores.data, shown.length * width);
  return result;
}
