// On paper: figures that nobody has scrolled to are whole, none is split between pages, none is wider than the paper.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { htmlPage, openHarness, STANDALONE } from './harness/pages.js';
import { arriveCode, openSite } from './page_site.js';

/** @typedef {import('attention-map/element').AttentionMapElement} Tag */
/** @typedef {import('playwright-core').Page} Page */

const words = 'Words that stand before a figure bring it to any place of a page. '.repeat(9);
const figures = [
  'mask="causal" tokens="The cat that chased the mouse was tired"',
  'view="heads" heads="8" tokens="The cat that chased the mouse was tired so the cat slept"',
  'view="stages" mask="causal" tokens="The cat sat down"',
  ...['projections', 'cache', 'tiles', 'temperature', 'scaling', 'sharing', 'lines'].map(
    (view) => `view="${view}" mask="causal"`,
  ),
].map(
  (attributes, place) =>
    `${`<p>${words}</p>`.repeat(1 + (place % 3))}<attention-map loading="lazy" ${attributes}>not here</attention-map>`,
);
const margin = { top: '20mm', right: '20mm', bottom: '20mm', left: '20mm' };
const screen = { viewport: { width: 1280, height: 900 } };

/** @type {import('./harness/pages.js').Harness} */
let harness;

before(async () => {
  const body = `<div style="height: 4000px"></div>${figures.join('')}`;
  harness = await openHarness({ '/book.html': { body: htmlPage(body, '', STANDALONE) } });
});

after(() => harness.close());

/** @returns {Promise<Page>} with every tag ready to be drawn, and none of them drawn */
async function openBook() {
  const page = await harness.open('/book.html', screen);
  await page.waitForFunction(() =>
    [...document.querySelectorAll('attention-map')].every((tag) => Reflect.get(tag, 'engine')),
  );
  const drawn = await page.$$eval(
    'attention-map',
    (tags) => tags.filter((tag) => Reflect.get(tag, 'result')).length,
  );
  assert.equal(drawn, 0);
  return page;
}

/**
 * Print, and look at the page as it is laid out for the paper.
 * @param {Page} page
 * @returns {Promise<{ figures: number, panels: number, split: string[], wide: string[] }>}
 */
async function print(page) {
  await page.evaluate(() => {
    const paper = matchMedia('print');
    const look = () => {
      if (!paper.matches) return;
      const found = { figures: 0, panels: 0, split: [''], wide: [''] };
      for (const tag of document.querySelectorAll('attention-map')) {
        const name = `${tag.id} ${tag.getAttribute('view') ?? 'map'}`;
        const edge = tag.getBoundingClientRect().right + 1;
        if (Reflect.get(tag, 'result')) found.figures += 1;
        const parts = '.map-grid, .panel, .tiles, .colour-bar, .chart, .token-lines, .plate';
        for (const part of tag.shadowRoot?.querySelectorAll(parts) ?? []) {
          // One for each page that it is on.
          const boxes = part.getClientRects();
          if (boxes.length > 0) found.panels += 1;
          if (boxes.length > 1) found.split.push(`${name}: ${part.className}`);
          if (boxes[0]?.right > edge) found.wide.push(`${name}: ${part.className}`);
        }
      }
      Object.assign(window, { found, paper });
    };
    paper.addEventListener('change', look);
  });
  const file = await page.pdf({ format: 'A4', margin });
  assert.equal(file.subarray(0, 4).toString(), '%PDF');
  const { split, wide, ...counts } = await page.evaluate(() => Reflect.get(window, 'found'));
  return { ...counts, split: split.slice(1), wide: wide.slice(1) };
}

test('what nobody has scrolled to is complete in the task that announces the printer', async () => {
  const page = await openBook();
  const found = await page.evaluate(() => {
    window.dispatchEvent(new Event('beforeprint'));
    const root = (/** @type {string} */ view) =>
      /** @type {ShadowRoot} */ (document.querySelector(`[view=${view}]`)?.shadowRoot);
    const text = (/** @type {string} */ view) => root(view).querySelector('.root')?.textContent;
    const sheet = /** @type {HTMLCanvasElement} */ (root('heads').querySelector('.sheet canvas'));
    const over = sheet.getBoundingClientRect();
    const tiles = [...root('heads').querySelectorAll('.tile .plate')].map((plate) => {
      const { left, top } = plate.getBoundingClientRect();
      const at = [left - over.left + 3, top - over.top + 3].map((px) => px * devicePixelRatio);
      return sheet.getContext('2d')?.getImageData(at[0], at[1], 1, 1).data[3];
    });
    return {
      tiles,
      scaling: text('scaling'),
      curve: root('temperature').querySelector('.curve')?.getAttribute('d')?.match(/[ML]/g)?.length,
      sums: [...root('sharing').querySelectorAll('.panel .sums')].map((each) => each.textContent),
      lines: root('lines').querySelectorAll('[aria-busy]').length,
      drawn: [...document.querySelectorAll('attention-map')].map(
        (tag) =>
          Boolean(Reflect.get(tag, 'result')) &&
          !tag.shadowRoot?.querySelector('[aria-busy="true"]'),
      ),
    };
  });
  assert.deepEqual(found.tiles, Array(9).fill(255));
  assert.match(found.scaling ?? '', /2,000 of 2,000/);
  assert.equal(found.curve, 25);
  // Two heads, each its own map and the shared one: every row of weights sums to 1.
  assert.deepEqual(found.sums, Array(4).fill('1.00'.repeat(4)));
  assert.equal(found.lines, 0);
  assert.deepEqual(found.drawn, Array(figures.length).fill(true));
});

test('in a book no panel is split between pages or cut off at the right', async () => {
  const { panels, ...found } = await print(await openBook());
  assert.deepEqual(found, { figures: figures.length, split: [], wide: [] });
  assert.ok(panels > 40, `${panels} panels`);
});

test('the page itself prints whole before anybody scrolls through it', async () => {
  const site = await openSite();
  try {
    const { page, complaints } = await site.open();
    await page.waitForFunction(() =>
      [...document.querySelectorAll('attention-map')].every((tag) => Reflect.get(tag, 'engine')),
    );
    await arriveCode(page);
    const { figures: whole, panels, ...found } = await print(page);
    assert.deepEqual(found, { split: [], wide: [] });
    // One shows what a reader opens, and the file of another is not asked for before it is near.
    const all = await page.locator('attention-map').count();
    assert.equal(whole, all - 2);
    assert.ok(panels > 60, `${panels} panels`);
    assert.deepEqual(complaints, []);
  } finally {
    await site.close();
  }
});
