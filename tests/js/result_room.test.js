// Memory that weights are written to again and again: what is shown stays whole, and the mean over heads is the mean.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadEngine } from 'attention-map';
import { ResultRoom } from '../../web/src/elements/result_room.js';

const engine = /** @type {import('../../web/src/elements/shared_engine.js').Engine} */ (
  /** @type {unknown} */ (await loadEngine())
);

/**
 * @param {ResultRoom} room
 * @param {readonly [number, number, number]} shape
 * @param {number} seed
 */
function fill(room, shape, seed) {
  const place = room.spare();
  place.prepare(engine, shape);
  const [heads, rows, columns] = shape;
  const draw = (/** @type {number} */ n, /** @type {number} */ skip) =>
    engine.normal({ seed, shape: [heads, n, 4], skip });
  engine.attention({
    query: draw(rows, 0),
    key: draw(columns, 9),
    want: ['weights'],
    into: { weights: place.target },
  });
  return place;
}

for (const [where, shape] of /** @type {[string, [number, number, number]][]} */ ([
  ['an array', [3, 20, 30]],
  ['wasm memory', [6, 211, 210]],
])) {
  test(`weights in ${where}: rows, heads and the mean`, () => {
    const place = fill(new ResultRoom(), shape, 1);
    const [heads, rows, columns] = shape;
    const { data } = place.copy();
    const cells = place.cells();
    assert.equal('read' in place.target, where === 'wasm memory');
    assert.deepEqual(
      Array.from(cells.read(columns * 2, columns)),
      Array.from(data.slice(columns * 2, columns * 3)),
    );
    const mean = cells.mean();
    assert.equal(mean.length, rows * columns);
    for (let index = 0; index < mean.length; index++) {
      let sum = 0;
      for (let head = 0; head < heads; head++) sum += data[head * mean.length + index];
      assert.ok(Math.abs(mean[index] - sum / heads) < 1e-6, `cell ${index}`);
    }
  });

  test(`weights in ${where}: what is shown stays whole while its successor is computed`, () => {
    const room = new ResultRoom();
    const shown = fill(room, shape, 1);
    room.hold(shown);
    const before = Array.from(shown.copy().data);
    const next = fill(room, shape, 2);
    assert.notEqual(next, shown);
    assert.deepEqual(Array.from(shown.copy().data), before);
    const { target } = shown;
    room.hold(next);
    const third = fill(room, shape, 3);
    assert.equal(third, shown);
    if (where === 'wasm memory') assert.equal(third.target, target, 'the same memory again');
    room.hold(third);
  });
}

test('memory goes with the size: from wasm to an array and back', () => {
  const room = new ResultRoom();
  for (const shape of /** @type {[number, number, number][]} */ ([
    [2, 400, 400],
    [1, 3, 5],
    [2, 400, 401],
  ])) {
    const place = fill(room, shape, 4);
    assert.deepEqual([...place.copy().shape], shape);
    assert.equal(place.copy().data.length, shape[0] * shape[1] * shape[2]);
  }
});
