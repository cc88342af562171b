// In place of index.js in the classic scripts: one file has nothing to load later, and bundlers wrap what import() names.
import { cache } from './cache.js';
import { census } from './census.js';
import { cost } from './cost.js';
import { cross } from './cross.js';
import { lines } from './lines.js';
import { masks } from './masks.js';
import { order } from './order.js';
import { projections } from './projections.js';
import { scaling } from './scaling.js';
import * as sharedParts from './shared_parts.js';
import { sharing } from './sharing.js';
import { sketch } from './sketch.js';
import { sparse } from './sparse.js';
import { temperature } from './temperature.js';
import { tiles } from './tiles.js';

/** @type {typeof import('./index.js').concepts} */
export const concepts = Object.freeze({
  projections: async () => projections,
  scaling: async () => scaling,
  temperature: async () => temperature,
  masks: async () => masks,
  order: async () => order,
  lines: async () => lines,
  cost: async () => cost,
  tiles: async () => tiles,
  cache: async () => cache,
  sharing: async () => sharing,
  cross: async () => cross,
  sparse: async () => sparse,
  census: async () => census,
  sketch: async () => sketch,
});

/** @type {typeof import('./index.js').loadSharedParts} */
export const loadSharedParts = async () => sharedParts;
