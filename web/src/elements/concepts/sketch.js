// The chapter's sketch (ch. 16.2.6) with its numbers as settings: what NumPy prints for them, and the program that prints it.
import { AttentionError } from '../../errors.js';
import { SketchFigure } from '../../views/concepts/sketch_figure.js';
import { maskPattern } from '../mask_pattern.js';
import { atOnce } from './concept.js';
import { hatchHidden } from './hatch.js';
import { CHAPTER, drawSketch, sketchTokens } from './sketch_layer.js';
import { FIRST_DRAWS, roundedText, sketchPrint, sketchScript } from './sketch_script.js';

/** @typedef {import('./concept.js').Asked} Asked */
/** @typedef {import('./sketch_script.js').SketchSettings} SketchSettings */
/** @typedef {import('../../views/concepts/sketch_figure.js').SketchModel} SketchModel */

/** Wider ones print lines that nobody reads. */
export const MOST = 64;
/** Unit roundoff of float32. */
const ROUNDOFF = 2 ** -24;

/**
 * @param {Asked} asked
 * @returns {SketchModel}
 */
function compute({ engine, example, attributes }) {
  const settings = settingsOf(example, attributes);
  const { n, modelWidth, keyWidth, seed, causal } = settings;
  const mask = causal ? 'causal' : 'none';
  const result = engine.multiHeadAttention({
    ...drawSketch(engine, settings),
    heads: 1,
    mask,
    want: ['weights', 'scaledScores', 'output', 'rowSum'],
  });
  const weights = result.weights.data;
  const draws = new Float64Array(Math.min(FIRST_DRAWS, n * modelWidth));
  engine.normal({ seed, shape: [draws.length], into: draws });
  const table = Array.from({ length: n }, (_, row) =>
    Array.from(weights.subarray(row * n, (row + 1) * n), roundedText),
  );
  const pattern = maskPattern(mask, [1, n, n]);
  return {
    result,
    settings,
    most: MOST,
    tokens: example.kind === 'tokens' ? example.tokens : sketchTokens(n),
    weights: hatchHidden(weights, pattern, [n, n]),
    rowSum: result.rowSum.data,
    table,
    draws,
    printed: sketchPrint({ draws, table, keyWidth }),
    script: sketchScript(settings),
    edges: edgesOf(weights, result.scaledScores.data, n),
  };
}

/**
 * @param {import('./example.js').Example} example
 * @param {import('../attributes.js').Attributes} attributes
 * @returns {SketchSettings}
 * @throws {AttentionError} code 'option', naming the attribute, for what the sketch does not take
 */
function settingsOf({ kind, tokens }, attributes) {
  if (kind !== 'chapter' && kind !== 'tokens') {
    throw new AttentionError(
      'option',
      'view',
      "view 'sketch' draws its own x and weight matrices from the seed, but the data has others",
    );
  }
  const { mask, seed = CHAPTER.seed, sigma = CHAPTER.sigma } = attributes;
  if (mask?.object || mask?.padding) {
    throw new AttentionError(
      'option',
      'mask',
      "mask hides other keys than later ones, but view 'sketch' takes 'causal' or 'none'",
    );
  }
  const words = kind === 'tokens' ? tokens.length : undefined;
  const { n = words ?? CHAPTER.n } = attributes;
  if (words !== undefined && n !== words)
    throw new AttentionError('option', 'n', `n is ${n}, but there are ${words} tokens`);
  return {
    seed,
    n: within('n', n),
    modelWidth: within('model-width', attributes['model-width'] ?? CHAPTER.modelWidth),
    keyWidth: within('key-width', attributes['key-width'] ?? CHAPTER.keyWidth),
    sigma,
    // The chapter's own call is causal.
    causal: mask?.causal ?? true,
  };
}

/**
 * @param {string} name
 * @param {number} value
 * @returns {number}
 */
function within(name, value) {
  if (value <= MOST) return value;
  throw new AttentionError(
    'option',
    name,
    `${name} is ${value}, view 'sketch' prints at most ${MOST}`,
  );
}

/**
 * Weights so near the middle between two printed numbers that the core's float32 and NumPy's float64 may print different ones.
 * @param {Float32Array} weights [n, n]
 * @param {Float32Array} scores [n, n] scaled
 * @param {number} n
 * @returns {[row: number, column: number][]}
 */
function edgesOf(weights, scores, n) {
  const largest = scores.reduce((most, score) => Math.max(most, Math.abs(score)), 1);
  // Scores are off by δ, some units in the last place of the largest. With all others off the other way, a weight a changes by
  // a·(1 − a)·(e^2δ − 1), and by its own rounding.
  const change = Math.expm1(2 * 16 * ROUNDOFF * largest);
  /** @type {[number, number][]} */
  const edges = [];
  weights.forEach((weight, cell) => {
    const hundredfold = weight * 100;
    const distance = Math.abs(hundredfold - Math.floor(hundredfold) - 0.5) / 100;
    if (distance <= weight * ((1 - weight) * change + 4 * ROUNDOFF))
      edges.push([Math.floor(cell / n), cell % n]);
  });
  return edges;
}

/** @type {import('./concept.js').Concept<SketchModel>} */
export const sketch = {
  compute: atOnce(compute),
  figure: (document, strings, acts) => new SketchFigure(document, strings, acts),
  tables: ({ tokens, result, draws, settings }) => [
    { name: 'weights', rows: tokens, columns: tokens, values: result.weights.data },
    {
      name: 'output',
      rows: tokens,
      columns: Array.from({ length: settings.keyWidth }, (_, column) => column),
      values: result.output.data,
    },
    {
      name: 'first draws of X',
      rows: Array.from(draws, (_, place) => place),
      columns: ['draw'],
      values: draws,
    },
  ],
};
