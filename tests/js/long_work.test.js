// Work in slices, and the same work for a printer, which waits for no frame.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, mock, test } from 'node:test';
import { LongWork } from '../../web/src/elements/long_work.js';

/** Frames that a browser would make, and its clock, which a model moves on. */
const frames = /** @type {Map<number, () => void>} */ (new Map());
let now = 0;

beforeEach(() => {
  let last = 0;
  now = 0;
  Object.assign(globalThis, {
    requestAnimationFrame: (/** @type {() => void} */ then) => {
      frames.set(++last, then);
      return last;
    },
    cancelAnimationFrame: (/** @type {number} */ request) => frames.delete(request),
  });
  mock.method(performance, 'now', () => now);
});

afterEach(() => {
  mock.restoreAll();
  frames.clear();
  Reflect.deleteProperty(globalThis, 'requestAnimationFrame');
  Reflect.deleteProperty(globalThis, 'cancelAnimationFrame');
});

/** @param {Iterator<number | null, void>} models */
function begin(models) {
  const work = new LongWork();
  const told = /** @type {unknown[]} */ ([]);
  work.start(models, {
    shown: (model) => told.push(model),
    done: () => told.push('done'),
    failed: (error) => told.push(error),
  });
  return { work, told };
}

/** @param {number} count @param {number} ms each */
function* models(count, ms) {
  for (let model = 1; model <= count; model++) {
    now += ms;
    yield model;
  }
}

test('a frame has a slice, a printer has all of it, and only the last model is shown', () => {
  const { work, told } = begin(models(100, 5));
  const [frame] = frames.values();
  frames.clear();
  frame();
  assert.deepEqual(told, [2]);
  work.finish();
  assert.deepEqual(told, [2, 100, 'done']);
  assert.equal(work.running, false);
  assert.equal(frames.size, 0);
  work.finish();
  assert.equal(told.length, 3);
});

test('where a frame must come between, a printer gets what there is, and the frame comes', () => {
  const { work, told } = begin([1, 2, null, 3].values());
  work.finish();
  assert.deepEqual(told, [2]);
  assert.equal(frames.size, 1);
  frames.values().next().value?.();
  assert.deepEqual(told, [2, 3, 'done']);
});

test('an endless work does not hold a printer', () => {
  const { work, told } = begin(models(Number.POSITIVE_INFINITY, 5));
  work.finish();
  assert.deepEqual(told, [800]);
  assert.equal(work.running, true);
  assert.equal(frames.size, 1);
});
