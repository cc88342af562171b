// <attention-map> and its data: from where it takes it, what it tells of it, and how it refuses it.
import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import {
  chapter,
  drawn,
  golden,
  htmlPage,
  openHarness,
  partText,
  samples,
} from './harness/pages.js';

const json = JSON.stringify({ v: 1, ...chapter });
const script = `<script type="application/json">${json}</script>`;

/** @type {import('./harness/pages.js').Harness} */
let harness;
before(async () => {
  harness = await openHarness({
    '/chapter.html': { body: htmlPage(`<attention-map mask="causal">${script}</attention-map>`) },
    '/words.html': {
      body: htmlPage(
        '<attention-map tokens="the cat sat on the mat" mask="causal"></attention-map>',
      ),
    },
    '/empty.html': {
      body: htmlPage('<attention-map><p id="fallback">A static picture.</p></attention-map>'),
    },
    '/src.html': {
      body: htmlPage('<attention-map src="chapter.json" mask="causal"></attention-map>'),
    },
    '/chapter.json': { body: json },
    '/nowasm.html': {
      body: htmlPage(
        '<attention-map tokens="a b"><p id="fallback">A static picture.</p></attention-map>',
        '<script>delete globalThis.WebAssembly</script>',
      ),
    },
  });
});
after(() => harness.close());
afterEach(() => {
  assert.deepEqual(harness.takeTroubles(), []);
});

test('.result holds the engine’s tensors, and .ready and attention-map:ready tell of the first drawing', async () => {
  const page = await harness.open('/empty.html');
  const told = await page.evaluate(async (data) => {
    await customElements.whenDefined('attention-map');
    const Tag = customElements.get('attention-map');
    if (!Tag) throw new Error('not defined');
    const tag = /** @type {import('attention-map/element').AttentionMapElement} */ (new Tag());
    let events = 0;
    document.addEventListener('attention-map:ready', () => {
      events += 1;
    });
    tag.setAttribute('mask', 'causal');
    tag.data = data;
    document.body.append(tag);
    await tag.ready;
    const result = tag.result;
    return {
      events,
      shape: result?.weights.shape,
      weights: Array.from(result?.weights.data ?? []),
      names: Object.keys(result ?? {}),
    };
  }, chapter);
  assert.equal(told.events, 1);
  assert.deepEqual(told.shape, [1, 4, 4]);
  golden.cases.causal.A.flat().forEach(
    (/** @type {number} */ weight, /** @type {number} */ index) => {
      assert.ok(Math.abs(told.weights[index] - weight) < 1e-6);
    },
  );
  assert.ok(told.names.includes('output') && told.names.includes('maskedScores'));
  await page.context().close();
});

test('nested arrays, flat arrays and finished weights are taken as .data, q/k/v too', async () => {
  const page = await harness.open('/empty.html');
  const shapes = await page.evaluate(async (golden) => {
    await customElements.whenDefined('attention-map');
    const tag = /** @type {import('attention-map/element').AttentionMapElement} */ (
      document.querySelector('attention-map')
    );
    const settle = () =>
      new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const seen = [];
    for (const data of [
      { tokens: ['a', 'b', 'c', 'd'], query: golden.Q, key: golden.K, value: golden.V },
      {
        query: { data: golden.Q.flat(), shape: [1, 4, 8] },
        key: [golden.K],
        value: { data: Float32Array.from(golden.V.flat()), shape: [4, 8] },
      },
      { weights: golden.cases.causal.A },
      { tokens: ['a', 'b', 'c', 'd'], query: golden.Q.slice(2), key: golden.K, value: golden.V },
    ]) {
      tag.data = data;
      await tag.ready;
      await settle();
      seen.push({
        shape: tag.result?.weights.shape,
        labels: Array.from(
          tag.shadowRoot?.querySelectorAll('.axis.left .label:not(.focus)') ?? [],
          (node) => node.textContent,
        ),
      });
    }
    return seen;
  }, golden);
  assert.deepEqual(shapes, [
    { shape: [1, 4, 4], labels: ['a', 'b', 'c', 'd'] },
    { shape: [1, 4, 4], labels: ['0', '1', '2', '3'] },
    { shape: [1, 4, 4], labels: ['0', '1', '2', '3'] },
    { shape: [1, 2, 4], labels: ['c', 'd'] },
  ]);
  await page.context().close();
});

test('src brings the same JSON from a file', async () => {
  const page = await harness.open('/src.html');
  await drawn(page);
  assert.equal(
    await page.evaluate(
      () =>
        document.querySelector('attention-map')?.shadowRoot?.querySelector('[part~="numbers"]')
          ?.textContent,
    ),
    golden.print2_causal.flat().join(''),
  );
  await page.context().close();
});

test('words alone are drawn, and called what they are', async () => {
  const page = await harness.open('/words.html');
  await drawn(page);
  assert.match(await partText(page, 'note'), /untrained weights/);
  await page.context().close();
});

test('bad input shows its message, keeps the map, fires error; the next good input clears it', async () => {
  const page = await harness.open('/chapter.html');
  await drawn(page);
  const before = await samples(page, 'map');
  const codes = await page.evaluate(async () => {
    const tag = /** @type {import('attention-map/element').AttentionMapElement} */ (
      document.querySelector('attention-map')
    );
    /** @type {string[]} */
    const codes = [];
    document.addEventListener('attention-map:error', (event) => {
      const { error } = /** @type {CustomEvent} */ (event).detail;
      codes.push(`${error.code} ${error.argument}`);
    });
    const settle = () =>
      new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    tag.setAttribute('mask', 'cuasal');
    await settle();
    tag.setAttribute('mask', 'causal');
    tag.setAttribute('heads', '3');
    await settle();
    tag.removeAttribute('heads');
    tag.data = { weights: [[1, 'x']] };
    await settle();
    tag.data = { query: [[1, 2]], key: [[1, 2, 3]], value: [[1, 2]] };
    await settle();
    return codes;
  });
  assert.deepEqual(codes, ['option mask', 'shape wq', 'option weights', 'shape key']);
  assert.match(await partText(page, 'error'), /cannot be drawn[\s\S]*key[\s\S]*stays/);
  assert.deepEqual(await samples(page, 'map'), before);
  await page.evaluate(() => {
    const tag = /** @type {import('attention-map/element').AttentionMapElement} */ (
      document.querySelector('attention-map')
    );
    tag.data = null;
  });
  await drawn(page);
  assert.equal(await partText(page, 'error'), '');
  await page.context().close();
});

test('without data the author’s fallback stays; after the first drawing it is gone', async () => {
  const page = await harness.open('/empty.html');
  await page.evaluate(() => customElements.whenDefined('attention-map'));
  await page.waitForTimeout(100);
  assert.equal(await page.locator('#fallback').isVisible(), true);
  await page.evaluate((data) => {
    const tag = /** @type {import('attention-map/element').AttentionMapElement} */ (
      document.querySelector('attention-map')
    );
    tag.data = data;
  }, chapter);
  await drawn(page);
  assert.equal(await page.locator('#fallback').isVisible(), false);
  await page.context().close();
});

test('where WebAssembly is missing the fallback stays, the message says so, and ready rejects', async () => {
  const page = await harness.open('/nowasm.html');
  const message = await page.evaluate(async () => {
    await customElements.whenDefined('attention-map');
    const tag = /** @type {import('attention-map/element').AttentionMapElement} */ (
      document.querySelector('attention-map')
    );
    return tag.ready.then(
      () => 'drawn',
      (error) => `${error.name}: ${error.code}`,
    );
  });
  assert.equal(message, 'AttentionError: backend');
  assert.equal(await page.locator('#fallback').isVisible(), true);
  assert.match(await partText(page, 'error'), /\S/);
  await page.context().close();
});
