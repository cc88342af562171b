// The sections of the page: each drawn when the reader comes near, each with a link of its own that brings it back.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { after, before, describe, test } from 'node:test';
import { conceptNames } from '../../web/src/elements/concepts/names.js';
import { arriveCode, openSite } from './page_site.js';

/** @typedef {import('attention-map/element').AttentionMapElement} Tag */
/** @typedef {import('playwright-core').Page} Page */

const axePath = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const sections = [...conceptNames, 'heads'];

/**
 * @param {Page} page
 * @param {string} section
 */
const isDrawn = (page, section) =>
  page.evaluate((id) => {
    const tag = /** @type {Tag} */ (document.querySelector(`#${id} attention-map`));
    return tag.result !== null;
  }, section);

/**
 * Bring a section onto the screen and wait for its figure.
 * @param {Page} page
 * @param {string} section
 */
async function goTo(page, section) {
  await page.evaluate(async (id) => {
    const tag = /** @type {Tag} */ (document.querySelector(`#${id} attention-map`));
    tag.scrollIntoView({ behavior: 'instant' });
    await tag.ready;
    const frame = () => new Promise((resolve) => requestAnimationFrame(() => resolve(undefined)));
    await frame();
    await frame();
    while (tag.shadowRoot?.querySelector('[aria-busy]')) await frame();
  }, section);
}

/**
 * @param {Page} page
 * @param {string} section
 * @returns {Promise<Record<string, string | null>>} attributes of its tag
 */
const attributesOf = (page, section) =>
  page.evaluate((id) => {
    const tag = /** @type {Tag} */ (document.querySelector(`#${id} attention-map`));
    return Object.fromEntries(
      tag.getAttributeNames().map((name) => [name, tag.getAttribute(name)]),
    );
  }, section);

describe('the sections', () => {
  /** @type {import('./page_site.js').Site} */
  let site;
  before(async () => {
    site = await openSite();
  });
  after(() => site.close());

  test('every concept has one, and is drawn without a complaint when the reader gets there', async () => {
    // axe-core is no script of the page.
    const { page, complaints } = await site.open({ bypassCSP: true });
    assert.equal(await isDrawn(page, 'sketch'), false);
    for (const section of sections) {
      await goTo(page, section);
      const fault = await page.evaluate(
        (id) =>
          document
            .querySelector(`#${id} attention-map`)
            ?.shadowRoot?.querySelector('.error:not([hidden])')?.textContent ?? null,
        section,
      );
      assert.equal(fault, null, section);
      assert.equal(await isDrawn(page, section), true, section);
    }
    assert.deepEqual(complaints, []);
    await page.addScriptTag({ path: axePath });
    const findings = await page.evaluate(async () => {
      const { axe } = /** @type {{ axe: typeof import('axe-core') }} */ (
        /** @type {unknown} */ (window)
      );
      const { violations } = await axe.run(document, { resultTypes: ['violations'] });
      return violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 90)).join(' | ')}`);
    });
    assert.deepEqual(findings, []);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(overflow <= 0);
  });

  test('what is moved goes into the address and comes back from it; the words stay what they are', async () => {
    const { page } = await site.open({ hash: '#v=1&text=two%20words' });
    await goTo(page, 'temperature');
    await page.locator('#temperature [type="range"]').first().focus();
    await page.keyboard.press('Home');
    await page.waitForFunction(() => window.location.hash.includes('temperature.temperature'));
    const { page: other, complaints } = await site.open({ hash: new URL(page.url()).hash });
    // The slider begins where the button beside it could lead from the lowest temperature: 1/8 ÷ √8.
    assert.equal(
      (await attributesOf(other, 'temperature')).temperature,
      String(Number((0.125 / Math.sqrt(8)).toPrecision(7))),
    );
    assert.equal(await other.inputValue('#text'), 'two words');
    assert.deepEqual(complaints, []);
  });

  test('a section’s own link leads to it as it is, and carries nothing else', async () => {
    const { page } = await site.open({ hash: '#v=1&text=left%20out&order.order=0%201%202%203' });
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await goTo(page, 'masks');
    await page.locator('#masks').getByText('padding', { exact: true }).click();
    await page.locator('#masks summary', { hasText: 'Save' }).click();
    await page.locator('#masks').getByRole('button', { name: 'Copy link' }).click();
    await page.waitForFunction(() =>
      document
        .querySelector('#masks attention-map')
        ?.shadowRoot?.querySelector('.said')
        ?.textContent?.includes('copied'),
    );
    const link = await page.evaluate(() => navigator.clipboard.readText());
    const { hash } = new URL(link);
    assert.match(hash, /^#v=1&at=masks&masks\.mask=/);
    assert.doesNotMatch(hash, /text|order/);
    const { page: other } = await site.open({ hash });
    await goTo(other, 'masks');
    assert.match((await attributesOf(other, 'masks')).mask ?? '', /padding/);
    const top = await other.evaluate(
      () => document.querySelector('#masks')?.getBoundingClientRect().top ?? Number.NaN,
    );
    assert.ok(Math.abs(top) < 900, `the section begins at ${top}`);
  });

  test('the tag under a figure is the one that shows it', async () => {
    const { page } = await site.open();
    await goTo(page, 'scaling');
    const code = () => page.textContent('#scaling .tag code');
    assert.equal(await code(), '<attention-map view="scaling"></attention-map>');
    await page.locator('#scaling [type="range"]').first().focus();
    await page.keyboard.press('Home');
    await page.waitForFunction(() =>
      document.querySelector('#scaling .tag code')?.textContent?.includes('key-width="4"'),
    );
  });

  test('a link cannot set what is no setting of a section', async () => {
    const { page } = await site.open({
      hash: '#v=1&masks.src=https://example.org/x.json&nowhere.mask=causal&masks.onclick=1',
    });
    assert.match(
      (await page.textContent('#notice')) ?? '',
      /masks\.src is no setting of this page/,
    );
    assert.equal((await attributesOf(page, 'masks')).src, undefined);
  });

  test('on paper, sections that nobody has seen are drawn too', async () => {
    const { page } = await site.open();
    await page.waitForFunction(() => {
      const tag = /** @type {Tag} */ (document.querySelector('#sketch attention-map'));
      return tag.engine !== null;
    });
    await arriveCode(page, ['sketch', 'tiles', 'shared_parts']);
    assert.equal(await isDrawn(page, 'sketch'), false);
    await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
    assert.equal(await isDrawn(page, 'sketch'), true);
    assert.equal(await isDrawn(page, 'tiles'), true);
  });
});
