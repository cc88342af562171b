// Arrays that a tag's concept writes again: what is on screen stays whole, and what the page has read stays its own.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readAttributes } from '../../web/src/elements/attributes.js';
import { exampleOf } from '../../web/src/elements/concepts/example.js';
import { resultWhenRead } from '../../web/src/elements/concepts/result_when_read.js';
import { ResultRoom } from '../../web/src/elements/result_room.js';
import { ReusedArrays } from '../../web/src/elements/reused_arrays.js';
import { loadEngine } from '../../web/src/index.js';

test('the same name has the same memory, however many of its numbers are asked for', () => {
  const arrays = new ReusedArrays();
  arrays.begin('sparse');
  const first = arrays.floats('full', 12);
  const { data, shape } = arrays.tensor('full', [3, 2]);
  assert.deepEqual([first.length, data.length, ...shape], [12, 6, 3, 2]);
  assert.equal(data.buffer, first.buffer);
  assert.notEqual(arrays.floats('map', 12).buffer, first.buffer);
  assert.equal(arrays.floats('full', 13).length, 13);
  arrays.begin('sparse');
  const again = arrays.floats('full', 13).buffer;
  arrays.begin('cross');
  assert.notEqual(arrays.floats('full', 13).buffer, again);
});

test('a result is computed when it is read, once', () => {
  let calls = 0;
  const result = resultWhenRead(['weights', 'output'], () => {
    calls++;
    return {
      weights: { data: Float32Array.of(calls), shape: [1] },
      output: { data: Float32Array.of(9), shape: [1] },
    };
  });
  assert.deepEqual(Object.keys(result), ['weights', 'output']);
  assert.equal(calls, 0);
  assert.deepEqual(
    [result.weights.data[0], result.output.data[0], result.weights.data[0]],
    [1, 9, 1],
  );
  assert.equal(calls, 1);
});

for (const view of ['sparse', 'cross', 'sharing', 'tiles', 'scaling', 'lines']) {
  test(`${view}: what is shown and what was read hold while the next is computed`, async () => {
    const { [view]: concept } = await import(`../../web/src/elements/concepts/${view}.js`);
    const engine = await loadEngine();
    const room = new ResultRoom();
    const compute = (/** @type {Record<string, string>} */ more) => {
      const written = /** @type {Record<string, string>} */ ({ view, heads: '2', ...more });
      const attributes = readAttributes(
        /** @type {Element} */ (
          /** @type {unknown} */ ({
            getAttribute: (/** @type {string} */ name) => written[name] ?? null,
          })
        ),
      );
      const place = room.spare();
      place.arrays.begin(view);
      const example = exampleOf(engine, null, attributes, room.layer);
      const asked = { engine, example, attributes, arrays: place.arrays };
      return { place, model: [...concept.compute(asked)].at(-1) };
    };
    const numbers = (/** @type {{ model: object }} */ { model }) =>
      concept
        .tables(model)
        .map((/** @type {{ values: ArrayLike<number> }} */ { values }) => Array.from(values));
    const shown = compute({ mask: 'causal' });
    room.hold(shown.place);
    const { weights } = shown.model.result;
    const before = numbers(shown);
    const read = [...weights.data];
    // One that is refused while it is drawn leaves its successor the same place.
    compute({ mask: 'none', seed: '5' });
    const next = compute({ mask: 'none', seed: '7' });
    assert.deepEqual(numbers(shown), before);
    assert.notDeepEqual(numbers(next), before);
    room.hold(next.place);
    assert.equal(compute({ mask: 'causal', seed: '9' }).place, shown.place);
    assert.deepEqual([...weights.data], read);
    engine.free();
  });
}
