// The reader's own words: typing, composing, pasting, and the controls.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { openSite, readMap, readPixels, readText, settle } from './page_site.js';

/** @typedef {import('playwright-core').Page} Page */

describe('typing', () => {
  /** @type {import('./page_site.js').Site} */
  let site;
  before(async () => {
    site = await openSite();
  });
  after(() => site.close());

  test('every word changes tokens, weights and pixels', async () => {
    const { page, complaints } = await site.open({ hash: '#v=1&text=The+cat' });
    const before = { map: await readMap(page), pixels: await readPixels(page) };
    assert.deepEqual(before.map.tokens, ['The', 'cat']);
    await page.focus('#text');
    await page.keyboard.press('End');
    await page.keyboard.type(' sat.');
    await settle(page);
    const now = { map: await readMap(page), pixels: await readPixels(page) };
    assert.deepEqual(now.map.tokens, ['The', 'cat', 'sat', '.']);
    assert.deepEqual(now.map.shape, [8, 4, 4]);
    assert.notDeepEqual(now.pixels, before.pixels);
    for (let row = 0; row < 32; row++) {
      const sum = now.map.weights.slice(row * 4, row * 4 + 4).reduce((a, b) => a + b, 0);
      assert.ok(Math.abs(sum - 1) < 1e-6);
    }
    assert.deepEqual(complaints, []);
  });

  test('what follows the map moves once in some words, not at every word', async () => {
    const { page } = await site.open({ hash: `#v=1&text=${'the+cat+sat+'.repeat(16)}` });
    await page.focus('#text');
    await page.keyboard.press('Control+End');
    /** @type {{ map: number, next: number, spare: number }[]} */
    const places = [];
    for (let word = 0; word < 10; word++) {
      await page.keyboard.type('on ');
      await settle(page);
      places.push(
        await page.evaluate(() => {
          const box = (/** @type {string} */ name) =>
            /** @type {Element} */ (document.querySelector(name)).getBoundingClientRect();
          const figure = box('#map-room > figure');
          return {
            map: box('#map').height,
            next: box('.kernels').top - box('#words').top,
            spare: box('#map-room').bottom - figure.bottom,
          };
        }),
      );
    }
    const heights = new Set(places.map(({ map }) => map));
    const nexts = new Set(places.map(({ next }) => next));
    assert.ok(heights.size >= 6, `${heights.size} heights`);
    assert.ok(nexts.size <= 3, `${nexts.size} places`);
    for (const { spare } of places) assert.ok(spare >= 0 && spare < 64, `${spare} px to spare`);
  });

  test('a composition changes the maps once, when it ends', async () => {
    const { page } = await site.open({ hash: '#v=1&text=' });
    await page.focus('#text');
    const client = await page.context().newCDPSession(page);
    for (const text of ['k', 'か', 'かn', 'かん']) {
      await client.send('Input.imeSetComposition', {
        text,
        selectionStart: text.length,
        selectionEnd: text.length,
      });
    }
    assert.equal(await page.inputValue('#text'), 'かん');
    assert.equal(await page.isVisible('#blank'), true);
    assert.match(await readText(page, '#count'), /^0 of/);
    await client.send('Input.insertText', { text: '漢' });
    await settle(page);
    assert.deepEqual((await readMap(page)).tokens, ['漢']);
    assert.equal(await page.isVisible('#blank'), false);
  });

  test('a text over the caps is drawn up to them, said so, and left in the box', async () => {
    const { page, complaints } = await site.open();
    const text = 'lorem ipsum '.repeat(1000);
    await page.fill('#text', text);
    await settle(page);
    assert.equal((await readMap(page)).tokens.length, 64);
    assert.match(
      await readText(page, '#count'),
      /^12,000 characters: only the first 4,000 are read · \d+ tokens: the first 64 are drawn$/,
    );
    assert.equal(await readText(page, '#over'), 'Only the first 64 tokens are drawn.');
    assert.equal((await page.inputValue('#text')).length, 12000);
    assert.deepEqual(complaints, []);
  });

  test('text of every script, markup included, is shown as text', async () => {
    const { page, complaints } = await site.open();
    for (const text of [
      'القطة نامت',
      '我爱自然语言',
      '<img src=x onerror=alert(1)>',
      '\u{1F468}\u200D\u{1F469}\u200D\u{1F467} !',
      'x'.repeat(500),
    ]) {
      await page.fill('#text', text);
      await settle(page);
      const { tokens } = await readMap(page);
      assert.equal(tokens.join(''), text.replaceAll(' ', ''));
    }
    assert.deepEqual(complaints, []);
  });

  test('without a word there is a line that says so', async () => {
    const { page, complaints } = await site.open();
    await page.fill('#text', ' \n ');
    assert.equal(await page.isVisible('#map'), false);
    assert.equal(await page.isVisible('#blank'), true);
    await page.fill('#text', 'back');
    await settle(page);
    assert.equal(await page.isVisible('#map'), true);
    assert.deepEqual(complaints, []);
  });
});

describe('controls', () => {
  /** @type {import('./page_site.js').Site} */
  let site;
  before(async () => {
    site = await openSite();
  });
  after(() => site.close());

  /**
   * @param {Page} page
   * @param {string} name
   * @param {string} value
   */
  const choose = async (page, name, value) => {
    await page.locator(`label:has(input[name="${name}"][value="${value}"])`).click();
    await settle(page);
  };

  test('masks hide what they should, exactly', async () => {
    const { page } = await site.open({ hash: '#v=1&text=a+b+c+d&heads=1' });
    const zeros = async () =>
      (await readMap(page)).weights.map((weight) => (weight === 0 ? 0 : 1)).join('');
    assert.equal(await zeros(), '1111111111111111');
    await choose(page, 'mask', 'causal');
    assert.equal(await zeros(), '1000110011101111');
    assert.equal(await page.isVisible('#padding'), false);
    await choose(page, 'mask', 'padding');
    assert.equal(await zeros(), '1100110011001100');
    assert.equal(await page.isVisible('#padding'), true);
    await choose(page, 'mask', 'causal padding');
    assert.equal(await zeros(), '1000110011001100');
    await page.fill('#padding', '3');
    await settle(page);
    assert.equal(await zeros(), '1000100010001000');
  });

  test('heads cut the same weights: the raw scores of 8 heads add to those of 1', async () => {
    const { page } = await site.open({ hash: '#v=1&text=one+two+three&heads=1&head=all' });
    const scores = () =>
      page.evaluate(() => {
        const { maskedScores } = Reflect.get(document.querySelector('#map') ?? {}, 'result');
        return { shape: maskedScores.shape, data: [...maskedScores.data] };
      });
    const one = await scores();
    await choose(page, 'heads', '8');
    const eight = await scores();
    assert.deepEqual(
      [one.shape, eight.shape],
      [
        [1, 3, 3],
        [8, 3, 3],
      ],
    );
    for (let cell = 0; cell < 9; cell++) {
      let sum = 0;
      for (let head = 0; head < 8; head++) sum += eight.data[head * 9 + cell] * Math.sqrt(8);
      assert.ok(Math.abs(sum - one.data[cell] * Math.sqrt(64)) < 1e-3);
    }
  });

  test('the scale switched off is a temperature, as the page says', async () => {
    const { page } = await site.open({ hash: '#v=1&heads=4' });
    await choose(page, 'scale', 'off');
    assert.match(
      await readText(page, '#divisor'),
      /, the same as with ÷ √16 at temperature 0\.25$/,
    );
    const off = await readMap(page);
    const { page: other } = await site.open({ hash: '#v=1&heads=4&temperature=0.25' });
    const cold = await readMap(other);
    off.weights.forEach((weight, i) => {
      assert.ok(Math.abs(weight - cold.weights[i]) < 1e-5);
    });
  });

  test('a seed changes the weights, and a wrong number changes nothing', async () => {
    const { page } = await site.open();
    const first = await readMap(page);
    await page.fill('#seed', '5');
    await page.locator('#seed').blur();
    await settle(page);
    const second = await readMap(page);
    assert.notDeepEqual(second.weights, first.weights);
    await page.fill('#seed', '-3');
    const bounds = page.locator('#seed + [role="status"]');
    assert.equal(await bounds.textContent(), 'whole number, 0 to 9007199254740991');
    assert.equal(await page.getAttribute('#seed', 'aria-invalid'), 'true');
    await page.locator('#seed').blur();
    await settle(page);
    assert.equal(await page.inputValue('#seed'), '5');
    assert.equal(await bounds.textContent(), '');
    // What was drawn of the digits of a number that is none was not meant.
    await page.locator('label:has(input[name="mask"][value="padding"])').click();
    await page.locator('#padding').focus();
    await page.keyboard.press('Control+A');
    await page.keyboard.type('100');
    assert.equal(
      await page.locator('#padding + [role="status"]').textContent(),
      'whole number, 1 to 64',
    );
    await page.locator('#padding').blur();
    assert.equal(await page.inputValue('#padding'), '2');
    // Nor what is left of one that was taken away; Enter says that a number is meant.
    await page.locator('#padding').focus();
    for (const key of ['Control+A', '3', 'Enter', '1', 'Backspace', 'Backspace'])
      await page.keyboard.press(key);
    assert.equal(await page.inputValue('#padding'), '');
    await page.locator('#padding').blur();
    assert.equal(await page.inputValue('#padding'), '3');
    await page.locator('label:has(input[name="mask"][value="none"])').click();
    await page.fill('#seed', '1e3');
    await page.locator('#seed').blur();
    assert.equal(await page.inputValue('#seed'), '1000');
    await page.fill('#seed', '5');
    await settle(page);
    assert.deepEqual(await readMap(page), second);
  });

  test('a click on a head enlarges it, and the address remembers which', async () => {
    const { page } = await site.open({ hash: '#v=1&heads=4' });
    await page
      .locator('attention-map#map')
      .getByRole('button', { name: /^head 2/ })
      .click();
    await settle(page);
    assert.equal(await page.getAttribute('#map', 'head'), '2');
    await page.waitForFunction(() => window.location.hash.includes('head=2'));
  });

  test('the kernel that is chosen is the one that draws', async () => {
    const { page, complaints } = await site.open({ hash: '#v=1&backend=scalar' });
    const drawing = (/** @type {string} */ backend) =>
      page.waitForFunction((wanted) => {
        const engine = Reflect.get(document.querySelector('#map') ?? {}, 'engine');
        return engine?.backend === wanted;
      }, backend);
    await drawing('scalar');
    const scalar = await readMap(page);
    await choose(page, 'backend', 'simd128');
    await drawing('simd128');
    await settle(page);
    assert.deepEqual(await readMap(page), scalar);
    assert.deepEqual(complaints, []);
  });
});
