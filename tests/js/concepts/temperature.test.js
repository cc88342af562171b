// Temperature: the numbers of golden/chapter.json and the equality that the view is about.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { near } from '../all_close.js';
import { modelOf, modelsOf } from './asked.js';

test('the chapter’s causal rows at T = 0.5 and T = 2', async () => {
  const cold = await modelOf({ view: 'temperature', mask: 'causal', temperature: '0.5' });
  const { data } = cold.result.weights;
  near(data[4], 0.99954226);
  near(data[5], 0.00045774);
  [0.2008, 0.2893, 0.195, 0.3148].forEach((weight, column) => {
    near(data[12 + column], weight, 5e-5);
  });
  const hot = await modelOf({ view: 'temperature', mask: 'causal', temperature: '2' });
  near(hot.result.weights.data[4], 0.87238248);
  near(hot.result.weights.data[5], 0.12761752);
  [0.2377, 0.2604, 0.236, 0.2659].forEach((weight, column) => {
    near(hot.result.weights.data[12 + column], weight, 5e-5);
  });
});

test('leaving √8 out is T = 1/√8', async () => {
  const off = await modelOf({ view: 'temperature', scale: 'off' });
  const cold = await modelOf({ view: 'temperature', temperature: String(1 / Math.sqrt(8)) });
  off.result.weights.data.forEach((/** @type {number} */ weight, /** @type {number} */ cell) => {
    near(cold.result.weights.data[cell], weight);
  });
  near(off.result.entropy.data[1], 0.2016, 5e-5);
});

test('the curve rises with the temperature and passes through the map that is shown', async () => {
  const models = await modelsOf({ view: 'temperature', temperature: '8' });
  const { curve, entropy } = models[models.length - 1];
  assert.equal(curve.length, 25);
  for (let point = 1; point < curve.length; point++)
    assert.ok(curve[point][1] >= curve[point - 1][1]);
  const [at, mean] = curve[24];
  near(at, 8);
  near(
    mean,
    entropy.reduce((/** @type {number} */ sum, /** @type {number} */ each) => sum + each, 0) / 4,
  );
});

test('slider and curve take in every temperature that the button leads to, and any other', async () => {
  const ends = async (/** @type {Record<string, string>} */ attributes) => {
    const models = await modelsOf({ view: 'temperature', ...attributes });
    const { curve, ends: powers } = models[models.length - 1];
    near(Math.log2(curve[0][0]), powers[0]);
    near(Math.log2(curve[24][0]), powers[1]);
    return powers.map((/** @type {number} */ power) => Number(power.toFixed(4)));
  };
  // √8 = 2^1.5: 1/8 without it is 1/8/√8 with it, 8 with it is 8·√8 without.
  assert.deepEqual(await ends({}), [-4.5, 3]);
  assert.deepEqual(await ends({ scale: 'off' }), [-3, 4.5]);
  assert.deepEqual(await ends({ scale: 'off', temperature: '20' }), [-3, 4.5]);
  assert.deepEqual(await ends({ scale: 'off', temperature: '22.62742' }), [-3, 4.5]);
  assert.deepEqual(await ends({ temperature: '100' }), [-4.5, 7]);
  assert.deepEqual(await ends({ temperature: '0.01' }), [-6.6439, 3]);
});

test('one token has one weight, at any temperature', async () => {
  const model = await modelOf({ view: 'temperature', tokens: 'alone', temperature: '0.125' });
  assert.deepEqual(Array.from(model.weights), [1]);
  assert.deepEqual(Array.from(model.entropy), [0]);
});

test('finished weights have no scores to divide', async () => {
  await assert.rejects(modelOf({ view: 'temperature' }, { weights: [[1]] }), {
    name: 'AttentionError',
    code: 'option',
    argument: 'view',
    message:
      "view 'temperature' computes from query, key and value, but the data is finished weights",
  });
});
