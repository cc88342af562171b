// How script and wasm reach a page: wrong types, other hosts, compression, blocked and broken files. Each works or says what is
// wrong; none leaves a blank.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, afterEach, before, test } from 'node:test';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { chapter, drawn, htmlPage, openHarness } from './harness/pages.js';
import { startServer } from './harness/server.js';

const read = (/** @type {string} */ path) =>
  readFileSync(new URL(`../../${path}`, import.meta.url));
const script = read('dist/site/attention-map.js');
const wasm = read('build/wasm-simd128/attn.wasm');
const JAVASCRIPT = 'text/javascript';
const open = { 'access-control-allow-origin': '*' };

/** @type {Record<string, import('./harness/server.js').Made>} */
const files = {
  '/script.js': { body: script, type: JAVASCRIPT },
  '/script-cors.js': { body: script, type: JAVASCRIPT, headers: open },
  '/script-gzip.js': {
    body: gzipSync(script),
    type: JAVASCRIPT,
    headers: { 'content-encoding': 'gzip' },
  },
  '/script-br.js': {
    body: brotliCompressSync(script),
    type: JAVASCRIPT,
    headers: { 'content-encoding': 'br' },
  },
  '/script-text.js': { body: script, type: 'text/plain' },
  '/script-refused.js': {
    body: script,
    type: 'text/plain',
    headers: { 'x-content-type-options': 'nosniff' },
  },
  '/core.wasm': { body: wasm, type: 'application/wasm' },
  '/core-octets.wasm': { body: wasm, type: 'application/octet-stream' },
  '/core-html.wasm': { body: wasm, type: 'text/html' },
  '/core-gzip.wasm': {
    body: gzipSync(wasm),
    type: 'application/wasm',
    headers: { 'content-encoding': 'gzip' },
  },
  '/core-br.wasm': {
    body: brotliCompressSync(wasm),
    type: 'application/wasm',
    headers: { 'content-encoding': 'br' },
  },
  '/core-cors.wasm': { body: wasm, type: 'application/wasm', headers: open },
  '/short.wasm': { body: wasm.subarray(0, wasm.length >> 1), type: 'application/wasm' },
  '/page.wasm': { body: '<!doctype html><title>Not found</title>', type: 'application/wasm' },
  '/empty.wasm': { body: '', type: 'application/wasm' },
  '/gone.wasm': { body: 'no', status: 404 },
  '/broken.wasm': {
    body: gzipSync(wasm).subarray(0, 2000),
    type: 'application/wasm',
    headers: { 'content-encoding': 'gzip' },
  },
};
const tag =
  '<attention-map mask="causal"><p id="fallback">a picture</p><script type="application/json">' +
  `${JSON.stringify(chapter)}</script></attention-map>`;
const pageWith = (/** @type {string} */ element) => ({ body: htmlPage(tag, '', element) });

/** @type {import('./harness/pages.js').Harness} */
let harness;
/** Another origin. @type {Awaited<ReturnType<typeof startServer>>} */
let elsewhere;
before(async () => {
  elsewhere = await startServer(files);
  harness = await openHarness({
    ...files,
    '/engine.html': { body: htmlPage('') },
    ...Object.fromEntries(
      Object.keys(files)
        .filter((path) => path.endsWith('.js'))
        .map((path) => [
          path.replace('.js', '.html'),
          pageWith(`<script defer src="${path}"></script>`),
        ]),
    ),
    '/elsewhere.html': pageWith(`<script defer src="${elsewhere.origin}/script.js"></script>`),
    '/elsewhere-cors.html': pageWith(
      `<script defer crossorigin src="${elsewhere.origin}/script-cors.js"></script>`,
    ),
    '/elsewhere-refused.html': pageWith(
      `<script defer crossorigin src="${elsewhere.origin}/script.js"></script>`,
    ),
  });
});
afterEach(() => harness.closePages());
after(async () => {
  await harness.close();
  await elsewhere.close();
});

for (const name of [
  'script',
  'script-gzip',
  'script-br',
  'script-text',
  'elsewhere',
  'elsewhere-cors',
]) {
  test(`the tag is drawn: ${name}`, async () => {
    const page = await harness.open(`/${name}.html`);
    await drawn(page);
    assert.equal(await page.locator('#fallback').isVisible(), false);
    const troubles = harness.takeTroubles();
    assert.deepEqual(
      troubles.filter((each) => !each.startsWith(`request: ${elsewhere.origin}/script`)),
      [],
    );
  });
}

for (const name of ['script-refused', 'elsewhere-refused']) {
  test(`what the author put inside the tag stays: ${name}`, async () => {
    const page = await harness.open(`/${name}.html`);
    await page.waitForLoadState('load');
    assert.equal(await page.evaluate(() => customElements.get('attention-map')), undefined);
    assert.equal(await page.locator('#fallback').isVisible(), true);
    harness.takeTroubles();
  });
}

/**
 * @param {string} wasmUrl
 * @returns {Promise<string>} the backend that runs, or what was said
 */
async function load(wasmUrl) {
  const page = await harness.open('/engine.html');
  return page.evaluate(async (url) => {
    const { loadEngine } = await import(`${location.origin}/web/src/index.js`);
    return loadEngine({ backend: 'simd128', wasmUrl: url }).then(
      (/** @type {any} */ engine) => `runs ${engine.backend}`,
      (/** @type {any} */ error) =>
        `${error.name} ${error.code} ${error.argument}: ${error.message}`,
    );
  }, wasmUrl);
}

for (const name of ['core', 'core-octets', 'core-html', 'core-gzip', 'core-br']) {
  test(`wasmUrl runs: ${name}`, async () => {
    assert.equal(await load(`/${name}.wasm`), 'runs simd128');
    assert.deepEqual(harness.takeTroubles(), []);
  });
}

test('wasmUrl of another host runs where that host allows it', async () => {
  assert.equal(await load(`${elsewhere.origin}/core-cors.wasm`), 'runs simd128');
  assert.match(
    await load(`${elsewhere.origin}/core.wasm`),
    /^AttentionError backend wasmUrl: http.*core\.wasm could not be fetched: /,
  );
  harness.takeTroubles();
});

const refusals = /** @type {const} */ ([
  [
    'short',
    /^AttentionError backend wasmUrl: \/short\.wasm is no valid WebAssembly .* \d+ bytes are cut short/,
  ],
  [
    'page',
    /^AttentionError backend wasmUrl: \/page\.wasm is no WebAssembly: its 39 bytes begin with '<!doctype html><'$/,
  ],
  [
    'empty',
    /^AttentionError backend wasmUrl: \/empty\.wasm is no WebAssembly: its 0 bytes begin with ''$/,
  ],
  ['gone', /^AttentionError backend wasmUrl: \/gone\.wasm answered 404$/],
  [
    'broken',
    /^AttentionError backend wasmUrl: \/broken\.wasm is no valid WebAssembly .* cut short/,
  ],
]);
for (const [name, expected] of refusals) {
  test(`wasmUrl is refused in words: ${name}`, async () => {
    assert.match(await load(`/${name}.wasm`), expected);
    // The glue was not even asked: nothing in the console but what the browser says of the network.
    const troubles = harness.takeTroubles().filter((each) => !/Failed to load resource/.test(each));
    assert.deepEqual(troubles, []);
  });
}

test('a fetch that the page blocks is told in words', async () => {
  const page = await harness.open('/engine.html');
  await page.route('**/core.wasm', (route) => route.abort());
  const said = await page.evaluate(async () => {
    const { loadEngine } = await import(`${location.origin}/web/src/index.js`);
    return loadEngine({ backend: 'simd128', wasmUrl: '/core.wasm' }).catch(
      (/** @type {any} */ error) => error.message,
    );
  });
  assert.match(said, /^\/core\.wasm could not be fetched: /);
  harness.takeTroubles();
});
