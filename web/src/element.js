// 'attention-map/element': the tag's class. Importing it defines nothing.
export { AttentionMapElement } from './elements/attention_map_element.js';
