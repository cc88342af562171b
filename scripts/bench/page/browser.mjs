// A page of the built site, opened to be measured.
import { launchChromium } from '../../chromium.mjs';

/** Frames as soon as there is something to show: the work alone, without the wait for the display. */
export const NO_FRAME_LIMIT = ['--disable-frame-rate-limit', '--disable-gpu-vsync'];

/** @typedef {import('playwright-core').Page} Page */

/**
 * @template T
 * @param {string[]} args of the browser
 * @param {(page: Page, browser: string) => Promise<T>} use
 * @returns {Promise<T>}
 */
export async function withPage(args, use) {
  const browser = await launchChromium({ args });
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    return await use(page, browser.version());
  } finally {
    await browser.close();
  }
}

/**
 * A page with one tag on random queries, keys and values, made by the standalone script of the site.
 * @param {Page} page
 * @param {string} url of the site
 * @param {{ heads: number, n: number, width: number, attributes: string }} options width: d_k and d_v
 */
export async function openTag(page, url, { heads, n, width, attributes }) {
  await openMarkup(
    page,
    url,
    `<label>temperature <input type="range" id="slider" min="0" max="400" style="width: 600px"></label>
<attention-map ${attributes}></attention-map>`,
  );
  await page.evaluate(fillTag, { heads, n, width });
}

/**
 * A page of that markup with the standalone script of the site.
 * @param {Page} page
 * @param {string} url of the site
 * @param {string} markup
 * @param {() => void} [first] runs in the page before its scripts
 */
export async function openMarkup(page, url, markup, first = () => {}) {
  const body = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Measured</title>
<link rel="icon" href="data:,"><script>(${first})()</script><script defer src="attention-map-all.js"></script></head>
<body>${markup}</body></html>`;
  const address = `${url}measured.html`;
  await page.unroute(address);
  await page.route(address, (route) => route.fulfill({ contentType: 'text/html', body }));
  await page.goto(address);
}

/**
 * Runs in the page.
 * @param {{ heads: number, n: number, width: number }} options
 */
async function fillTag({ heads, n, width }) {
  const map = document.querySelector('attention-map');
  if (!map) throw new Error('The page has no map.');
  let state = 1;
  // Any numbers will do that are spread around zero: Marsaglia's xorshift.
  const draw = () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state | 0) / 2 ** 30;
  };
  const tensor = () => ({
    data: Float32Array.from({ length: heads * n * width }, draw),
    shape: [heads, n, width],
  });
  const tokens = Array.from({ length: n }, (_, index) => `t${index}`);
  Reflect.set(map, 'data', { tokens, query: tensor(), key: tensor(), value: tensor() });
  await Reflect.get(map, 'ready');
}

/**
 * @param {readonly number[]} samples
 * @param {number} share 0 … 1
 * @returns {number} the smallest sample with that share at or below it; NaN without samples
 */
export function quantileOf(samples, share) {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

/**
 * @typedef {{ median: number, p95: number, least: number, most: number, count: number }} Times in ms
 */

/**
 * @param {readonly number[]} samples in ms
 * @returns {Times}
 */
export function timesOf(samples) {
  return {
    median: quantileOf(samples, 0.5),
    p95: quantileOf(samples, 0.95),
    least: quantileOf(samples, 0),
    most: quantileOf(samples, 1),
    count: samples.length,
  };
}
