// Every concept by the name of its view.
import { cache } from './cache.js';
import { census } from './census.js';
import { cost } from './cost.js';
import { cross } from './cross.js';
import { lines } from './lines.js';
import { masks } from './masks.js';
import { order } from './order.js';
import { projections } from './projections.js';
import { scaling } from './scaling.js';
import { sharing } from './sharing.js';
import { sketch } from './sketch.js';
import { sparse } from './sparse.js';
import { temperature } from './temperature.js';
import { tiles } from './tiles.js';

/** @typedef {typeof import('./names.js')['conceptNames'][number]} ConceptName */

/** @type {Readonly<Record<ConceptName, import('./concept.js').Concept<any>>>} */
export const concepts = Object.freeze({
  projections,
  scaling,
  temperature,
  masks,
  order,
  lines,
  cost,
  tiles,
  cache,
  sharing,
  cross,
  sparse,
  census,
  sketch,
});
