// The engine in a browser, whoever drives it: the files of tests/js that need nothing of Node's, run inside a page, and what only a
// browser has: Blob workers, policies, one core for a page. Oracles: the goldens, Node's own run of the same core.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { loadEngine } from 'attention-map';
import { golden } from '../browser/harness/pages.js';
import { hashOfSweep } from './in_page/sweep.js';
import { pageOf } from './served.js';

/** @typedef {import('./in_page/bench.js').Bench} Bench */
/** @typedef {import('./use_browser.js').Browser} Browser */
/** @typedef {import('./gaps.js').Gaps} Gaps */

/**
 * Files of tests/js, and how many of their tests run at least where every backend does. engine_life and engine_workers are about
 * Node's own processes and threads; what they say is said of pages below.
 */
const FILES = {
  golden: 27,
  engine_calls: 81,
  engine_async: 50,
  engine_draws: 12,
  engine_edges: 9,
  engine_low_rank: 8,
  engine_parts: 4,
  engine_refusals: 164,
  engine_refusals_calls: 84,
  engine_resident: 24,
  engine_reuse: 3,
  mask_pattern: 3,
  embedding: 12,
  text: 12,
};

const BENCH = '/tests/browsers/in_page/bench.js';
const POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";

/**
 * @param {Browser} browser
 * @param {Gaps} gaps
 */
export function engineSuite(browser, gaps) {
  /** @type {InPage} */
  const inPage = async (work, ...args) => {
    const source = `async (...args) => (${work})((await import('${BENCH}')).bench, ...args)`;
    return JSON.parse((await browser.driver.call(source, args)) ?? 'null');
  };

  before(() => {
    const page = { body: pageOf('<h1>Engine</h1>') };
    browser.serve('/engine.html', page);
    browser.serve('/closed.html', { ...page, headers: { 'content-security-policy': POLICY } });
  });

  describe('files of tests/js in the page', () => {
    for (const [file, count] of Object.entries(FILES)) testsInPage(browser, gaps, file, count);
  });
  describe('backends', () => backendTests(browser, gaps, inPage));
  describe('workers', () => workerTests(browser, inPage));
  describe('one page', () => pageTests(browser, gaps, inPage));
}

/**
 * Runs a function in the page, with the bench before its other arguments.
 * @typedef {<Args extends unknown[], Answer>(work: (bench: Bench, ...args: Args) => Answer, ...args: Args) => Promise<Awaited<Answer>>} InPage
 */

/**
 * One file of tests/js.
 * @param {Browser} browser
 * @param {Gaps} gaps
 * @param {string} file
 * @param {number} count of its tests
 */
function testsInPage(browser, gaps, file, count) {
  test(`${file}.test.js`, async (t) => {
    await browser.open('/engine.html');
    const { results, lacks } = await browser.evaluate(async (name) => {
      const { runRegistered } = /** @type {typeof import('./in_page/runner.js')} */ (
        await import(/** @type {string} */ ('/tests/browsers/in_page/runner.js'))
      );
      await import(`/tests/js/${name}.test.js`);
      return runRegistered();
    }, file);
    t.diagnostic(`${results.length} tests ran in the page`);
    const faults = results.filter(({ fault }) => fault !== null);
    assert.deepEqual(faults, []);
    assert.deepEqual(
      lacks.map(({ name }) => name),
      gaps.lacks[file] ?? [],
      'what did not run for want of a backend',
    );
    for (const { refused } of lacks) assert.ok(!gaps.backends.some((name) => name === refused));
    if (lacks.length === 0) assert.ok(results.length >= count, `${results.length} tests ran`);
  });
}

/**
 * @param {Browser} browser
 * @param {Gaps} gaps
 * @param {InPage} inPage
 */
function backendTests(browser, gaps, inPage) {
  test('those that the browser says it has run, by name and by auto; the others are refused', async () => {
    await browser.open('/engine.html');
    const found = await inPage(async ({ loadEngine, detected }) => {
      /** @type {Record<string, string>} */
      const runs = {};
      for (const backend of /** @type {const} */ (['relaxed-simd', 'simd128', 'scalar'])) {
        runs[backend] = await loadEngine({ backend }).then(
          (engine) => engine.backend,
          ({ code, argument, message }) => `${code} ${argument}: ${message}`,
        );
      }
      return { detected: await detected(), runs, auto: (await loadEngine()).backend };
    });
    for (const backend of /** @type {const} */ (['relaxed-simd', 'simd128', 'scalar'])) {
      const has = gaps.backends.includes(backend);
      assert.equal(found.detected[backend], has, `${backend} is ${has ? '' : 'not '}expected here`);
      const refusal = `backend backend: backend '${backend}' cannot run here: this engine lacks its instructions`;
      assert.equal(found.runs[backend], has ? backend : refusal);
    }
    assert.equal(found.auto, gaps.backends[0]);
  });

  test('scalar and simd128 give the bits that Node gives; relaxed-simd, where it runs, fuses and gives others', async () => {
    const engine = await loadEngine({ backend: 'scalar' });
    const expected = hashOfSweep(engine);
    engine.free();
    await browser.open('/engine.html');
    const found = await inPage(async ({ loadEngine, hashOfSweep }, backends) => {
      /** @type {Record<string, number>} */
      const hashes = {};
      for (const backend of backends) {
        const engine = await loadEngine({ backend });
        hashes[backend] = hashOfSweep(engine);
        engine.free();
      }
      return hashes;
    }, gaps.backends);
    const { 'relaxed-simd': fused, ...plain } = found;
    assert.deepEqual(plain, { simd128: expected, scalar: expected });
    if (gaps.backends.includes('relaxed-simd')) assert.notEqual(fused, expected);
  });

  test("the chapter's printed table and a decode from the cache, on each", async () => {
    await browser.open('/engine.html');
    const found = await inPage(
      async ({ loadEngine, tensor, hashOf }, backends, { X, W_Q, W_K, W_V }) => {
        const seen = [];
        for (const backend of backends) {
          const engine = await loadEngine({ backend });
          const wide = { x: tensor(X), wq: tensor(W_Q), wk: tensor(W_K), wv: tensor(W_V) };
          const { weights, query, key, value } = engine.multiHeadAttention({
            ...wide,
            heads: 1,
            mask: 'causal',
            want: ['weights', 'query', 'key', 'value'],
          });
          const whole = engine.attention({ query, key, value, mask: 'causal' });
          const cache = engine.createCache({
            keyValueHeads: 1,
            keyWidth: 8,
            valueWidth: 8,
            capacity: 4,
          });
          /** @param {typeof key} from @param {number} i */
          const rowOf = ({ data }, i) => tensor(data.slice(8 * i, 8 * i + 8), [1, 1, 8]);
          const same = [0, 1, 2, 3].map((i) => {
            cache.append({ key: rowOf(key, i), value: rowOf(value, i) });
            const { output } = cache.attend({ query: rowOf(query, i), want: ['output'] });
            return hashOf({ output }) === hashOf({ output: rowOf(whole.output, i) });
          });
          const rows = [0, 1, 2, 3].map((i) =>
            Array.from(weights.data.slice(4 * i, 4 * i + 4), (weight) => weight.toFixed(2)),
          );
          cache.free();
          engine.free();
          seen.push({ rows, same });
        }
        return seen;
      },
      gaps.backends,
      golden,
    );
    assert.equal(found.length, gaps.backends.length);
    for (const each of found)
      assert.deepEqual(each, { rows: golden.print2_causal, same: [true, true, true, true] });
  });
}

/**
 * @param {Browser} browser
 * @param {InPage} inPage
 */
function workerTests(browser, inPage) {
  test('calls on Blob workers give the bits of the synchronous call', async () => {
    await browser.open('/engine.html');
    const found = await inPage(async ({ loadEngine, inputs, waves, hashOf, started }) => {
      const engine = await loadEngine({ workers: 2 });
      const options = inputs(3, 200, 16);
      const layer = {
        ...{ x: waves(4, 40, 12), wq: waves(5, 12, 12), wk: waves(6, 12, 12) },
        ...{ wv: waves(7, 12, 12), heads: 3 },
      };
      let progress = 0;
      const onProgress = (/** @type {{ done: number, total: number }} */ { done, total }) => {
        progress = done / total;
      };
      return {
        attention:
          hashOf(await engine.attentionAsync({ ...options, onProgress })) ===
          hashOf(engine.attention(options)),
        layer:
          hashOf(await engine.multiHeadAttentionAsync(layer)) ===
          hashOf(engine.multiHeadAttention(layer)),
        refused: await engine
          .attentionAsync({ ...options, key: waves(2, 3, 200, 15) })
          .catch(({ code, argument, message }) => `${code} ${argument}: ${message}`),
        progress,
        workers: engine.workers,
        started: started.length,
      };
    });
    assert.deepEqual(found, {
      attention: true,
      layer: true,
      refused: "shape key: key has width 15, expected query's d_k = 16",
      progress: 1,
      workers: 2,
      started: 2,
    });
  });

  test('where the policy refuses Blob workers, and with none asked for, the page computes the same bits', async () => {
    for (const [path, workers] of /** @type {const} */ ([
      ['/closed.html', 2],
      ['/engine.html', 0],
    ])) {
      await browser.open(path);
      const found = await inPage(async ({ loadEngine, inputs, hashOf }, count) => {
        const engine = await loadEngine({ workers: count });
        const options = inputs(2, 700, 64);
        let turns = 0;
        const counter = setInterval(() => turns++, 0);
        const result = await engine.attentionAsync(options);
        clearInterval(counter);
        return {
          same: hashOf(result) === hashOf(engine.attention(options)),
          workers: engine.workers,
          breathes: turns > 0,
        };
      }, workers);
      assert.deepEqual(found, { same: true, workers: 0, breathes: true }, path);
      await forgetRefusals(browser);
    }
  });

  test('a cancelled call rejects, its workers are replaced, and the engine goes on', async () => {
    await browser.open('/engine.html');
    const found = await inPage(async ({ loadEngine, inputs, hashOf, started }) => {
      const engine = await loadEngine({ backend: 'scalar', workers: 2 });
      const options = inputs(2, 200, 16);
      const control = new AbortController();
      const before = await engine.attentionAsync(options);
      const call = engine.attentionAsync({
        ...inputs(2, 6000, 64),
        want: ['output'],
        signal: control.signal,
      });
      setTimeout(() => control.abort(), 30);
      const name = await call.catch((error) => error.name);
      const same = hashOf(await engine.attentionAsync(options)) === hashOf(before);
      return { name, same, started: started.length, workers: engine.workers };
    });
    assert.deepEqual(found, { name: 'AbortError', same: true, started: 4, workers: 2 });
  });

  test('the work of a worker that is ended at work is done again', async () => {
    await browser.open('/engine.html');
    const found = await inPage(async ({ loadEngine, inputs, hashOf, started }) => {
      const engine = await loadEngine({ backend: 'scalar', workers: 2 });
      await engine.attentionAsync(inputs(4, 50, 8));
      const options = inputs(4, 1500, 64);
      const call = engine.attentionAsync(options);
      setTimeout(() => started[0].terminate(), 30);
      const same = hashOf(await call) === hashOf(engine.attention(options));
      return { same, started: started.length };
    });
    assert.deepEqual(found, { same: true, started: 3 });
  });
}

/**
 * A policy that refuses something may be told on the console; that is what those tests are about.
 * @param {Browser} browser
 */
async function forgetRefusals(browser) {
  await browser.evaluate(() => {
    const { troubles } = /** @type {{ troubles: string[] }} */ (
      /** @type {unknown} */ (globalThis)
    );
    const others = troubles.filter((trouble) => !/Content.Security.Policy/i.test(trouble));
    troubles.splice(0, troubles.length, ...others);
  });
}

/**
 * @param {Browser} browser
 * @param {Gaps} gaps
 * @param {InPage} inPage
 */
function pageTests(browser, gaps, inPage) {
  test('engines of one backend share one core, and not their memory; what is freed is refused', async () => {
    await browser.open('/engine.html');
    const found = await inPage(async ({ loadEngine, inputs, hashOf, made }) => {
      const [a, b] = await Promise.all([
        loadEngine({ backend: 'simd128' }),
        loadEngine({ backend: 'simd128' }),
      ]);
      const { cores } = made;
      const options = inputs(2, 20, 8);
      const results = a.attention(options);
      const first = hashOf(results);
      b.attention(inputs(3, 40, 8));
      const kept = hashOf(results) === first;
      a.free();
      let refused = '';
      try {
        a.attention(options);
      } catch (error) {
        refused = /** @type {import('attention-map').AttentionError} */ (error).code;
      }
      return { cores, kept, refused, goesOn: hashOf(b.attention(options)) === first };
    });
    assert.deepEqual(found, { cores: 1, kept: true, refused: 'freed', goesOn: true });
  });

  test('pixels are written into an ImageData', async () => {
    await browser.open('/engine.html');
    const found = await inPage(async ({ loadEngine, tensor }) => {
      const engine = await loadEngine();
      const palette = Uint8Array.from({ length: 1024 }, (_, k) => (k % 4 === 3 ? 255 : k >> 2));
      const image = new ImageData(2, 2);
      engine.pixels({
        ...{ weights: tensor([0, 1, 0.5, 0.25], [1, 2, 2]), head: 0, width: 2, height: 2 },
        ...{ domain: [0, 1], palette, into: image.data },
      });
      const context = new OffscreenCanvas(2, 2).getContext('2d');
      context?.putImageData(image, 0, 0);
      return Array.from(context?.getImageData(0, 0, 2, 2).data ?? []);
    });
    assert.deepEqual(
      found.filter((_, k) => k % 4 === 0),
      [0, 255, 128, 64],
    );
  });

  test('handles end with a using block where the language has one, and with free() everywhere', async () => {
    await browser.open('/engine.html');
    const found = await inPage(async ({ loadEngine, tensor }) => {
      const engine = await loadEngine();
      const resident = engine.upload(tensor([1, 2], [1, 2]));
      const dispose = Symbol.dispose && Reflect.get(resident, Symbol.dispose);
      if (dispose) Reflect.apply(dispose, resident, []);
      else resident.free();
      let code = '';
      try {
        resident.download();
      } catch (error) {
        code = /** @type {import('attention-map').AttentionError} */ (error).code;
      }
      return { disposes: typeof dispose === 'function', code };
    });
    assert.deepEqual(found, { disposes: gaps.disposes, code: 'freed' });
  });
}
