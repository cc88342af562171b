// A tag under pointer, keys and fingers, in any browser: by real input, as a reader's.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { golden, partText } from '../browser/harness/pages.js';
import { live, selection } from '../browser/harness/use.js';
import { centre, frames, openDrawn, until } from './tag_page.js';

/** @typedef {import('attention-map/element').AttentionMapElement} Tag */
/** @typedef {import('./use_browser.js').Browser} Browser */
/** @typedef {import('./gaps.js').Gaps} Gaps */

/**
 * @param {Browser} browser
 * @param {Gaps} gaps
 */
export function pointingTests(browser, gaps) {
  test('hover focuses row, column and cell and reads it out; leaving lets go', async () => {
    const page = await openDrawn(browser, '/map.html');
    const { x, y } = await centre(browser, 2, 0);
    await browser.driver.moveTo(x, y);
    await frames(browser);
    assert.equal(await selection(page), '2,0');
    assert.match(
      await partText(page, 'readout'),
      /^query 2 ‘sat’ → key 0 ‘The’ · weight 0\.32 · score 0\.10 · row sum 1\.00/,
    );
    const marks = await browser.evaluate(() => {
      const root = document.querySelector('attention-map')?.shadowRoot;
      const box = (/** @type {string} */ css) => {
        const found = root?.querySelector(`[part~="map"] ${css}`)?.getBoundingClientRect();
        if (!found) throw new Error(css);
        return found.toJSON();
      };
      return { row: box('.band.row'), column: box('.band.column'), mark: box('.mark') };
    });
    const { mark, row, column } = marks;
    assert.ok(mark.left < x && x < mark.right && mark.top < y && y < mark.bottom);
    assert.ok(row.width > 3 * row.height && column.height > 3 * column.width);
    await browser.driver.moveTo(2, 2);
    await frames(browser);
    assert.equal(await selection(page), null);
  });

  test('click locks, hover then changes nothing, Escape unlocks, a second click on the cell too', async () => {
    const page = await openDrawn(browser, '/map.html');
    await browser.evaluate(() => {
      /** @type {unknown[]} */
      const details = [];
      Object.assign(globalThis, { details });
      document.addEventListener('attention-map:select', (event) =>
        details.push(/** @type {CustomEvent} */ (event).detail),
      );
    });
    const { driver } = browser;
    const first = await centre(browser, 3, 1);
    const other = await centre(browser, 1, 0);
    await driver.click(first.x, first.y);
    assert.equal(await selection(page), '3,1 locked');
    await driver.moveTo(other.x, other.y);
    await frames(browser);
    assert.equal(await selection(page), '3,1 locked');
    assert.match(await partText(page, 'readout'), /locked/);
    await driver.press('Escape');
    assert.equal(await selection(page), '3,1');
    await driver.click(first.x, first.y);
    await driver.click(first.x, first.y);
    assert.equal(await selection(page), '3,1');
    const locked = await browser.evaluate(() =>
      /** @type {{ details: { row: number, column: number, locked: boolean, weight: number }[] }} */ (
        /** @type {unknown} */ (globalThis)
      ).details.find((detail) => detail?.locked),
    );
    assert.deepEqual([locked?.row, locked?.column], [3, 1]);
    assert.ok(Math.abs((locked?.weight ?? 0) - golden.cases.causal.A[3][1]) < 1e-6);
  });

  test('keys walk the cells, are spoken politely, and leave Tab alone', async () => {
    const page = await openDrawn(browser, '/map.html');
    await browser.evaluate(() => document.querySelector('button')?.focus());
    await browser.driver.press('Tab');
    const focused = await browser.evaluate(() => {
      const node = document.querySelector('attention-map')?.shadowRoot?.activeElement;
      return [node?.getAttribute('role'), node?.getAttribute('aria-label')];
    });
    assert.deepEqual(focused, [
      'application',
      'Attention map, head 0: 4 queries in rows, 4 keys in columns',
    ]);
    /** @type {[key: string, leadsTo: string | null][]} */
    const walk = [
      ['ArrowDown', '0,0'],
      ['ArrowDown', '1,0'],
      ['End', '1,3'],
      ['PageDown', '3,3'],
      ['Home', '3,0'],
      ['ArrowLeft', '3,0'],
      ['Control+End', '3,3'],
      ['Control+Home', '0,0'],
      ['ArrowRight', '0,1'],
      ['Enter', '0,1 locked'],
      ['ArrowDown', '1,1 locked'],
    ];
    for (const [key, expected] of walk) {
      await browser.driver.press(key);
      assert.equal(await selection(page), expected, key);
    }
    await until(
      browser,
      (part) =>
        document
          .querySelector('attention-map')
          ?.shadowRoot?.querySelector('[role="status"]')
          ?.textContent?.includes(part) === true,
      'the live region speaks of key 1',
      'key 1',
    );
    assert.match(
      await live(page),
      /^query 1 ‘cat’ → key 1 ‘cat’ · weight 0\.02 · score −2\.47 · row sum 1\.00 · locked$/,
    );
    for (const expected of ['1,1', null]) {
      await browser.driver.press('Escape');
      assert.equal(await selection(page), expected);
    }
    /** @type {(string | null | undefined)[]} */
    const stops = [];
    for (let step = 0; step < 3; step++) {
      await browser.driver.press('Tab');
      stops.push(
        await browser.evaluate(() => {
          const inside = document.querySelector('attention-map')?.shadowRoot?.activeElement;
          return (inside ?? document.activeElement)?.textContent;
        }),
      );
    }
    assert.deepEqual(stops, ['Weights as a table', 'Save', 'after']);
  });

  test('the wheel scrolls the page over a map', async () => {
    await openDrawn(browser, '/tall.html');
    const { x, y } = await centre(browser, 1, 1);
    await browser.driver.wheel(x, y, 200);
    await until(browser, () => scrollY > 100, 'the page scrolls');
  });

  test('a tap locks a cell, a finger that moves points at nothing', async () => {
    const page = await openDrawn(browser, '/map.html');
    const { x, y } = await centre(browser, 2, 1);
    await browser.evaluate(() => {
      /** @type {string[]} */
      const kinds = [];
      Object.assign(globalThis, { kinds });
      addEventListener('pointerdown', ({ pointerType }) => kinds.push(pointerType), true);
    });
    await browser.driver.tap(x, y);
    const kinds = await browser.evaluate(
      () => /** @type {{ kinds: string[] }} */ (/** @type {unknown} */ (globalThis)).kinds,
    );
    assert.deepEqual(kinds, [gaps.fingers ? 'touch' : 'mouse']);
    assert.equal(await selection(page), '2,1 locked');
    await browser.driver.press('Escape');
    // Made up, since no driver moves a finger without scrolling.
    const pointed = await browser.evaluate(
      (clientX, clientY) => {
        const tag = /** @type {Tag} */ (document.querySelector('attention-map'));
        tag.selection = null;
        tag.shadowRoot?.querySelector('[part~="map"]')?.dispatchEvent(
          new PointerEvent('pointermove', {
            ...{ bubbles: true, composed: true, pointerType: 'touch', clientX, clientY },
          }),
        );
        return tag.selection;
      },
      x,
      y,
    );
    assert.equal(pointed, null);
  });

  test('a page that scales its content with CSS still gets the right cell', async () => {
    const page = await openDrawn(browser, '/map.html');
    await browser.evaluate(() => {
      document
        .querySelector('main')
        ?.setAttribute('style', 'transform: scale(0.6); transform-origin: 0 0');
    });
    const { x, y } = await centre(browser, 3, 2);
    await browser.driver.moveTo(x, y);
    await frames(browser);
    assert.equal(await selection(page), '3,2');
  });

  test('two tags on a page draw and are pointed at independently, on one core', async () => {
    const page = await openDrawn(browser, '/two.html', '#one');
    await openedTwice(browser);
    const { x, y } = await centre(browser, 1, 2, { rows: 3, columns: 3, selector: '#two' });
    await browser.driver.click(x, y);
    assert.equal(await selection(page, '#two'), '1,2 locked');
    assert.equal(await selection(page, '#one'), null);
  });
}

/**
 * The tags, and the package's modules beside the classic script, run on one core.
 * @param {Browser} browser
 */
async function openedTwice(browser) {
  const found = await browser.evaluate(async () => {
    const tags = /** @type {NodeListOf<Tag>} */ (document.querySelectorAll('attention-map'));
    for (const tag of tags) await tag.ready;
    const { loadEngine } = /** @type {typeof import('attention-map')} */ (
      await import(/** @type {string} */ ('/web/src/index.js'))
    );
    const key = Object.getOwnPropertySymbols(globalThis).find(({ description }) =>
      description?.startsWith('attention-map/core@'),
    );
    const cores = /** @type {Map<string, unknown[]>} */ (Reflect.get(globalThis, key ?? ''));
    const { backend } = await loadEngine();
    return {
      shared: tags[0].engine === tags[1].engine,
      cores: cores.get(backend)?.length,
      shapes: Array.from(tags, (tag) => tag.result?.weights.shape),
    };
  });
  assert.deepEqual(found, {
    shared: true,
    cores: 1,
    shapes: [
      [1, 4, 4],
      [1, 3, 3],
    ],
  });
}
