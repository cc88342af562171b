// What heads are told apart by: means over the rows of a map, of weights that the core computed.

/**
 * @typedef {object} HeadMeasures
 * @property {number} entropy −Σ w ln w of a row, nats
 * @property {number} distance Σ w·|i − j| of a row, tokens
 * @property {number} first weight on key 0: the attention sink (Xiao 2023)
 * @property {number} previous weight on key i − 1; NaN where no query has one
 * @property {number} induction weight on the key after the previous occurrence of the query's token (Olsson 2022); NaN where no
 *   token comes again
 */

/**
 * @param {object} map
 * @param {Float32Array} map.weights n_q × n_k
 * @param {Float32Array} map.entropy n_q
 * @param {Float32Array} map.rowSum n_q; rows of 0 see no key and are left out
 * @param {number} columns n_k
 * @param {Int32Array} after as followers() gives them
 * @returns {HeadMeasures}
 */
export function headMeasures({ weights, entropy, rowSum }, columns, after) {
  const rows = rowSum.length;
  // The last query stands at the last key.
  const offset = columns - rows;
  const sums = { entropy: 0, distance: 0, first: 0, previous: 0, induction: 0 };
  const counts = { rows: 0, previous: 0, induction: 0 };
  for (let row = 0; row < rows; row++) {
    if (rowSum[row] === 0) continue;
    counts.rows++;
    const position = row + offset;
    const at = row * columns;
    sums.entropy += entropy[row];
    sums.first += weights[at];
    for (let column = 0; column < columns; column++)
      sums.distance += weights[at + column] * Math.abs(position - column);
    if (position >= 1) {
      sums.previous += weights[at + position - 1];
      counts.previous++;
    }
    if (after[row] >= 0) {
      sums.induction += weights[at + after[row]];
      counts.induction++;
    }
  }
  return {
    entropy: sums.entropy / counts.rows,
    distance: sums.distance / counts.rows,
    first: sums.first / counts.rows,
    previous: sums.previous / counts.previous,
    induction: sums.induction / counts.induction,
  };
}

/**
 * Where an induction head looks: for each query, the key after the last place before it that has its token.
 * @param {readonly string[]} tokens of the queries
 * @param {readonly string[]} keyTokens
 * @returns {Int32Array} n_q; −1 where the token has not been there before
 */
export function followers(tokens, keyTokens) {
  const offset = keyTokens.length - tokens.length;
  /** @type {Map<string, number>} */
  const last = new Map();
  let seen = 0;
  return Int32Array.from(tokens, (token, row) => {
    for (; seen < row + offset; seen++) last.set(keyTokens[seen], seen);
    const before = last.get(token);
    return before === undefined ? -1 : before + 1;
  });
}
