// A figure of the site in somebody else's page: in a frame that is as tall as its figure, alone as one file, and as what is pasted.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { drawn, golden, htmlPage, openHarness } from './harness/pages.js';
import { openSite } from './page_site.js';

/** @typedef {import('playwright-core').Page} Page */

const single = fileURLToPath(new URL('../../dist/site/single.html', import.meta.url));
const frame = (
  /** @type {string} */ query,
  /** @type {string} */ id,
  /** @type {string} */ more = '',
) =>
  `<iframe id="${id}" src="/dist/site/single.html?${query}" title="A map" width="100%" height="160" ${more}></iframe>`;
const script = '<script defer src="/dist/site/embed.js"></script>';
/** The sample of the docs, as it stands there. */
const docs = readFileSync(new URL('../../docs/textbooks.md', import.meta.url), 'utf8');
const sample = /^## In a frame$[\s\S]*?^```html\n([\s\S]*?)^```$/m.exec(docs)?.[1] ?? '';

/** @type {import('./harness/pages.js').Harness} */
let harness;
before(async () => {
  harness = await openHarness({
    // Beside the files that it names.
    '/dist/site/book.html': { body: htmlPage(sample, '', '') },
    '/frames.html': {
      body: htmlPage(
        `${frame('v=1&view=heads&heads=4&tokens=The+cat+sat+down&mask=causal', 'heads')}
         ${frame('v=1&view=temperature', 'temperature', 'sandbox="allow-scripts"')}`,
        script + script,
        '',
      ),
    },
  });
});
after(() => harness.close());

/** @param {Page} page @param {string} id */
const sizes = async (page, id) => {
  const handle = await page.waitForSelector(`#${id}`);
  const inner = /** @type {import('playwright-core').Frame} */ (await handle.contentFrame());
  await inner.waitForSelector('attention-map');
  await inner.evaluate(async () => {
    const tag = /** @type {import('attention-map/element').AttentionMapElement} */ (
      document.querySelector('attention-map')
    );
    await tag.ready;
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  });
  const wanted = () =>
    inner.evaluate(() => Math.ceil(document.documentElement.getBoundingClientRect().height));
  const given = async () => Math.round((await handle.boundingBox())?.height ?? 0);
  return { inner, wanted, given };
};

test('frames are as tall as their figures, sandboxed or not, and follow them', async () => {
  const page = await harness.open('/frames.html');
  for (const id of ['heads', 'temperature']) {
    const { inner, wanted, given } = await sizes(page, id);
    await page.waitForFunction(
      ([name, height]) => {
        const box = document.getElementById(String(name))?.getBoundingClientRect();
        // The frame has a border of 2 px.
        return Math.abs((box?.height ?? 0) - 4 - Number(height)) <= 1;
      },
      [id, await wanted()],
    );
    assert.ok((await given()) > 250, `${id}: ${await given()} px`);
    const before = await given();
    await inner.evaluate(() =>
      document.querySelector('attention-map')?.setAttribute('mask', 'nonsense'),
    );
    await page.waitForFunction(
      ([name, height]) =>
        (document.getElementById(String(name))?.getBoundingClientRect().height ?? 0) >
        Number(height),
      [id, before],
    );
  }
  assert.deepEqual(harness.takeTroubles(), []);
});

test('the sample of the docs is a dark figure in a frame of its height', async () => {
  const page = await harness.open('/dist/site/book.html');
  const handle = await page.waitForSelector('iframe');
  const inner = /** @type {import('playwright-core').Frame} */ (await handle.contentFrame());
  await inner.waitForSelector('attention-map');
  const shown = await inner.evaluate(async () => {
    const tag = document.querySelector('attention-map');
    await Reflect.get(tag ?? {}, 'ready');
    const { view, mask } = Object.fromEntries(
      Array.from(tag?.attributes ?? [], ({ name, value }) => [name, value]),
    );
    const isDark = tag?.shadowRoot?.querySelector('.root')?.classList.contains('dark');
    return { view, mask, isDark, weights: Reflect.get(tag ?? {}, 'result').weights.shape };
  });
  assert.deepEqual(shown, {
    view: 'temperature',
    mask: 'causal',
    isDark: true,
    weights: [1, 4, 4],
  });
  // What it asks for while it has no height of its own.
  await page.waitForFunction(() => {
    const { style, height } = document.querySelector('iframe') ?? document.createElement('iframe');
    return height === '420' && Number.parseFloat(style.height) > 250 && style.height !== '420px';
  });
  assert.deepEqual(harness.takeTroubles(), []);
});

test('messages of others, and heights that are none, change no frame', async () => {
  const page = await harness.open('/frames.html');
  const { given } = await sizes(page, 'heads');
  await page.waitForFunction(() => (document.getElementById('heads')?.offsetHeight ?? 0) > 200);
  const before = await given();
  await page.evaluate(async () => {
    const type = 'attention-map:resize';
    for (const data of [
      null,
      1,
      'x',
      { type, height: 9e9 },
      { type, height: 'x' },
      { type: 'other', height: 10 },
      { type, height: 300 },
    ])
      window.postMessage(data, '*');
    await new Promise((resolve) => setTimeout(resolve, 50));
  });
  assert.equal(await given(), before);
});

test('alone and from a folder on disk it is one file that draws what its address says', async () => {
  const page = await harness.open('/frames.html');
  await page.goto(`${pathToFileURL(single)}?v=1&view=temperature&mask=causal&onclick=1`);
  await drawn(page);
  assert.equal(await page.textContent('#problems'), "The figure has no setting 'onclick'.");
  const weights = await page.evaluate(() => {
    const tag = /** @type {import('attention-map/element').AttentionMapElement} */ (
      document.querySelector('attention-map')
    );
    return [.../** @type {any} */ (tag.result).weights.data];
  });
  golden.cases.causal.A.flat().forEach(
    (/** @type {number} */ weight, /** @type {number} */ cell) => {
      assert.ok(Math.abs(weights[cell] - weight) < 1e-6, `cell ${cell}`);
    },
  );
  assert.deepEqual(
    harness.takeTroubles().filter((trouble) => !trouble.startsWith('request: file:')),
    [],
  );
  const text = await readFile(single, 'utf8');
  assert.doesNotMatch(text, /<(script|link)[^>]* (src|href)="(?!data:)/);
  assert.match(text, /script-src 'sha256-[\w+/=]+' 'wasm-unsafe-eval'/);
});

describe('what the page offers to be pasted', () => {
  /** @type {Awaited<ReturnType<typeof openSite>>} */
  let site;
  before(async () => {
    site = await openSite();
  });
  after(() => site.close());

  test('one choice of form holds for all figures, and the code is of the figure as it is', async () => {
    const { page, complaints } = await site.open();
    const code = (/** @type {string} */ id) => page.textContent(`#${id} .tag code`);
    await page.selectOption('#masks .embed select', 'myst');
    assert.match(
      (await code('order')) ?? '',
      /^:::\{iframe\} http:\/\/127\.0\.0\.1:\d+\/single\.html\?v=1&view=order\n/,
    );
    await page.selectOption('#order .embed select', 'iframe');
    const pasted = (await code('masks')) ?? '';
    assert.match(pasted, /view=masks&amp;mask=causal/);
    const other = await page.context().newPage();
    await other.setContent(`<!doctype html><main>${pasted}</main>`);
    const handle = await other.waitForSelector('iframe');
    const inner = /** @type {import('playwright-core').Frame} */ (await handle.contentFrame());
    await inner.waitForFunction(
      () => document.querySelector('attention-map')?.getAttribute('view') === 'masks',
    );
    assert.deepEqual(complaints, []);
  });
});
