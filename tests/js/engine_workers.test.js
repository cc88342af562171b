// The life of workers in Node: cancelled, killed, refused, freed, idle. The same in a browser is in tests/browser.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { afterEach, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { AttentionError, loadEngine, tensor } from 'attention-map';

/** The module object that the engine sees too. @type {{ Worker: typeof import('node:worker_threads').Worker }} */
const threads = createRequire(import.meta.url)('node:worker_threads');
const { Worker } = threads;
/** Every worker started since, and what each does with a message. @type {import('node:worker_threads').Worker[]} */
let started = [];

/**
 * Stands between the engine and its workers.
 * @param {(worker: import('node:worker_threads').Worker, message: object) => void} onPost
 */
function watch(onPost = () => {}) {
  started = [];
  threads.Worker = class extends Worker {
    /** @param {string} source @param {import('node:worker_threads').WorkerOptions} options */
    constructor(source, options) {
      super(source, options);
      started.push(this);
    }

    /** @override @param {object} message @param {import('node:worker_threads').TransferListItem[]} transfer */
    postMessage(message, transfer) {
      super.postMessage(message, transfer);
      onPost(this, message);
    }
  };
}

/** @type {Awaited<ReturnType<typeof loadEngine>>[]} */
let engines = [];
/** @param {Parameters<typeof loadEngine>[0]} options */
async function load(options) {
  const engine = await loadEngine(options);
  engines.push(engine);
  return engine;
}
afterEach(() => {
  threads.Worker = Worker;
  for (const engine of engines) engine.free();
  engines = [];
});

/** @param {number} phase @param {...number} shape */
const waves = (phase, ...shape) =>
  tensor(
    Float32Array.from({ length: shape.reduce((a, b) => a * b, 1) }, (_, k) =>
      Math.sin(phase + 12.9898 * k),
    ),
    shape,
  );
const small = { query: waves(1, 6, 60, 8), key: waves(2, 6, 60, 8), value: waves(3, 6, 60, 8) };
/** Tasks of about half a second on this core. */
const long = {
  query: waves(1, 2, 6000, 64),
  key: waves(2, 2, 6000, 64),
  value: waves(3, 2, 6000, 64),
  want: /** @type {const} */ (['output']),
};

/** @param {string} code @returns {(error: unknown) => boolean} */
const coded = (code) => (error) => error instanceof AttentionError && error.code === code;
const isTask = (/** @type {object} */ message) => 'part' in message || 'layer' in message;

test('a cancelled call rejects with the reason; its workers are replaced; the engine goes on', async () => {
  let tasks = 0;
  watch((_worker, message) => {
    tasks += Number(isTask(message));
  });
  const engine = await load({ backend: 'scalar', workers: 2 });
  // Idle workers do not keep Node alive, so something else must.
  const alive = setInterval(() => {}, 1000);
  await Promise.all(started.map((worker) => once(worker, 'message')));
  clearInterval(alive);
  const control = new AbortController();
  const call = engine.attentionAsync({ ...long, signal: control.signal });
  assert.equal(tasks, 4, 'two lie at each worker');
  setTimeout(() => control.abort(), 30);
  await assert.rejects(call, { name: 'AbortError' });
  // Both workers are busy for long, so this waits for their successors.
  assert.deepEqual(await engine.attentionAsync(small), engine.attention(small));
  assert.equal(started.length, 4);
  const reason = new Error('changed my mind');
  await assert.rejects(
    engine.attentionAsync({ ...small, signal: AbortSignal.abort(reason) }),
    reason,
  );
  assert.equal(engine.workers, 2);
});

test('a cancelled call without workers stops between blocks', async () => {
  const engine = await load({ backend: 'scalar' });
  const control = new AbortController();
  const call = engine.attentionAsync({ ...long, signal: control.signal });
  setTimeout(() => control.abort('enough'), 30);
  await assert.rejects(call, (reason) => reason === 'enough');
  const layer = {
    x: waves(1, 2000, 64),
    wq: waves(2, 64, 64),
    wk: waves(3, 64, 64),
    wv: waves(4, 64, 64),
    heads: 1,
  };
  const second = new AbortController();
  const other = engine.multiHeadAttentionAsync({ ...layer, signal: second.signal });
  setTimeout(() => second.abort('too'), 30);
  await assert.rejects(other, (reason) => reason === 'too');
  assert.deepEqual(await engine.attentionAsync(small), engine.attention(small));
});

test('a cancelled task that waits behind another call’s does not hold up its worker', async () => {
  watch();
  const engine = await load({ backend: 'scalar', workers: 1 });
  await engine.attentionAsync(small);
  const control = new AbortController();
  // One task, so that one of the long call lies behind it.
  const half = { query: waves(1, 40, 8), key: waves(2, 900, 8), value: waves(3, 900, 8) };
  const first = engine.attentionAsync(half);
  const call = engine.attentionAsync({ ...long, signal: control.signal });
  control.abort();
  await assert.rejects(call, { name: 'AbortError' });
  assert.deepEqual(await first, engine.attention(half));
  assert.deepEqual(await engine.attentionAsync(small), engine.attention(small));
  assert.equal(started.length, 2, 'the long task was stopped, not waited for');
});

test('a cancelled task that is nearly done costs no worker', async () => {
  watch();
  const engine = await load({ backend: 'scalar', workers: 1 });
  await engine.attentionAsync(small);
  const control = new AbortController();
  const call = engine.attentionAsync({ ...small, signal: control.signal });
  control.abort();
  await assert.rejects(call, { name: 'AbortError' });
  await sleep(60);
  await engine.attentionAsync(small);
  assert.equal(started.length, 1);
});

test('the work of a killed worker is done again', async () => {
  let kills = 2;
  watch((worker, message) => {
    if (isTask(message) && kills > 0) {
      kills -= 1;
      worker.terminate();
    }
  });
  const engine = await load({ backend: 'scalar', workers: 2 });
  assert.deepEqual(await engine.attentionAsync(small), engine.attention(small));
  assert.equal(kills, 0);
  assert.ok(started.length > 2);
  kills = 1;
  const layer = {
    x: waves(1, 40, 8),
    wq: waves(2, 8, 8),
    wk: waves(3, 8, 8),
    wv: waves(4, 8, 8),
    heads: 2,
  };
  assert.deepEqual(await engine.multiHeadAttentionAsync(layer), engine.multiHeadAttention(layer));
  assert.equal(kills, 0);
});

test('work that kills every worker is given up, and the engine goes on', async () => {
  let isDeadly = true;
  watch((worker, message) => {
    if (isDeadly && isTask(message)) worker.terminate();
  });
  const engine = await load({ backend: 'scalar', workers: 1 });
  await assert.rejects(engine.attentionAsync(small), coded('backend'));
  isDeadly = false;
  assert.deepEqual(await engine.attentionAsync(small), engine.attention(small));
});

test('where threads cannot be had the work is done here', async () => {
  threads.Worker = /** @type {never} */ (
    class {
      constructor() {
        throw new Error('no threads');
      }
    }
  );
  const engine = await load({ backend: 'scalar', workers: 2 });
  assert.equal(engine.workers, 0);
  assert.deepEqual(await engine.attentionAsync(small), engine.attention(small));
});

test('where threads die before they are ready the work is done here', async () => {
  watch((worker) => worker.terminate());
  const engine = await load({ backend: 'scalar', workers: 2 });
  assert.deepEqual(await engine.attentionAsync(small), engine.attention(small));
  assert.equal(engine.workers, 0);
});

test('free() ends the workers and fails what is not done', async () => {
  watch();
  for (const workers of [0, 2]) {
    const engine = await load({ backend: 'scalar', workers });
    const calls = [
      engine.attentionAsync(long),
      engine.attentionAsync(small),
      engine.multiHeadAttentionAsync({
        x: waves(1, 9, 4),
        wq: waves(2, 4, 4),
        wk: waves(3, 4, 4),
        wv: waves(4, 4, 4),
        heads: 2,
      }),
    ];
    engine.free();
    for (const outcome of await Promise.allSettled(calls))
      assert.ok(outcome.status === 'rejected' && coded('freed')(outcome.reason));
    await assert.rejects(engine.attentionAsync(small), coded('freed'));
    assert.equal(engine.workers, 0);
  }
  for (const worker of started) if (worker.threadId !== -1) await once(worker, 'exit');
});

test('a small call does not wait for a large one', async () => {
  const engine = await load({ backend: 'scalar', workers: 1 });
  /** @type {string[]} */
  const order = [];
  const many = {
    query: waves(1, 12, 700, 32),
    key: waves(2, 12, 700, 32),
    value: waves(3, 12, 700, 32),
  };
  await Promise.all([
    engine.attentionAsync(many).then(() => order.push('large')),
    engine.attentionAsync(small).then(() => order.push('small')),
  ]);
  assert.deepEqual(order, ['small', 'large']);
});

test('keys and values of a group are sent to a worker once', async () => {
  let withKeys = 0;
  let tasks = 0;
  watch((_worker, message) => {
    if (!isTask(message)) return;
    tasks += 1;
    withKeys += Number(!Reflect.get(message, 'keepsKeys'));
  });
  const engine = await load({ backend: 'scalar', workers: 2 });
  const shared = { ...small, key: waves(2, 1, 60, 8), value: waves(3, 1, 60, 8) };
  assert.deepEqual(await engine.attentionAsync(shared), engine.attention(shared));
  const resident = { key: engine.upload(shared.key), value: engine.upload(shared.value) };
  const again = await engine.attentionAsync({ ...shared, ...resident });
  assert.deepEqual(again, engine.attention(shared));
  assert.equal(tasks, 12);
  // The second worker may still be starting.
  assert.ok(withKeys >= 2 && withKeys <= 4, `${withKeys} times in two calls`);
});

test('resident tensors are refused as the synchronous calls refuse them', async () => {
  for (const workers of [0, 1]) {
    const engine = await load({ backend: 'scalar', workers });
    const other = await load({ backend: 'simd128' });
    const foreign = other.upload(small.key);
    await assert.rejects(engine.attentionAsync({ ...small, key: foreign }), coded('backend'));
    const output = other.upload(small.value);
    await assert.rejects(engine.attentionAsync({ ...small, into: { output } }), coded('backend'));
    const query = engine.upload(small.query);
    const both = { ...small, query, into: { output: query } };
    await assert.rejects(engine.attentionAsync(both), coded('option'));
    const call = engine.attentionAsync({
      ...long,
      ...small,
      want: ['output'],
      into: { output: engine.upload(small.query) },
      query,
    });
    query.free();
    await assert.rejects(call, coded('freed'));
    assert.deepEqual(await engine.attentionAsync(small), engine.attention(small));
  }
});

test('workers do not keep Node alive, and work that is under way does', () => {
  const program = `
    import { loadEngine, tensor } from 'attention-map';
    const engine = await loadEngine({ backend: 'scalar', workers: 2 });
    const x = tensor(new Float32Array(600 * 8), [600, 8]);
    const { output } = await engine.attentionAsync({ query: x, key: x, value: x });
    console.log(output.shape.join());
    engine.attentionAsync({ query: x, key: x, value: x }).then(() => console.log('done'));`;
  const said = execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
    encoding: 'utf8',
    timeout: 10_000,
  });
  assert.equal(said, '1,600,8\ndone\n');
});
