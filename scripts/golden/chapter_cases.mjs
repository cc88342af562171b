// The cases of tests/golden/chapter.json as calls of engine.attention(): options in, expected tensors out.
// One list for the C++ suite (through embed.mjs) and for the JavaScript suite.

/** @typedef {{ shape: number[], data: (number | '-inf')[] }} StoredTensor */
/** @typedef {number[] | number[][] | number[][][]} Nested */
/** @typedef {Record<string, Nested | number | string | undefined>} ChapterNumbers the arrays of one case, by the file's names */
/** @typedef {{ Q: number[][], K: number[][], V: number[][], raw_scores: number[][], scaled_scores: number[][], cases: Record<string, ChapterNumbers>, two_heads_dk4: Record<string, ChapterNumbers> }} Chapter */
/** @typedef {{ name: string, atol: number, rtol: number, options: Record<string, unknown>, expected: Record<string, StoredTensor> }} GoldenCase */

// The file's names → the engine's. Every result has a head axis; the file has one only where it has several heads.
const RESULT_NAMES = {
  A: 'weights',
  weights: 'weights',
  out: 'output',
  output: 'output',
  raw_scores: 'rawScores',
  scaled_scores: 'scaledScores',
  entropy_nats: 'entropy',
  entropy: 'entropy',
  row_sum: 'rowSum',
  rowSum: 'rowSum',
  lse: 'logSumExp',
  logSumExp: 'logSumExp',
  peak: 'peak',
  jacobianNorm: 'jacobianNorm',
};
const ROW_RESULTS = ['entropy', 'peak', 'rowSum', 'logSumExp', 'jacobianNorm'];

/** @param {number[][]} matrix @param {number} head of two @returns columns 4h … 4h+3 */
const half = (matrix, head) => matrix.map((row) => row.slice(4 * head, 4 * head + 4));

/** @param {Nested} nested @returns {StoredTensor} */
function tensor(nested) {
  const shape = [];
  for (let level = /** @type {unknown} */ (nested); Array.isArray(level); level = level[0])
    shape.push(level.length);
  return { shape, data: /** @type {number[]} */ (nested.flat(2)) };
}

/** @param {StoredTensor} found @param {number} rank @returns {StoredTensor} with leading axes of 1 up to that rank */
const atRank = ({ shape, data }, rank) => ({
  shape: [...Array(rank - shape.length).fill(1), ...shape],
  data,
});

/** @param {ChapterNumbers} numbers */
function results(numbers) {
  /** @type {Record<string, StoredTensor>} */
  const expected = {};
  for (const [name, value] of Object.entries(numbers)) {
    if (!(name in RESULT_NAMES)) continue;
    const result = RESULT_NAMES[/** @type {keyof typeof RESULT_NAMES} */ (name)];
    const rank = ROW_RESULTS.includes(result) ? 2 : 3;
    expected[result] = atRank(tensor(Array.isArray(value) ? value : [Number(value)]), rank);
  }
  return expected;
}

/** @param {Chapter} chapter @returns {GoldenCase[]} */
export function chapterCases(chapter) {
  const { Q, K, V, cases, two_heads_dk4: halves } = chapter;
  const keep = [true, true, true, false];
  const bothHeads = {
    query: [half(Q, 0), half(Q, 1)],
    key: [half(K, 0), half(K, 1)],
    value: [half(V, 0), half(V, 1)],
  };
  const order = /** @type {number[]} */ (cases.permutation.order);
  /** @type {GoldenCase[]} */
  const list = [];

  /** @param {string} name @param {ChapterNumbers} numbers @param {Record<string, unknown>} options the whole example's Q, K, V unless it says otherwise */
  const add = (name, numbers, options = {}) => {
    const {
      query = [Q],
      key = [K],
      value = [V],
      ...rest
    } = /** @type {Record<string, Nested>} */ (options);
    const tensors = { query: tensor(query), key: tensor(key), value: tensor(value) };
    list.push({
      name,
      atol: 1e-6,
      rtol: 0,
      options: { ...tensors, ...rest },
      expected: results(numbers),
    });
  };

  add('raw and scaled scores', {
    raw_scores: chapter.raw_scores,
    scaled_scores: chapter.scaled_scores,
  });
  add('causal', cases.causal, { mask: 'causal' });
  add('full', cases.full);
  add('causal_unscaled', cases.causal_unscaled, { mask: 'causal', scale: 1 });
  add('full_unscaled', cases.full_unscaled, { scale: 1 });
  add('pad_last', cases.pad_last, { mask: { keep } });
  add('pad_last_causal', cases.pad_last_causal, { mask: { causal: true, keep } });
  add('causal_T0_5', cases.causal_T0_5, { mask: 'causal', temperature: 0.5 });
  add('causal_T2', cases.causal_T2, { mask: 'causal', temperature: 2 });
  add('full_statistics', cases.full_statistics);
  add('causal_statistics', cases.causal_statistics, { mask: 'causal' });
  add('full_unscaled_statistics', cases.full_unscaled_statistics, { scale: 1 });

  const late = [Q.slice(2)];
  add('cross_queries_2_3', cases.cross_queries_2_3, { query: late });
  add('cross_queries_2_3_causal_bottom_right', cases.cross_queries_2_3_causal_bottom_right, {
    query: late,
    mask: 'causal',
  });
  add('cross_queries_2_3_causal_top_left', cases.cross_queries_2_3_causal_top_left, {
    query: late,
    mask: { causal: 'top-left' },
  });

  const { weights, concat } = /** @type {{ weights: number[][][], concat: number[][] }} */ (
    cases.two_heads_causal
  );
  add(
    'two_heads_causal',
    { weights, output: [half(concat, 0), half(concat, 1)] },
    { ...bothHeads, mask: 'causal' },
  );
  add(
    'two_query_heads_one_key_value_head_causal',
    cases.two_query_heads_one_key_value_head_causal,
    {
      query: bothHeads.query,
      key: [half(K, 0)],
      value: [half(V, 0)],
      mask: 'causal',
    },
  );

  /** @param {number[][]} matrix */
  const permuted = (matrix) => [order.map((row) => matrix[row])];
  const shuffled = { query: permuted(Q), key: permuted(K), value: permuted(V) };
  add('permutation, full', { weights: cases.permutation.full_weights }, shuffled);
  add(
    'permutation, causal',
    { weights: cases.permutation.causal_weights },
    { ...shuffled, mask: 'causal' },
  );
  const { logSumExp, output } = cases.online_softmax_row_3_tile_2;
  add(
    'online_softmax_row_3_tile_2',
    { logSumExp, output: [/** @type {number[]} */ (output)] },
    { query: [[Q[3]]] },
  );

  for (const head of [0, 1]) {
    const own = { query: [half(Q, head)], key: [half(K, head)], value: [half(V, head)] };
    const shared = { ...own, key: [half(K, 0)], value: [half(V, 0)] };
    add(`head${head}_full`, halves[`head${head}_full`], own);
    add(`head${head}_causal`, halves[`head${head}_causal`], { ...own, mask: 'causal' });
    add(`mqa_q${head}_k0_causal`, halves[`mqa_q${head}_k0_causal`], { ...shared, mask: 'causal' });
  }
  return list;
}
