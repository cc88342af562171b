// Files and links out of a tag: pictures that show what is shown, numbers that are its numbers, and a JSON that brings it back.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setAttributes, settled, texts, useConcepts } from './harness/concepts.js';
import { chapter } from './harness/pages.js';

/** @typedef {import('attention-map/element').AttentionMapElement} Tag */

const concepts = useConcepts();
const script = `<script type="application/json">${JSON.stringify({ v: 1, ...chapter })}</script>`;

/**
 * @param {import('playwright-core').Page} page
 * @param {'svg' | 'csv' | 'json'} format
 * @returns {Promise<string>} the file's text
 */
const textOf = (page, format) =>
  page.evaluate(async (wanted) => {
    const tag = /** @type {Tag} */ (document.querySelector('attention-map'));
    return (await tag.exportAs(wanted)).text();
  }, format);

test('SVG has the numbers and the tokens as text, and one rectangle a cell in its colour', async () => {
  const page = await concepts.open({ mask: 'causal' }, { content: script });
  const svg = await textOf(page, 'svg');
  const read = await page.evaluate((text) => {
    const parsed = new DOMParser().parseFromString(text, 'image/svg+xml');
    return {
      fault: parsed.querySelector('parsererror')?.textContent ?? null,
      said: Array.from(parsed.querySelectorAll('text'), (each) => each.textContent),
      cells: Array.from(parsed.querySelectorAll('g[shape-rendering] rect'), (each) =>
        each.getAttribute('fill'),
      ),
      hatches: parsed.querySelectorAll('pattern').length,
    };
  }, svg);
  assert.equal(read.fault, null);
  for (const said of ['The', 'cat', 'sat', 'down', '0.98', '0.28', 'query ↓', 'key → columns'])
    assert.ok(read.said.includes(said), `${said} is not in ${read.said}`);
  const colour = await page.evaluate(() => {
    const canvas = /** @type {HTMLCanvasElement} */ (
      document.querySelector('attention-map')?.shadowRoot?.querySelector('[part~="map"] canvas')
    );
    return Array.from(canvas.getContext('2d')?.getImageData(0, 1, 1, 1).data ?? []).slice(0, 3);
  });
  // The map's ten allowed cells; the strips beside it have theirs.
  assert.equal(read.cells.slice(0, 10).filter(Boolean).length, 10);
  assert.ok(read.cells.includes(`rgb(${colour.join(', ')})`));
  assert.ok(read.hatches >= 1);
});

test('PNG is the figure at one and at three times its size, not blank', async () => {
  const page = await concepts.open({ mask: 'causal', view: 'temperature' });
  const sizes = await page.evaluate(async () => {
    const tag = /** @type {Tag} */ (document.querySelector('attention-map'));
    const found = [];
    for (const format of /** @type {const} */ (['png', 'png-3x'])) {
      const image = await createImageBitmap(await tag.exportAs(format));
      const canvas = new OffscreenCanvas(image.width, image.height);
      const context = /** @type {OffscreenCanvasRenderingContext2D} */ (canvas.getContext('2d'));
      context.drawImage(image, 0, 0);
      const { data } = context.getImageData(0, 0, image.width, image.height);
      const colours = new Set(new Uint32Array(data.buffer));
      found.push({ width: image.width, height: image.height, colours: colours.size });
    }
    return found;
  });
  assert.ok(Math.abs(sizes[1].width - 3 * sizes[0].width) <= 3);
  assert.ok(Math.abs(sizes[1].height - 3 * sizes[0].height) <= 3);
  for (const { colours } of sizes) assert.ok(colours > 20, `${colours} colours`);
});

test('CSV is tidy, and keeps tokens as they are', async () => {
  const tokens = ['a,b', '"c"', ' d', '=1+1'];
  const page = await concepts.open({ tokens: JSON.stringify(tokens) });
  const csv = await textOf(page, 'csv');
  const lines = csv.split('\r\n');
  assert.equal(lines[0], 'table,row,row_name,column,column_name,value');
  const weights = lines.filter((line) => line.startsWith('weights,'));
  assert.equal(weights.length, 16);
  assert.match(weights[1], /^weights,0,"a,b",1,"""c""",0\.\d+$/);
  assert.match(weights[11], /^weights,2," d",3,=1\+1,/);
  const shown = await page.evaluate(() =>
    Array.from(
      /** @type {Tag} */ (document.querySelector('attention-map')).result?.weights.data ?? [],
    ),
  );
  weights.forEach((line, cell) => {
    assert.equal(Number(line.split(',').at(-1)), shown[cell]);
  });
});

for (const [name, attributes, content] of /** @type {const} */ ([
  ['the chapter’s temperatures', { view: 'temperature', mask: 'causal', temperature: '2' }, ''],
  ['given data', { mask: 'causal', view: 'stages' }, script],
  ['words', { tokens: '["<b>","the cat"]', view: 'temperature', scale: 'off' }, ''],
])) {
  test(`JSON brings back the same picture: ${name}`, async () => {
    const page = await concepts.open({ ...attributes }, { content });
    const before = await texts(page, '[part~="picture"]');
    const json = await textOf(page, 'json');
    const again = await concepts.open(
      {},
      {
        content: `<script type="application/json">${json.replaceAll('</', '<\\/')}</script>`,
      },
    );
    assert.deepEqual(await texts(again, '[part~="picture"]'), before);
    assert.ok(before[0].length > 20);
    assert.equal(await textOf(again, 'json'), json);
  });
}

test('what the reader takes away of a file’s attributes stays away', async () => {
  const json = JSON.stringify({ v: 1, attributes: { view: 'temperature', temperature: '2' } });
  const page = await concepts.open(
    {},
    { content: `<script type="application/json">${json}</script>` },
  );
  assert.match((await texts(page, '.sentence'))[0], /· 2 = /);
  await page.getByRole('button', { name: /same map without/ }).click();
  await settled(page);
  assert.match((await texts(page, '.sentence'))[0], /alone/);
});

test('attributes of a file that the tag does not know are refused by name', async () => {
  for (const [attributes, message] of /** @type {const} */ ([
    [{ onclick: 'alert(1)' }, /attributes has 'onclick', which the tag does not know/],
    [{ temperature: 'hot' }, /temperature is 'hot'/],
    [{ temperature: 2 }, /attributes\.temperature is 2, expected a string/],
  ])) {
    const page = await concepts.open({ view: 'temperature' });
    await page.evaluate(
      (data) => {
        Reflect.set(/** @type {Tag} */ (document.querySelector('attention-map')), 'data', data);
      },
      { attributes },
    );
    await settled(page);
    assert.match((await texts(page, '[part~="error"]'))[0], message);
    assert.equal((await texts(page, '.numbers span')).length, 16);
  }
});

test('the menu saves files and copies a link, and says so', async () => {
  const page = await concepts.open({ mask: 'causal', view: 'temperature' });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.locator('summary', { hasText: 'Save' }).click();
  const arrives = page.waitForEvent('download');
  await page.getByRole('button', { name: 'SVG' }).click();
  const download = await arrives;
  assert.equal(download.suggestedFilename(), 'attention-temperature.svg');
  await page.waitForFunction(
    () =>
      document.querySelector('attention-map')?.shadowRoot?.querySelector('.said')?.textContent ===
      'SVG saved.',
  );
  await page.evaluate(() =>
    document.addEventListener('attention-map:link', (event) => {
      const { detail } = /** @type {CustomEvent} */ (event);
      detail.href = `https://example.org/#${detail.attributes.view}`;
    }),
  );
  await page.getByRole('button', { name: 'Copy link' }).click();
  await page.waitForFunction(
    () =>
      document.querySelector('attention-map')?.shadowRoot?.querySelector('.said')?.textContent ===
      'Link copied.',
  );
  assert.equal(
    await page.evaluate(() => navigator.clipboard.readText()),
    'https://example.org/#temperature',
  );
  // What was opened here is nowhere that a link could lead to.
  await page.evaluate(async () => {
    const tag = /** @type {Tag} */ (document.querySelector('attention-map'));
    tag.setAttribute('view', 'map');
    await tag.open('[[1, 0], [0.5, 0.5]]');
  });
  await page.getByRole('button', { name: 'Copy link' }).click();
  await page.waitForFunction(
    () =>
      document.querySelector('attention-map')?.shadowRoot?.querySelector('.said')?.textContent ===
      'Link copied. The numbers that were opened are not in it; “Everything (JSON)” has them.',
  );
});

test('nothing shown, nothing exported; unknown formats are named', async () => {
  const page = await concepts.open({ mask: 'causal' }, { content: script });
  const said = await page.evaluate(async () => {
    const tag = /** @type {Tag} */ (document.querySelector('attention-map'));
    const fresh = /** @type {Tag} */ (document.createElement('attention-map'));
    return Promise.all([
      tag.exportAs(/** @type {never} */ ('gif')).catch((error) => error.message),
      fresh.exportAs('svg').catch((error) => error.message),
    ]);
  });
  assert.deepEqual(said, [
    "format is 'gif', expected png, png-3x, svg, csv, json",
    'there is nothing to export: no map is shown',
  ]);
});

/** Texts that reach beyond the picture's edges, measured by the browser that draws it. @param {import('playwright-core').Page} page */
const cutTexts = async (page) =>
  page.evaluate(
    (svg) => {
      const room = document.createElement('div');
      room.append(new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement);
      document.body.append(room);
      const picture = /** @type {SVGSVGElement} */ (room.firstElementChild);
      const { x, width } = picture.viewBox.baseVal;
      const cut = Array.from(picture.querySelectorAll('text')).filter((text) => {
        const box = text.getBBox();
        return box.x < x - 1 || box.x + box.width > x + width + 1;
      });
      room.remove();
      return cut.map((text) => text.textContent);
    },
    await textOf(page, 'svg'),
  );

test('no word of a saved picture lies outside it, broken ones and programs included', async () => {
  for (const view of ['tiles', 'sketch', 'cross', 'scaling'])
    for (const width of [320, 1280]) {
      const page = await concepts.open({ view }, { viewport: { width, height: 900 } });
      await settled(page);
      assert.deepEqual(await cutTexts(page), [], `${view} at ${width} px`);
    }
});

/** @param {import('playwright-core').Page} page @returns {Promise<string[]>} what is written in a saved picture */
const saidIn = async (page) =>
  page.evaluate(
    (svg) =>
      Array.from(
        new DOMParser().parseFromString(svg, 'image/svg+xml').querySelectorAll('text'),
        ({ textContent }) => (textContent ?? '').replace(/[\u2066-\u2069]/g, ''),
      ),
    await textOf(page, 'svg'),
  );

test('what can be done on the page is not in a saved picture', async () => {
  for (const view of ['masks', 'order', 'projections', 'cost', 'heads', 'map', 'lines']) {
    const page = await concepts.open({ view, tokens: 'a b c', workbench: '' });
    if (view === 'map') await page.locator('.map-grid').press('Enter');
    const said = (await saidIn(page)).join(' ');
    assert.ok(said.length > 30);
    const asks =
      /\b(point at|press|click|replace a number|until you ask|arrow keys|move one|locked)\b/i;
    assert.doesNotMatch(said, asks, view);
  }
});

test('a name with an index stands apart from the word behind it, as on the page', async () => {
  const page = await concepts.open({ view: 'heads', workbench: '' });
  const gap = await page.evaluate(
    (svg) => {
      const room = document.createElement('div');
      room.append(new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement);
      document.body.append(room);
      const all = Array.from(room.querySelectorAll('text'));
      const after = all.findIndex(({ textContent }) => textContent?.startsWith('is the identity'));
      const [index, word] = [all[after - 1].getBBox(), all[after].getBBox()];
      room.remove();
      return { before: all[after - 1].textContent, space: word.x - index.x - index.width };
    },
    await textOf(page, 'svg'),
  );
  assert.equal(gap.before, 'O');
  assert.ok(gap.space > 2 && gap.space < 8, `${gap.space} px`);
});

test('a saved picture says with which settings it was drawn', async () => {
  const scaling = await concepts.open({ view: 'scaling', scale: 'off' });
  const lower = (await saidIn(scaling)).join(' ');
  assert.match(lower, /The chapter’s example weights from raw scores softmax of q · k query/);
  await setAttributes(scaling, { scale: null });
  assert.match(
    (await saidIn(scaling)).join(' '),
    /The chapter’s example weights from scaled scores softmax of q · k ÷ √8 = 2\.83 query/,
  );
  const tiles = await concepts.open({ view: 'tiles', row: '2' });
  assert.ok((await saidIn(tiles)).includes('scores of query 2'));
  const order = await concepts.open({ view: 'order', positions: 'on' });
  assert.ok((await saidIn(order)).includes('positions added, computed, then moved'));
});

test('a saved picture of lines says which heads they are of, each in its colour', async () => {
  const page = await concepts.open({ view: 'lines', tokens: 'a b c', heads: '4', off: '1' });
  const svg = await textOf(page, 'svg');
  assert.deepEqual((await saidIn(page)).slice(0, 4), ['heads', '0', '2', '3']);
  const swatches = await page.evaluate(() =>
    Array.from(
      document
        .querySelector('attention-map')
        ?.shadowRoot?.querySelectorAll('.head-toggles [aria-pressed="true"] i') ?? [],
      (swatch) => getComputedStyle(swatch).backgroundColor,
    ),
  );
  assert.equal(new Set(swatches).size, 3);
  // One of them has no blue at all, which is no transparency.
  for (const colour of swatches)
    assert.ok(svg.includes(`fill="${colour}"`), `${colour} is not in the picture`);
  await setAttributes(page, { head: '2' });
  assert.match((await saidIn(page))[0], /^head 2 · \d+ of 9 weights are drawn/);
  await setAttributes(page, { head: 'mean' });
  assert.match((await saidIn(page)).join(' '), /^heads 0 2 3 mean of 3 heads · /);
});
