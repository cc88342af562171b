// Order-blindness: the numbers of golden/NUMBERS.md §5 (NumPy, float64).
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { magnitude } from '../../../web/src/views/numbers.js';
import { close } from '../all_close.js';
import { modelOf } from './asked.js';

const { permutation } = JSON.parse(
  readFileSync(new URL('../../golden/chapter.json', import.meta.url), 'utf8'),
).cases;
const order = permutation.order.join(' ');

test('without a mask the map moves with its tokens, to rounding', async () => {
  const model = await modelOf({ view: 'order', order });
  close(model.after, permutation.full_weights.flat());
  close(model.moved, permutation.full_weights.flat());
  assert.ok(model.weightsDifference < 1e-6, `${model.weightsDifference}`);
  assert.ok(model.outputDifference < 1e-6, `${model.outputDifference}`);
  assert.deepEqual(model.tokens, ['x₂', 'x₀', 'x₃', 'x₁']);
});

test('with a causal mask the outputs differ by 0.7471', async () => {
  const model = await modelOf({ view: 'order', order, mask: 'causal' });
  close(model.result.weights.data, permutation.causal_weights.flat());
  close([model.outputDifference], [permutation.max_difference_causal_output]);
  assert.equal(magnitude(model.outputDifference), '0.7471');
  // x₀ sees itself alone in the first order: its row goes to place 1, hidden but for its own column.
  assert.deepEqual(Array.from(model.moved.subarray(4, 8), Number.isNaN), [true, false, true, true]);
});

test('positions that are added after the move make the weights differ by 0.2760', async () => {
  const model = await modelOf({ view: 'order', order, positions: 'on' });
  close([model.weightsDifference], [0.27597896]);
  assert.equal(magnitude(model.weightsDifference), '0.2760');
});

test('the original order differs from itself by nothing; the default has moved something', async () => {
  const same = await modelOf({ view: 'order', order: '0 1 2 3', mask: 'causal', positions: 'on' });
  assert.deepEqual([same.weightsDifference, same.outputDifference], [0, 0]);
  assert.deepEqual((await modelOf({ view: 'order' })).order, [3, 2, 1, 0]);
});

test('words come without the positions that other views add to them', async () => {
  const blind = await modelOf({
    view: 'order',
    tokens: 'the cat saw the cat',
    heads: '2',
    head: '1',
  });
  assert.ok(blind.weightsDifference < 1e-5, `${blind.weightsDifference}`);
  // Equal words have equal rows where nothing tells their places.
  const [first, second] = [0, 3].map((place) => blind.after.subarray(place * 5, place * 5 + 5));
  close(first, second, 1e-5);
});

test('one token has one order', async () => {
  const model = await modelOf({ view: 'order', tokens: 'alone', mask: 'causal' });
  assert.deepEqual([model.order, Array.from(model.after)], [[0], [1]]);
});

test('an order that is none is refused', async () => {
  for (const wrong of ['0 1 2', '0 0 1 2', '0 1 2 4', '0 1 2 3 4'])
    await assert.rejects(modelOf({ view: 'order', order: wrong }), {
      code: 'option',
      argument: 'order',
      message: `order is '${wrong}', expected each of 0 to 3 once`,
    });
  await assert.rejects(modelOf({ view: 'order' }, { weights: [[1]] }), /finished weights/);
  await assert.rejects(modelOf({ view: 'order', tokens: 'a', 'key-tokens': 'b' }), /one sequence/);
});

test('a difference keeps its size in print', () => {
  assert.deepEqual([0, 1.234e-7, 0.74706, 0.0009].map(magnitude), [
    '0',
    '1.2e−7',
    '0.7471',
    '9.0e−4',
  ]);
});
