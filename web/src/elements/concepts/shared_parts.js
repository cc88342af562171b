// What every concept needs and no everyday view: the way to its first model, their texts and their look.

export { conceptStrings } from '../../views/concepts/strings.js';
export { conceptStyles } from '../../views/concepts/styles.js';
export { computeConcept } from './compute_concept.js';
