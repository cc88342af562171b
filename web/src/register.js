// 'attention-map/register': defines <attention-map>, once, where there are custom elements.
import { AttentionMapElement } from './element.js';

/** The tag's name. */
const TAG = 'attention-map';

if (globalThis.customElements && !customElements.get(TAG)) {
  customElements.define(TAG, AttentionMapElement);
}
