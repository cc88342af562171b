// Content security policies, from none to none of what the tag would like: it draws, or it says why it does not.
import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { chapter, drawn, golden, htmlPage, openHarness, STANDALONE } from './harness/pages.js';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('attention-map/element').AttentionMapElement} Tag */

const STRICT =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:";

/** By name: the header, or null for none; and whether wasm may be compiled. */
const policies = /** @type {const} */ ({
  none: [null, true],
  strict: [STRICT, true],
  'strict, no connection and no worker': [`${STRICT}; connect-src 'none'; worker-src 'none'`, true],
  'workers from this host only': [`${STRICT}; worker-src 'self'`, true],
  'no wasm': ["script-src 'self'; style-src 'self'", false],
  'no wasm, no anything': ["default-src 'none'; script-src 'self'", false],
});

/** A module that hands the engine to the test. */
const ENGINE = `import { loadEngine } from '/web/src/index.js';
window.found = (async () => {
  const engine = await loadEngine({ workers: 2 });
  const x = engine.normal({ seed: 0, shape: [4, 8] });
  const call = { query: x, key: x, value: x, mask: 'causal' };
  const { weights } = engine.attention(call);
  const later = await engine.attentionAsync(call);
  const same = weights.data.every((weight, cell) => weight === later.weights.data[cell]);
  const { workers, backend } = engine;
  engine.free();
  return { rows: [0, 1, 2, 3].map((row) => weights.data.subarray(4 * row, 4 * row + 4).reduce((a, b) => a + b)), same, workers, backend };
})().catch(({ name, code, message }) => ({ name, code, message }));`;

const tag =
  '<attention-map mask="causal"><p id="fallback">a picture</p><script type="application/json">' +
  `${JSON.stringify(chapter)}</script></attention-map>`;

const scripts = {
  classic: STANDALONE,
  modules: '<script type="module" src="/web/src/register.js"></script>',
  engine: '<script type="module" src="/engine-page.js"></script>',
};

/** @param {string} policy @param {string} script */
const pathOf = (policy, script) => `/${Object.keys(policies).indexOf(policy)}-${script}.html`;

/** @type {import('./harness/pages.js').Harness} */
let harness;
before(async () => {
  /** @type {Record<string, import('./harness/server.js').Made>} */
  const made = { '/engine-page.js': { body: ENGINE } };
  for (const [policy, [header]] of Object.entries(policies)) {
    for (const [script, element] of Object.entries(scripts)) {
      // The harness's page has a style element, which is not what is tested.
      const body = htmlPage(script === 'engine' ? '' : tag, '', element).replace(
        /<style>.*<\/style>/,
        '',
      );
      made[pathOf(policy, script)] = {
        body,
        ...(header === null ? {} : { headers: { 'content-security-policy': header } }),
      };
    }
  }
  harness = await openHarness(made);
});
afterEach(() => harness.closePages());
after(() => harness.close());

/** @param {Page} page */
const firstDrawing = (page) =>
  page.evaluate(async () => {
    await customElements.whenDefined('attention-map');
    const found = /** @type {Tag} */ (document.querySelector('attention-map'));
    return found.ready.then(
      () => [.../** @type {any} */ (found.result).weights.data],
      (error) => `${error.name} ${error.code}: ${error.message}`,
    );
  });

for (const [policy, [, hasWasm]] of Object.entries(policies)) {
  for (const script of /** @type {const} */ (['classic', 'modules'])) {
    test(`${policy}: the tag from ${script}`, async () => {
      const page = await harness.open(pathOf(policy, script));
      const answer = await firstDrawing(page);
      if (hasWasm) {
        await drawn(page);
        assert.equal(await page.locator('#fallback').isVisible(), false);
        golden.cases.causal.A.flat().forEach(
          (/** @type {number} */ weight, /** @type {number} */ cell) => {
            assert.ok(Math.abs(answer[cell] - weight) < 1e-6, `cell ${cell} is ${answer[cell]}`);
          },
        );
        assert.deepEqual(harness.takeTroubles(), []);
      } else {
        assert.equal(
          answer,
          'AttentionError backend: the Content Security Policy of this page forbids WebAssembly; ' +
            "its script-src would have to allow 'wasm-unsafe-eval'",
        );
        assert.equal(await page.locator('#fallback').isVisible(), true);
        const said = await page.evaluate(
          () =>
            document
              .querySelector('attention-map')
              ?.shadowRoot?.querySelectorAll('[part~="error"]:not([hidden])').length,
        );
        assert.equal(said, 1, 'one message');
        // One line of the browser's for the refusal, none of the glue's.
        const troubles = harness.takeTroubles().filter((each) => /wasm|Abort/i.test(each));
        assert.deepEqual(troubles, []);
      }
    });
  }

  test(`${policy}: the engine`, async () => {
    const page = await harness.open(pathOf(policy, 'engine'));
    await page.waitForFunction(() => 'found' in window);
    const found = await page.evaluate(() => Reflect.get(window, 'found'));
    if (hasWasm) {
      assert.equal(found.same, true);
      for (const sum of found.rows) assert.ok(Math.abs(sum - 1) < 1e-6);
      assert.equal(found.workers, policy === 'none' ? 2 : 0);
    } else {
      assert.equal(found.name, 'AttentionError');
      assert.equal(found.code, 'backend');
    }
    harness.takeTroubles();
  });
}
