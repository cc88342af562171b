// The focusable frame of a map: what a keyboard user lands on and what a screen reader announces.
import { node } from './nodes.js';

/** The id of the sentence that explains the keys; ids are private to a shadow root. */
export const KEYS_HINT_ID = 'keys-hint';

/** Of another one, that a frame has for itself. */
export const OWN_HINT_ID = 'own-keys-hint';

/**
 * @param {Document} document
 * @param {string} className
 * @param {import('./strings.js').Strings} strings
 * @param {Node[]} content
 * @returns {HTMLElement}
 */
export function walkable(document, className, strings, content) {
  // "application": the arrow keys are the map's, not the screen reader's.
  const frame = node(document, 'div', { class: className, role: 'application' }, content);
  frame.tabIndex = 0;
  frame.setAttribute('aria-roledescription', strings.mapRole);
  frame.setAttribute('aria-describedby', KEYS_HINT_ID);
  return frame;
}

/**
 * Where keys do something else than on other maps. One frame of a figure may.
 * @param {HTMLElement} frame
 * @param {string} text
 */
export function describeKeys(frame, text) {
  const hint = node(frame.ownerDocument, 'div', { text });
  hint.hidden = true;
  hint.id = OWN_HINT_ID;
  frame.append(hint);
  frame.setAttribute('aria-describedby', OWN_HINT_ID);
}
