// What every map of weights has in common: queries down, keys across, each with its tokens.

/**
 * The part of a MatrixPanel's content that says that rows are queries and columns are keys.
 * @param {string[]} queryTokens
 * @param {string[]} keyTokens
 * @param {import('../strings.js').Strings} strings
 */
export function mapContent(queryTokens, keyTokens, strings) {
  return {
    rows: queryTokens.length,
    columns: keyTokens.length,
    rowTokens: queryTokens,
    columnTokens: keyTokens,
    across: strings.keysAxisShort,
    down: strings.queriesAxisShort,
    scale: /** @type {const} */ ('weights'),
  };
}
