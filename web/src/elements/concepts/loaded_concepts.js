// The concepts of this page: what was loaded stays, and nothing is loaded before a tag asks for it.
import { AttentionError } from '../../errors.js';
import { concepts, loadSharedParts } from './index.js';
import { conceptNames } from './names.js';

/** @typedef {import('./index.js').ConceptName} ConceptName */
/** @typedef {import('./index.js').SharedParts} SharedParts */
/** @typedef {{ concept: import('./concept.js').Concept<any>, shared: SharedParts }} LoadedConcept */

/** @type {Map<string, LoadedConcept>} */
const loaded = new Map();

/**
 * @param {string | undefined} view
 * @returns {view is ConceptName}
 */
export function isConcept(view) {
  return conceptNames.some((name) => name === view);
}

/**
 * @param {string} view
 * @returns {LoadedConcept | undefined} undefined until it was loaded
 */
export function loadedConcept(view) {
  return loaded.get(view);
}

/**
 * Bring a concept. After a failure the next call tries again.
 * @param {ConceptName} view
 * @returns {Promise<LoadedConcept>} rejected with an AttentionError of code 'option' where this build does not have it, of code
 *   'backend' where it cannot be fetched
 */
export async function loadConcept(view) {
  const known = loaded.get(view);
  if (known) return known;
  const load = concepts[view];
  if (!load) {
    const problem = `view '${view}' is in attention-map-all.js, to be loaded in place of this script, which has map, heads and stages`;
    throw new AttentionError('option', 'view', problem);
  }
  try {
    const [concept, shared] = await Promise.all([load(), loadSharedParts()]);
    const both = { concept, shared };
    loaded.set(view, both);
    return both;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new AttentionError('backend', 'view', `view '${view}' could not be loaded: ${reason}`);
  }
}
