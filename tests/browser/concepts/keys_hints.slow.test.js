// What a screen reader says about the keys of a figure: what they do there, and nothing where there is no map.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setAttributes, useConcepts } from '../harness/concepts.js';

const concepts = useConcepts();

/**
 * @param {import('playwright-core').Page} page
 * @param {string} css
 * @returns {Promise<string[]>} the description of each
 */
const described = (page, css) =>
  page.evaluate((selector) => {
    const root = document.querySelector('attention-map')?.shadowRoot;
    return Array.from(root?.querySelectorAll(selector) ?? [], (frame) => {
      const id = frame.getAttribute('aria-describedby') ?? '';
      // The first of that id is the one that is read: there must be no second.
      const hints = root?.querySelectorAll(`#${id}`) ?? [];
      return hints.length === 1 ? (hints[0].textContent ?? '') : `${hints.length} of #${id}`;
    });
  }, css);

test('a map that is painted says so, one that locks says that', async () => {
  const page = await concepts.open({ view: 'masks' });
  const [without, painted] = await described(page, '.matrix-panel');
  assert.match(without, /^Arrow keys walk the cells; .*Enter locks, Escape releases\.$/);
  assert.match(painted, /^Arrow keys walk the cells; .*Space or Enter hides a cell or shows it\.$/);
  assert.doesNotMatch(painted, /locks/);
  // Too many cells for a brush.
  await setAttributes(page, { tokens: Array.from({ length: 66 }, (_, at) => `w${at}`).join(' ') });
  assert.deepEqual(await described(page, '.matrix-panel'), [without, without]);
});

test('lines have sides and no cells', async () => {
  const page = await concepts.open({ view: 'lines' });
  const [hint] = await described(page, '.token-lines');
  assert.match(hint, /along a side.*across.*Enter locks/);
  assert.doesNotMatch(hint, /cell/);
});

test('nothing about keys is read where it describes nothing', async () => {
  for (const view of ['cost', 'map', 'masks', 'lines']) {
    const page = await concepts.open({ view, tokens: 'a b c' });
    // What is read from top to bottom.
    const text = await page.locator('attention-map').ariaSnapshot();
    assert.ok(text.length > 20);
    assert.doesNotMatch(text, /Arrow keys walk|arrows go along|Page Up/, view);
  }
});
