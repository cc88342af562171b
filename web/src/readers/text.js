// Text into tokens: what a reader types becomes the rows and columns of the map.
import { AttentionError, shown } from '../errors.js';

/** Tokens kept when the caller states no cap: 128 × 128 cells still have readable labels. */
export const DEFAULT_TOKEN_CAP = 128;

/**
 * Graphemes in one token at most. No ordinary word is longer (German and Finnish compounds stay under
 * 40), but pasted base64 or a URL can be one "word" of megabytes, which no label can show.
 */
export const LONGEST_TOKEN = 48;

// A fixed locale: the same text must give the same tokens, and so the same map, in every reader's
// browser. Word breaking in Chinese, Japanese and Thai goes by dictionary whatever the locale.
const LOCALE = 'en';

/** @type {{ word: Intl.Segmenter, grapheme: Intl.Segmenter } | undefined} */
let segmenters;

/**
 * Segmenters are built on first use, since building one costs more than segmenting a sentence.
 * @returns {{ word: Intl.Segmenter, grapheme: Intl.Segmenter }}
 */
function segmentersOf() {
  segmenters ??= {
    word: new Intl.Segmenter(LOCALE, { granularity: 'word' }),
    grapheme: new Intl.Segmenter(LOCALE, { granularity: 'grapheme' }),
  };
  return segmenters;
}

// Spaces, line ends, controls and format characters alone (a zero-width space, a byte-order mark)
// leave no mark on paper, so they are not tokens.
const INVISIBLE = /^[\s\p{Cc}\p{Cf}\p{Z}]*$/u;

/**
 * One spelling per text: canonically equal strings (é as one code point or as two) become the same
 * token, and half a surrogate pair, which no encoder accepts, becomes U+FFFD.
 * @param {string} text
 * @returns {string}
 */
function canonical(text) {
  return text.replace(/\p{Cs}/gu, '\uFFFD').normalize('NFC');
}

/**
 * Cut a text after `limit` UTF-16 code units or a little before, never inside a grapheme (an accent
 * stays with its letter, a family emoji stays whole).
 * @param {string} text
 * @param {number} limit code units, ≥ 0
 * @returns {string} the text itself where it fits, otherwise its longest fitting start
 */
export function cutText(text, limit) {
  if (text.length <= limit) return text;
  // Only the start is segmented, so that cutting a megabyte costs no more than cutting a page; what
  // follows the limit shows whether it is a boundary.
  const start = segmentersOf().grapheme.segment(text.slice(0, limit + 64));
  const end = start.containing(limit)?.index ?? limit;
  if (end > 0) return text.slice(0, end);
  // One grapheme longer than the limit (stacked accents): whole code points at least.
  return text.slice(0, /[\uD800-\uDBFF]/.test(text.charAt(limit - 1)) ? limit - 1 : limit);
}

// Node's segmenter copies its whole text for each segment (100,000 characters took a second), and
// Chromium's takes 15 µs to start: stretches of about this many code units suit both.
const STRETCH = 1024;
const SPACE_BETWEEN = /\s(?!\p{M})/gu;

/**
 * The text in stretches that end before a space, where a word always ends too.
 * @param {string} text
 * @returns {Generator<string, void, void>}
 */
function* stretchesOf(text) {
  for (let start = 0; start < text.length; ) {
    SPACE_BETWEEN.lastIndex = start + STRETCH;
    const end = SPACE_BETWEEN.exec(text)?.index ?? text.length;
    yield text.slice(start, end);
    start = end;
  }
}

/**
 * Every segment with a visible mark, words beyond LONGEST_TOKEN in pieces.
 * @param {string} text
 * @returns {Generator<string, void, void>}
 */
function* tokensOf(text) {
  for (const stretch of stretchesOf(canonical(text))) {
    for (const { segment } of segmentersOf().word.segment(stretch)) {
      if (!INVISIBLE.test(segment)) yield* piecesOf(segment);
    }
  }
}

/**
 * A segment as tokens: itself, or pieces of LONGEST_TOKEN graphemes.
 * @param {string} segment
 * @returns {string[]}
 */
function piecesOf(segment) {
  if (segment.length <= LONGEST_TOKEN) return [segment];
  const graphemes = Array.from(segmentersOf().grapheme.segment(segment), (part) => part.segment);
  const pieces = [];
  for (let start = 0; start < graphemes.length; start += LONGEST_TOKEN) {
    pieces.push(graphemes.slice(start, start + LONGEST_TOKEN).join(''));
  }
  return pieces;
}

/**
 * Words and punctuation marks of a text, in order (Unicode UAX #29 word boundaries; spaces dropped,
 * NFC, words beyond 48 graphemes in pieces).
 * @param {string} text
 * @param {{ cap?: number }} [options] cap: tokens kept, a positive integer, default 128
 * @returns {{ tokens: string[], total: number, truncated: boolean }} total counts every token of the
 *   text, kept or not; an empty or blank text has none
 * @throws {AttentionError} code 'option' when text is not a string, options no object, or cap not a positive integer
 */
export function tokenize(text, options = {}) {
  if (typeof text !== 'string') {
    throw new AttentionError('option', 'text', `text is ${shown(text)}, expected a string`);
  }
  if (typeof options !== 'object' || options === null) {
    const problem = `options is ${shown(options)}, expected an object, { cap } say`;
    throw new AttentionError('option', 'options', problem);
  }
  const { cap = DEFAULT_TOKEN_CAP } = options;
  if (!Number.isSafeInteger(cap) || cap < 1) {
    const problem = `cap is ${shown(cap)}, expected a whole number from 1 to ${Number.MAX_SAFE_INTEGER}`;
    throw new AttentionError('option', 'cap', problem);
  }
  /** @type {string[]} */
  const tokens = [];
  let total = 0;
  for (const token of tokensOf(text)) {
    total += 1;
    if (tokens.length < cap) tokens.push(token);
  }
  return { tokens, total, truncated: total > tokens.length };
}
