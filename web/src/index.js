// attention-map: real attention, in the browser. Importing this has no side effect and needs no DOM.
export { loadEngine } from './engine.js';
export { AttentionError } from './errors.js';
export { tensor } from './tensor.js';
