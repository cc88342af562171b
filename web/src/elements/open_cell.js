// One cell of the stages opened: its q·k term by term, the softmax of its row step by step, and the output of the row as the sum of
// weighted values. Computed on the core when a reader locks a cell, and never before.
import { partialDots, products, weightedRows } from './core_sums.js';

/** @typedef {import('./shared_engine.js').Engine} Engine */
/** @typedef {import('./problem.js').Problem} Problem */
/** @typedef {import('../views/opened_cell.js').Opened} Opened */
/** @typedef {import('../views/picture.js').Picture} Picture */
/** @typedef {import('../views/picture.js').Tensor} Tensor */
/** @typedef {{ get: (name: string) => Tensor | undefined }} Results */

/** Wider products show their largest terms only. */
const MOST_TERMS = 16;
/** Longer rows show their largest weights only: so many. */
const MOST_KEYS = 32;
const LARGEST_KEYS = 16;

/**
 * @param {Engine} engine
 * @param {Problem} problem
 * @param {Results} results
 * @param {Picture} picture
 * @returns {(head: number, row: number, column: number) => Opened | null} null where there are no scores to open: the weights came
 *   finished, or a score is beyond float32
 */
export function cellOpener(engine, problem, results, picture) {
  return (head, row, column) => {
    const query = problem.given.query ?? results.get('query');
    const key = problem.given.key ?? results.get('key');
    const scores = picture.scores(head, row);
    if (!query || !key || !scores) return null;
    const { pattern, scale = 1, temperature = 1, shape } = picture;
    const [heads, , columns] = shape;
    const width = query.shape[2];
    const group = Math.floor((head * key.shape[0]) / heads);
    const q = rowOf(query, head, row);
    const k = rowOf(key, group, column);
    const visible = columnsOf(columns, (index) => !pattern?.hides(head, row, index));
    const open = visible.map((index) => scores[index]);
    if (!open.every(Number.isFinite)) return null;
    const { rawScores, scaledScores } = engine.attention({
      query: { data: q, shape: [1, width] },
      key: { data: k, shape: [1, width] },
      scale,
      temperature,
      want: ['rawScores', 'scaledScores'],
    });
    return {
      head,
      row,
      column,
      keyWidth: width,
      raw: rawScores.data[0],
      scaled: scaledScores.data[0],
      bias: biasAt(problem, head, row, column),
      score: scores[column],
      masked: pattern?.hides(head, row, column) ?? false,
      hasMask: pattern !== null,
      product: openProduct(engine, q, k),
      softmax: openSoftmax(engine, picture, { head, row, column, scores, visible }),
      sum: openSum(engine, picture, { head, row, column }),
    };
  };
}

/**
 * @param {Engine} engine
 * @param {Float32Array} q
 * @param {Float32Array} k
 * @returns {Opened['product']}
 */
function openProduct(engine, q, k) {
  const all = columnsOf(q.length);
  const terms = products(engine, q, k);
  const shown = largest(terms, Math.min(q.length, MOST_TERMS));
  const rest = all.filter((component) => !shown.includes(component));
  const parts = shown.map((_, place) => shown.slice(0, place + 1));
  const sums = partialDots(engine, q, k, [...parts, rest]);
  return {
    terms: shown.map((component, place) => ({
      component,
      q: q[component],
      k: k[component],
      product: terms[component],
      sum: sums[place],
    })),
    rest: { count: rest.length, sum: sums[shown.length] },
  };
}

/**
 * The scores of the keys that the query sees are a problem of their own: a query 1 on keys that are the scores.
 * @param {Engine} engine
 * @param {Picture} picture
 * @param {{ head: number, row: number, column: number, scores: Float32Array, visible: number[] }} opened
 * @returns {Opened['softmax']} null for a query that sees no key
 */
function openSoftmax(engine, picture, { head, row, column, scores, visible }) {
  const [, rows, columns] = picture.shape;
  const first = (head * rows + row) * columns;
  // Read before the next computation, which may move it.
  const weights = Float32Array.from(picture.weights.read(first, columns));
  const shown = columns <= MOST_KEYS ? columnsOf(columns) : largest(weights, LARGEST_KEYS, column);
  const rest = columnsOf(columns).filter((index) => !shown.includes(index));
  if (visible.length === 0) return null;
  const seen = Float32Array.from(visible, (index) => scores[index]);
  const problem = {
    query: { data: Float32Array.of(1), shape: [1, 1, 1] },
    key: { data: seen, shape: [1, visible.length, 1] },
    scale: 1,
  };
  const { blocks, logSumExp } = engine.softmaxTrace({
    ...problem,
    value: { data: seen, shape: [1, visible.length, 1] },
    head: 0,
    row: 0,
    blockSize: visible.length,
  });
  const [{ max, sum }] = blocks;
  // exp(score − max) is a weight against a log-sum-exp that is the max.
  const powers = engine.weightsTile({
    ...problem,
    logSumExp: { data: Float32Array.of(max), shape: [1, 1] },
    head: 0,
    rows: [0, 1],
    columns: [0, visible.length],
  }).data;
  const below = partialDifferences(engine, seen, max);
  const places = new Map(visible.map((index, place) => [index, place]));
  const ones = new Float32Array(columns).fill(1);
  const exps = new Float32Array(columns);
  for (const [index, place] of places) exps[index] = powers[place];
  return {
    keys: shown.map((index) => {
      const place = places.get(index);
      const masked = place === undefined;
      return {
        index,
        masked,
        scaled: masked ? Number.NEGATIVE_INFINITY : seen[place],
        below: masked ? Number.NEGATIVE_INFINITY : below[place],
        exp: exps[index],
        weight: weights[index],
      };
    }),
    rest: {
      count: rest.length,
      exp: rest.length ? partialDots(engine, exps, ones, [rest])[0] : 0,
      weight: rest.length ? partialDots(engine, weights, ones, [rest])[0] : 0,
    },
    max,
    sum,
    logSumExp,
    rowSum: picture.rowSum.data[head * rows + row],
  };
}

/**
 * @param {Engine} engine
 * @param {Float32Array} scores
 * @param {number} max
 * @returns {Float32Array} score − max, as (1, max) · (score, −1)
 */
function partialDifferences(engine, scores, max) {
  const key = new Float32Array(2 * scores.length);
  scores.forEach((score, index) => {
    key[2 * index] = score;
    key[2 * index + 1] = -1;
  });
  const { rawScores } = engine.attention({
    query: { data: Float32Array.of(1, max), shape: [1, 1, 2] },
    key: { data: key, shape: [1, scores.length, 2] },
    want: ['rawScores'],
  });
  return rawScores.data;
}

/**
 * @param {Engine} engine
 * @param {Picture} picture
 * @param {{ head: number, row: number, column: number }} cell
 * @returns {Opened['sum']} null without values
 */
function openSum(engine, picture, { head, row, column }) {
  const { value, output, valueWidth: width } = picture;
  if (!value || !output || width === 0) return null;
  const [heads, rows, columns] = picture.shape;
  const first = (head * rows + row) * columns;
  const factors = Float32Array.from(picture.weights.read(first, columns));
  const group = Math.floor((head * value.shape[0]) / heads);
  const size = columns * width;
  const values = value.data.subarray(group * size, (group + 1) * size);
  const seen = columnsOf(columns, (index) => !picture.pattern?.hides(head, row, index));
  const shown = seen.length <= MOST_KEYS ? seen : largest(factors, LARGEST_KEYS, column);
  const rest = seen.filter((index) => !shown.includes(index));
  return {
    width,
    keys: shown.map((index) => ({ index, weight: factors[index] })),
    rest: rest.length,
    parts: weightedRows(engine, { factors, rows: values, width }, shown, rest),
    values,
    total: output.data.subarray((head * rows + row) * width, (head * rows + row + 1) * width),
  };
}

/**
 * @param {Problem} problem
 * @param {number} head
 * @param {number} row
 * @param {number} column
 * @returns {number | null} what is added to the scaled score; null where nothing is
 */
function biasAt({ bias, shape: [, rows, columns] }, head, row, column) {
  if (!bias) return null;
  return bias.data[((head * rows + row) * columns + column) % bias.data.length];
}

/**
 * @param {ArrayLike<number>} values
 * @param {number} most
 * @param {number} [always] one that is among them whatever its size
 * @returns {number[]} where the largest magnitudes are, in their order
 */
function largest(values, most, always) {
  const order = columnsOf(values.length).sort(
    (a, b) => Math.abs(values[b]) - Math.abs(values[a]) || a - b,
  );
  const chosen = order.slice(0, most);
  if (always !== undefined && !chosen.includes(always)) chosen[chosen.length - 1] = always;
  return chosen.sort((a, b) => a - b);
}

/**
 * @param {number} count
 * @param {(index: number) => boolean} [wanted]
 * @returns {number[]} 0 … count − 1, or those of them that are wanted
 */
function columnsOf(count, wanted = () => true) {
  return Array.from({ length: count }, (_, index) => index).filter(wanted);
}

/**
 * @param {Tensor} tensor [h, n, d]
 * @param {number} head
 * @param {number} row
 * @returns {Float32Array} d
 */
function rowOf({ data, shape: [, rows, width] }, head, row) {
  const at = (head * rows + row) * width;
  return data.subarray(at, at + width);
}
