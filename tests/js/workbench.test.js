// The workbench of the heads: NUMBERS of golden/chapter.json's two heads, and plain arithmetic in double for what W_O makes of them.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { compute } from '../../web/src/elements/compute.js';
import { ResultRoom } from '../../web/src/elements/result_room.js';
import { workbenchExample } from '../../web/src/elements/workbench_example.js';
import { workbenchTables } from '../../web/src/elements/workbench_tables.js';
import { loadEngine } from '../../web/src/index.js';
import { readData } from '../../web/src/readers/json.js';
import { sliceOf } from '../../web/src/views/picture.js';
import { near } from './all_close.js';

/** @typedef {import('../../web/src/elements/attributes.js').Attributes} Attributes */

const golden = JSON.parse(readFileSync(new URL('../golden/chapter.json', import.meta.url), 'utf8'));
const chapter = { x: golden.X, wq: golden.W_Q, wk: golden.W_K, wv: golden.W_V };
const causal = { mask: { causal: true, padding: 0 } };

/** @type {Awaited<ReturnType<typeof loadEngine>>} */
let engine;
before(async () => {
  engine = await loadEngine();
});
after(() => engine.free());

/**
 * @param {Attributes} attributes
 * @param {unknown} [data]
 */
function computed(attributes, data = chapter) {
  const { workbench, ...others } = compute(
    engine,
    readData(data),
    { view: 'heads', workbench: true, ...causal, ...attributes },
    new ResultRoom(),
  );
  assert.ok(workbench);
  return { ...others, workbench };
}

/** @param {Attributes} attributes @param {unknown} [data] */
function bench(attributes, data) {
  const made = computed(attributes, data).workbench();
  assert.ok(made.layer);
  return { ...made, layer: made.layer };
}

const ROW_3 = [-0.461776, -0.48776, -0.071307, -0.94118, 0.375999, -0.140412, -0.005026, -0.345136];

/** @param {{ data: Float32Array, shape: readonly number[] }} tensor @param {number} row */
const rowOf = ({ data, shape }, row) =>
  Array.from(data.subarray(row * shape[1], (row + 1) * shape[1]));

test('two heads: weights, entropies, concat and norms of the chapter', () => {
  const two = computed({ heads: 2 });
  const rows = [
    [0.1807, 0.3435, 0.1879, 0.2878],
    [0.2869, 0.1954, 0.2702, 0.2475],
  ];
  const entropies = [
    [0, 0.1561, 1.0969, 1.3489],
    [0, 0.3328, 1.0985, 1.3764],
  ];
  for (const head of [0, 1]) {
    const slice = sliceOf(two.picture, head);
    slice.row(3).forEach((weight, key) => {
      near(weight, rows[head][key], 5.1e-5);
    });
    slice.entropy.forEach((entropy, row) => {
      near(entropy, entropies[head][row], 5.1e-5);
    });
  }
  const { layer, choices } = two.workbench();
  assert.ok(layer);
  assert.deepEqual(choices, [1, 2, 4, 8]);
  rowOf(layer.concat, 3).forEach((value, column) => {
    near(value, ROW_3[column]);
  });
  near(layer.norm, 3.27012, 5.1e-6);
  near(layer.normNow, 3.27012, 5.1e-6);
  near(layer.without[0], 1.00162, 5.1e-6);
  near(layer.without[1], 3.11295, 5.1e-6);
  assert.equal(layer.wo, null);
  assert.equal(layer.output, layer.concat);
});

test('a head that is off is 0 in the concat, and the norm is what is left', () => {
  const { layer } = bench({ heads: 2, off: [0] });
  near(layer.normNow, 1.00162, 5.1e-6);
  near(layer.norm, 3.27012, 5.1e-6);
  rowOf(layer.concat, 3).forEach((value, column) => {
    near(value, column < 4 ? 0 : ROW_3[column]);
  });
  near(bench({ heads: 2, off: [1, 1] }).layer.normNow, 3.11295, 5.1e-6);
});

test('raw scores of the heads add up to those of one head, softmaxes do not', () => {
  const two = computed({ heads: 2 });
  const one = two.workbench().layer?.one;
  assert.ok(one);
  assert.ok(one.raw < 2e-6, `${one.raw}`);
  // [3][1]: mean of 0.3435 and 0.1954 against 0.2705; [1][0] and [1][1] differ most.
  near(one.softmax, Math.abs((0.0363 + 0.1035) / 2 - 0.0209513), 6e-5);
  const cell = one.at(1, 0);
  assert.ok(cell);
  near(cell.raw[0] + cell.raw[1], 1.37920298 * Math.sqrt(8), 2e-6);
  near(cell.rawOne, 1.37920298 * Math.sqrt(8), 2e-6);
  near(cell.weightMean, (0.9637 + 0.8965) / 2, 6e-5);
  near(cell.weightOne, 0.9790487);
});

/** A layer with W_O: 3 heads of d_k = 2 and d_v = 5, 4 tokens of width 7, output of width 6. */
const mixed = () => {
  const drawn = (/** @type {number} */ seed, /** @type {number[]} */ shape) => ({
    ...engine.normal({ seed, shape }),
  });
  return {
    x: drawn(1, [4, 7]),
    wq: drawn(2, [7, 6]),
    wk: drawn(3, [7, 6]),
    wv: drawn(4, [7, 15]),
    wo: drawn(5, [15, 6]),
    bo: drawn(6, [6]),
    heads: 3,
  };
};

/** @param {{ data: Float32Array }} concat @param {ReturnType<typeof mixed>} layer */
const product = ({ data }, { wo, bo }) =>
  Array.from({ length: 24 }, (_, index) => {
    const [row, column] = [Math.floor(index / 6), index % 6];
    let sum = bo.data[column];
    for (let k = 0; k < 15; k++) sum += data[row * 15 + k] * wo.data[k * 6 + column];
    return sum;
  });

test('a swap moves columns of the concat; with W_O fixed the output is that of the swapped concat', () => {
  const layer = mixed();
  const straight = bench({}, layer).layer;
  const swapped = bench({ swap: [2, 0] }, layer);
  assert.deepEqual(swapped.order, [2, 1, 0]);
  const moved = rowOf(straight.concat, 2);
  assert.deepEqual(rowOf(swapped.layer.concat, 2), [
    ...moved.slice(10),
    ...moved.slice(5, 10),
    ...moved.slice(0, 5),
  ]);
  const expected = product(swapped.layer.concat, layer);
  swapped.layer.output.data.forEach((value, index) => {
    near(value, expected[index], 2e-5);
  });
  const before = product(straight.concat, layer);
  const change = Math.max(...before.map((value, index) => Math.abs(value - expected[index])));
  assert.ok(change > 0.1);
  near(swapped.layer.swapped, change, 2e-5);
});

test('off and swap together, W_O in either layout', () => {
  const layer = mixed();
  const { data } = layer.wo;
  const turned = new Float32Array(90);
  for (let k = 0; k < 15; k++) for (let c = 0; c < 6; c++) turned[c * 15 + k] = data[k * 6 + c];
  const turn = (/** @type {{ data: Float32Array, shape: number[] }} */ { data: from, shape }) => {
    const to = new Float32Array(from.length);
    for (let r = 0; r < shape[0]; r++)
      for (let c = 0; c < shape[1]; c++) to[c * shape[0] + r] = from[r * shape[1] + c];
    return { data: to, shape: [shape[1], shape[0]] };
  };
  const outIn = {
    ...layer,
    wq: turn(layer.wq),
    wk: turn(layer.wk),
    wv: turn(layer.wv),
    wo: { data: turned, shape: [6, 15] },
    weightLayout: 'out-in',
  };
  for (const given of [layer, outIn]) {
    const made = bench({ swap: [0, 1], off: [0] }, given);
    const concat = rowOf(made.layer.concat, 1);
    assert.ok(
      concat.slice(5, 10).every((value) => value === 0),
      'head 0 stands second, and is off',
    );
    assert.ok(concat.slice(0, 5).every((value) => value !== 0));
    const expected = product(made.layer.concat, layer);
    made.layer.output.data.forEach((value, index) => {
      near(value, expected[index], 2e-5);
    });
    assert.deepEqual(made.layer.wo?.shape, [15, 6]);
    assert.deepEqual(made.layer.wo?.data, data);
  }
});

test('what is shown is the result of the tag', () => {
  const two = computed({ heads: 2, off: [0], swap: [0, 1] });
  assert.equal(two.result.concat, two.workbench().layer?.concat);
  assert.equal(two.result.output, two.workbench().layer?.output);
  near(two.result.concat.data[3 * 8], ROW_3[4]);
});

test('a long text is added up head by head, to the same', () => {
  const long = { ...mixed(), x: engine.normal({ seed: 7, shape: [220, 7] }) };
  const { layer } = bench({}, long);
  assert.ok(layer.one && layer.work);
  assert.ok(Number.isNaN(layer.one.raw));
  assert.equal(layer.one.at(0, 0), null);
  let steps = 0;
  while (!layer.work.next().done) steps += 1;
  assert.equal(steps, 4, 'three heads, and all as one');
  assert.ok(layer.one.raw < 1e-4 && layer.one.softmax > 0.01);
  const cell = layer.one.at(219, 100);
  assert.ok(cell);
  near(
    cell.raw.reduce((sum, each) => sum + each, 0),
    cell.rawOne,
    1e-4,
  );
});

test('every number of it is in the tables for export', () => {
  const made = computed({ off: [1], swap: [0, 2] }, mixed()).workbench();
  const tables = workbenchTables(made, ['a', 'b', 'c', 'd']);
  assert.deepEqual(
    tables.map(({ name, rows, columns }) => [name, rows.length, columns.length]),
    [
      ['concat', 4, 15],
      ['norm of the concat', 2, 1],
      ['heads in the concat', 3, 2],
      ['W_O', 15, 6],
      ['output of the layer', 4, 6],
      ['all heads against one', 2, 1],
    ],
  );
  for (const { rows, columns, values } of tables)
    assert.equal(values.length, rows.length * columns.length);
  assert.equal(tables[0].columns[0], 'head 2, 0');
});

test('other heads, one token, shared keys, and no data', () => {
  assert.equal(bench({ heads: 1 }).layer.one, null);
  const eight = bench({ heads: 8 }).layer.one;
  assert.ok(eight && eight.raw < 2e-6 && eight.softmax > 0.01);
  const single = bench({ heads: 2 }, { ...chapter, x: [golden.X[0]] }).layer;
  assert.equal(single.one?.softmax, 0);
  const layer = mixed();
  const shared = {
    ...layer,
    wk: engine.normal({ seed: 3, shape: [7, 2] }),
    wv: engine.normal({ seed: 4, shape: [7, 5] }),
    keyValueHeads: 1,
  };
  const grouped = bench({ swap: [0, 2] }, shared);
  assert.equal(grouped.layer.one, null);
  assert.deepEqual(grouped.choices, [3]);
  const example = workbenchExample(engine, { view: 'heads', workbench: true });
  assert.equal(example?.settings.heads, 2);
  assert.equal(workbenchExample(engine, { view: 'heads' }), null);
  assert.equal(workbenchExample(engine, { view: 'map', workbench: true }), null);
});

test('data without a layer has a reason instead; heads that are not there are refused', () => {
  const { query, key, value } = engine.multiHeadAttention({
    ...mixed(),
    want: ['query', 'key', 'value'],
  });
  const given = computed({}, { query, key, value }).workbench();
  assert.deepEqual([given.layer, given.reason], [null, 'given']);
  const finished = computed({ mask: undefined }, { weights: [[1]] }).workbench();
  assert.deepEqual([finished.layer, finished.reason], [null, 'weights']);
  for (const [attributes, argument, message] of /** @type {[Attributes, string, RegExp][]} */ ([
    [{ heads: 2, off: [2] }, 'off', /off names head 2, but there are 2/],
    [{ heads: 2, swap: [0, 5] }, 'swap', /swap names head 5, but there are 2/],
    [{ heads: 2, swap: [1, 1] }, 'swap', /two different heads/],
  ])) {
    assert.throws(() => computed(attributes).workbench(), {
      name: 'AttentionError',
      code: 'option',
      argument,
      message,
    });
  }
});

test('nothing of it is computed while nobody looks', () => {
  let calls = 0;
  const counted = /** @type {typeof engine} */ (
    new Proxy(engine, {
      get(target, name) {
        const method = Reflect.get(target, name);
        if (typeof method !== 'function') return method;
        return (/** @type {unknown[]} */ ...rest) => {
          calls += 1;
          return Reflect.apply(method, target, rest);
        };
      },
    })
  );
  for (const attributes of /** @type {Attributes[]} */ ([
    { view: 'heads', heads: 2 },
    { view: 'heads', heads: 2, workbench: true },
    { view: 'stages' },
  ])) {
    calls = 0;
    compute(counted, readData(chapter), { ...causal, ...attributes }, new ResultRoom());
    assert.equal(calls, 1);
  }
});
