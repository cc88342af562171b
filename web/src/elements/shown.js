// What a tag shows: the numbers of its view, from the data that it has.
import { compute } from './compute.js';
import { isConcept, loadedConcept } from './concepts/loaded_concepts.js';
import { workbenchExample } from './workbench_example.js';

/** @typedef {import('./attributes.js').Attributes} Attributes */
/** @typedef {import('./compute.js').Computed} Computed */
/** @typedef {import('./concepts/compute_concept.js').ComputedConcept} ComputedConcept */
/** @typedef {import('./result_room.js').ResultRoom} ResultRoom */
/** @typedef {import('./shared_engine.js').Engine} Engine */
/** @typedef {import('../readers/json.js').Input} Input */
/** @typedef {Input['kind'] | 'chapter'} Kind */

/**
 * @typedef {object} Shown
 * @property {Computed | ComputedConcept} computed
 * @property {Kind} kind of the data
 * @property {Input | null} input as it was read; null where the tag has none
 */

/**
 * @param {Engine} engine
 * @param {Input | null} input
 * @param {Attributes} attributes go before the settings that came with the data
 * @param {ResultRoom} room
 * @returns {Shown | null} null where there is nothing to draw
 * @throws {import('../errors.js').AttentionError}
 */
export function showInput(engine, input, attributes, room) {
  const given = input?.kind === 'none' ? null : input;
  const isEmpty = given?.kind === 'tokens' && given.tokens?.length === 0;
  if (isEmpty) return null;
  // A tag asks for numbers once the code of its view is here.
  const late = isConcept(attributes.view) ? loadedConcept(attributes.view) : undefined;
  if (late) {
    const computed = late.shared.computeConcept(engine, given, attributes, room);
    return { computed, kind: given?.kind ?? 'chapter', input };
  }
  const drawn = given ?? workbenchExample(engine, attributes);
  if (!drawn) return null;
  return { computed: compute(engine, drawn, attributes, room), kind: drawn.kind, input };
}
