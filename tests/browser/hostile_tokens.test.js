// Token text is text: whatever a tokenizer or a stranger puts there is shown, kept to its place, and saved exactly.
import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { drawn, escapeAttribute, htmlPage, openHarness, STANDALONE } from './harness/pages.js';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('attention-map/element').AttentionMapElement} Tag */

const TOKENS = [
  '<img src=x onerror="window.hacked=1">',
  '</script><script>window.hacked=1</script>',
  '&lt;b&gt;',
  '',
  ' ',
  '  ',
  '\n',
  '\t',
  'Ġthe',
  '▁the',
  'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunter',
  'السلام',
  'e\u0301\u0323\u0302',
  '👨‍👩‍👧‍👦',
  '\ufffd',
  '\ud83d',
  'the',
  'the',
  '‮evil',
  '=HYPERLINK("http://x")',
  '"quoted", comma',
  "it's",
  '%00\\u0000',
  '$' + '{1+1}{{2}}',
];

/** @type {import('./harness/pages.js').Harness} */
let harness;
before(async () => {
  const tag = (/** @type {string} */ tokens) =>
    `<attention-map id="map" mask="causal" tokens="${escapeAttribute(tokens)}"></attention-map>`;
  harness = await openHarness({
    '/tokens.html': { body: htmlPage(tag(JSON.stringify(TOKENS)), '', STANDALONE) },
    '/empty.html': { body: htmlPage('<attention-map></attention-map>', '', STANDALONE) },
  });
});
afterEach(() => harness.closePages());
after(() => harness.close());

/** @param {Page} page */
const harmless = async (page) => {
  const found = await page.evaluate(() => ({
    hacked: Reflect.get(window, 'hacked'),
    nodes: document
      .querySelector('attention-map')
      ?.shadowRoot?.querySelectorAll('img, script, iframe, b').length,
  }));
  assert.deepEqual(found, { hacked: undefined, nodes: 0 });
  assert.deepEqual(harness.takeTroubles(), []);
};

/** Labels that are drawn over each other. @param {Page} page */
const overlaps = (page) =>
  page.evaluate(() => {
    const root = document.querySelector('attention-map')?.shadowRoot;
    return ['top', 'left'].flatMap((side) => {
      const boxes = Array.from(
        root?.querySelectorAll(`.axis.${side}:not([hidden]) .label:not(.focus)`) ?? [],
        (label) => label.getBoundingClientRect(),
      );
      return boxes.slice(1).flatMap((box, index) => {
        const overlap =
          side === 'top' ? boxes[index].right - box.left : boxes[index].bottom - box.top;
        // Line boxes are taller than ink: a third of a line may overlap before glyphs can.
        const allowed = 0.34 * (side === 'top' ? box.width : box.height);
        return overlap > allowed ? [`${side} ${index + 1}: ${overlap}`] : [];
      });
    });
  });

for (const view of ['map', 'heads', 'stages']) {
  test(`${view}: nothing runs, and labels keep apart at 320 px`, async () => {
    const page = await harness.open('/tokens.html', { viewport: { width: 320, height: 700 } });
    await page.evaluate((name) => document.getElementById('map')?.setAttribute('view', name), view);
    await drawn(page);
    if (view === 'map') assert.deepEqual(await overlaps(page), []);
    assert.ok(
      await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth),
      'wider than the page',
    );
    await harmless(page);
  });
}

test('tokens without ink have a sign, and their title is what they are', async () => {
  const page = await harness.open('/tokens.html', { viewport: { width: 1280, height: 900 } });
  await drawn(page);
  const labels = await page.evaluate(() =>
    Array.from(
      document
        .querySelector('attention-map')
        ?.shadowRoot?.querySelectorAll('.axis.left .label:not(.focus)') ?? [],
      (label) => [label.textContent, /** @type {HTMLElement} */ (label).title],
    ),
  );
  assert.deepEqual(labels.slice(3, 8), [
    ['∅', ''],
    ['␣', ' '],
    ['␣␣', '  '],
    ['⏎', '\n'],
    ['⇥', '\t'],
  ]);
  assert.deepEqual(labels[0], [TOKENS[0], TOKENS[0]]);
  await harmless(page);
});

/** @param {Page} page @param {'svg' | 'csv' | 'json'} format */
const fileOf = (page, format) =>
  page.evaluate(async (name) => {
    const tag = /** @type {Tag} */ (document.querySelector('attention-map'));
    return (await tag.exportAs(name)).text();
  }, format);

test('JSON keeps every token exactly, and brings the picture back on another page', async () => {
  const page = await harness.open('/tokens.html');
  await drawn(page);
  const json = await fileOf(page, 'json');
  assert.deepEqual(JSON.parse(json).tokens, TOKENS);
  const other = await harness.open('/empty.html');
  const tokens = await other.evaluate(async (text) => {
    const tag = /** @type {Tag} */ (document.querySelector('attention-map'));
    tag.data = JSON.parse(text);
    await tag.ready;
    return JSON.parse(await (await tag.exportAs('json')).text()).tokens;
  }, json);
  assert.deepEqual(tokens, TOKENS);
  await harmless(other);
});

test('CSV keeps every token that UTF-8 can write, and SVG is well formed', async () => {
  const page = await harness.open('/tokens.html');
  await drawn(page);
  const written = (/** @type {string} */ token) => (token === '\ud83d' ? '\ufffd' : token);
  const csv = await fileOf(page, 'csv');
  for (const token of TOKENS) {
    const text = written(token);
    const field = /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
    assert.ok(csv.includes(`,${field},`), JSON.stringify(token));
  }
  const fault = await page.evaluate(
    (svg) => {
      const parsed = new DOMParser().parseFromString(svg, 'image/svg+xml');
      return [
        parsed.querySelector('parsererror')?.textContent ?? '',
        parsed.querySelectorAll('img, script, foreignObject').length,
      ];
    },
    await fileOf(page, 'svg'),
  );
  assert.deepEqual(fault, ['', 0]);
  await harmless(page);
});

test('JSON and attributes that name what objects have do not change them', async () => {
  const page = await harness.open('/empty.html');
  const hostile = [
    '{"v":1,"tokens":["a","b"],"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}',
    '{"v":1,"tokens":["__proto__","constructor","toString"],"attributes":{"__proto__":"x","view":"map"}}',
    '{"v":1,"tokens":["a"],"attributes":{"onclick":"window.hacked=1"}}',
  ];
  const found = await page.evaluate(async (texts) => {
    await customElements.whenDefined('attention-map');
    for (const text of texts) {
      const tag = document.createElement('attention-map');
      const script = document.createElement('script');
      script.type = 'application/json';
      script.textContent = text;
      tag.append(script);
      document.body.append(tag);
    }
    await new Promise((resolve) => setTimeout(resolve, 400));
    return {
      polluted: Reflect.get({}, 'polluted') ?? Reflect.get([], 'polluted'),
      view: Reflect.get({}, 'view'),
    };
  }, hostile);
  assert.deepEqual(found, { polluted: undefined, view: undefined });
  await harmless(page);
});
