// Defines the tag, once, where there are custom elements.
import { AttentionMapElement } from './attention_map_element.js';

/** The tag's name. */
export const TAG = 'attention-map';

/** Does nothing where it is defined, and where there is no document. */
export function defineTag() {
  if (globalThis.customElements && !customElements.get(TAG))
    customElements.define(TAG, AttentionMapElement);
}
