// The section for the reader's own numbers: pasted, tried out, dropped; told what was found, refused in place, and never in the address.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { openSite } from './page_site.js';

/** @typedef {import('attention-map/element').AttentionMapElement} Tag */
/** @typedef {import('playwright-core').Page} Page */

/** @param {Page} page @param {number[]} shape of the weights */
const shows = (page, shape) =>
  page.waitForFunction(
    (wanted) =>
      String(/** @type {Tag} */ (document.querySelector('#opened')).result?.weights.shape) ===
      wanted,
    String(shape),
  );

/** @param {Page} page */
const fault = (page) =>
  page.evaluate(
    () =>
      document.querySelector('#opened')?.shadowRoot?.querySelector('.error:not([hidden]) .detail')
        ?.textContent ?? '',
  );

describe('the reader’s own numbers', () => {
  /** @type {import('./page_site.js').Site} */
  let site;
  before(async () => {
    site = await openSite();
  });
  after(() => site.close());

  test('every example is drawn, and what was found is said; the one with a mistake keeps the map', async () => {
    const { page, complaints } = await site.open();
    /** @type {[string, number[], RegExp][]} */
    const examples = [
      ['numpy', [1, 4, 4], /Found weights 4 × 4; no tokens/],
      [
        'dict',
        [2, 3, 3],
        /Found Q 2 × 3 × 2, K 2 × 3 × 2, V 2 × 3 × 2; 3 tokens\. The weights are computed here/,
      ],
      ['table', [1, 3, 3], /Found weights 3 × 3; 3 tokens/],
    ];
    for (const [name, shape, found] of examples) {
      await page.locator(`[data-example="${name}"]`).click();
      await shows(page, shape);
      assert.match((await page.textContent('#opened-caption')) ?? '', found);
      assert.equal(await fault(page), '');
    }
    await page.locator('[data-example="refused"]').click();
    await page.waitForFunction(() =>
      document.querySelector('#opened')?.shadowRoot?.querySelector('.error:not([hidden])'),
    );
    assert.match(await fault(page), /line 2, column \d+.*printed shortened: use \.tolist\(\)/);
    await shows(page, [1, 3, 3]);
    assert.equal(new URL(page.url()).hash, '');
    assert.deepEqual(complaints, []);
  });

  test('a figure that was saved comes back as it was, and the settings say how', async () => {
    const { page, complaints } = await site.open();
    const saved = await page.evaluate(async () => {
      const stages = /** @type {Tag} */ (document.querySelector('#example'));
      return (await stages.exportAs('json')).text();
    });
    await page.fill('#pasted', saved);
    await page.locator('#pasted').press('Control+Enter');
    await page.waitForFunction(() =>
      document.querySelector('#opened')?.shadowRoot?.querySelector('.stages-figure, .panel'),
    );
    assert.equal(await page.isChecked('[name="opened-mask"][value="causal"]'), true);
    await page.fill('#pasted', '{"v":1,"attributes":{"view":"masks","mask":"causal"}}');
    await page.locator('#pasted').press('Control+Enter');
    await page.waitForFunction(() =>
      document.querySelector('#opened-caption')?.textContent?.includes('view masks'),
    );
    await page.waitForFunction(() =>
      document.querySelector('#opened')?.shadowRoot?.querySelector('.concept .plate'),
    );
    assert.equal(await fault(page), '');
    // Numbers that come after it are shown as any.
    await page.fill('#pasted', '[[1, 0], [0.5, 0.5]]');
    await page.locator('#pasted').press('Control+Enter');
    await shows(page, [1, 2, 2]);
    assert.equal(await page.getAttribute('#opened', 'view'), 'map');
    assert.equal(await page.isChecked('[name="opened-mask"][value="none"]'), true);
    assert.deepEqual(complaints, []);
  });

  test('what is pasted into the box is drawn, masked and shown as heads or lines', async () => {
    const { page, complaints } = await site.open();
    await page.fill('#pasted', '[[[0.5, 0.5], [0.25, 0.75]], [[1, 0], [1, 0]]]');
    await page.locator('#pasted').press('Control+Enter');
    await shows(page, [2, 2, 2]);
    assert.equal(await page.getAttribute('#opened', 'view'), 'heads');
    await page.check('[name="opened-view"][value="lines"]');
    await page.waitForFunction(
      () =>
        document.querySelector('#opened')?.shadowRoot?.querySelector('.error:not([hidden])') ===
        null,
    );
    await page.check('[name="opened-mask"][value="causal"]');
    await page.waitForFunction(() =>
      document.querySelector('#opened')?.shadowRoot?.querySelector('.error:not([hidden])'),
    );
    assert.match(
      await fault(page),
      /weights holds 0\.5 at flat index 1, which the mask does not allow/,
    );
    assert.deepEqual(complaints, []);
  });

  test('it fits a page of 320 px, and is reached from the contents', async () => {
    const { page } = await site.open({ viewport: { width: 320, height: 700 } });
    await page.locator('.contents').getByRole('link', { name: 'Your own numbers' }).click();
    await page.locator('[data-example="dict"]').click();
    await shows(page, [2, 3, 3]);
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0);
    assert.equal(
      await page.locator('#numbers .understood').evaluate((node) => 'open' in node && node.open),
      false,
    );
  });
});
