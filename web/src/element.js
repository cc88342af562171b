// 'attention-map/element': the tag's class. Importing it defines nothing.

/** @typedef {import('./elements/emit.js').EventDetails} EventDetails */

export { AttentionMapElement } from './elements/attention_map_element.js';
