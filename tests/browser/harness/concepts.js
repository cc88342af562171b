// What the tests of the concepts share: a page with one tag, what it shows, and an accessibility audit.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { after, afterEach, before } from 'node:test';
import { escapeAttribute, htmlPage, openHarness, STANDALONE } from './pages.js';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('attention-map/element').AttentionMapElement} Tag */

const axePath = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/**
 * A browser for the tests of one concept; no page may leave an error or a request elsewhere behind.
 * @returns {{ open: (attributes: Record<string, string>, options?: import('playwright-core').BrowserContextOptions & { content?: string }) => Promise<Page> }}
 */
export function useConcepts() {
  /** @type {import('./pages.js').Harness} */
  let harness;
  let count = 0;
  before(async () => {
    harness = await openHarness();
  });
  after(() => harness.close());
  afterEach(async () => {
    await harness.closePages();
    assert.deepEqual(harness.takeTroubles(), []);
  });
  return {
    open: async (attributes, { content = '', ...options } = {}) => {
      const path = `/concept-${count++}.html`;
      const written = Object.entries(attributes)
        .map(([name, value]) => `${name}="${escapeAttribute(value)}"`)
        .join(' ');
      harness.made[path] = {
        body: htmlPage(
          `<h1>Concept</h1><attention-map ${written}>${content}</attention-map>`,
          '',
          STANDALONE,
        ),
      };
      const page = await harness.open(path, options);
      await settled(page);
      return page;
    },
  };
}

/**
 * Wait until the tag has drawn what its attributes say, and all that follows the first drawing.
 * @param {Page} page
 */
export async function settled(page) {
  await page.evaluate(async () => {
    const tag = /** @type {Tag} */ (document.querySelector('attention-map'));
    await tag.ready;
    const frame = () => new Promise((resolve) => requestAnimationFrame(() => resolve(undefined)));
    await frame();
    await frame();
    while (tag.shadowRoot?.querySelector('[aria-busy]')) await frame();
  });
}

/**
 * @param {Page} page
 * @param {string} css inside the tag
 * @returns {Promise<string[]>} the text of each, white space as one space, without marks of direction
 */
export const texts = (page, css) =>
  page.evaluate(
    (selector) =>
      Array.from(
        document.querySelector('attention-map')?.shadowRoot?.querySelectorAll(selector) ?? [],
        (part) =>
          (part.textContent ?? '')
            .replace(/[\u2066-\u2069]/g, '')
            .replace(/\s+/g, ' ')
            .trim(),
      ),
    css,
  );

/**
 * @param {Page} page
 * @returns {Promise<string>} the readout line
 */
export const readout = async (page) => (await texts(page, '[part~="readout"] .facts'))[0];

/**
 * @param {Page} page
 * @param {string} name
 * @returns {Promise<string | null>} of the tag
 */
export const attribute = (page, name) =>
  page.evaluate(
    (wanted) => document.querySelector('attention-map')?.getAttribute(wanted) ?? null,
    name,
  );

/**
 * @param {Page} page
 * @param {Record<string, string | null>} changes null takes one away
 */
export async function setAttributes(page, changes) {
  await page.evaluate((wanted) => {
    const tag = document.querySelector('attention-map');
    for (const [name, value] of Object.entries(wanted)) {
      if (value === null) tag?.removeAttribute(name);
      else tag?.setAttribute(name, value);
    }
  }, changes);
  await settled(page);
}

/**
 * No finding of axe-core, in the light and in the dark.
 * @param {Page} page
 */
export async function audit(page) {
  await page.addScriptTag({ path: axePath });
  for (const css of ['', 'body { background: #15171c !important; color: #e4e6ea !important }']) {
    if (css) await page.addStyleTag({ content: css });
    await page.waitForTimeout(120);
    // A busy machine notices the host's colours later.
    await page.waitForFunction(
      (dark) =>
        document
          .querySelector('attention-map')
          ?.shadowRoot?.querySelector('.root')
          ?.classList.contains('dark') === dark,
      css !== '',
    );
    const findings = await page.evaluate(async () => {
      const { axe } = /** @type {{ axe: typeof import('axe-core') }} */ (
        /** @type {unknown} */ (window)
      );
      const { violations } = await axe.run(document, { resultTypes: ['violations'] });
      return violations.map(
        ({ id, impact, nodes }) =>
          `${impact} ${id}: ${nodes.map((node) => `${node.html.slice(0, 120)} ${node.any[0]?.message ?? ''}`).join(' | ')}`,
      );
    });
    assert.deepEqual(findings, [], css ? 'dark' : 'light');
  }
}

/**
 * Nothing of the tag stands out of a page of 320 px.
 * @param {Page} page
 */
export async function fitsNarrow(page) {
  await page.setViewportSize({ width: 320, height: 700 });
  await page.waitForTimeout(200);
  await settled(page);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(overflow <= 0, `the page is ${overflow} px wider than its window`);
}
