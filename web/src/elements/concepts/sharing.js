// Sharing keys and values (ch. 16.3): one set of weights, read with fewer key/value heads (GQA, MQA) or through a latent (MLA).
import { AttentionError } from '../../errors.js';
import { SharingFigure } from '../../views/concepts/sharing_figure.js';
import { maskPattern } from '../mask_pattern.js';
import { layerOf } from './example.js';
import { hatch } from './hatch.js';
import { resultWhenRead } from './result_when_read.js';
import {
  besides,
  columnsOf,
  fullFactors,
  inOut,
  sharedColumns,
  truncated,
} from './shared_weights.js';

/** @typedef {import('./concept.js').Asked} Asked */
/** @typedef {import('../layer_input.js').Layer} Layer */
/** @typedef {import('../../readers/json.js').Tensor} Tensor */
/** @typedef {import('../../views/concepts/sharing_figure.js').SharingModel} SharingModel */

const WANT = /** @type {const} */ (['weights', 'rowSum']);
/** The chapter's two heads; with one there is nothing to share. */
const CHAPTER_HEADS = 2;
/** More rows or columns than this would take a tenth of a second to factor. */
const MOST_FACTORED = 128;

/**
 * @param {Asked} asked
 * @returns {Generator<SharingModel, void>}
 */
function* compute(asked) {
  const { engine, example, arrays } = asked;
  const settings = settingsOf(asked);
  const { layer, heads, keyValueHeads, share, widths, rank, fullRank } = settings;
  const call = { ...layer, ...example.scaling, mask: example.mask, want: WANT };
  const { x, context = x } = layer;
  const [[rows], [columns]] = [x.shape, context.shape];
  const size = rows * columns;
  const into = (/** @type {string} */ name) => ({
    weights: arrays.tensor(name, [heads, rows, columns]),
  });
  const own = engine.multiHeadAttention({ ...call, into: into('own') });
  const pattern = maskPattern(example.mask, own.weights.shape, example.bias ?? undefined);
  const hatched = (/** @type {Tensor} */ { data }) =>
    Array.from({ length: heads }, (_, head) =>
      hatch(data.subarray(head * size, (head + 1) * size), pattern, [rows, columns], head),
    );
  const none = arrays.floats('none', size).fill(Number.NaN);
  /** @type {SharingModel} */
  const model = {
    result: resultWhenRead(WANT, () => engine.multiHeadAttention(call)),
    queryTokens: example.tokens,
    keyTokens: example.keyTokens,
    heads,
    keyValueHeads,
    share,
    rank,
    fullRank,
    widths,
    headChoices: [1, 2, 4, 8].filter((count) => fits(layer, count)),
    own: hatched(own.weights),
    ownSum: own.rowSum.data,
    shared: Array.from({ length: heads }, () => none),
    sharedSum: new Float32Array(heads * rows).fill(Number.NaN),
    moved: null,
    singularValues: null,
  };
  yield model;
  const { inputs, singularValues } = sharedLayer(asked, settings);
  const shared = engine.multiHeadAttention({ ...call, ...inputs, into: into('shared') });
  const maps = hatched(shared.weights);
  yield {
    ...model,
    shared: maps,
    sharedSum: shared.rowSum.data,
    moved: model.own.map((values, head) => movedBy(values, maps[head], rows)),
    singularValues,
  };
}

/**
 * @param {Asked} asked
 */
function settingsOf({ example, attributes }) {
  const given = layerOf(example, 'sharing');
  const heads = example.kind === 'chapter' ? (attributes.heads ?? CHAPTER_HEADS) : example.heads;
  if ((given.keyValueHeads ?? heads) !== heads) {
    throw new AttentionError(
      'option',
      'view',
      `view 'sharing' begins with keys and values for each head, but the data has ${given.keyValueHeads} for ${heads} heads`,
    );
  }
  const layer = inOut({ ...given, heads });
  const { x, context = x, wk, wv } = layer;
  const outputs = wk.shape[1] + wv.shape[1];
  const fullRank = Math.min(context.shape[1], outputs);
  const share = attributes.share ?? 'first';
  const keyValueHeads = attributes['kv-heads'] ?? 1;
  if (heads % keyValueHeads !== 0)
    refuse('kv-heads', keyValueHeads, `a divisor of heads = ${heads}`);
  const rank = attributes.rank ?? Math.ceil(fullRank / 2);
  if (rank > fullRank) refuse('rank', rank, `at most ${fullRank}, the rank of [W_K | W_V]`);
  if (share === 'low-rank' && fullRank > MOST_FACTORED)
    refuse(
      'share',
      share,
      `first or mean: only matrices of at most ${MOST_FACTORED} rows are factored here, [W_K | W_V] has ${context.shape[1]}`,
    );
  const widths = { key: wk.shape[1] / heads, value: wv.shape[1] / heads };
  return { layer, heads, keyValueHeads, share, rank, fullRank, widths };
}

/**
 * @param {string} name
 * @param {number | string} value
 * @param {string} expected
 * @returns {never}
 */
function refuse(name, value, expected) {
  throw new AttentionError('option', name, `${name} is ${value}, expected ${expected}`);
}

/**
 * @param {import('./shared_weights.js').InOutLayer} layer
 * @param {number} count
 * @returns {boolean} whether its columns can be cut into so many heads
 */
function fits({ wq, wk, wv }, count) {
  return [wq, wk, wv].every(({ shape }) => shape[1] % count === 0);
}

/**
 * @param {Asked} asked
 * @param {ReturnType<typeof settingsOf>} settings
 */
function sharedLayer(asked, { layer, heads, keyValueHeads, share, rank }) {
  if (share === 'low-rank') return latentLayer(asked, layer, rank);
  return { inputs: groupedLayer(layer, { heads, keyValueHeads, share }), singularValues: null };
}

/**
 * @param {import('./shared_weights.js').InOutLayer} layer
 * @param {{ heads: number, keyValueHeads: number, share: 'first' | 'mean' }} sharing
 */
function groupedLayer({ wk, wv, bk, bv }, { heads, keyValueHeads, share }) {
  const cut = (/** @type {Tensor} */ matrix) =>
    sharedColumns(matrix, { heads, groups: keyValueHeads, share });
  const bias = (/** @type {Tensor} */ { data }) => {
    const { data: cutData } = cut({ data, shape: [1, data.length] });
    return { data: cutData, shape: [cutData.length] };
  };
  return {
    wk: cut(wk),
    wv: cut(wv),
    ...(bk ? { bk: bias(bk) } : {}),
    ...(bv ? { bv: bias(bv) } : {}),
    keyValueHeads,
  };
}

/**
 * What is cached is c = x·L [n, r]; keys and values are c·R.
 * @param {Asked} asked
 * @param {import('./shared_weights.js').InOutLayer} layer
 * @param {number} rank
 */
function latentLayer({ engine }, layer, rank) {
  const { x, context = x, wk, wv } = layer;
  const whole = fullFactors(engine, besides(wk, wv));
  const { left, right } = truncated(whole, rank);
  const { query: latent } = engine.multiHeadAttention({
    ...{ x: context, wq: left, wk: left, wv: left, heads: 1 },
    want: ['query'],
  });
  return {
    inputs: {
      context: { data: latent.data, shape: [context.shape[0], rank] },
      wk: columnsOf(right, 0, wk.shape[1]),
      wv: columnsOf(right, wk.shape[1], wk.shape[1] + wv.shape[1]),
    },
    singularValues: whole.singularValues.data,
  };
}

/**
 * @param {Float32Array} own n_q × n_k, NaN where masked
 * @param {Float32Array} shared the same
 * @param {number} rows
 * @returns {{ most: number, variation: number }} max |Δ|, and ½·Σ|Δ| of a row, mean over rows
 */
function movedBy(own, shared, rows) {
  let [most, sum] = [0, 0];
  for (let cell = 0; cell < own.length; cell++) {
    const apart = Math.abs(own[cell] - shared[cell]);
    // What is masked is masked in both.
    if (!(apart > 0)) continue;
    if (apart > most) most = apart;
    sum += apart;
  }
  return { most, variation: sum / 2 / rows };
}

/** @type {import('./concept.js').Concept<SharingModel>} */
export const sharing = {
  compute,
  figure: (document, strings, acts) => new SharingFigure(document, strings, acts),
  tables: ({ queryTokens, keyTokens, own, shared, moved, singularValues }) => [
    ...own.flatMap((values, head) => [
      { name: `head ${head}, its own`, rows: queryTokens, columns: keyTokens, values },
      { name: `head ${head}, shared`, rows: queryTokens, columns: keyTokens, values: shared[head] },
    ]),
    {
      name: 'moved',
      rows: (moved ?? []).map((_, head) => head),
      columns: ['largest difference', 'total variation'],
      values: (moved ?? []).flatMap(({ most, variation }) => [most, variation]),
    },
    ...(singularValues
      ? [
          {
            name: 'singular values of [W_K | W_V]',
            rows: Array.from(singularValues, (_, place) => place),
            columns: ['value'],
            values: singularValues,
          },
        ]
      : []),
  ],
};
