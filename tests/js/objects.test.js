// The core's objects as classes, over functions that keep a book instead of memory.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import v8 from 'node:v8';
import vm from 'node:vm';
import { addObjects } from '../../web/src/engine/objects.js';

v8.setFlagsFromString('--expose-gc');
const collect = vm.runInNewContext('gc');

/** A core with one kind of object, and one function that takes it among others. */
function core() {
  /** @type {Map<number, number[]>} */
  const held = new Map();
  /** @type {number[]} */
  const freed = [];
  let next = 16;
  const functions = addObjects({
    'Pair.new': (/** @type {number} */ a, /** @type {number} */ b) => {
      next += 16;
      held.set(next, [a, b]);
      return next;
    },
    'Pair.delete': (/** @type {number} */ address) => {
      freed.push(address);
      held.delete(address);
    },
    'Pair.sum': (/** @type {number} */ address, /** @type {number} */ more) =>
      (held.get(address) ?? []).reduce((a, b) => a + b, more),
    'Pair.with': (/** @type {unknown} */ address, /** @type {unknown} */ other) => [
      Number(address),
      Number(other),
    ],
    free: () => 'a function of its own',
  });
  return { held, freed, functions: /** @type {any} */ (functions) };
}

test('an object takes what new takes, its methods come first, and it stands for its address', () => {
  const { held, functions } = core();
  const one = new functions.Pair(1, 2);
  const other = new functions.Pair(3, 4);
  assert.equal(one.sum(10), 13);
  assert.equal(other.sum(0), 7);
  assert.deepEqual(one.with(other), [...held.keys()]);
  assert.equal(functions.free(), 'a function of its own');
});

test('delete() frees once; what was deleted is refused, alone and among arguments', () => {
  const { held, functions } = core();
  const one = new functions.Pair(1, 2);
  const other = new functions.Pair(3, 4);
  one.delete();
  assert.equal(held.size, 1);
  assert.throws(() => one.delete(), /Pair was deleted/);
  assert.throws(() => one.sum(0), /Pair was deleted/);
  assert.throws(() => other.with(one), /Pair was deleted/);
  assert.equal(other.sum(0), 7);
});

test('what is forgotten is freed, what was deleted is not freed again', async () => {
  const { held, freed, functions } = core();
  const kept = new functions.Pair(1, 2);
  (() => {
    new functions.Pair(3, 4).delete();
    for (let k = 0; k < 50; k++) new functions.Pair(k, k);
  })();
  for (let turn = 0; held.size > 1 && turn < 50; turn++) {
    collect();
    await sleep(5);
  }
  assert.equal(held.size, 1);
  assert.equal(kept.sum(0), 3);
  assert.equal(freed.length, 51);
  assert.equal(new Set(freed).size, 51);
});
