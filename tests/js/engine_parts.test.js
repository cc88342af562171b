// Parts of a call, without the core: rows keep their mask whatever the range, and tasks cover the rows once.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseMask } from '../../web/src/engine/mask.js';
import { maskOfRows, partOf, planTasks, ROW_STEP } from '../../web/src/engine/parts.js';

/** @typedef {import('../../web/src/engine/mask.js').MaskObject} MaskObject */
/** @typedef {import('../../web/src/engine/mask.js').ParsedMask} ParsedMask */

/**
 * The rule of the core (mask.h) on what it is given.
 * @param {ParsedMask} mask
 * @param {number} nQ
 * @param {number} nK
 * @param {number} i
 * @param {number} j
 */
function allows(mask, nQ, nK, i, j) {
  const pos = mask.causal === 2 ? i : i + nK - nQ;
  const inWindow = (mask.causal === 0 || j <= pos) && pos - mask.left <= j && j <= pos + mask.right;
  const kept = mask.keep === null || mask.keep[j] === 1;
  return (
    kept &&
    (mask.allowed === null || mask.allowed[i * nK + j] === 1) &&
    (j < mask.prefix || inWindow)
  );
}

/** @param {number} nQ @param {number} nK @returns {MaskObject[]} */
const masks = (nQ, nK) => [
  {},
  { causal: true },
  { causal: 'top-left' },
  { window: [2, 1] },
  { window: [0, Infinity] },
  { window: [Infinity, 0] },
  { window: [1, 3], prefix: 2 },
  { causal: true, window: [1, 9] },
  { causal: 'top-left', window: [1, 0] },
  { causal: true, prefix: 3 },
  { causal: true, prefix: 100 },
  { causal: 'top-left', prefix: 1 },
  { window: [0, 0], keep: Array.from({ length: nK }, (_, j) => j % 3 !== 1) },
  { causal: true, allowed: Array.from({ length: nQ * nK }, (_, k) => k % 5 !== 2) },
];

test('rows keep their mask, whatever the range, cut or not', () => {
  let cuts = 0;
  for (const nQ of [1, 5, 9]) {
    for (const nK of [1, 4, 9, 12]) {
      const sizes = { heads: 1, keyValueHeads: 1, nQ, nK, dK: 1, dV: 1 };
      for (const object of masks(nQ, nK)) {
        const mask = parseMask(object, sizes);
        for (let begin = 0; begin < nQ; begin++) {
          for (let end = begin + 1; end <= nQ; end++) {
            for (const mayCut of [true, false]) {
              const part = maskOfRows(mask, sizes, { head: 0, begin, end }, mayCut);
              if (part.keys < nK) cuts++;
              assert.ok(part.keys >= 1 && (mayCut || part.keys === nK));
              assert.ok(part.mask.left >= 0 && part.mask.right >= 0, 'what the core refuses');
              for (let i = begin; i < end; i++) {
                for (let j = 0; j < nK; j++) {
                  const actual =
                    j < part.keys && allows(part.mask, end - begin, part.keys, i - begin, j);
                  assert.equal(
                    actual,
                    allows(mask, nQ, nK, i, j),
                    `${JSON.stringify(object)} ${nQ}×${nK} rows [${begin}, ${end}) at ${i}, ${j}`,
                  );
                }
              }
            }
          }
        }
      }
    }
  }
  assert.ok(cuts > 100, `${cuts} cuts`);
});

test('tasks cover every row of every head once, at multiples of the step', () => {
  for (const heads of [1, 3, 5, 12]) {
    for (const nQ of [1, ROW_STEP - 1, ROW_STEP, 2 * ROW_STEP - 1, 2 * ROW_STEP, 500, 5000]) {
      for (const threads of [1, 2, 3, 8]) {
        const sizes = { heads, keyValueHeads: 1, nQ, nK: nQ, dK: 64, dV: 64 };
        const mask = parseMask('causal', sizes);
        const rest = {
          query: new Float32Array(0),
          key: new Float32Array(0),
          value: null,
          bias: null,
        };
        const tasks = planTasks(
          { ...rest, sizes, mask, scaling: { scale: 1, temperature: 1 } },
          threads,
        );
        let place = 0;
        for (const { head, begin, end } of tasks) {
          assert.equal(head * nQ + begin, place);
          assert.ok(begin % ROW_STEP === 0 && end > begin);
          assert.ok(end - begin >= Math.min(ROW_STEP, nQ));
          place = head * nQ + end;
        }
        assert.equal(place, heads * nQ);
        if (nQ >= 5000) assert.ok(tasks.length >= threads, 'no thread is idle');
      }
    }
  }
});

test('causal rows are cut where the work is equal, not the number of rows', () => {
  const sizes = { heads: 1, keyValueHeads: 1, nQ: 4800, nK: 4800, dK: 8, dV: 8 };
  const problem = {
    ...{ sizes, query: new Float32Array(0), key: new Float32Array(0), value: null, bias: null },
    ...{ mask: parseMask('causal', sizes), scaling: { scale: 1, temperature: 1 } },
  };
  const [first, second, ...others] = planTasks(problem, 2);
  assert.deepEqual(others, []);
  // Half the triangle lies above row n·√½.
  assert.ok(Math.abs(first.end - 4800 * Math.SQRT1_2) < 100, `${first.end}`);
  assert.equal(second.begin, first.end);
});

test('a part has the arrays of its head and rows, and of its group’s keys', () => {
  const sizes = { heads: 4, keyValueHeads: 2, nQ: 3, nK: 5, dK: 2, dV: 1 };
  const ramp = (/** @type {number} */ length) => Float32Array.from({ length }, (_, k) => k);
  const problem = {
    ...{ sizes, query: ramp(24), key: ramp(20), value: ramp(10), bias: ramp(60) },
    ...{ mask: parseMask('none', sizes), scaling: { scale: 1, temperature: 1 } },
  };
  const { problem: part } = partOf(problem, { head: 3, begin: 1, end: 3 }, false);
  assert.deepEqual([.../** @type {Float32Array} */ (part.query)], [20, 21, 22, 23]);
  assert.deepEqual(
    [.../** @type {Float32Array} */ (part.key)],
    [10, 11, 12, 13, 14, 15, 16, 17, 18, 19],
  );
  assert.deepEqual([.../** @type {Float32Array} */ (part.value)], [5, 6, 7, 8, 9]);
  assert.equal(/** @type {Float32Array} */ (part.bias)[0], (3 * 3 + 1) * 5);
  assert.equal(part.bias?.length, 10);
});
