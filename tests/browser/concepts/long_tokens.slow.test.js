// Tokens of sixty letters in a narrow room: no view is wider than its box, whatever is asked of it, and no name is lost.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setAttributes, settled, useConcepts } from '../harness/concepts.js';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('attention-map/element').AttentionMapElement} Tag */

const LONG = 'x'.repeat(60);
/** Every view of the tag, those of the everyday script first. */
const VIEWS =
  'map heads stages projections scaling temperature masks order lines cost tiles cache sharing cross sparse census sketch';

const { open } = useConcepts();

/**
 * @param {Page} page of 320 px
 * @param {string} state what was asked of it
 */
async function fits(page, state) {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(overflow <= 0, `${state}: the page is ${overflow} px wider than its window`);
}

/**
 * Click the first cell of each map, one after another.
 * @param {Page} page
 * @param {string} state
 */
async function lockCells(page, state) {
  const plates = page.locator('attention-map [part~="map"]:visible');
  for (let place = 0; place < Math.min(await plates.count(), 6); place++) {
    await plates.nth(place).scrollIntoViewIfNeeded();
    const box = await plates.nth(place).boundingBox();
    if (!box) continue;
    await page.mouse.click(box.x + 2, box.y + 2);
    await settled(page);
    await fits(page, `${state}, map ${place} locked`);
  }
}

for (const view of VIEWS.split(' ')) {
  test(`${view} keeps to its box`, async () => {
    const page = await open(
      { view, tokens: `${LONG} b c`, ...(view === 'cross' ? { 'key-tokens': `d ${LONG}` } : {}) },
      { viewport: { width: 320, height: 700 } },
    );
    await fits(page, 'at first');
    await lockCells(page, 'without controls');
    await setAttributes(page, { controls: '', ...(view === 'heads' ? { workbench: '' } : {}) });
    await fits(page, 'with controls');
    await lockCells(page, 'with controls');
    await page.evaluate(() => {
      const root = /** @type {Tag} */ (document.querySelector('attention-map')).shadowRoot;
      for (const details of root?.querySelectorAll('details') ?? []) details.open = true;
    });
    await settled(page);
    await fits(page, 'with everything open');
  });
}

test('what a table cuts is in a title, and what is short is not cut', async () => {
  const page = await open(
    { view: 'temperature', tokens: `${LONG} b c` },
    { viewport: { width: 320, height: 700 } },
  );
  const names = await page.evaluate(() =>
    Array.from(
      document.querySelector('attention-map')?.shadowRoot?.querySelectorAll('tbody th') ?? [],
      (name) => {
        const { scrollHeight, clientHeight } = name.querySelector('bdi') ?? name;
        return [name.getAttribute('title'), scrollHeight > clientHeight + 1];
      },
    ),
  );
  assert.deepEqual(names.slice(0, 3), [
    [LONG, true],
    [null, false],
    [null, false],
  ]);
});
