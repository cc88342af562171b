// Where a tag may stand: in vertical writing, in another document and back, with a hundred others; and what stands beside its cells there.
import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { drawn, htmlPage, openHarness } from './harness/pages.js';

/** @typedef {import('attention-map/element').AttentionMapElement} Tag */

const CROWD = 80;
const map = '<attention-map tokens="The cat sat down" mask="causal"></attention-map>';

/** @type {import('./harness/pages.js').Harness} */
let harness;
before(async () => {
  harness = await openHarness({
    '/one.html': { body: htmlPage(map) },
    '/vertical.html': {
      body: htmlPage(`<div style="writing-mode: vertical-rl; height: 600px">${map}</div>`),
    },
    '/signs.html': {
      body: htmlPage(`<attention-map tokens='[""]'></attention-map>`),
    },
    '/stages.html': {
      body: htmlPage(
        '<attention-map view="stages"><script type="application/json">{"tokens":["alpha","beta"],"weights":[[1,0],[0.4,0.6]]}</script></attention-map>',
      ),
    },
    '/crowd.html': { body: htmlPage(map.repeat(CROWD)) },
    '/markup.html': {
      body: htmlPage(
        `<attention-map tokens='["a", "&lt;/script>&lt;img src=x onerror=alert(1)>", "&lt;!--"]'></attention-map>`,
      ),
    },
  });
});
after(() => harness.close());
afterEach(() => harness.closePages());

/** Boxes inside the first tag. @param {import('playwright-core').Page} page @param {string} css */
const boxes = (page, css) =>
  page.evaluate(
    (selector) =>
      Array.from(
        document.querySelector('attention-map')?.shadowRoot?.querySelectorAll(selector) ?? [],
        (element) => {
          const { left, top, right, bottom } = element.getBoundingClientRect();
          return { left, top, right, bottom, text: element.textContent };
        },
      ),
    css,
  );

test('a page that writes downwards gets the same rows and columns', async () => {
  const page = await harness.open('/vertical.html');
  await drawn(page);
  const numbers = await boxes(page, '[part="numbers"] > span');
  const [first, second] = numbers;
  assert.ok(second.left > first.left && second.top === first.top, 'a row runs to the right');
  assert.ok(numbers[4].top > first.top && numbers[4].left === first.left, 'rows follow downwards');
  const [label] = await boxes(page, '.axis.left .labels > .label');
  assert.ok(label.right <= first.left && label.top >= first.top - 2, 'labels stand left of rows');
});

test('a tag that moves to another document and back keeps its look', async () => {
  const page = await harness.open('/one.html');
  await drawn(page);
  const heights = await page.evaluate(async () => {
    const tag = /** @type {Tag} */ (document.querySelector('attention-map'));
    const frame = document.createElement('iframe');
    document.body.append(frame);
    const settled = () => new Promise((resolve) => setTimeout(resolve, 300));
    const found = [tag.offsetHeight];
    frame.contentDocument?.body.append(tag);
    await settled();
    const error = /** @type {HTMLElement} */ (tag.shadowRoot?.querySelector('[part~="error"]'));
    const canvas = tag.shadowRoot?.querySelector('.plate canvas');
    found.push(error.offsetHeight, Math.sign(canvas?.getBoundingClientRect().width ?? 0));
    document.body.prepend(tag);
    await settled();
    found.push(tag.offsetHeight);
    return found;
  });
  const [before, error, drawnThere, back] = heights;
  assert.deepEqual([error, drawnThere], [0, 1], 'drawn in the frame, too');
  assert.equal(back, before);
});

test('a label that shows a sign for its token keeps out of the cells', async () => {
  const page = await harness.open('/signs.html');
  await drawn(page);
  const [plate] = await boxes(page, '.map-grid > .plate');
  const [axis] = await boxes(page, '.axis.left');
  const drawnText = await page.evaluate(() => {
    const label = document
      .querySelector('attention-map')
      ?.shadowRoot?.querySelector('.axis.left .labels > .label');
    const range = document.createRange();
    range.selectNodeContents(/** @type {Node} */ (label));
    const { left, right } = range.getBoundingClientRect();
    return { left, right, text: label?.textContent };
  });
  assert.equal(drawnText.text, '∅');
  assert.ok(drawnText.right <= plate.left, `${drawnText.right} is in the cells from ${plate.left}`);
  assert.ok(drawnText.left >= axis.left - 1);
});

test('stages of finished weights, which have one, name their rows', async () => {
  const page = await harness.open('/stages.html');
  await drawn(page);
  const labels = await boxes(page, '.panel:not([hidden]) > .axis.left .labels > .label');
  assert.deepEqual(
    labels.map(({ text }) => text),
    ['alpha', 'beta'],
  );
  for (const { left, right } of labels) assert.ok(right - left > 10);
});

test('many tags are drawn in several frames, all of them', async () => {
  const page = await harness.open('/one.html');
  await page.addInitScript(() => {
    /** @type {unknown[]} */
    const frames = [];
    Reflect.set(window, 'frames_of_ready', frames);
    const keep = () => frames.push(document.timeline.currentTime);
    document.addEventListener('attention-map:ready', keep, true);
  });
  await page.goto(page.url().replace('one.html', 'crowd.html'));
  await page.waitForFunction(
    (count) => Reflect.get(window, 'frames_of_ready').length === count,
    CROWD,
    { timeout: 20_000 },
  );
  const frames = await page.evaluate(() => Reflect.get(window, 'frames_of_ready'));
  assert.ok(new Set(frames).size > 1, 'all of them in one frame');
});

test('a saved JSON can stand in a script element, whatever its tokens are', async () => {
  const page = await harness.open('/markup.html');
  await drawn(page);
  const json = await page.evaluate(async () => {
    const tag = /** @type {Tag} */ (document.querySelector('attention-map'));
    return (await tag.exportAs('json')).text();
  });
  assert.ok(!json.includes('<'), json);
  assert.deepEqual(JSON.parse(json).tokens, ['a', '</script><img src=x onerror=alert(1)>', '<!--']);
});
