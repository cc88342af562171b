// The page for every reader: keyboard alone, narrow screens, both themes, axe-core.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { after, before, describe, test } from 'node:test';
import { openSite, readMap, settle } from './page_site.js';

/** @typedef {import('playwright-core').Page} Page */

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

describe('every reader', () => {
  /** @type {import('./page_site.js').Site} */
  let site;
  before(async () => {
    site = await openSite();
  });
  after(() => site.close());

  for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
    test(`axe-core finds nothing serious in ${colorScheme}`, async () => {
      const { page } = await site.open({ colorScheme, hash: '#v=1&mask=causal+padding' });
      await page.waitForFunction(() => document.getElementById('timing')?.textContent !== '');
      // Evaluated by the debugger, which the page's policy does not bind.
      await page.evaluate(await readFile(AXE, 'utf8'));
      const found = await page.evaluate(async () => {
        const { violations } = await Reflect.get(window, 'axe').run();
        return violations
          .filter(
            (/** @type {{ impact: string }} */ { impact }) =>
              impact === 'serious' || impact === 'critical',
          )
          .map(
            (
              /** @type {{ id: string, nodes: { html: string, failureSummary: string }[] }} */ {
                id,
                nodes,
              },
            ) => `${id}: ${nodes[0].html} ${nodes[0].failureSummary}`,
          );
      });
      assert.deepEqual(found, []);
    });
  }

  for (const width of [320, 768]) {
    test(`nothing scrolls sideways at ${width} px, whatever is shown`, async () => {
      const { page } = await site.open({ viewport: { width, height: 640 }, hasTouch: true });
      const texts = [
        'a',
        'The quick brown fox, '.repeat(20),
        'x'.repeat(500),
        'Donaudampfschifffahrtsgesellschaft '.repeat(9),
      ];
      await page.locator('label:has(input[name="mask"][value="causal padding"])').click();
      for (const text of texts) {
        await page.fill('#text', text);
        await settle(page);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        assert.ok(wide <= width, `${wide} px for ${text.slice(0, 20)}`);
      }
    });
  }

  test('the keyboard reaches and works everything', async () => {
    const { page } = await site.open({ hash: '#v=1&text=one+two+three' });
    /** @type {string[]} */
    const stops = [];
    for (let i = 0; i < 60; i++) {
      await page.keyboard.press('Tab');
      const stop = await page.evaluate(() => {
        const at = document.activeElement;
        if (!at || at === document.body) return '';
        return (
          at.id ||
          at.getAttribute('name') ||
          at.getAttribute('aria-label') ||
          at.textContent ||
          at.tagName
        );
      });
      if (stop === '') break;
      stops.push(stop);
    }
    for (const wanted of [
      'theme',
      'example',
      'text',
      'heads',
      'mask',
      'scale',
      'temperature-slider',
      'seed',
      'link',
      'map',
      'backend',
    ]) {
      assert.ok(stops.includes(wanted), `${wanted} is not among ${stops.join(', ')}`);
    }
    const order = ['text', 'heads', 'mask', 'seed', 'map'].map((stop) => stops.indexOf(stop));
    assert.deepEqual(
      order,
      [...order].sort((a, b) => a - b),
    );
    await page.focus('input[name="heads"]:checked');
    await page.keyboard.press('ArrowLeft');
    await settle(page);
    assert.deepEqual((await readMap(page)).shape, [4, 3, 3]);
  });

  test('a chosen theme is remembered, and the system’s followed without one', async () => {
    const { page } = await site.open({ colorScheme: 'dark' });
    const ground = (/** @type {Page} */ at) =>
      at.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    const dark = await ground(page);
    await page.locator('label:has(input[name="theme"][value="light"])').click();
    const light = await ground(page);
    assert.notEqual(light, dark);
    await page.reload();
    assert.equal(await ground(page), light);
    assert.equal(await page.isChecked('input[name="theme"][value="light"]'), true);
    await page.locator('label:has(input[name="theme"][value="system"])').click();
    assert.equal(await ground(page), dark);
    await page.reload();
    assert.equal(await ground(page), dark);
  });

  test('controls are at least 24 px high for a finger', async () => {
    const { page } = await site.open({ viewport: { width: 320, height: 640 }, hasTouch: true });
    const small = await page.$$eval(
      'label:has(input), button, textarea, #settings input[type="number"]',
      (all) =>
        all
          .map((at) => ({
            at: at.textContent?.trim() || at.id,
            height: at.getBoundingClientRect().height,
          }))
          .filter(({ height }) => height > 0 && height < 24),
    );
    assert.deepEqual(small, []);
  });

  test('every link of the contents leads to its section and stays there while figures above are drawn', async () => {
    const links = ['sketch', 'cost', 'order', 'heads'];
    for (const [width, id] of links.flatMap((each) => [
      /** @type {const} */ ([1280, each]),
      /** @type {const} */ ([360, each]),
    ])) {
      const { page } = await site.open({ viewport: { width, height: 800 } });
      // As in Safari, where the page does not hold by itself what the reader sees.
      await page.evaluate(() => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync('* { overflow-anchor: none }');
        document.adoptedStyleSheets.push(sheet);
      });
      await page.locator(`.contents a[href="#${id}"]`).click();
      await page.waitForFunction(
        (section) =>
          Reflect.get(document.querySelector(`#${section} attention-map`) ?? {}, 'result'),
        id,
      );
      await page.waitForTimeout(600);
      const top = await page.evaluate(
        (section) => document.getElementById(section)?.getBoundingClientRect().top ?? Number.NaN,
        id,
      );
      // The last section may be shorter than the window.
      assert.ok(Math.abs(top) < 60 || id === 'sketch', `${id} at ${width}: ${top}`);
      assert.ok(top > -60 && top < 800, `${id} at ${width}: ${top}`);
      await page.context().close();
    }
  });

  test('on paper there are figures and words, and no controls', async () => {
    const { page } = await site.open();
    await page.emulateMedia({ media: 'print' });
    assert.equal(await page.isVisible('.controls'), false);
    assert.equal(await page.isVisible('.masthead'), false);
    assert.equal(await page.isVisible('#map'), true);
    assert.equal(await page.isVisible('#printed'), true);
  });

  test('paper is light and narrow at once, whatever the screen', async () => {
    const { page } = await site.open({ colorScheme: 'dark' });
    const figure = () =>
      page.evaluate(() => {
        const root = document.querySelector('#map')?.shadowRoot?.querySelector('.root');
        return { isDark: root?.classList.contains('dark'), width: root?.clientWidth ?? 0 };
      });
    const screen = await figure();
    assert.equal(screen.isDark, true);
    // In one task, as the browser does it: no frame and no observer in between.
    const paper = await page.evaluate(() => {
      window.dispatchEvent(new Event('beforeprint'));
      const root = document.querySelector('#map')?.shadowRoot?.querySelector('.root');
      return { isDark: root?.classList.contains('dark'), width: root?.clientWidth ?? 0 };
    });
    assert.equal(paper.isDark, false);
    assert.ok(paper.width > 0 && paper.width < 720);
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
    await page.waitForFunction(() =>
      document
        .querySelector('#map')
        ?.shadowRoot?.querySelector('.root')
        ?.classList.contains('dark'),
    );
    await settle(page);
    assert.deepEqual(await figure(), screen);
  });
});
