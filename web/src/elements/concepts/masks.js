// Masking (ch. 16.2.4): which weights a mask takes away, and where their mass goes.

import { CAUSAL_NONE, parseMask, UNBOUNDED } from '../../engine/mask.js';
import { AttentionError } from '../../errors.js';
import { MasksFigure } from '../../views/concepts/masks_figure.js';
import { maskPattern } from '../mask_pattern.js';
import { atOnce } from './concept.js';
import { hatchHidden } from './hatch.js';
import { oneHead } from './one_head.js';
import { chosenIndex } from './places.js';

/** @typedef {import('./concept.js').Asked} Asked */
/** @typedef {import('../../engine/mask.js').Mask} Mask */
/** @typedef {import('../../views/concepts/mask_setting.js').MaskSetting} MaskSetting */
/** @typedef {import('../../views/concepts/masks_figure.js').MasksModel} MasksModel */

/**
 * @param {Asked} asked
 * @returns {MasksModel}
 */
function compute(asked) {
  const { engine, example, attributes } = asked;
  const { query, key, value, shape, mask: given, scaling } = oneHead(asked, 'masks');
  const [rows, columns] = shape;
  const starts = documentStarts(attributes.documents, shape);
  const mask = starts ? withDocuments(given, starts, shape) : given;
  const pattern = maskPattern(mask, [1, rows, columns]);
  const call = { query, key, value, ...scaling };
  const before = engine.attention({ ...call, want: ['weights', 'rowSum'] });
  const result = engine.attention({ ...call, mask, want: ['weights', 'output', 'rowSum'] });
  const { weights, output, rowSum } = result;
  const hidden = hiddenCells(pattern, shape);
  const mass = Float64Array.from({ length: rows }, (_, row) =>
    massOf(before.weights.data, hidden, row, columns),
  );
  const noKey = Array.from({ length: rows }, (_, row) => row).filter((row) =>
    pattern?.hidesRow(0, row),
  );
  return {
    result: { weights, output, rowSum },
    queryTokens: example.tokens,
    keyTokens: example.keyTokens,
    before: before.weights.data,
    beforeSum: before.rowSum.data,
    after: hatchHidden(weights.data, pattern, shape),
    weights: weights.data,
    rowSum: rowSum.data,
    output: output.data,
    valueWidth: value.shape[1],
    hidden,
    hiddenCount: hidden.reduce((sum, cell) => sum + cell, 0),
    mass,
    noKey,
    setting: settingOf(example.mask, starts, [example.heads, rows, columns]),
    row: chosenIndex('row', attributes.row, rows) ?? tellingRow(mass),
  };
}

/**
 * @param {import('../../views/picture.js').Pattern | null} pattern
 * @param {readonly [number, number]} shape
 * @returns {Uint8Array} 1 where a cell is hidden
 */
function hiddenCells(pattern, [rows, columns]) {
  const hidden = new Uint8Array(rows * columns);
  if (!pattern) return hidden;
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++)
      hidden[row * columns + column] = Number(pattern.hides(0, row, column));
  }
  return hidden;
}

/**
 * @param {Float32Array} weights without mask
 * @param {Uint8Array} hidden
 * @param {number} row
 * @param {number} columns
 * @returns {number} what the mask takes from a row
 */
function massOf(weights, hidden, row, columns) {
  let sum = 0;
  for (let cell = row * columns; cell < (row + 1) * columns; cell++)
    sum += weights[cell] * hidden[cell];
  return sum;
}

/**
 * @param {Float64Array} mass
 * @returns {number} the last row that lost some of its mass and not all; the first where there is none
 */
function tellingRow(mass) {
  // A row without a key loses 1 to rounding.
  return Math.max(
    0,
    mass.findLastIndex((lost) => lost > 0 && lost < 1 - 1e-6),
  );
}

/**
 * @param {number[] | undefined} documents
 * @param {readonly [number, number]} shape
 * @returns {number[] | null} ascending, without 0; null where the attribute is missing
 * @throws {AttentionError} for more queries than keys or fewer, and for a start that is no token
 */
function documentStarts(documents, [rows, columns]) {
  if (!documents) return null;
  if (rows !== columns) {
    const message = `documents cut one sequence, but there are ${rows} queries and ${columns} keys`;
    throw new AttentionError('option', 'documents', message);
  }
  documents.forEach((start) => {
    chosenIndex('documents', start, rows);
  });
  return [...new Set(documents)].filter((start) => start > 0).sort((one, other) => one - other);
}

/**
 * @param {Mask} mask
 * @param {number[]} starts
 * @param {readonly [number, number]} shape
 * @returns {import('../../engine/mask.js').MaskObject} the same mask with blocks along the diagonal
 */
function withDocuments(mask, starts, [rows, columns]) {
  const object = typeof mask === 'object' ? mask : { causal: mask === 'causal' };
  const { allowed } = parseMask(mask, { heads: 1, nQ: rows, nK: columns });
  const textOf = (/** @type {number} */ token) => starts.filter((start) => start <= token).length;
  const texts = Array.from({ length: columns }, (_, token) => textOf(token));
  const blocks = Uint8Array.from({ length: rows * columns }, (_, cell) => {
    const same = texts[Math.floor(cell / columns)] === texts[cell % columns];
    return Number(same && allowed?.[cell] !== 0);
  });
  return { ...object, allowed: blocks };
}

/**
 * What a reader would have to set for a mask; the nearest kind where it is of several.
 * @param {Mask} mask
 * @param {number[] | null} starts
 * @param {readonly [number, number, number]} shape h, n_q, n_k
 * @returns {MaskSetting}
 */
function settingOf(mask, starts, [heads, nQ, nK]) {
  const parsed = parseMask(mask, { heads, nQ, nK });
  const { causal, left, right, prefix, keep } = parsed;
  const isCausal = causal !== CAUSAL_NONE;
  const reach = (/** @type {number} */ keys) => (keys === UNBOUNDED ? Infinity : keys);
  const padding = paddingOf(keep);
  return {
    kind: starts ? 'documents' : kindOf(parsed, padding),
    causal: isCausal,
    padding: padding?.count ?? 0,
    side: padding?.side ?? 'right',
    window: [reach(left), reach(right)],
    prefix,
    starts: starts ?? [],
  };
}

/**
 * @param {import('../../engine/mask.js').ParsedMask} parsed
 * @param {{ count: number } | null} padding
 * @returns {MaskSetting['kind']}
 */
function kindOf({ causal, left, right, prefix, allowed }, padding) {
  if (allowed || !padding) return 'painted';
  if (left !== UNBOUNDED || right !== UNBOUNDED) return 'window';
  if (causal !== CAUSAL_NONE && prefix > 0) return 'prefix';
  if (padding.count > 0) return 'padding';
  return causal === CAUSAL_NONE ? 'none' : 'causal';
}

/**
 * @param {Uint8Array | null} keep
 * @returns {{ count: number, side: 'left' | 'right' } | null} null where the padding is not one run at an end
 */
function paddingOf(keep) {
  const count = keep?.reduce((sum, real) => sum + 1 - real, 0) ?? 0;
  if (!keep || count === 0) return { count: 0, side: 'right' };
  const [first, last] = [keep.indexOf(1), keep.lastIndexOf(1)];
  if (first === -1 || keep.length - 1 - last === count) return { count, side: 'right' };
  return first === count ? { count, side: 'left' } : null;
}

/** @type {import('./concept.js').Concept<MasksModel>} */
export const masks = {
  compute: atOnce(compute),
  figure: (document, strings, acts) => new MasksFigure(document, strings, acts),
  tables: ({ queryTokens, keyTokens, before, weights, mass, result, valueWidth }) => [
    { name: 'weights without mask', rows: queryTokens, columns: keyTokens, values: before },
    { name: 'weights with mask', rows: queryTokens, columns: keyTokens, values: weights },
    { name: 'mass taken away', rows: queryTokens, columns: ['mass'], values: mass },
    {
      name: 'output with mask',
      rows: queryTokens,
      columns: Array.from({ length: valueWidth }, (_, component) => component),
      values: result.output.data,
    },
  ],
};
