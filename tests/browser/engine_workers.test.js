// Workers in Chromium: from a Blob, refused by a policy, cancelled, killed, and in one classic script opened from a folder.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'vite';
import { launchChromium } from '../../scripts/chromium.mjs';
import { startServer } from './harness/server.js';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {typeof import('attention-map')} Package */
/** @typedef {Awaited<ReturnType<Package['loadEngine']>>} Engine */
/** @typedef {{ loadEngine: Package['loadEngine'], inputs: (h: number, n: number, d: number) => Parameters<Engine['attention']>[0], same: (a: object, b: object) => boolean, started: (Worker & { isUp: Promise<unknown> })[] }} Bench */

/** Counts the workers of the page and tells when they are up, and makes tensors and comparisons; `bench` is then in the page. */
const PREPARE = `
  const started = [];
  globalThis.Worker = class extends Worker {
    // Heard from the first moment: a worker may have told that it is up before a test asks.
    isUp = new Promise((resolve) => this.addEventListener('message', resolve, { once: true }));
    constructor(...args) { super(...args); started.push(this); }
  };
  const waves = (phase, ...shape) => ({
    shape,
    data: Float32Array.from({ length: shape.reduce((a, b) => a * b, 1) }, (_, k) => Math.sin(phase + 12.9898 * k)),
  });
  globalThis.bench = {
    started,
    inputs: (h, n, d) => ({ query: waves(1, h, n, d), key: waves(2, h, n, d), value: waves(3, h, n, d), mask: 'causal' }),
    same: (a, b) => Object.entries(b).every(([name, { data }]) => {
      const [x, y] = [a[name].data, data].map((floats) => new Uint32Array(floats.buffer));
      return x.length === y.length && x.every((bits, k) => bits === y[k]);
    }),
  };`;

const html = { body: '<!doctype html><meta charset="utf-8"><title>Workers</title>' };
const MODULE = '/web/src/index.js';
const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'";

/** @type {Awaited<ReturnType<typeof startServer>>} */
let server;
/** @type {import('playwright-core').Browser} */
let browser;
before(async () => {
  [server, browser] = await Promise.all([
    startServer({
      '/open.html': html,
      '/closed.html': { ...html, headers: { 'content-security-policy': policy } },
    }),
    launchChromium(),
  ]);
});
after(async () => {
  await browser.close();
  await server.close();
});

/**
 * A page with the package and the bench.
 * @param {string} address
 */
async function open(address) {
  const page = await browser.newPage();
  /** @type {string[]} */
  const complaints = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  await page.goto(address);
  await page.evaluate(PREPARE);
  return { page, complaints };
}

/** @param {string} name */
async function openModule(name) {
  const opened = await open(`${server.origin}/${name}.html`);
  await opened.page.evaluate(async (module) => {
    Object.assign(Reflect.get(globalThis, 'bench'), await import(module));
  }, MODULE);
  return opened;
}

/**
 * What a page does with the bench.
 * @template Answer
 * @param {Page} page
 * @param {(bench: Bench) => Promise<Answer>} work
 * @returns {Promise<Answer>}
 */
const inPage = (page, work) =>
  /** @type {Promise<Answer>} */ (page.evaluate(`(${work})(globalThis.bench)`));

test('heads on Blob workers give the bits of the synchronous call on every backend', async () => {
  const { page, complaints } = await openModule('open');
  const found = await inPage(page, async ({ loadEngine, inputs, same, started }) => {
    const answers = [];
    for (const backend of /** @type {const} */ (['scalar', 'simd128', 'relaxed-simd'])) {
      const engine = await loadEngine({ backend, workers: 2 });
      const options = inputs(3, 200, 16);
      const isSame = same(await engine.attentionAsync(options), engine.attention(options));
      answers.push([isSame, engine.workers]);
      engine.free();
    }
    return { answers, started: started.length };
  });
  assert.deepEqual(found, { answers: Array(3).fill([true, 2]), started: 6 });
  assert.deepEqual(complaints, []);
  await page.close();
});

test('where the policy refuses Blob workers the page computes in short blocks', async () => {
  const { page, complaints } = await openModule('closed');
  const found = await inPage(page, async ({ loadEngine, inputs, same }) => {
    const engine = await loadEngine({ backend: 'simd128', workers: 2 });
    const options = inputs(2, 1500, 64);
    const expected = engine.attention({ ...options, want: ['output'] });
    await engine.attentionAsync(inputs(2, 400, 64));
    await new Promise((resolve) => setTimeout(resolve, 0));
    const begin = performance.now();
    let longest = 0;
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries())
        if (startTime >= begin) longest = Math.max(longest, duration);
    }).observe({ type: 'longtask' });
    let turns = 0;
    const counter = setInterval(() => turns++, 0);
    const result = await engine.attentionAsync({ ...options, want: ['output'] });
    clearInterval(counter);
    await new Promise((resolve) => setTimeout(resolve, 50));
    return { isSame: same(result, expected), workers: engine.workers, turns, longest };
  });
  assert.ok(found.isSame);
  assert.equal(found.workers, 0);
  assert.ok(found.turns >= 2, `${found.turns} turns of the page between the blocks`);
  // A block is a task of 16 ms at most; what lies between is the noise of a machine with other work.
  assert.ok(found.longest < 100, `a task of ${found.longest} ms`);
  assert.deepEqual(complaints, []);
  await page.close();
});

test('a cancelled call rejects, its workers are replaced, and the engine goes on', async () => {
  const { page, complaints } = await openModule('open');
  const found = await inPage(page, async ({ loadEngine, inputs, same, started }) => {
    const engine = await loadEngine({ backend: 'scalar', workers: 2 });
    const control = new AbortController();
    const options = inputs(2, 200, 16);
    await Promise.all(started.map(({ isUp }) => isUp));
    const call = engine.attentionAsync({
      ...inputs(2, 6000, 64),
      want: ['output'],
      signal: control.signal,
    });
    setTimeout(() => control.abort(), 30);
    const name = await call.catch((error) => error.name);
    const isSame = same(await engine.attentionAsync(options), engine.attention(options));
    await new Promise((resolve) => setTimeout(resolve, 60));
    return { name, isSame, started: started.length, workers: engine.workers };
  });
  assert.deepEqual(found, { name: 'AbortError', isSame: true, started: 4, workers: 2 });
  assert.deepEqual(complaints, []);
  await page.close();
});

test('the work of a worker that the browser ends is done again', async () => {
  const { page, complaints } = await openModule('open');
  const found = await inPage(page, async ({ loadEngine, inputs, same, started }) => {
    const engine = await loadEngine({ backend: 'scalar', workers: 2 });
    const options = inputs(4, 1500, 64);
    await Promise.all(started.map(({ isUp }) => isUp));
    const call = engine.attentionAsync(options);
    setTimeout(() => started[0].terminate(), 30);
    const isSame = same(await call, engine.attention(options));
    return { isSame, started: started.length };
  });
  assert.deepEqual(found, { isSame: true, started: 3 });
  assert.deepEqual(complaints, []);
  await page.close();
});

test('one classic script with everything inside computes on workers from a folder on disk', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'attention-map-workers-'));
  try {
    await build({
      configFile: false,
      publicDir: false,
      logLevel: 'warn',
      build: {
        outDir: folder,
        chunkSizeWarningLimit: 1000,
        lib: {
          entry: fileURLToPath(new URL('../../web/src/index.js', import.meta.url)),
          formats: ['iife'],
          name: 'attentionMap',
          fileName: () => 'engine.js',
        },
        rolldownOptions: { output: { codeSplitting: false } },
      },
    });
    await writeFile(join(folder, 'page.html'), `${html.body}<script src="engine.js"></script>`);
    const { page, complaints } = await open(pathToFileURL(join(folder, 'page.html')).href);
    const found = await inPage(page, async ({ inputs, same, started }) => {
      const { loadEngine } = /** @type {Package} */ (Reflect.get(globalThis, 'attentionMap'));
      const engine = await loadEngine({ workers: 2 });
      const options = inputs(3, 100, 16);
      const isSame = same(await engine.attentionAsync(options), engine.attention(options));
      return { isSame, workers: engine.workers, started: started.length };
    });
    assert.deepEqual(found, { isSame: true, workers: 2, started: 2 });
    assert.deepEqual(complaints, []);
    await page.close();
  } finally {
    await rm(folder, { recursive: true });
  }
});
