// Why scores are divided by √d_k (ch. 16.2.2, pitfall): random queries and keys of any width, and the same on the example.
import { AttentionError } from '../../errors.js';
import { ScalingFigure } from '../../views/concepts/scaling_figure.js';
import { hatch } from './hatch.js';
import { oneHead } from './one_head.js';
import { resultWhenRead } from './result_when_read.js';
import { BINS, KEYS, QUERIES, ScalingSample, SHOWN } from './scaling_sample.js';
import { CHAPTER, drawSketch } from './sketch_layer.js';

/** @typedef {import('./concept.js').Asked} Asked */
/** @typedef {import('../shared_engine.js').Engine} Engine */
/** @typedef {import('../../views/concepts/scaling_figure.js').ScalingModel} ScalingModel */
/** @typedef {import('../../views/concepts/scaling_figure.js').Example} ShownExample */

const DEFAULT_WIDTH = 64;
const RESULT = /** @type {const} */ ([
  'weights',
  'rawScores',
  'entropy',
  'peak',
  'jacobianNorm',
  'rowSum',
]);
/** Twice as many would be 66 million draws. */
export const MOST_WIDTH = 1024;

/** The last, which other settings leave as it is. @type {WeakMap<Engine, ScalingSample>} */
const samples = new WeakMap();

/**
 * @param {Engine} engine
 * @param {number} keyWidth
 * @param {number} seed
 * @returns {ScalingSample}
 */
function sampleOf(engine, keyWidth, seed) {
  const known = samples.get(engine);
  if (known?.keyWidth === keyWidth && known.seed === seed) return known;
  const sample = new ScalingSample(engine, keyWidth, seed);
  samples.set(engine, sample);
  return sample;
}

/**
 * @param {Asked} asked
 * @returns {Generator<ScalingModel, void>}
 */
function* compute(asked) {
  const { engine, attributes } = asked;
  const { 'key-width': keyWidth = DEFAULT_WIDTH, seed = 0, scale = 'on' } = attributes;
  if (keyWidth > MOST_WIDTH) {
    throw new AttentionError(
      'option',
      'key-width',
      `key-width is ${keyWidth}, view 'scaling' draws at most ${MOST_WIDTH}`,
    );
  }
  if (typeof scale === 'number') {
    throw new AttentionError(
      'option',
      'scale',
      `scale is ${scale}, but view 'scaling' compares 'on' with 'off'`,
    );
  }
  const { example, result } = shownExample(asked, scale === 'on');
  const sample = sampleOf(engine, keyWidth, seed);
  const model = () => ({
    result,
    keyWidth,
    seed,
    queries: QUERIES,
    keys: KEYS,
    shown: SHOWN,
    done: sample.done,
    raw: sample.raw.tally(),
    scaled: sample.scaled.tally(),
    bins: { from: sample.from, width: sample.binWidth, count: BINS },
    example,
  });
  yield model();
  while (sample.step()) yield model();
  yield model();
}

/**
 * The page's data, or the chapter's example; resampling does not touch the latter.
 * @param {Asked} asked
 * @param {boolean} scaled which of the two maps is shown
 * @returns {{ example: ShownExample, result: ScalingModel['result'] }}
 */
function shownExample({ engine, example, attributes, arrays }, scaled) {
  const isChapter = example.kind === 'chapter';
  const layer = isChapter
    ? { ...drawSketch(engine, CHAPTER), heads: example.heads }
    : example.layer;
  const shown = { engine, attributes, arrays, example: { ...example, layer } };
  const { query, key, mask, pattern, shape, head, scaling } = oneHead(shown, 'scaling');
  const keyWidth = query.shape[1];
  const callOf = (/** @type {boolean} */ divided) => ({
    ...{ query, key, mask, ...scaling },
    scale: divided ? 1 / Math.sqrt(keyWidth) : 1,
  });
  const into = (/** @type {string} */ name) => arrays.tensor(name, [1, ...shape]);
  const compute = (/** @type {boolean} */ divided) =>
    engine.attention({
      ...callOf(divided),
      want: RESULT,
      into: { weights: into(divided ? 'divided' : 'raw'), rawScores: into('scores') },
    });
  const divided = compute(true);
  const raw = compute(false);
  const chosen = scaled ? divided : raw;
  const variance = varianceOf(raw.rawScores.data);
  return {
    result: resultWhenRead(RESULT, () => engine.attention({ ...callOf(scaled), want: RESULT })),
    example: {
      isChapter,
      head,
      keyWidth,
      queryTokens: example.tokens,
      keyTokens: example.keyTokens,
      sigma: CHAPTER.sigma,
      scaled,
      weights: hatch(chosen.weights.data, pattern, shape),
      rowSum: chosen.rowSum.data,
      variance: { raw: variance, scaled: variance / keyWidth },
      entropy: { raw: raw.entropy.data, scaled: divided.entropy.data },
      jacobian: { raw: raw.jacobianNorm.data, scaled: divided.jacobianNorm.data },
    },
  };
}

/** @param {Float32Array} values */
function varianceOf(values) {
  const { length } = values;
  // By index: a call for each of 200,000 scores would take longer than the kernel.
  let sum = 0;
  for (let place = 0; place < length; place++) sum += values[place];
  const mean = sum / length;
  let squares = 0;
  for (let place = 0; place < length; place++) squares += (values[place] - mean) ** 2;
  return squares / length;
}

/** @type {import('./concept.js').Concept<ScalingModel>} */
export const scaling = {
  compute,
  figure: (document, strings, acts) => new ScalingFigure(document, strings, acts),
  tables: ({ raw, scaled, bins, shown, keys, example, result }) => [
    {
      name: 'means over queries',
      rows: ['raw', 'scaled'],
      columns: ['variance of scores', 'entropy, nats', 'largest weight', 'Jacobian norm'],
      values: [raw, scaled].flatMap(({ variance, entropy, peak, jacobian }) => [
        variance,
        entropy,
        peak,
        jacobian,
      ]),
    },
    {
      name: 'share of scores by bin',
      rows: Array.from({ length: bins.count }, (_, bin) => bins.from + bin * bins.width),
      columns: ['raw', 'scaled'],
      values: raw.histogram.flatMap((share, bin) => [share, scaled.histogram[bin]]),
    },
    ...[raw, scaled].map(({ weights }, place) => ({
      name: `weights of the first queries, ${place === 0 ? 'raw' : 'scaled'}`,
      rows: Array.from({ length: shown }, (_, row) => row),
      columns: Array.from({ length: keys }, (_, column) => column),
      values: weights,
    })),
    {
      name: 'example',
      rows: example.queryTokens,
      columns: ['entropy raw', 'entropy scaled', 'Jacobian norm raw', 'Jacobian norm scaled'],
      values: example.queryTokens.flatMap((_, row) => [
        example.entropy.raw[row],
        example.entropy.scaled[row],
        example.jacobian.raw[row],
        example.jacobian.scaled[row],
      ]),
    },
    {
      name: 'weights of the example',
      rows: example.queryTokens,
      columns: example.keyTokens,
      values: result.weights.data,
    },
  ],
};
