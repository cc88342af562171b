// Every concept by the name of its view. Each is loaded when it is first shown, so that a first map needs none of them; what they
// share, their texts and their look, comes with the first. The everyday script has index.everyday.js in this place.

/** @typedef {typeof import('./names.js')['conceptNames'][number]} ConceptName */
/** @typedef {import('./concept.js').Concept<any>} Concept */
/** @typedef {typeof import('./shared_parts.js')} SharedParts */

/** @type {Readonly<Partial<Record<ConceptName, () => Promise<Concept>>>>} */
export const concepts = Object.freeze({
  projections: async () => (await import('./projections.js')).projections,
  scaling: async () => (await import('./scaling.js')).scaling,
  temperature: async () => (await import('./temperature.js')).temperature,
  masks: async () => (await import('./masks.js')).masks,
  order: async () => (await import('./order.js')).order,
  lines: async () => (await import('./lines.js')).lines,
  cost: async () => (await import('./cost.js')).cost,
  tiles: async () => (await import('./tiles.js')).tiles,
  cache: async () => (await import('./cache.js')).cache,
  sharing: async () => (await import('./sharing.js')).sharing,
  cross: async () => (await import('./cross.js')).cross,
  sparse: async () => (await import('./sparse.js')).sparse,
  census: async () => (await import('./census.js')).census,
  sketch: async () => (await import('./sketch.js')).sketch,
});

/** @returns {Promise<SharedParts>} */
export const loadSharedParts = () => import('./shared_parts.js');
