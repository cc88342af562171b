// The built site in a real Chromium, watched: every console message, failure and foreign request is kept.
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { launchChromium } from '../../scripts/chromium.mjs';
import { serveFolder } from '../../scripts/serve.mjs';

const SITE = fileURLToPath(new URL('../../dist/site', import.meta.url));

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('playwright-core').BrowserContextOptions} ContextOptions */

/**
 * What a test opens pages with.
 * @typedef {object} Site
 * @property {string} url ends with a slash
 * @property {(options?: ContextOptions & { hash?: string }) => Promise<{ page: Page, complaints: string[] }>} open
 *   a fresh context with the page drawn; complaints grows as the page runs
 * @property {() => Promise<void>} close
 */

/**
 * @param {{ folder?: string }} [options] folder: serve the site from this path below the root of its host
 * @returns {Promise<Site>}
 */
export async function openSite({ folder } = {}) {
  const copy = folder ? await mkdtemp(join(tmpdir(), 'attention-map-site-')) : null;
  if (copy && folder) {
    await mkdir(join(copy, folder), { recursive: true });
    await cp(SITE, join(copy, folder), { recursive: true });
  }
  const server = await serveFolder(copy ?? SITE);
  const browser = await launchChromium();
  const url = `${server.url}${folder ? `${folder}/` : ''}`;
  return {
    url,
    async open({ hash = '', ...options } = {}) {
      const context = await browser.newContext({
        viewport: { width: 1280, height: 900 },
        ...options,
      });
      const page = await context.newPage();
      const complaints = watch(page, server.url);
      await page.goto(`${url}${hash}`);
      await settle(page);
      return { page, complaints };
    },
    async close() {
      await browser.close();
      await server.close();
      if (copy) await rm(copy, { recursive: true });
    },
  };
}

/**
 * @param {Page} page
 * @param {string} origin where every request must go
 * @returns {string[]}
 */
function watch(page, origin) {
  /** @type {string[]} */
  const complaints = [];
  page.on('console', (message) => {
    if (['error', 'warning', 'assert'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText;
    // Leaving a page, as a reload does, ends what it was still asking for.
    if (reason !== 'net::ERR_ABORTED') complaints.push(`failed: ${request.url()} (${reason})`);
  });
  page.on('request', (request) => {
    const isOurs = request.url().startsWith(origin) || request.url().startsWith('data:');
    if (!isOurs) complaints.push(`foreign: ${request.url()}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) complaints.push(`${response.status()}: ${response.url()}`);
  });
  return complaints;
}

/**
 * Until both figures show what their attributes ask for.
 * @param {Page} page
 */
export async function settle(page) {
  await page.waitForFunction(() => document.querySelectorAll('#printed td').length === 16);
  await page.evaluate(async () => {
    const figures = [...document.querySelectorAll('attention-map:not([hidden], [loading="lazy"])')];
    await Promise.all(figures.map((tag) => Reflect.get(tag, 'ready')));
    // An attribute is drawn in the next frame; the second frame begins after it was painted.
    for (let i = 0; i < 2; i++) await new Promise((resolve) => requestAnimationFrame(resolve));
  });
}

/**
 * Wait for code that the page sends for in idle time, which can begin long after the network was quiet. Importing a module that is
 * on its way is waiting for it.
 * @param {Page} page
 * @param {string[]} [names] of its files, without the hash; by default those of every section
 */
export function arriveCode(page, names) {
  return page.evaluate(async (given) => {
    const views = [...document.querySelectorAll('section.concept attention-map')]
      .map((tag) => tag.getAttribute('view') ?? 'map')
      // In the page's own script; and a file that is fetched when its section is near.
      .filter((view) => !['map', 'heads', 'stages', 'census'].includes(view));
    for (const name of given ?? [...views, 'shared_parts']) {
      const file = new RegExp(`/${name}-[^/]*\\.js$`);
      const asked = () =>
        performance.getEntriesByType('resource').find((entry) => file.test(entry.name));
      while (!asked()) await new Promise((resolve) => requestAnimationFrame(resolve));
      await import(/** @type {PerformanceEntry} */ (asked()).name);
    }
    // What waits for the same modules goes on in promises of its own.
    await new Promise((resolve) => setTimeout(resolve));
  }, names);
}

/**
 * @param {Page} page
 * @param {string} selector
 * @returns {Promise<string>}
 */
export async function readText(page, selector) {
  return (await page.textContent(selector))?.trim() ?? '';
}

/**
 * What the reader's own figure shows.
 * @param {Page} page
 * @returns {Promise<{ tokens: string[], shape: number[], weights: number[] }>}
 */
export function readMap(page) {
  return page.evaluate(() => {
    const map = document.querySelector('attention-map#map');
    if (!map) throw new Error('The page has no map.');
    const { weights } = Reflect.get(map, 'result');
    const tokens = JSON.parse(map.getAttribute('tokens') ?? '[]');
    return { tokens, shape: weights.shape, weights: [...weights.data] };
  });
}

/**
 * The pixels of every canvas of the reader's own figure, as one number each.
 * @param {Page} page
 * @returns {Promise<number[]>}
 */
export function readPixels(page) {
  return page.evaluate(() => {
    const canvases = document
      .querySelector('attention-map#map')
      ?.shadowRoot?.querySelectorAll('canvas');
    // Read from copies: reading a drawn canvas twice makes Chromium warn.
    const copy = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
    if (!copy) throw new Error('There is no 2-D context.');
    return [...(canvases ?? [])].map((canvas) => {
      const { width, height } = canvas;
      if (width === 0 || height === 0) return 0;
      Object.assign(copy.canvas, { width, height });
      copy.drawImage(canvas, 0, 0);
      const { data } = copy.getImageData(0, 0, width, height);
      return data.reduce((hash, value) => (Math.imul(hash, 31) + value) | 0, 7);
    });
  });
}
