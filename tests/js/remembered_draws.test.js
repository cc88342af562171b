// Remembered draws are the draws; what was asked for last is forgotten last.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rememberDraws } from '../../web/src/readers/remembered_draws.js';

/** A normal that counts its calls; the numbers say which call they came from. */
function counting() {
  const calls = /** @type {number[]} */ ([]);
  return {
    calls,
    normal: (/** @type {{ seed: number, shape: number[] }} */ { seed, shape }) => {
      calls.push(seed);
      return { data: Float32Array.of(seed, calls.length), shape };
    },
  };
}

test('the same draw is drawn once, another seed, shape, scale or skip again', () => {
  const { calls, normal } = counting();
  const draw = rememberDraws()(normal);
  const first = draw({ seed: 1, shape: [2] });
  assert.equal(draw({ seed: 1, shape: [2] }), first);
  assert.equal(draw({ seed: 1, shape: [2], scale: 1, skip: 0 }), first);
  for (const other of [{ seed: 2 }, { shape: [1, 2] }, { scale: 2 }, { skip: 1 }]) {
    assert.notEqual(draw({ seed: 1, shape: [2], ...other }), first);
  }
  assert.equal(calls.length, 5);
});

test('only so many are kept, and those asked for last', () => {
  const { calls, normal } = counting();
  const draw = rememberDraws(2)(normal);
  for (const seed of [1, 2, 1, 3, 1, 2]) draw({ seed, shape: [2] });
  assert.deepEqual(calls, [1, 2, 3, 2]);
});
