// Cross-attention (ch. 16.3): fewer queries than keys, from one sequence or from two, and where a causal map begins then.
import { AttentionError } from '../../errors.js';
import { CrossFigure } from '../../views/concepts/cross_figure.js';
import { isCausal } from '../mask_choice.js';
import { maskPattern } from '../mask_pattern.js';
import { atOnce } from './concept.js';
import { hatch } from './hatch.js';
import { oneHead } from './one_head.js';
import { resultWhenRead } from './result_when_read.js';

/** @typedef {import('./concept.js').Asked} Asked */
/** @typedef {import('./one_head.js').OneHead} OneHead */
/** @typedef {import('../../engine/mask.js').MaskObject} MaskObject */
/** @typedef {import('../../readers/json.js').Tensor} Tensor */
/** @typedef {import('../../views/concepts/cross_figure.js').CrossModel} CrossModel */
/** @typedef {import('../../views/concepts/cross_figure.js').CrossMap} CrossMap */
/** @typedef {'bottom-right' | 'top-left'} Align */

const RESULT = /** @type {const} */ (['weights', 'output']);
const WANT = /** @type {const} */ ([...RESULT, 'rowSum']);

/**
 * @param {Asked} asked
 * @returns {CrossModel}
 */
function compute(asked) {
  const { engine, example, attributes, arrays } = asked;
  const one = oneHead(asked, 'cross');
  const [rows, keys] = one.shape;
  const pair = isPair(asked, one.shape);
  const split = pair ? 0 : splitOf(attributes.split, keys);
  const causal = isCausal(example.mask);
  const align = attributes.align ?? 'bottom-right';
  const into = (/** @type {string} */ name, /** @type {readonly number[]} */ shape) => ({
    weights: arrays.tensor(name, [1, ...shape]),
  });
  const full = pair
    ? null
    : engine.attention({
        ...callOf(one, 0),
        mask: one.mask,
        want: WANT,
        into: into('full', one.shape),
      });
  const map = (/** @type {Align} */ each) => {
    const mask = rectangularMask(one, split, causal && each);
    const call = { ...callOf(one, split), mask, want: WANT };
    const shape = /** @type {const} */ ([rows - split, keys]);
    const { weights, output, rowSum } = engine.attention({ ...call, into: into(each, shape) });
    const difference = full && differenceOf(weights, full.weights, split * keys);
    return {
      weights: hatch(weights.data, maskPattern(mask, [1, ...shape]), shape),
      rowSum: rowSum.data,
      difference,
      outputDifference: full && differenceOf(output, full.output, split * one.value.shape[1]),
      result: resultWhenRead(RESULT, () => engine.attention(call)),
    };
  };
  const bottomRight = map('bottom-right');
  const topLeft = causal ? map('top-left') : null;
  const used = align === 'top-left' && topLeft ? topLeft : bottomRight;
  return {
    result: used.result,
    queryTokens: example.tokens.slice(split),
    keyTokens: example.keyTokens,
    split,
    pair,
    causal,
    align,
    bottomRight,
    topLeft,
    full: full?.weights.data.subarray(split * keys) ?? null,
  };
}

/**
 * @param {Asked} asked
 * @param {readonly [number, number]} shape
 * @returns {boolean} whether queries and keys are of two sequences
 */
function isPair({ example: { layer, tokens, keyTokens } }, [rows, keys]) {
  return Boolean(layer?.context) || rows !== keys || tokens.join('\n') !== keyTokens.join('\n');
}

/**
 * @param {number | undefined} split
 * @param {number} tokens
 * @returns {number} half of the tokens where none is given
 * @throws {AttentionError} where no token is left to ask
 */
function splitOf(split, tokens) {
  if (split === undefined) return Math.floor(tokens / 2);
  if (split < tokens) return split;
  const message = `split is ${split}, expected at most ${tokens - 1}: of ${tokens} tokens one must be a query`;
  throw new AttentionError('option', 'split', message);
}

/**
 * @param {OneHead} one
 * @param {number} split
 * @returns the call for the queries after the split
 */
function callOf({ query, key, value, scaling }, split) {
  const { bias, ...others } = scaling;
  const columns = key.shape[0];
  return {
    query: rowsFrom(query, split),
    key,
    value,
    ...others,
    ...(bias
      ? { bias: rowsFrom({ data: bias.data, shape: [query.shape[0], columns] }, split) }
      : {}),
  };
}

/**
 * @param {Tensor} matrix [rows, columns]
 * @param {number} first
 * @returns {Tensor} without the rows before
 */
function rowsFrom({ data, shape: [rows, columns] }, first) {
  return { data: data.subarray(first * columns), shape: [rows - first, columns] };
}

/**
 * @param {OneHead} one
 * @param {number} split
 * @param {Align | false} causal where the causal map begins; false: it is none
 * @returns {MaskObject}
 */
function rectangularMask({ mask, shape: [rows, keys] }, split, causal) {
  const { allowed, ...others } = typeof mask === 'object' ? mask : /** @type {MaskObject} */ ({});
  const cells = /** @type {Uint8Array | undefined} */ (allowed);
  return {
    ...others,
    causal: causal === 'top-left' ? 'top-left' : causal === 'bottom-right',
    // The flags of one head are flat bytes by now.
    ...(cells ? { allowed: cells.subarray(split * keys, rows * keys) } : {}),
  };
}

/**
 * @param {Tensor} some the last rows
 * @param {Tensor} all
 * @param {number} start of those rows in all of them
 * @returns {number} the largest difference
 */
function differenceOf(some, all, start) {
  let most = 0;
  // By index: a call for each of 100,000 weights would take longer than the kernel.
  for (let place = 0; place < some.data.length; place++)
    most = Math.max(most, Math.abs(some.data[place] - all.data[start + place]));
  return most;
}

/** @type {import('./concept.js').Concept<CrossModel>} */
export const cross = {
  compute: atOnce(compute),
  figure: (document, strings, acts) => new CrossFigure(document, strings, acts),
  tables: ({ queryTokens, keyTokens, causal, bottomRight, topLeft }) => [
    {
      name: causal ? 'weights, bottom-right' : 'weights',
      rows: queryTokens,
      columns: keyTokens,
      values: bottomRight.result.weights.data,
    },
    ...(topLeft
      ? [
          {
            name: 'weights, top-left',
            rows: queryTokens,
            columns: keyTokens,
            values: topLeft.result.weights.data,
          },
        ]
      : []),
  ],
};
