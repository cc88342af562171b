// Token lines: every weight as a line from its query to its key, of all heads at once, of their mean, or of one.
import { LinesFigure } from '../../views/concepts/lines_figure.js';
import { addShare } from '../../views/picture.js';
import { headOf } from '../head_axis.js';
import { attendedOf } from './attended.js';
import { atOnce } from './concept.js';
import { chosenIndex } from './places.js';

/** @typedef {import('../../readers/json.js').Tensor} Tensor */
/** @typedef {import('../../views/concepts/lines_figure.js').LinesModel} LinesModel */

/** Fainter lines are a fog that says nothing: a weight of 1/50 at least. */
const LEAST = 0.02;

/**
 * @param {import('./concept.js').Asked} asked
 * @returns {LinesModel}
 */
function compute(asked) {
  const { example, attributes } = asked;
  const { heads } = example;
  const head = attributes.head ?? 'all';
  if (typeof head === 'number') chosenIndex('head', head, heads);
  const off = attributes.off ?? [];
  for (const each of off) chosenIndex('off', each, heads);
  const { weights, result } = attendedOf(asked, asked.arrays);
  const least = attributes.least ?? LEAST;
  const sheets = sheetsOf(weights, head, off);
  let drawn = 0;
  let above = 0;
  for (const { weights: cells } of sheets) {
    // By index: an iterator takes several times as long over 200,000 weights.
    for (let cell = 0; cell < cells.length; cell++) {
      if (!(cells[cell] > 0)) continue;
      above++;
      if (cells[cell] >= least) drawn++;
    }
  }
  const { tokens: queryTokens, keyTokens } = example;
  return { result, queryTokens, keyTokens, heads, head, off, least, sheets, drawn, above };
}

/**
 * @param {Tensor} weights [h, n_q, n_k]
 * @param {number | 'all' | 'mean'} head
 * @param {readonly number[]} off
 * @returns {LinesModel['sheets']}
 */
function sheetsOf(weights, head, off) {
  if (typeof head === 'number') return [{ head, weights: headOf(weights, head).data }];
  const shown = Array.from({ length: weights.shape[0] }, (_, each) => each)
    .filter((each) => !off.includes(each))
    .map((each) => ({ head: each, weights: headOf(weights, each).data }));
  if (head === 'all' || shown.length === 0) return shown;
  const mean = new Float32Array(shown[0].weights.length);
  for (const each of shown) addShare(mean, each.weights, 0, shown.length);
  return [{ head, weights: mean }];
}

/** @type {import('./concept.js').Concept<LinesModel>} */
export const lines = {
  compute: atOnce(compute),
  figure: (document, strings, acts) => new LinesFigure(document, strings, acts),
  tables: ({ sheets, queryTokens, keyTokens }) =>
    sheets.map(({ head, weights }) => ({
      name: head === 'mean' ? 'weights, mean of heads' : `weights, head ${head}`,
      rows: queryTokens,
      columns: keyTokens,
      values: weights,
    })),
};
