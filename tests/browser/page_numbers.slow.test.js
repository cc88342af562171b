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
      /weights holds 0\.5 at head 0, row 0, column 1, where the mask hides: finished weights/,
    );
    assert.deepEqual(complaints, []);
  });

  test('a file that is dropped anywhere on the page is opened, and its name stands until something else is', async () => {
    const { page, complaints } = await site.open();
    const drop = (/** @type {string} */ selector) =>
      page.locator(selector).evaluate((place) => {
        const transfer = new DataTransfer();
        transfer.items.add(new File(['1,0\n0.25,0.75'], 'w1.csv'));
        const [over, dropped] = ['dragover', 'drop'].map(
          (type) =>
            new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer: transfer }),
        );
        place.dispatchEvent(over);
        place.dispatchEvent(dropped);
        return [over.defaultPrevented, dropped.defaultPrevented];
      });
    for (const place of ['#pasted', '#stages', 'footer']) {
      await page.evaluate(() => {
        /** @type {Tag} */ (document.querySelector('#opened')).data = null;
      });
      assert.deepEqual(await drop(place), [true, true], place);
      await shows(page, [1, 2, 2]);
    }
    assert.deepEqual(await drop('#opened'), [true, true]);
    const said = page.locator('#opened .files .said');
    await said.filter({ hasText: 'w1.csv is shown.' }).waitFor();
    // A refusal keeps the figure, and so its name.
    await page.locator('[data-example="refused"]').click();
    await page.waitForFunction(() =>
      document.querySelector('#opened')?.shadowRoot?.querySelector('.error:not([hidden])'),
    );
    assert.equal(await said.textContent(), 'w1.csv is shown.');
    await page.locator('[data-example="table"]').click();
    await shows(page, [1, 3, 3]);
    assert.equal(await said.textContent(), '');
    assert.deepEqual(complaints, []);
  });

  test('weights of very many keys are not all pale', async () => {
    const { page } = await site.open();
    const top = () =>
      page
        .locator('#opened .colour-bar')
        .first()
        .evaluate((bar) => bar.querySelector('.ticks .last')?.textContent);
    await page.fill('#pasted', JSON.stringify([Array(200).fill(1 / 200)]));
    await page.locator('#pasted').press('Control+Enter');
    await shows(page, [1, 1, 200]);
    assert.equal(await page.isChecked('[name="opened-domain"][value="map"]'), true);
    assert.equal(await top(), '0.005');
    await page.check('[name="opened-domain"][value="fixed"]');
    await page.waitForFunction(() =>
      document
        .querySelector('#opened')
        ?.shadowRoot?.querySelector('.colour-bar')
        ?.textContent?.endsWith('1'),
    );
    await page.check('[name="opened-transform"][value="log"]');
    await page.waitForFunction(
      () => document.querySelector('#opened')?.getAttribute('transform') === 'log',
    );
    await page.locator('[data-example="numpy"]').click();
    await shows(page, [1, 4, 4]);
    assert.equal(await page.isChecked('[name="opened-domain"][value="fixed"]'), true);
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
