// What the tests of the tag in use share: the pages they open and what they ask of a tag.
import assert from 'node:assert/strict';
import { after, afterEach, before } from 'node:test';
import { chapter, htmlPage, openHarness } from './pages.js';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('attention-map/element').AttentionMapElement} Tag */

const script = `<script type="application/json">${JSON.stringify({ v: 1, ...chapter })}</script>`;

/** The chapter's map: four queries, four keys. */
export const four = { rows: 4, columns: 4 };

/** Answers of the server by path. */
const madePages = {
  '/map.html': {
    body: htmlPage(
      `<h1>Map</h1><button>before</button><attention-map mask="causal">${script}</attention-map><button>after</button>`,
    ),
  },
  '/tall.html': {
    body: htmlPage(
      `<div style="height:60vh"></div><attention-map mask="causal">${script}</attention-map><div style="height:300vh"></div>`,
    ),
  },
  '/heads.html': {
    body: htmlPage(
      `<h1>Heads</h1><attention-map mask="causal" view="heads" heads="4">${script}</attention-map>`,
    ),
  },
  '/stages.html': {
    body: htmlPage(
      `<h1>Stages</h1><attention-map mask="causal" view="stages">${script}</attention-map>`,
    ),
  },
  '/two.html': {
    body: htmlPage(
      `<attention-map id="one" mask="causal">${script}</attention-map><attention-map id="two" tokens="a b c"></attention-map>`,
    ),
  },
  '/controls.html': {
    body: htmlPage(`<h1>Controls</h1><attention-map controls>${script}</attention-map>`),
  },
  '/rtl.html': {
    body: htmlPage(
      `<div dir="rtl"><h1>عنوان</h1><attention-map id="map" mask="causal">${script}</attention-map>
<attention-map id="heads" mask="causal" view="heads" heads="4">${script}</attention-map>
<attention-map id="stages" mask="causal" view="stages">${script}</attention-map></div>`,
    ),
  },
  '/large.html': { body: htmlPage('<attention-map></attention-map>') },
};

/**
 * A browser and those pages for the tests of one file; none of them may leave an error or a request elsewhere behind.
 * @returns {{ open: import('./pages.js').Harness['open'] }}
 */
export function useHarness() {
  /** @type {import('./pages.js').Harness} */
  let harness;
  before(async () => {
    harness = await openHarness(madePages);
  });
  after(() => harness.close());
  afterEach(async () => {
    await harness.closePages();
    assert.deepEqual(harness.takeTroubles(), []);
  });
  return { open: (path, options) => harness.open(path, options) };
}

/**
 * @param {Page} page
 * @param {string} [css]
 * @returns {Promise<string | null>} "row,column", with " locked" where it is
 */
export const selection = (page, css = 'attention-map') =>
  page.evaluate((selector) => {
    const focus = /** @type {Tag} */ (document.querySelector(selector)).selection;
    return focus && `${focus.row},${focus.column}${focus.locked ? ' locked' : ''}`;
  }, css);

/**
 * @param {Page} page
 * @returns {Promise<string>} what the live region says
 */
export const live = (page) =>
  page.evaluate(() =>
    (
      document.querySelector('attention-map')?.shadowRoot?.querySelector('[role="status"]')
        ?.textContent ?? ''
    ).replace(/[\u2066-\u2069]/g, ''),
  );

/** Count canvas writes from here on. @param {Page} page */
export const countPaints = (page) =>
  page.evaluate(() => {
    const counter = { paints: 0 };
    Object.assign(window, { counter });
    const { putImageData } = CanvasRenderingContext2D.prototype;
    Object.assign(CanvasRenderingContext2D.prototype, {
      /** @this {CanvasRenderingContext2D} @param {unknown[]} rest */
      putImageData(...rest) {
        counter.paints += 1;
        Reflect.apply(putImageData, this, rest);
      },
    });
  });
/** @param {Page} page @returns {Promise<number>} */
export const paints = (page) =>
  page.evaluate(
    () =>
      /** @type {{ counter: { paints: number } }} */ (/** @type {unknown} */ (window)).counter
        .paints,
  );
