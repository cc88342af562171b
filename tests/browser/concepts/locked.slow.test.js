// "Click or Enter locks it": every view of a concept that has a map says that it did, and how to let go, by sight and by speech.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readout, useConcepts } from '../harness/concepts.js';

/** @typedef {import('playwright-core').Page} Page */

const concepts = useConcepts();

const RELEASE = ' · locked · Esc or a second click releases';

/** What is pointed at in each: one matrix, or lines between tokens. @type {[attributes: Record<string, string>, css: string][]} */
const VIEWS = [
  [{ view: 'scaling' }, '.matrix-panel'],
  [{ view: 'scaling' }, '.matrix-panel >> nth=-1'],
  [{ view: 'temperature' }, '.matrix-panel'],
  [{ view: 'order' }, '.matrix-panel'],
  [{ view: 'tiles' }, '.matrix-panel'],
  [{ view: 'cache' }, '.matrix-panel'],
  [{ view: 'sharing', heads: '4' }, '.matrix-panel'],
  [{ view: 'cross', split: '2' }, '.matrix-panel'],
  [{ view: 'sparse' }, '.matrix-panel'],
  [{ view: 'sketch' }, '.matrix-panel'],
  [{ view: 'projections' }, '.matrix-panel'],
  [{ view: 'masks' }, '.matrix-panel'],
  [{ view: 'lines' }, '.token-lines'],
];

/**
 * @param {Page} page
 * @returns {Promise<string>} what the line says of a lock; empty where it is hidden
 */
const lockSaid = (page) =>
  page.evaluate(() => {
    const line = document
      .querySelector('attention-map')
      ?.shadowRoot?.querySelector('[part~="readout"] .locked');
    return line?.checkVisibility() ? (line.textContent ?? '') : '';
  });

/** @param {Page} page */
const spoken = (page) =>
  page.evaluate(
    () =>
      document.querySelector('attention-map')?.shadowRoot?.querySelector('[aria-live]')
        ?.textContent ?? '',
  );

for (const [attributes, css] of VIEWS) {
  const name = `${attributes.view}, ${css}`;
  test(`a lock is confirmed and released, by click and by Enter: ${name}`, async () => {
    const page = await concepts.open(attributes);
    const panel = page.locator(css.includes('nth') ? css : `${css} >> nth=0`);
    const cells = css.startsWith('.token-lines')
      ? panel.locator('.axis .label:visible').nth(1)
      : panel.locator('[part~="map"]').first();
    await cells.scrollIntoViewIfNeeded();
    const box = await cells.boundingBox();
    assert.ok(box);
    const idle = await readout(page);
    await page.mouse.move(box.x + 6, box.y + 6);
    const pointed = await readout(page);
    assert.notEqual(pointed, idle);
    assert.equal(await lockSaid(page), '', 'only pointed at');
    const click = () => page.mouse.click(box.x + 6, box.y + 6);
    await click();
    assert.equal(await readout(page), pointed);
    assert.equal(await lockSaid(page), RELEASE);
    await click();
    assert.equal(await lockSaid(page), '', 'a second click releases');
    await page.mouse.move(0, 0);
    await panel.focus();
    await page.keyboard.press('ArrowRight');
    assert.equal(await lockSaid(page), '');
    await page.keyboard.press('Enter');
    assert.equal(await lockSaid(page), RELEASE);
    await page.waitForTimeout(250);
    assert.match(await spoken(page), /· locked$/);
    await page.keyboard.press('Escape');
    assert.equal(await lockSaid(page), '');
    await page.waitForTimeout(250);
    assert.doesNotMatch(await spoken(page), /locked/);
  });
}
