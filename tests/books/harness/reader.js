// Opens a built book in a browser, as a reader does, and asks what is on the page.
import assert from 'node:assert/strict';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { launchChromium } from '../../../scripts/chromium.mjs';
import { ROOT } from '../../../scripts/paths.mjs';
import { serveFolder } from '../../../scripts/serve.mjs';
import { cellCentre, cellColour, chapter, golden, samples } from '../../browser/harness/pages.js';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('playwright-core').Browser} Browser */
/** @typedef {import('./bindery.js').Bound} Bound */

const four = { rows: 4, columns: 4 };

export const openBrowser = () => launchChromium();

/**
 * The picture that an author saves from the tag: Save, SVG.
 * @param {Browser} browser
 * @returns {Promise<string>}
 */
export async function savePicture(browser) {
  const page = await browser.newPage();
  await page.addScriptTag({ path: join(ROOT, 'dist', 'site', 'attention-map.js') });
  const picture = await page.evaluate(async (data) => {
    const tag = document.createElement('attention-map');
    tag.setAttribute('mask', 'causal');
    tag.data = data;
    document.body.append(tag);
    await tag.ready;
    return (await tag.exportAs('svg')).text();
  }, chapter);
  await page.close();
  return picture;
}

/**
 * The page shows the chapter's map, drawn by the kernel; nothing complains, nothing comes from elsewhere.
 * @param {Browser} browser
 * @param {Bound} bound
 */
export async function assertDrawn(browser, bound) {
  await withPage(browser, bound, {}, async (page, troubles) => {
    assert.equal(await isDefined(page), true, 'the script has defined the tag');
    await drawn(page);
    assert.deepEqual(await printedWeights(page), golden.print2_causal);
    await assertPainted(page);
    assert.deepEqual(await fallback(page), { count: 1, visible: false, loaded: true });
    const at = await cellCentre(page, 2, 1, four);
    await page.mouse.move(at.x, at.y);
    await page.waitForFunction(() => document.querySelector('attention-map')?.selection);
    const cell = await page.evaluate(() => document.querySelector('attention-map')?.selection);
    assert.deepEqual([cell?.row, cell?.column], [2, 1], 'the pointer is on the cell below it');
    assert.deepEqual(troubles, []);
  });
}

/**
 * Without scripts the picture inside the tag is what the reader sees.
 * @param {Browser} browser
 * @param {Bound} bound
 */
export async function assertFallback(browser, bound) {
  await withPage(browser, bound, { javaScriptEnabled: false }, async (page, troubles) => {
    assert.deepEqual(await fallback(page), { count: 1, visible: true, loaded: true });
    assert.deepEqual(troubles, []);
  });
}

/**
 * @param {Browser} browser
 * @param {Bound} bound
 * @param {import('playwright-core').BrowserContextOptions} options
 * @param {(page: Page, troubles: string[]) => Promise<void>} look
 */
async function withPage(browser, { book, site }, options, look) {
  const server = book.opened === 'server' ? await serveFolder(site) : null;
  const page = join(site, book.page);
  const url = server ? server.url + book.page : pathToFileURL(page).href;
  const home = server ? server.url : pathToFileURL(dirname(page)).href;
  const context = await browser.newContext({ viewport: { width: 1100, height: 900 }, ...options });
  try {
    const opened = await context.newPage();
    const troubles = watch(opened, home);
    await opened.goto(url);
    await look(opened, troubles);
  } finally {
    await context.close();
    await server?.close();
  }
}

/**
 * @param {Page} page
 * @param {string} home where everything that the page asks for must lie
 * @returns {string[]} errors and requests elsewhere, as they come
 */
function watch(page, home) {
  /** @type {string[]} */
  const troubles = [];
  page.on('pageerror', (error) => troubles.push(`page error: ${error.stack}`));
  page.on('console', (message) => {
    const { url } = message.location();
    // The browser asks for this by itself where a book has no icon.
    if (message.type() === 'error' && !/\/favicon\.(ico|svg)$/.test(url))
      troubles.push(`console: ${message.text()} ${url}`);
  });
  page.on('request', (request) => {
    const url = request.url();
    if (![home, 'data:', 'blob:'].some((start) => url.startsWith(start)))
      troubles.push(`request: ${url}`);
  });
  return troubles;
}

/** @param {Page} page */
const isDefined = (page) => page.evaluate(() => customElements.get('attention-map') !== undefined);

/** @param {Page} page */
async function drawn(page) {
  await page.evaluate(async () => {
    await document.querySelector('attention-map')?.ready;
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  });
}

/**
 * @param {Page} page
 * @returns {Promise<string[][]>} the weights in the tag's own table
 */
async function printedWeights(page) {
  const details = page.locator('attention-map').first().locator('details[part="table"]');
  await details.evaluate((element) => element.setAttribute('open', ''));
  await details.locator('tbody tr').first().waitFor({ state: 'attached' });
  const rows = await details.evaluate((element) =>
    Array.from(element.querySelectorAll('tbody tr'), (row) =>
      Array.from(
        row.querySelectorAll('td:not(.sum)'),
        (cell) => cell.firstChild?.textContent ?? '',
      ),
    ),
  );
  await details.evaluate((element) => element.removeAttribute('open'));
  return rows;
}

/**
 * Weights of 1.00 and 0.02 and a masked cell are three colours on the map.
 * @param {Page} page
 */
async function assertPainted(page) {
  const map = await samples(page, 'map');
  const colours = [
    [0, 0],
    [1, 1],
    [0, 3],
  ].map(([row, column]) => cellColour(map, four, row, column).join());
  assert.equal(new Set(colours).size, 3, `colours ${colours.join(' | ')}`);
}

/**
 * @param {Page} page
 * @returns {Promise<{ count: number, visible: boolean, loaded: boolean }>} of the pictures inside the first tag
 */
async function fallback(page) {
  await page.waitForFunction(() =>
    Array.from(document.querySelector('attention-map')?.querySelectorAll('img') ?? []).every(
      (image) => Reflect.get(image, 'complete'),
    ),
  );
  return page.evaluate(() => {
    const map = document.querySelector('attention-map');
    const images = Array.from(map?.querySelectorAll('img') ?? []);
    return {
      count: images.length,
      visible: images.some((image) => image.checkVisibility() && image.offsetWidth > 0),
      loaded: images.every((image) => image.naturalWidth > 0),
    };
  });
}
