// Flash attention's arithmetic (ch. 16.3): one row of softmax tile by tile, written down by the engine's own kernel.
import { AttentionError } from '../../errors.js';
import { TilesFigure } from '../../views/concepts/tiles_figure.js';
import { atOnce } from './concept.js';
import { oneHead } from './one_head.js';
import { chosenIndex, chosenStep } from './places.js';
import { resultWhenRead } from './result_when_read.js';

/** @typedef {import('./concept.js').Asked} Asked */
/** @typedef {import('../../views/concepts/tiles_figure.js').TilesModel} TilesModel */

const RESULT = /** @type {const} */ (['weights', 'output']);
/** Two tiles of the chapter's four keys. */
const BLOCK = 2;
/** Where there are more keys than fit on a line, as many tiles as are read at a glance. */
const TILES = 8;

/**
 * @param {Asked} asked
 * @returns {TilesModel}
 */
function compute(asked) {
  const { engine, example, attributes, arrays } = asked;
  const { query, key, value, shape, mask, scaling } = oneHead(asked, 'tiles');
  const [rows, columns] = shape;
  const row = chosenIndex('row', attributes.row, rows) ?? rows - 1;
  const blockSize = chosenBlock(attributes['block-size'], columns);
  const count = Math.ceil(columns / blockSize);
  const step = chosenStep(attributes.step, count);
  const call = { query, key, value, mask, ...scaling };
  const into = (/** @type {string} */ name) => arrays.tensor(name, [1, rows, columns]);
  const direct = engine.attention({
    ...call,
    want: ['weights', 'maskedScores', 'output'],
    into: { weights: into('weights'), maskedScores: into('scores') },
  });
  const { blocks, output, logSumExp } = engine.softmaxTrace({ ...call, row, blockSize });
  const valueWidth = value.shape[1];
  const ofRow = (/** @type {{ data: Float32Array }} */ { data }, /** @type {number} */ width) =>
    data.slice(row * width, (row + 1) * width);
  const wanted = ofRow(direct.output, valueWidth);
  const scores = ofRow(direct.maskedScores, columns);
  const tiles = blocks.map(({ max, correction, sum, partialOutput }, tile) => {
    const first = tile * blockSize;
    const end = Math.min(first + blockSize, columns);
    const skipped = scores.subarray(first, end).every((score) => score === -Infinity);
    return { first, end, skipped, max, correction, sum, output: over(partialOutput, sum) };
  });
  return {
    result: resultWhenRead(RESULT, () => engine.attention({ ...call, want: RESULT })),
    queryTokens: example.tokens,
    keyTokens: example.keyTokens,
    row,
    blockSize,
    step,
    tiles,
    scores,
    weights: ofRow(direct.weights, columns),
    output,
    logSumExp,
    difference: largestDifference(output, wanted),
    valueWidth,
  };
}

/**
 * @param {number | undefined} size
 * @param {number} columns
 * @returns {number} keys in a tile
 * @throws {AttentionError} for more than there are
 */
function chosenBlock(size, columns) {
  if (size === undefined) return Math.min(columns, Math.max(BLOCK, Math.ceil(columns / TILES)));
  if (size <= columns) return size;
  const message = `block-size is ${size}, expected at most ${columns}, the number of keys`;
  throw new AttentionError('option', 'block-size', message);
}

/**
 * @param {Float32Array} partial
 * @param {number} sum 0 before the first key
 * @returns {Float32Array} the output so far
 */
function over(partial, sum) {
  return sum > 0 ? partial.map((each) => each / sum) : new Float32Array(partial.length);
}

/**
 * @param {Float32Array} one
 * @param {Float32Array} other
 * @returns {number}
 */
function largestDifference(one, other) {
  return one.reduce((most, each, index) => Math.max(most, Math.abs(each - other[index])), 0);
}

/** @type {import('./concept.js').Concept<TilesModel>} */
export const tiles = {
  compute: atOnce(compute),
  figure: (document, strings, acts) => new TilesFigure(document, strings, acts),
  tables: ({ tiles: blocks, valueWidth, output, scores, keyTokens, logSumExp }) => [
    { name: 'scores', rows: ['query'], columns: keyTokens, values: scores },
    {
      name: 'tiles',
      rows: blocks.map((_, tile) => tile),
      columns: ['maximum', 'correction', 'sum'],
      values: blocks.flatMap(({ max, correction, sum }) => [max, correction, sum]),
    },
    {
      name: 'output after each tile',
      rows: blocks.map((_, tile) => tile),
      columns: Array.from({ length: valueWidth }, (_, component) => component),
      values: blocks.flatMap((block) => Array.from(block.output)),
    },
    {
      name: 'output',
      rows: ['query'],
      columns: Array.from({ length: valueWidth }, (_, component) => component),
      values: output,
    },
    { name: 'log-sum-exp', rows: ['query'], columns: ['nats'], values: [logSumExp] },
  ],
};
