// A browser and a server for the tests of one file, and what they ask of a page.
import { readFileSync } from 'node:fs';
import { launchChromium } from '../../../scripts/chromium.mjs';
import { startServer } from './server.js';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('./server.js').Made} Made */

export const golden = JSON.parse(
  readFileSync(new URL('../../golden/chapter.json', import.meta.url), 'utf8'),
);

/** The chapter's example as the tag takes it (ch. 16.2.6). */
export const chapter = {
  tokens: ['The', 'cat', 'sat', 'down'],
  x: golden.X,
  wq: golden.W_Q,
  wk: golden.W_K,
  wv: golden.W_V,
};

/** The tag from its sources, a module each. */
const SOURCES = '<script type="module" src="/web/src/register.js"></script>';

/** The tag as a textbook page has it, with every view: one classic script, made by the build. */
export const STANDALONE = '<script defer src="/dist/site/attention-map-all.js"></script>';

/**
 * @param {string} body
 * @param {string} [head]
 * @param {string} [script] that defines the tag
 * @returns {string}
 */
export function htmlPage(body, head = '', script = SOURCES) {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Test</title>
<meta name="viewport" content="width=device-width"><link rel="icon" href="data:,">
<style>body { margin: 16px; font: 16px/1.5 sans-serif; background: #fff; color: #111 }</style>
${script}${head}</head><body><main>${body}</main></body></html>`;
}

/** @param {string} text @returns {string} for use between quotes in markup */
export function escapeAttribute(text) {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}

/**
 * A browser with a server; every page that it opens is watched for errors and for requests elsewhere.
 * @param {Record<string, Made>} [made]
 */
export async function openHarness(made = {}) {
  const server = await startServer(made);
  const browser = await launchChromium();
  /** @type {string[]} */
  const troubles = [];
  // Pages of the same options share a context, whose cache has the sources after the first.
  /** @type {Map<string, import('playwright-core').BrowserContext>} */
  const contexts = new Map();
  const contextFor = async (
    /** @type {import('playwright-core').BrowserContextOptions} */ options,
  ) => {
    const key = JSON.stringify(options);
    const known = contexts.get(key);
    if (known) return known;
    const context = await browser.newContext({ viewport: { width: 900, height: 700 }, ...options });
    contexts.set(key, context);
    context.on('close', () => contexts.delete(key));
    return context;
  };
  return {
    made,
    origin: server.origin,
    /** Console errors, page errors and requests to other origins since the last look. */
    takeTroubles: () => troubles.splice(0),
    /**
     * @param {string} path of a made page
     * @param {import('playwright-core').BrowserContextOptions} [options]
     * @returns {Promise<Page>}
     */
    async open(path, options = {}) {
      const page = await (await contextFor(options)).newPage();
      page.on('pageerror', (error) => troubles.push(`page error: ${error.stack}`));
      page.on('console', (message) => {
        if (['error', 'warning'].includes(message.type()))
          troubles.push(`console: ${message.text()}`);
      });
      page.on('request', (request) => {
        const url = request.url();
        if (!url.startsWith(server.origin) && !url.startsWith('data:'))
          troubles.push(`request: ${url}`);
      });
      await page.goto(server.origin + path);
      return page;
    },
    /** What a test has opened; the contexts stay. */
    async closePages() {
      const pages = [...contexts.values()].flatMap((context) => context.pages());
      await Promise.all(pages.map((page) => page.close()));
    },
    async close() {
      await browser.close();
      await server.close();
    },
  };
}

/** @typedef {Awaited<ReturnType<typeof openHarness>>} Harness */

/**
 * Wait until a tag has drawn and its frame is on screen.
 * @param {Page} page
 * @param {string} [selector]
 */
export async function drawn(page, selector = 'attention-map') {
  await page.evaluate(async (css) => {
    await customElements.whenDefined('attention-map');
    const tag = /** @type {import('attention-map/element').AttentionMapElement} */ (
      document.querySelector(css)
    );
    await tag.ready;
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  }, selector);
}

/**
 * The samples under the n-th plate of a part inside a tag, from its own canvas or from the one that it shares with others.
 * @param {Page} page
 * @param {string} part
 * @param {{ place?: number, selector?: string }} [options]
 * @returns {Promise<{ width: number, height: number, data: number[] }>}
 */
export async function samples(page, part, { place = 0, selector = 'attention-map' } = {}) {
  return page.evaluate(
    ([css, name, at]) => {
      const root = document.querySelector(css)?.shadowRoot;
      const plate = root?.querySelectorAll(`[part~="${name}"]`)[at];
      const canvas =
        plate?.querySelector('canvas') ?? plate?.closest('.tiles')?.querySelector('canvas');
      // Read from a copy: the tag's own canvas is made for writing.
      const context =
        canvas &&
        new OffscreenCanvas(canvas.width, canvas.height).getContext('2d', {
          willReadFrequently: true,
        });
      if (!plate || !canvas || !context) throw new Error(`no canvas in ${name} ${at}`);
      context.drawImage(canvas, 0, 0);
      const box = plate.getBoundingClientRect();
      const whole = canvas.getBoundingClientRect();
      const scale = canvas.width / whole.width;
      const [x, y] = [(box.left - whole.left) * scale, (box.top - whole.top) * scale];
      const [width, height] = [box.width * scale, box.height * (canvas.height / whole.height)];
      const area = [x, y, width, height].map(Math.round);
      const { data } = context.getImageData(area[0], area[1], area[2], area[3]);
      return { width: area[2], height: area[3], data: Array.from(data) };
    },
    /** @type {const} */ ([selector, part, place]),
  );
}

/**
 * The colour in the middle of a cell under a plate, whatever the size of its cells.
 * @param {{ width: number, height: number, data: number[] }} drawn
 * @param {{ rows: number, columns: number }} size
 * @param {number} row
 * @param {number} column
 * @returns {number[]} RGBA
 */
export function cellColour({ width, height, data }, { rows, columns }, row, column) {
  const x = Math.floor(((column + 0.5) * width) / columns);
  const y = Math.floor(((row + 0.5) * height) / rows);
  return data.slice((y * width + x) * 4, (y * width + x) * 4 + 4);
}

/**
 * The middle of a cell in the viewport.
 * @param {Page} page
 * @param {number} row
 * @param {number} column
 * @param {{ rows: number, columns: number, selector?: string, place?: number }} size
 */
export async function cellCentre(
  page,
  row,
  column,
  { rows, columns, selector = 'attention-map', place = 0 },
) {
  const box = await page.evaluate(
    ([css, at]) => {
      const plate = document.querySelector(css)?.shadowRoot?.querySelectorAll('[part~="map"]')[at];
      plate?.scrollIntoView({ block: 'nearest' });
      return plate?.getBoundingClientRect().toJSON();
    },
    /** @type {const} */ ([selector, place]),
  );
  return {
    x: box.left + ((column + 0.5) * box.width) / columns,
    y: box.top + ((row + 0.5) * box.height) / rows,
  };
}

/**
 * @param {Page} page
 * @param {string} part
 * @param {string} [selector]
 * @returns {Promise<string>} the visible text of a part, without bidi isolates
 */
export async function partText(page, part, selector = 'attention-map') {
  const text = await page.evaluate(
    ([css, name]) => {
      const node = document.querySelector(css)?.shadowRoot?.querySelector(`[part~="${name}"]`);
      if (!(node instanceof HTMLElement) || !node.checkVisibility()) return '';
      // As it is laid out, without parts that are hidden.
      // biome-ignore lint/performance/useDomNodeTextContent: textContent has hidden parts too
      return node.innerText;
    },
    /** @type {const} */ ([selector, part]),
  );
  return text.replace(/[\u2066-\u2069]/g, '').trim();
}
