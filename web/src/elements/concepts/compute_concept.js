// From what the page gave to the first model of a concept, and to those that follow it.

import { exampleOf } from './example.js';
import { loadedConcept } from './loaded_concepts.js';

/** @typedef {import('./loaded_concepts.js').LoadedConcept} LoadedConcept */
/** @typedef {import('../shared_engine.js').Engine} Engine */
/** @typedef {import('../attributes.js').Attributes} Attributes */
/** @typedef {import('../../readers/json.js').Input} Input */
/** @typedef {import('../problem.js').Result} Result */
/** @typedef {import('../result_room.js').ResultRoom} ResultRoom */

/**
 * @typedef {object} ComputedConcept
 * @property {string} view
 * @property {import('./concept.js').Concept<any>} concept
 * @property {import('./index.js').SharedParts} shared
 * @property {any} model the last, whose type is between the concept and its figure
 * @property {Iterator<any, void>} models those that follow
 * @property {Result} result the engine's tensors that the model tells of
 * @property {import('../result_room.js').Place} place where its numbers are
 */

/**
 * @param {Engine} engine
 * @param {Input | null} input null: the chapter's example
 * @param {Attributes} attributes
 * @param {ResultRoom} room of the tag, whose spare place takes the numbers
 * @returns {ComputedConcept}
 * @throws {import('../../errors.js').AttentionError} the engine's, or the concept's for data that it cannot be shown on
 */
export function computeConcept(engine, input, attributes, room) {
  const view = /** @type {string} */ (attributes.view);
  const { concept, shared } = /** @type {LoadedConcept} */ (loadedConcept(view));
  const example = exampleOf(engine, input, attributes, room.layer);
  const place = room.spare();
  place.arrays.begin(view);
  const models = concept.compute({ engine, example, attributes, arrays: place.arrays });
  const { value: model } = models.next();
  return { view, concept, shared, model, models, result: model?.result ?? {}, place };
}
