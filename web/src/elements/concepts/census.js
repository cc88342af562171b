// A census of heads (ch. 16.1, 16.3): what each of them attends to, in numbers that can be sorted, and how far it reaches.
import { CensusFigure } from '../../views/concepts/census_figure.js';
import { headOf } from '../head_axis.js';
import { attendedOf } from './attended.js';
import { atOnce } from './concept.js';
import { hatchHidden } from './hatch.js';
import { followers, headMeasures } from './head_measures.js';
import { chosenIndex } from './places.js';

/** @typedef {import('../../views/concepts/census_figure.js').CensusModel} CensusModel */
/** @typedef {import('./head_measures.js').HeadMeasures} HeadMeasures */

/**
 * @param {import('./concept.js').Asked} asked
 * @returns {CensusModel}
 */
function compute(asked) {
  const { example, attributes } = asked;
  const { heads, tokens: queryTokens, keyTokens } = example;
  // "mean" is no head of its own here.
  const head =
    typeof attributes.head === 'number' ? chosenIndex('head', attributes.head, heads) : null;
  // The figure paints from the result itself.
  const { weights, entropy, rowSum, pattern } = attendedOf(asked, null);
  const [, rows, columns] = weights.shape;
  const after = followers(queryTokens, keyTokens);
  const measures = Array.from({ length: heads }, (_, each) =>
    headMeasures(
      {
        weights: headOf(weights, each).data,
        entropy: entropy.data.subarray(each * rows, (each + 1) * rows),
        rowSum: rowSum.data.subarray(each * rows, (each + 1) * rows),
      },
      columns,
      after,
    ),
  );
  const sort = attributes.sort ?? 'head';
  const filter = sort === 'head' ? 0 : (attributes.filter ?? 0);
  return {
    result: { weights, entropy, rowSum },
    queryTokens,
    keyTokens,
    masks: measures.map((_, each) => pattern?.mask(each)),
    measures,
    sort,
    filter,
    order: sorted(measures, sort, filter),
    head,
    large:
      head === null
        ? null
        : {
            weights: hatchHidden(headOf(weights, head).data, pattern, [rows, columns], head),
            rowSum: rowSum.data.subarray(head * rows, (head + 1) * rows),
          },
    distance: measures.reduce((sum, { distance }) => sum + distance, 0) / heads,
  };
}

/**
 * @param {HeadMeasures[]} measures
 * @param {CensusModel['sort']} sort
 * @param {number} least
 * @returns {number[]} heads, the largest measure first; those that have none last
 */
function sorted(measures, sort, least) {
  const heads = measures.map((_, head) => head);
  if (sort === 'head') return heads;
  const value = (/** @type {number} */ head) => {
    const measure = measures[head][sort];
    return Number.isNaN(measure) ? -1 : measure;
  };
  return heads
    .filter((head) => least === 0 || value(head) >= least)
    .sort((one, other) => value(other) - value(one) || one - other);
}

/** @type {import('./concept.js').Concept<CensusModel>} */
export const census = {
  compute: atOnce(compute),
  figure: (document, strings, acts) => new CensusFigure(document, strings, acts),
  tables: ({ measures }) => [
    {
      name: 'heads',
      rows: measures.map((_, head) => head),
      columns: ['entropy', 'distance', 'first', 'previous', 'induction'],
      values: measures.flatMap(({ entropy, distance, first, previous, induction }) => [
        entropy,
        distance,
        first,
        previous,
        induction,
      ]),
    },
  ],
};
