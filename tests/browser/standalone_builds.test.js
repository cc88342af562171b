// The two classic scripts: what the everyday one does not have it says, and so it does where there is no SIMD; both on one page share a core.
import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { chapter, htmlPage, openHarness, STANDALONE } from './harness/pages.js';

const EVERYDAY = '<script defer src="/dist/site/attention-map.js"></script>';
const DATA = `<script type="application/json">${JSON.stringify({ v: 1, ...chapter })}</script>`;
const tag = (/** @type {string} */ attributes) =>
  `<attention-map ${attributes}>${DATA}<p>fallback</p></attention-map>`;

/** @type {import('./harness/pages.js').Harness} */
let harness;
before(async () => {
  harness = await openHarness({
    '/map.html': { body: htmlPage(tag('mask="causal"'), '', EVERYDAY) },
    '/cost.html': { body: htmlPage(tag('view="cost"'), '', EVERYDAY) },
    '/bench.html': { body: htmlPage(tag('view="heads" heads="2" workbench'), '', EVERYDAY) },
    '/all.html': { body: htmlPage(tag('mask="causal"'), '', STANDALONE) },
    '/both.html': { body: htmlPage(tag('mask="causal"'), STANDALONE, EVERYDAY) },
  });
});
after(() => harness.close());
afterEach(() => harness.closePages());

/** @param {import('playwright-core').Page} page */
const table = (page) =>
  page.evaluate(async () => {
    const map = document.querySelector('attention-map');
    await Reflect.get(map ?? {}, 'ready');
    return Array.from(Reflect.get(map ?? {}, 'result').weights.data, (/** @type {number} */ w) =>
      w.toFixed(2),
    ).join(' ');
  });

/** What a tag says instead of a picture. @param {import('playwright-core').Page} page */
async function message(page) {
  const error = page.locator('attention-map [part="error"]');
  await error.waitFor();
  return (await error.textContent()) ?? '';
}

const PRINTED = '1.00 0.00 0.00 0.00 0.98 0.02 0.00 0.00 0.32 0.34 0.35 0.00 0.23 0.27 0.22 0.28';

test('the everyday script draws the chapter on simd128', async () => {
  const page = await harness.open('/map.html');
  assert.equal(await table(page), PRINTED);
  const backend = await page.evaluate(
    () => Reflect.get(document.querySelector('attention-map') ?? {}, 'engine').backend,
  );
  assert.equal(backend, 'simd128');
  assert.deepEqual(harness.takeTroubles(), []);
});

test('the script with every core draws it on each of them, by what the browser can run', async () => {
  /** What is asked first is whether it has relaxed SIMD, then whether it has SIMD. @type {[string, boolean[]][]} */
  const browsers = [
    ['relaxed-simd', []],
    ['simd128', [false]],
    ['scalar', [false, false]],
  ];
  for (const [backend, answers] of browsers) {
    const page = await harness.open('/all.html');
    await page.addInitScript((given) => {
      const validate = WebAssembly.validate.bind(WebAssembly);
      const next = (/** @type {BufferSource} */ bytes) => given.shift() ?? validate(bytes);
      Object.assign(WebAssembly, { validate: next });
    }, answers);
    await page.reload();
    assert.equal(await table(page), PRINTED);
    const found = await page.evaluate(
      () => Reflect.get(document.querySelector('attention-map') ?? {}, 'engine').backend,
    );
    assert.equal(found, backend);
    assert.deepEqual(harness.takeTroubles(), []);
  }
});

test('a view that it does not have is named, with the script that has it', async () => {
  const page = await harness.open('/cost.html');
  assert.match(await message(page), /view 'cost' is in attention-map-all\.js/);
  // Another view draws all the same.
  await page.evaluate(() => document.querySelector('attention-map')?.setAttribute('view', 'map'));
  assert.equal((await table(page)).split(' ').length, 16);
  assert.deepEqual(harness.takeTroubles(), []);
});

test('the workbench of the heads is named too', async () => {
  const page = await harness.open('/bench.html');
  assert.match(await message(page), /the workbench is in attention-map-all\.js/);
  await page.evaluate(() => document.querySelector('attention-map')?.removeAttribute('workbench'));
  await table(page);
  assert.deepEqual(harness.takeTroubles(), []);
});

test('where there is no SIMD, readers get what the author put inside, and one message', async () => {
  const page = await harness.open('/map.html');
  await page.addInitScript(() => {
    // As engines without SIMD answer: its instructions are not valid.
    Object.assign(WebAssembly, { validate: () => false });
  });
  await page.reload();
  assert.match(await message(page), /too old.*Safari 16\.4/);
  const isSeen = await page.evaluate(() =>
    document.querySelector('attention-map p')?.checkVisibility(),
  );
  assert.equal(isSeen, true);
  assert.equal(await page.locator('attention-map [part="error"]').count(), 1);
  assert.deepEqual(harness.takeTroubles(), []);
});

test('both scripts on one page share one core of each backend', async () => {
  const page = await harness.open('/both.html');
  assert.equal(await table(page), PRINTED);
  const cores = await page.evaluate(() => {
    const known = Object.getOwnPropertySymbols(globalThis).find((symbol) =>
      String(symbol.description).startsWith('attention-map/core@'),
    );
    const map = /** @type {Map<string, unknown[]>} */ (Reflect.get(globalThis, known ?? ''));
    return [...map.values()].map((entries) => entries.length);
  });
  assert.ok(
    cores.every((count) => count === 1),
    String(cores),
  );
  assert.deepEqual(harness.takeTroubles(), []);
});
