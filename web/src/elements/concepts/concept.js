// What a concept is: one view that shows one idea on real numbers. Its numbers are computed here, its figure is drawn in
// views/concepts, and all its state is the tag's attributes, so that a link, a saved file and a second tag show the same.

/** @typedef {import('../shared_engine.js').Engine} Engine */
/** @typedef {import('../attributes.js').Attributes} Attributes */
/** @typedef {import('../../readers/json.js').Input} Input */
/** @typedef {import('../../views/concepts/concept_figure.js').Acts} Acts */
/** @typedef {import('../../views/strings.js').Strings} Strings */

/**
 * What a concept computes from.
 * @typedef {object} Asked
 * @property {Engine} engine
 * @property {import('./example.js').Example} example
 * @property {Attributes} attributes
 * @property {import('../reused_arrays.js').ReusedArrays} arrays of the tag: what is written there holds until the computation after the
 *   next, and goes into a model, never into its result
 */

/**
 * @template Model
 * @typedef {object} Concept
 * @property {(asked: Asked) => IterableIterator<Model | null, void>} compute models, each more complete than the one before: the first is
 *   drawn at once, the others as they come, in the time that frames leave; null waits for the next frame. Throws AttentionError; what
 *   is shown stays then
 * @property {(document: Document, strings: Strings, acts: Acts) => import('../../views/concepts/concept_figure.js').ConceptFigure<Model>} figure
 * @property {(model: Model) => import('../../views/concepts/concept_figure.js').NumberTable[]} tables every number that is shown, for export
 */

/**
 * The model of a concept that is computed in one step.
 * @template Model
 * @param {(asked: Asked) => Model} compute
 * @returns {(asked: Asked) => IterableIterator<Model, void>}
 */
export function atOnce(compute) {
  return function* once(asked) {
    yield compute(asked);
  };
}
