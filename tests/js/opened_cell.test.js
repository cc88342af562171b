// An opened cell of the stages: its numbers against golden/chapter.json and against plain arithmetic in double.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { compute } from '../../web/src/elements/compute.js';
import { ResultRoom } from '../../web/src/elements/result_room.js';
import { loadEngine } from '../../web/src/index.js';
import { readData } from '../../web/src/readers/json.js';
import { near } from './all_close.js';

const golden = JSON.parse(readFileSync(new URL('../golden/chapter.json', import.meta.url), 'utf8'));
const chapter = { x: golden.X, wq: golden.W_Q, wk: golden.W_K, wv: golden.W_V };

/** @type {Awaited<ReturnType<typeof loadEngine>>} */
let engine;
before(async () => {
  engine = await loadEngine();
});
after(() => engine.free());

/**
 * @param {import('../../web/src/elements/attributes.js').Attributes} attributes
 * @param {unknown} [data]
 */
const computed = (attributes, data = chapter) =>
  compute(engine, readData(data), { view: 'stages', ...attributes }, new ResultRoom());

const causal = { mask: { causal: true, padding: 0 } };

/** @param {ReturnType<typeof computed>} of @param {[number, number, number]} cell */
const opened = (of, ...cell) => {
  const cellOf = of.open(...cell);
  assert.ok(cellOf);
  return cellOf;
};

test('query 0 · key 0: its terms are the chapter’s, and add up to the raw and the scaled score', () => {
  const { product, raw, scaled, softmax } = opened(computed(causal), 0, 0, 0);
  const q = [
    0.3189524, 0.4417064, -0.3000171, -0.6054846, -0.8460683, 0.590052, 0.074279, 0.9457901,
  ];
  const k = [
    0.1087575, 0.0988246, -0.7227518, -0.6425673, 0.1271106, 0.3631764, -0.2731668, -0.5875641,
  ];
  let sum = 0;
  product.terms.forEach((term, component) => {
    assert.equal(term.component, component);
    near(term.q, q[component]);
    near(term.k, k[component]);
    near(term.product, q[component] * k[component]);
    sum += q[component] * k[component];
    near(term.sum, sum);
  });
  assert.equal(product.terms.length, 8);
  assert.equal(product.rest.count, 0);
  near(raw, 0.21498834, 1e-7);
  near(scaled, 0.07600985, 1e-7);
  assert.equal(product.terms[7].sum, raw, 'the last running sum is the raw score, bit for bit');
  assert.ok(softmax);
  assert.deepEqual(
    softmax.keys.map(({ masked, exp, weight }) => [masked, exp, weight]),
    [
      [false, 1, 1],
      [true, 0, 0],
      [true, 0, 0],
      [true, 0, 0],
    ],
  );
  assert.equal(softmax.keys[1].scaled, Number.NEGATIVE_INFINITY);
});

test('row 3: max, exp, sum, log-sum-exp and weights of the chapter; weight × value adds up to the output', () => {
  const { softmax, sum, masked } = opened(computed(causal), 0, 3, 1);
  assert.ok(softmax && sum);
  assert.equal(masked, false);
  near(softmax.max, 0.02641224);
  near(softmax.sum, 3.54469681);
  near(softmax.logSumExp, 1.29186487);
  const scaled = [-0.1982377, -0.01569865, -0.21294002, 0.02641224];
  const weights = [0.22534954, 0.27047827, 0.22206062, 0.28211158];
  softmax.keys.forEach((key, index) => {
    near(key.scaled, scaled[index]);
    near(key.below, scaled[index] - scaled[3]);
    near(key.exp, Math.exp(scaled[index] - scaled[3]));
    near(key.weight, weights[index]);
  });
  const output = [
    -0.45330747, -0.41500488, -0.18478118, -0.65151158, 0.43427321, -0.00178105, 0.06173071,
    -0.3461702,
  ];
  const v0 = [
    -0.7761124, 0.4876378, -0.7710701, 1.5768127, -0.0324004, -0.5354042, -0.1315241, 0.0498432,
  ];
  output.forEach((total, component) => {
    near(sum.total[component], total);
    near(sum.parts[component], weights[0] * v0[component]);
    const added = [0, 1, 2, 3].reduce((all, key) => all + sum.parts[key * 8 + component], 0);
    near(added, total);
  });
});

test('scale, temperature and bias are in the scores as they are in the map', () => {
  const bias = [0.5, -1, 0.25, 0, 1, 2, 3, 4, 0, 0, 0, 0, -0.5, 0.75, 1, 1];
  const of = computed({ temperature: 2 }, { ...chapter, bias: { data: bias, shape: [4, 4] } });
  const { scaled, score, bias: added, softmax } = opened(of, 0, 3, 1);
  near(scaled, -0.01569865 / 2);
  assert.equal(added, 0.75);
  near(score, -0.01569865 / 2 + 0.75);
  assert.ok(softmax);
  softmax.keys.forEach(({ exp, weight }) => {
    near(exp / softmax.sum, weight);
  });
});

test('a masked cell says so, and a query without a key has no softmax', () => {
  const keep = {
    mask: { causal: true, padding: 0, object: { causal: true, keep: [false, true, true, true] } },
  };
  const none = opened(computed(keep), 0, 0, 2);
  assert.equal(none.masked, true);
  assert.equal(none.softmax, null);
  assert.equal(none.sum?.keys.length, 0);
});

/** @param {number} n @param {number} width @param {number} heads @param {number} groups */
function wide(n, width, heads, groups) {
  const drawn = (/** @type {number} */ seed, /** @type {number[]} */ shape) =>
    engine.normal({ seed, shape });
  return {
    query: drawn(1, [heads, n, width]),
    key: drawn(2, [groups, n, width]),
    value: drawn(3, [groups, n, 5]),
  };
}

test('wide and long ones show their largest parts, and the rest adds up; groups of heads share keys and values', () => {
  const data = wide(40, 24, 4, 2);
  const { product, raw, softmax, sum } = opened(computed({}, data), 3, 7, 11);
  assert.ok(softmax && sum);
  const q = data.query.data.subarray((3 * 40 + 7) * 24, (3 * 40 + 8) * 24);
  const k = data.key.data.subarray((40 + 11) * 24, (40 + 12) * 24);
  const terms = Array.from(q, (each, component) => each * k[component]);
  assert.equal(product.terms.length, 16);
  assert.equal(product.rest.count, 8);
  const order = terms
    .map((_, component) => component)
    .sort((a, b) => Math.abs(terms[b]) - Math.abs(terms[a]));
  assert.deepEqual(
    product.terms.map(({ component }) => component),
    order.slice(0, 16).sort((a, b) => a - b),
  );
  near(
    product.rest.sum,
    order.slice(16).reduce((all, component) => all + terms[component], 0),
    1e-5,
  );
  near(product.terms[15].sum + product.rest.sum, raw, 1e-5);
  assert.equal(softmax.keys.length, 16);
  assert.equal(softmax.rest.count, 24);
  assert.ok(
    softmax.keys.some(({ index }) => index === 11),
    'the opened key is among them',
  );
  const shown = softmax.keys.reduce((all, { weight }) => all + weight, 0);
  near(shown + softmax.rest.weight, 1, 1e-5);
  const exps = softmax.keys.reduce((all, { exp }) => all + exp, 0);
  near(exps + softmax.rest.exp, softmax.sum, 1e-4);
  assert.equal(sum.rest, 24);
  for (let component = 0; component < 5; component++) {
    let all = 0;
    for (let part = 0; part < 17; part++) all += sum.parts[part * 5 + component];
    near(all, sum.total[component], 1e-5);
    const value = data.value.data[40 * 5 + sum.keys[0].index * 5 + component];
    near(sum.parts[component], sum.keys[0].weight * value);
  }
});

test('n = 1, and finished weights, which have nothing behind them', () => {
  const one = opened(computed({}, wide(1, 3, 1, 1)), 0, 0, 0);
  assert.equal(one.softmax?.keys[0].weight, 1);
  assert.equal(one.softmax?.sum, 1);
  const finished = computed(
    {},
    {
      weights: [
        [1, 0],
        [0.5, 0.5],
      ],
    },
  );
  assert.equal(finished.open(0, 0, 0), null);
});
