// Every concept by the name of its view.
import { cost } from './cost.js';
import { lines } from './lines.js';
import { masks } from './masks.js';
import { projections } from './projections.js';
import { sketch } from './sketch.js';
import { temperature } from './temperature.js';

/** @typedef {typeof import('./names.js')['conceptNames'][number]} ConceptName */

/** @type {Readonly<Record<ConceptName, import('./concept.js').Concept<any>>>} */
export const concepts = Object.freeze({ cost, sketch, temperature, masks, lines, projections });
