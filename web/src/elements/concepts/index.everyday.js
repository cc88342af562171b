// In place of index.js in the everyday script, which has the views map, heads and stages.

/** @type {typeof import('./index.js').concepts} */
export const concepts = Object.freeze({});

/** @type {typeof import('./index.js').loadSharedParts} */
export const loadSharedParts = () => Promise.reject(new Error('there are no concepts here'));
