// A mask in words.
import { whole } from '../numbers.js';
import { fill, isolate } from '../strings.js';

/** @typedef {import('../strings.js').Strings} Strings */
/** @typedef {import('./masks_figure.js').MasksModel} MasksModel */

/** More names than this are counted, not listed. */
const MOST_NAMED = 6;

/**
 * @param {MasksModel} model
 * @param {Strings} strings
 * @returns {string} what the mask is, what it hides, and which queries it leaves without a key
 */
export function maskInWords(model, strings) {
  const { hidden, hiddenCount, noKey, queryTokens } = model;
  const sentences = [
    kindInWords(model, strings),
    fill(strings.masksHidden, { hidden: whole(hiddenCount), cells: whole(hidden.length) }),
  ];
  if (noKey.length > 0) {
    const text = noKey.length === 1 ? strings.masksNoKeyRow : strings.masksNoKeyRows;
    sentences.push(fill(text, { queries: named(noKey, queryTokens) }));
  }
  return sentences.join(' ');
}

/**
 * @param {MasksModel} model
 * @param {Strings} strings
 * @returns {string}
 */
function kindInWords({ setting, keyTokens }, strings) {
  const { kind, padding, side, window, prefix, starts, causal } = setting;
  const keys = keyTokens.length;
  const also = causal ? ` ${strings.masksIsCausal}` : '';
  const reach = (/** @type {number} */ count) =>
    count >= keys
      ? strings.masksAllKeys
      : count === 1
        ? strings.masksKey
        : fill(strings.masksKeys, { count });
  if (kind === 'padding') {
    const first = side === 'left' ? 0 : keys - padding;
    const indices = Array.from({ length: padding }, (_, index) => first + index);
    return fill(strings.masksIsPadding, { keys: named(indices, keyTokens) }) + also;
  }
  if (kind === 'window')
    return fill(strings.masksIsWindow, {
      before: reach(window[0]),
      after: reach(causal ? 0 : window[1]),
    });
  if (kind === 'prefix') return fill(strings.masksIsPrefix, { prefix });
  if (kind === 'documents') {
    const text = starts.length > 0 ? strings.masksIsDocuments : strings.masksIsOneDocument;
    return fill(text, { count: starts.length + 1 }) + also;
  }
  if (kind === 'painted') return strings.masksIsPainted;
  return kind === 'causal' ? strings.masksIsCausal : strings.masksIsNone;
}

/**
 * @param {number[]} indices
 * @param {string[]} tokens
 * @returns {string} 0 ‘The’, 1 ‘cat’, …
 */
function named(indices, tokens) {
  const few = indices.slice(0, MOST_NAMED).map((index) => `${index} ‘${isolate(tokens[index])}’`);
  return few.join(', ') + (indices.length > MOST_NAMED ? ', …' : '');
}
