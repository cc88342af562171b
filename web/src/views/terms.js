// Names with an index, set as in print: W_Q is W with a low Q. For texts of our own, never for tokens, which stay as they are.
import { node, setText } from './nodes.js';

const INDEXED = /\b([A-Za-z])_([A-Za-z]{1,5})\b/;

/**
 * As setText(). The dash under the line stays in the text, unseen: it is read, copied and found as it is written.
 * @param {HTMLElement} target
 * @param {string} text
 */
export function setTerms(target, text) {
  if (!INDEXED.test(text)) return setText(target, text);
  if (target.textContent === text) return;
  const document = target.ownerDocument;
  const [before, ...rest] = text.split(INDEXED);
  /** @type {(Node | string)[]} */
  const pieces = [before];
  for (let at = 0; at < rest.length; at += 3) {
    const index = node(document, 'sub', {}, [node(document, 'i', { text: '_' }), rest[at + 1]]);
    pieces.push(rest[at], index, rest[at + 2]);
  }
  target.replaceChildren(...pieces);
}
