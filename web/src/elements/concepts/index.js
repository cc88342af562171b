// Every concept by the name of its view.
import { temperature } from './temperature.js';

/** @typedef {typeof import('./names.js')['conceptNames'][number]} ConceptName */

/** @type {Readonly<Record<ConceptName, import('./concept.js').Concept<any>>>} */
export const concepts = Object.freeze({ temperature });
