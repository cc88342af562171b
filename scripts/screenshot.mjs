// README's pictures, taken from the built site: `node scripts/screenshot.mjs` writes web/demo/screenshot-*.png.
// They show the machine's own fonts; the ones in the repository were taken with Debian's fonts-urw-base35,
// fonts-inter and fonts-lmodern.
import { statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { buildSite } from './build.mjs';
import { launchChromium } from './chromium.mjs';
import { ROOT } from './paths.mjs';
import { isMain, runMain, ScriptError, say } from './run.mjs';
import { serveFolder } from './serve.mjs';
import { setUp } from './setup.mjs';

/** What a README should not exceed, so that it opens at once. */
const LARGEST_BYTES = 300 * 1024;

/** CSS px: the widest that the page uses, less its margins. */
const WIDTH = 1280;

const WORDS = 'The cat that chased the mouse was tired, so the cat slept.';

/** @typedef {{ name: string, hash: string, from: string, to: string, colorScheme: 'light' | 'dark' }} Picture */

/** @type {Picture[]} from and to: selectors of what stands first and last in the picture */
const PICTURES = [
  {
    name: 'stages',
    hash: '',
    from: '#opening-title',
    to: '#example [part~="picture"]',
    colorScheme: 'light',
  },
  ...['light', 'dark'].map((scheme) => ({
    name: `heads-${scheme}`,
    hash: `#v=1&mask=causal&text=${encodeURIComponent(WORDS)}`,
    from: '#words-title',
    to: '#map [part~="picture"]',
    colorScheme: scheme === 'dark' ? /** @type {const} */ ('dark') : /** @type {const} */ ('light'),
  })),
  {
    name: 'census',
    hash: '#v=1&at=census',
    from: '#census-title',
    to: '#census .tiles',
    colorScheme: 'light',
  },
];

/**
 * @param {string} url
 * @param {import('playwright-core').Browser} browser
 * @param {Picture} picture
 */
async function take(url, browser, { name, hash, from, to, colorScheme }) {
  const context = await browser.newContext({
    viewport: { width: WIDTH, height: 1000 },
    colorScheme,
    deviceScaleFactor: 1.25,
  });
  const page = await context.newPage();
  await page.goto(`${url}${hash}`);
  await page.waitForFunction(() => document.getElementById('timing')?.textContent !== '');
  // A section is drawn when it is near.
  await page.locator(to).waitFor();
  const first = await page.locator(from).boundingBox();
  const last = await page.locator(to).boundingBox();
  if (!first || !last) throw new ScriptError(`The page has no ${from} or no ${to}.`);
  const path = join(ROOT, 'web', 'demo', `screenshot-${name}.png`);
  const y = Math.max(0, first.y - 24);
  // What is said under a figure begins 12 px below it.
  const height = last.y + last.height + 8 - y;
  const top = y + (await page.evaluate(() => window.scrollY));
  await page.screenshot({ path, fullPage: true, clip: { x: 0, y: top, width: WIDTH, height } });
  await context.close();
  const { size } = statSync(path);
  say(`${relative(ROOT, path)}: ${Math.round(size / 1024)} KB`);
  if (size > LARGEST_BYTES) throw new ScriptError(`${path} is over ${LARGEST_BYTES} bytes.`);
}

if (isMain(import.meta)) {
  await runMain(async () => {
    await buildSite(await setUp({ browser: true }));
    const server = await serveFolder(join(ROOT, 'dist', 'site'));
    const browser = await launchChromium();
    try {
      for (const picture of PICTURES) await take(server.url, browser, picture);
    } finally {
      await browser.close();
      await server.close();
    }
  });
}
