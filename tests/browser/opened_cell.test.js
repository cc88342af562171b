// The opened cell of the stages in a browser: what opens, moves and closes it, and what it says.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { audit, fitsNarrow, setAttributes, texts, useConcepts } from './harness/concepts.js';
import { chapter } from './harness/pages.js';

/** @typedef {import('playwright-core').Page} Page */

const concepts = useConcepts();
const content = `<script type="application/json">${JSON.stringify({ v: 1, ...chapter })}</script>`;

/** @param {import('playwright-core').BrowserContextOptions} [options] */
const open = (options = {}) =>
  concepts.open({ view: 'stages', mask: 'causal' }, { content, ...options });

/** @param {Page} page @param {number} table */
const cells = (page, table) =>
  page.evaluate(
    (place) =>
      Array.from(
        document
          .querySelector('attention-map')
          ?.shadowRoot?.querySelectorAll('.opened table')
          [place]?.querySelectorAll('tbody tr') ?? [],
        (row) => Array.from(row.children, (cell) => cell.textContent ?? ''),
      ),
    table,
  );

/** @param {Page} page */
const isOpen = async (page) => (await texts(page, '.opened')).length === 1;

test('Enter opens query 0 · key 0, arrows move it, Escape closes it; until then nothing of it is there', async () => {
  const page = await open();
  assert.equal(await isOpen(page), false);
  await page.locator('.stages-figure').focus();
  await page.keyboard.press('ArrowDown');
  assert.equal(await isOpen(page), false, 'pointing at a cell opens nothing');
  await page.keyboard.press('Enter');
  const product = await cells(page, 0);
  assert.deepEqual(product[0], ['0', '0.318952', '0.108757', '0.034688', '0.034688']);
  assert.equal(product[7][4], '0.214988');
  assert.deepEqual((await texts(page, '.opened dd')).slice(0, 4), [
    '0.214988',
    'the sum of the terms',
    '0.076010',
    '÷ √8 = 2.83',
  ]);
  const softmax = await cells(page, 1);
  assert.deepEqual(softmax[0], ['The', '0.076010', '0.000000', '1.000000', '1.000000']);
  assert.deepEqual(softmax[1], ['cat', '−∞', '−∞', '0.000000', '0.000000']);
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown']) await page.keyboard.press(key);
  assert.deepEqual((await cells(page, 1))[3], [
    'down',
    '0.026412',
    '0.000000',
    '1.000000',
    '0.282112',
  ]);
  assert.match((await texts(page, '.opened'))[0], /sum of exp ?3\.544697.*log-sum-exp ?1\.291865/);
  await page.keyboard.press('Escape');
  assert.equal(await isOpen(page), false);
});

test('it follows the data, goes with the view, and Escape inside it closes it', async () => {
  const page = await open();
  await page.evaluate(() => {
    const tag = /** @type {import('attention-map/element').AttentionMapElement} */ (
      document.querySelector('attention-map')
    );
    tag.selection = { head: 0, row: 3, column: 1, locked: true };
  });
  assert.equal((await cells(page, 1))[1][4], '0.270478');
  await setAttributes(page, { temperature: '2' });
  assert.equal((await cells(page, 1))[1][1], '−0.007849');
  await setAttributes(page, { temperature: null, mask: 'none' });
  assert.match((await texts(page, '.opened'))[0], /no mask: nothing changes/);
  await page.locator('.opened .matrix-panel').focus();
  await page.keyboard.press('ArrowRight');
  assert.equal(
    (await texts(page, '.part-line'))[0],
    'component 0 of key 0 ‘The’: weight 0.225350 × value −0.776112 = −0.174897',
  );
  await page.keyboard.press('End');
  await page.keyboard.press('PageDown');
  assert.equal((await texts(page, '.part-line'))[0], 'component 7 of output 3: −0.346170');
  await page.keyboard.press('Escape');
  assert.equal(
    await isOpen(page),
    true,
    'the first Escape lets go of the part that was pointed at',
  );
  await page.keyboard.press('Escape');
  assert.equal(await isOpen(page), false);
  await page.locator('.stages-figure').focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  assert.equal(await isOpen(page), true);
  await setAttributes(page, { view: 'map' });
  assert.equal(await isOpen(page), false);
});

test('a tap opens a masked cell, a second one closes it', async () => {
  const page = await open({ hasTouch: true });
  const tap = async () => {
    const box = await page.locator('[part~="map"]').nth(2).boundingBox();
    assert.ok(box);
    await page.touchscreen.tap(box.x + box.width * 0.9, box.y + box.height * 0.1);
  };
  await tap();
  assert.match((await texts(page, '.opened'))[0], /after the mask ?−∞ ?masked: −∞ is added/);
  await tap();
  assert.equal(await isOpen(page), false);
});

test('it is accessible, and fits 320 px', async () => {
  const page = await open();
  await page.locator('.stages-figure').focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await audit(page);
  await fitsNarrow(page);
  assert.equal((await cells(page, 0))[7][4], '0.2150');
});
