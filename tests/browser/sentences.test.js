// Sentences of the tag in pages of either direction: a full stop stands at a sentence's own end, and lines begin where the page's do.
import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { drawn, htmlPage, openHarness } from './harness/pages.js';

const tag = '<attention-map tokens="the cat sat"></attention-map>';
/** @type {import('./harness/pages.js').Harness} */
let harness;
before(async () => {
  harness = await openHarness({
    '/ltr.html': { body: htmlPage(tag) },
    '/rtl.html': { body: htmlPage(tag).replace('<html', '<html dir="rtl"') },
  });
});
after(() => harness.close());
afterEach(async () => {
  await harness.closePages();
  assert.deepEqual(harness.takeTroubles(), []);
});

/**
 * The boxes of a text's first and last letter, in CSS px from the left edge of its paragraph's room.
 * @param {import('playwright-core').Page} page
 * @param {string} css inside the tag
 */
const ends = (page, css) =>
  page.evaluate((selector) => {
    const part = document.querySelector('attention-map')?.shadowRoot?.querySelector(selector);
    const text = part && document.createNodeIterator(part, NodeFilter.SHOW_TEXT).nextNode();
    if (!text) throw new Error(`no text in ${selector}`);
    const letter = (/** @type {number} */ at) => {
      const range = document.createRange();
      range.setStart(text, at);
      range.setEnd(text, at + 1);
      const { left, right } = range.getBoundingClientRect();
      return { left, right };
    };
    const whole = document.createRange();
    whole.selectNodeContents(text);
    const { left, right } = whole.getBoundingClientRect();
    const room = document.querySelector('attention-map')?.getBoundingClientRect();
    return {
      first: letter(0).left,
      last: letter((text.nodeValue ?? '').length - 1).left,
      fromLeft: left - (room?.left ?? 0),
      fromRight: (room?.right ?? 0) - right,
    };
  }, css);

/** What stands in lines of its own. */
const SENTENCES = ['.facts', '.error .detail', '.error .kept'];

/** @param {import('playwright-core').Page} page */
async function refuse(page) {
  await page.evaluate(async () => {
    document.querySelector('attention-map')?.setAttribute('temperature', 'hot (very)');
    for (let frames = 0; frames < 3; frames++) await new Promise(requestAnimationFrame);
  });
}

test('in a page from right to left, English ends at the right of its beginning and stands at the right', async () => {
  const page = await harness.open('/rtl.html');
  await drawn(page);
  await refuse(page);
  for (const css of SENTENCES) {
    const { first, last, fromRight } = await ends(page, css);
    assert.ok(last > first + 50, `${css}: ends at ${last}, begins at ${first}`);
    assert.ok(fromRight >= 0 && fromRight < 20, `${css}: ${fromRight} px from the right`);
  }
  // A button's last sign, "PNG, 3×".
  await page.evaluate(() => {
    const details = document.querySelector('attention-map')?.shadowRoot?.querySelector('.save');
    details?.setAttribute('open', '');
  });
  const sign = await ends(page, '.save button:nth-of-type(2)');
  assert.ok(sign.last > sign.first + 20, `× at ${sign.last}, P at ${sign.first}`);
});

test('in a page from left to right, a hint in Arabic ends at the left of its beginning and stands at the left', async () => {
  const page = await harness.open('/ltr.html');
  await drawn(page);
  await refuse(page);
  for (const css of SENTENCES) assert.ok((await ends(page, css)).fromLeft < 20, css);
  await page.evaluate(async () => {
    Reflect.set(document.querySelector('attention-map') ?? {}, 'strings', {
      hint: 'أشر إلى خلية، أو استخدم الأسهم.',
    });
    for (let frames = 0; frames < 3; frames++) await new Promise(requestAnimationFrame);
  });
  const { first, last, fromLeft } = await ends(page, '.facts');
  assert.ok(last < first - 50, `ends at ${last}, begins at ${first}`);
  assert.ok(fromLeft < 2, `${fromLeft} px from the left`);
});

test('numbers of an opened cell keep their sign before them, in a page from right to left', async () => {
  const page = await harness.open('/rtl.html');
  await drawn(page);
  await page.evaluate(async () => {
    const tag = document.querySelector('attention-map');
    tag?.setAttribute('view', 'stages');
    for (let frames = 0; frames < 3; frames++) await new Promise(requestAnimationFrame);
    Reflect.set(tag ?? {}, 'selection', { head: 0, row: 1, column: 1, locked: true });
    for (let frames = 0; frames < 3; frames++) await new Promise(requestAnimationFrame);
    const cells = tag?.shadowRoot?.querySelectorAll('.opened td') ?? [];
    Array.from(cells)
      .find(({ textContent }) => textContent?.startsWith('−'))
      ?.classList.add('negative');
  });
  const { first, last } = await ends(page, '.opened .negative');
  assert.ok(first < last, `− at ${first}, last digit at ${last}`);
});
