// What a reader sees of a token that has no ink: tokenizers make tokens of spaces and line breaks, and a blank label tells nothing.

/** A sign for each character, as editors show them. */
const SIGNS = /** @type {Readonly<Record<string, string>>} */ ({
  ' ': '␣',
  '\t': '⇥',
  '\n': '⏎',
  '\r': '␍',
});

/** An empty token. */
const NOTHING = '∅';

/**
 * @param {string} token
 * @returns {string} the token itself wherever it can be seen
 */
export function tokenText(token) {
  if (token.trim() !== '') return token;
  if (token === '') return NOTHING;
  return Array.from(token, (character) => SIGNS[character] ?? '␣').join('');
}

/**
 * @param {readonly string[]} tokens
 * @param {(text: string) => number} measure
 * @returns {number[]} CSS px of each as it is seen
 */
export function tokenWidths(tokens, measure) {
  return tokens.map((token) => measure(tokenText(token)));
}

/**
 * @param {readonly string[]} tokens
 * @returns {boolean} whether they are the numbers of rows or columns, which stand in for tokens where there are none
 */
export function areIndices(tokens) {
  return tokens.every((token, index) => token === String(index));
}
