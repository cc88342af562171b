// The pages of the tag's suite, and what it asks of a tag: by the same questions as the tests in Chromium.
import assert from 'node:assert/strict';
import { cellCentre, chapter, drawn, htmlPage, STANDALONE } from '../browser/harness/pages.js';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('./use_browser.js').Browser} Browser */

const script = `<script type="application/json">${JSON.stringify({ v: 1, ...chapter })}</script>`;
const watched = '<script src="/watch.js"></script>';

/** The chapter's map: four queries, four keys. */
export const four = { rows: 4, columns: 4 };

/** @param {string} body @returns {string} a textbook page: one classic script, and the tag */
export const bookPage = (body, head = '') => htmlPage(body, head, watched + STANDALONE);

/** @param {string} attributes @param {string} [content] */
export const tagOf = (attributes, content = script) =>
  `<attention-map ${attributes}>${content}</attention-map>`;

/** By path. */
export const pages = {
  '/map.html': bookPage(
    `<h1>Map</h1><button>before</button>${tagOf('mask="causal"')}<button>after</button>`,
  ),
  '/tall.html': bookPage(
    `<div style="height:40vh"></div>${tagOf('mask="causal"')}<div style="height:300vh"></div>`,
  ),
  '/stages.html': bookPage(tagOf('mask="causal" view="stages"')),
  '/heads.html': bookPage(tagOf('mask="causal" view="heads" heads="4"')),
  '/controls.html': bookPage(tagOf('controls')),
  '/two.html': bookPage(tagOf('id="one" mask="causal"') + tagOf('id="two" tokens="a b c"', '')),
  '/empty.html': bookPage(tagOf('', '<p id="fallback">A static picture.</p>')),
  '/lazy.html': bookPage(
    `<div style="height:300vh"></div>${tagOf('loading="lazy" mask="causal"')}`,
  ),
};

/**
 * A browser as the questions of tests/browser/harness see it: they only evaluate.
 * @param {Browser} browser
 */
export const asPage = (browser) =>
  /** @type {Page} */ (
    /** @type {unknown} */ ({
      evaluate: (
        /** @type {(argument: unknown) => unknown} */ work,
        /** @type {unknown} */ argument,
      ) => browser.evaluate(work, argument),
    })
  );

/**
 * @param {Browser} browser
 * @param {string} path
 * @param {string} [selector]
 * @returns {Promise<Page>} when the tag has drawn
 */
export async function openDrawn(browser, path, selector) {
  await browser.open(path);
  const page = asPage(browser);
  await drawn(page, selector);
  return page;
}

/**
 * The middle of a cell of the chapter's map in the viewport.
 * @param {Browser} browser
 * @param {number} row
 * @param {number} column
 * @param {{ rows: number, columns: number, selector?: string }} [size]
 */
export const centre = (browser, row, column, size = four) =>
  cellCentre(asPage(browser), row, column, size);

/**
 * Waits in the page, since drivers differ in when they say that something was done.
 * @param {Browser} browser
 * @param {(argument: string) => boolean} holds in the page
 * @param {string} what is waited for
 * @param {string} [argument]
 */
export async function until(browser, holds, what, argument = '') {
  const deadline = performance.now() + 60_000;
  while (!(await browser.evaluate(holds, argument)))
    assert.ok(performance.now() < deadline, `waited in vain: ${what}`);
}

/**
 * @param {Browser} browser
 * @returns {Promise<void>} two frames later
 */
export const frames = (browser) =>
  browser.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  });
