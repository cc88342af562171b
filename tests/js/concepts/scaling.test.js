// Why √d_k: the table of 2,000 random queries, and the chapter's example (NumPy 1.24.2, float64).
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { scaling } from '../../../web/src/elements/concepts/scaling.js';
import { ReusedArrays } from '../../../web/src/elements/reused_arrays.js';
import { loadEngine } from '../../../web/src/index.js';
import { differences } from '../all_close.js';
import { modelOf, modelsOf } from './asked.js';

const chapter = JSON.parse(
  readFileSync(new URL('../../golden/chapter.json', import.meta.url), 'utf8'),
);

/** d_k, then variance, entropy, largest weight, Jacobian norm: raw, scaled; to the digits that were printed. */
const TABLE = /** @type {const} */ ([
  [4, ['4.00', '1.746', '0.434', '0.322'], ['1.000', '2.375', '0.238', '0.297']],
  [16, ['15.94', '0.932', '0.672', '0.285'], ['0.996', '2.368', '0.239', '0.302']],
  [64, ['64.05', '0.387', '0.853', '0.166'], ['1.001', '2.355', '0.249', '0.305']],
]);

for (const [keyWidth, raw, scaled] of TABLE) {
  test(`2,000 queries of width ${keyWidth}, each with 16 keys of its own`, async () => {
    const model = await modelOf({ view: 'scaling', 'key-width': String(keyWidth) });
    assert.equal(model.done, 2000);
    for (const [name, wanted] of /** @type {const} */ ([
      ['raw', raw],
      ['scaled', scaled],
    ])) {
      const { variance, entropy, peak, jacobian } = model[name];
      assert.deepEqual(
        [variance, entropy, peak, jacobian].map((value, place) =>
          value.toFixed(wanted[place].split('.')[1].length),
        ),
        wanted,
        name,
      );
    }
  });
}

test('at d_k = 4 the raw Jacobian is not the smaller one', async () => {
  const { raw, scaled } = await modelOf({ view: 'scaling', 'key-width': '4' });
  assert.ok(raw.jacobian > scaled.jacobian);
});

test('the histogram holds every score, and the maps are weights of the same draws', async () => {
  const { raw, scaled, keys, shown } = await modelOf({ view: 'scaling', 'key-width': '16' });
  for (const { histogram, outside } of [raw, scaled]) {
    const inside = histogram.reduce(
      (/** @type {number} */ sum, /** @type {number} */ share) => sum + share,
      0,
    );
    assert.ok(Math.abs(inside + outside - 1) < 1e-12);
  }
  assert.ok(raw.outside < 0.002);
  assert.equal(scaled.outside, 0);
  for (let row = 0; row < shown; row++) {
    const ratio = (/** @type {Float32Array} */ weights) =>
      Math.log(weights[row * keys] / weights[row * keys + 1]);
    // The scores of the two are a factor of √16 apart.
    assert.ok(Math.abs(ratio(raw.weights) - 4 * ratio(scaled.weights)) < 1e-3);
  }
});

test('it comes in steps, each with what is counted so far', async () => {
  const models = await modelsOf({ view: 'scaling', 'key-width': '64' });
  assert.equal(models[0].done, 0);
  const done = models.map(({ done }) => done);
  assert.deepEqual(
    done,
    [...done].sort((a, b) => a - b),
  );
  assert.ok(new Set(done).size > 50);
});

test('another seed is another sample; the chapter’s example stays', async () => {
  const [first, second] = [
    await modelOf({ view: 'scaling' }),
    await modelOf({ view: 'scaling', seed: '1' }),
  ];
  assert.notDeepEqual(first.raw.weights, second.raw.weights);
  assert.deepEqual(first.example.weights, second.example.weights);
});

test('a finished sample is kept while the switch of the example moves', async () => {
  const engine = await loadEngine();
  const { exampleOf } = await import('../../../web/src/elements/concepts/example.js');
  const begin = (/** @type {'on' | 'off'} */ scale, seed = 0) => {
    const attributes = { view: /** @type {const} */ ('scaling'), scale, seed, 'key-width': 8 };
    const example = exampleOf(engine, null, attributes);
    return scaling.compute({ engine, attributes, example, arrays: new ReusedArrays() });
  };
  for (const _ of begin('on'));
  assert.equal(begin('off').next().value?.done, 2000);
  assert.equal(begin('off', 1).next().value?.done, 0);
  engine.free();
});

test('the chapter’s example: entropy and Jacobian with and without √8, variance 0.547', async () => {
  const { example } = await modelOf({ view: 'scaling' });
  const { full_statistics: divided, full_unscaled_statistics: raw } = chapter.cases;
  const close = (/** @type {Float32Array} */ found, /** @type {number[]} */ wanted) =>
    assert.equal(differences(found, wanted, { atol: 2e-6 }), '');
  close(example.entropy.scaled, divided.entropy);
  close(example.entropy.raw, raw.entropy);
  close(example.jacobian.scaled, divided.jacobianNorm);
  close(example.jacobian.raw, raw.jacobianNorm);
  assert.equal(example.jacobian.scaled[1].toFixed(4), '0.3744');
  assert.equal(example.jacobian.raw[1].toFixed(4), '0.0833');
  assert.equal(example.variance.scaled.toFixed(3), '0.547');
});

test('scale="off" shows the raw map, causal or not', async () => {
  const off = await modelOf({ view: 'scaling', scale: 'off' });
  assert.equal(
    differences(off.example.weights, chapter.cases.full_unscaled.A.flat(), { atol: 1e-6 }),
    '',
  );
  const causal = await modelOf({ view: 'scaling', scale: 'off', mask: 'causal' });
  assert.ok(Math.abs(causal.example.weights[4] - 0.99998105) < 1e-7);
  assert.ok(Math.abs(causal.example.weights[5] - 0.00001895) < 1e-8);
  assert.ok(Number.isNaN(causal.example.weights[6]));
});

test('a single token, and a width of 1', async () => {
  const model = await modelOf({ view: 'scaling', tokens: 'alone', 'key-width': '1' });
  assert.deepEqual(Array.from(model.example.weights), [1]);
  assert.deepEqual(Array.from(model.example.jacobian.raw), [0]);
  assert.deepEqual(model.raw, model.scaled);
});

test('every number is exported, masked weights as the zeros that they are', async () => {
  const tables = scaling.tables(await modelOf({ view: 'scaling', mask: 'causal' }));
  for (const { rows, columns, values } of tables) {
    assert.equal(values.length, rows.length * columns.length);
    assert.ok(Array.from(values).every(Number.isFinite));
  }
  assert.equal(tables.at(-1)?.values[1], 0);
});

test('refused: wider than is drawn, other scales than on and off, finished weights', async () => {
  await assert.rejects(modelOf({ view: 'scaling', 'key-width': '1025' }), {
    code: 'option',
    argument: 'key-width',
    message: "key-width is 1025, view 'scaling' draws at most 1024",
  });
  await assert.rejects(modelOf({ view: 'scaling', scale: '0.5' }), {
    code: 'option',
    argument: 'scale',
    message: "scale is 0.5, but view 'scaling' compares 'on' with 'off'",
  });
  await assert.rejects(modelOf({ view: 'scaling' }, { weights: [[1]] }), {
    code: 'option',
    argument: 'view',
  });
});
