// Pages that a tag may find itself on: old libraries, a module loader, hostile styles and prototypes, the script twice and beside
// the modules, forced colours, a page that must not move.
import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import {
  chapter,
  drawn,
  golden,
  htmlPage,
  openHarness,
  STANDALONE,
  samples,
} from './harness/pages.js';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('attention-map/element').AttentionMapElement} Tag */

const tagOf = (more = '') =>
  `<attention-map mask="causal" ${more}><p id="fallback">a picture</p><script type="application/json">` +
  `${JSON.stringify(chapter)}</script></attention-map>`;
/** What stands there until the tag is drawn: as tall as the height that the tag is given. */
const PICTURE =
  '<img id="fallback" src="data:," alt="four weights" width="600" height="520" style="display: block">';
const old = (/** @type {string} */ path) => `<script src="/node_modules/${path}"></script>`;
const SMALL = '<script defer src="/dist/site/attention-map.js"></script>';

const HOSTILE_CSS = `<style>
* { transition: all 2s; line-height: 3; letter-spacing: 3px; word-spacing: 12px; text-transform: uppercase; text-indent: 40px }
div, span, p, table, td, th, canvas, button, output, slot { border: 5px solid red !important; margin: 17px !important; padding: 9px !important; float: left }
canvas, img, svg { max-width: 40px !important; height: auto !important; display: inline !important; filter: invert(1) }
table { table-layout: fixed; width: 100% } [part] { position: absolute !important; display: none } [hidden] { display: block !important }
button, input, select { appearance: none; width: 100%; font-size: 60px } .root, .picture, .map { visibility: hidden; opacity: 0.1 }
</style>`;

const HOSTILE_PROTOTYPES = `<script>
Array.prototype.first = function () { return this[0]; };
Array.prototype.flatten = function () { return []; };
String.prototype.format = function () { return 'formatted'; };
Function.prototype.bindAsEventListener = function () {};
Element.prototype.hide = function () { this.style.display = 'none'; };
window.define = undefined; window.module = { exports: {} }; window.exports = window.module.exports;
var node = 'mine', core = 'mine', attentionMap = 'mine', Panel = 'mine', tensor = 'mine';
</script>`;

/** By name: what stands in the head before the tag's own script, and that script. */
const hosts = {
  'a bare page': ['', STANDALONE],
  RequireJS: [old('requirejs/require.js'), STANDALONE],
  'jQuery 1.12 and D3 3.5': [old('jquery/dist/jquery.js') + old('d3/d3.js'), STANDALONE],
  'RequireJS, jQuery and D3': [
    // In this order, as a notebook has them: D3 after a loader would be the anonymous module itself.
    old('jquery/dist/jquery.js') + old('d3/d3.js') + old('requirejs/require.js'),
    STANDALONE,
  ],
  'hostile styles': [HOSTILE_CSS, STANDALONE],
  'altered prototypes and taken names': [HOSTILE_PROTOTYPES, STANDALONE],
  'the script twice': [STANDALONE, STANDALONE],
  'both scripts, the small one first': [SMALL, STANDALONE],
  'both scripts, the large one first': [STANDALONE, SMALL],
  'the script and the modules': [
    STANDALONE,
    '<script type="module" src="/web/src/register.js"></script>',
  ],
};
const paths = Object.fromEntries(Object.keys(hosts).map((name, place) => [name, `/${place}.html`]));

/** @type {import('./harness/pages.js').Harness} */
let harness;
before(async () => {
  /** @type {Record<string, import('./harness/server.js').Made>} */
  const made = {};
  for (const [name, [head, script]] of Object.entries(hosts))
    made[paths[name]] = {
      body: htmlPage(tagOf(), head, '').replace('</head>', `${script}</head>`),
    };
  made['/still.html'] = {
    body: htmlPage(
      `<p>Before.</p><figure>${tagOf('height="520"').replace('<p id="fallback">a picture</p>', PICTURE)}</figure><p id="next">After.</p>`,
      '',
      '',
    ),
  };
  harness = await openHarness(made);
});
afterEach(() => harness.closePages());
after(() => harness.close());

/** @param {Page} page */
const cores = (page) =>
  page.evaluate(
    () =>
      Object.getOwnPropertySymbols(globalThis)
        .filter((symbol) => symbol.description?.startsWith('attention-map/core@'))
        .flatMap((symbol) => [.../** @type {any} */ (globalThis)[symbol].values()].flat()).length,
  );

/** Where the cells lie within the tag, to the pixel, and how large its type is. @param {Page} page */
const geometry = (page) =>
  page.evaluate(() => {
    const tag = /** @type {Tag} */ (document.querySelector('attention-map'));
    const plate = /** @type {HTMLElement} */ (tag.shadowRoot?.querySelector('[part~="map"]'));
    const { width, height } = plate.getBoundingClientRect();
    return { width, height, shown: getComputedStyle(plate).visibility };
  });

for (const name of Object.keys(hosts)) {
  test(`draws the chapter’s map on a page with ${name}`, async () => {
    const page = await harness.open(paths[name]);
    await drawn(page);
    const weights = await page.evaluate(() => {
      const tag = /** @type {Tag} */ (document.querySelector('attention-map'));
      return [.../** @type {any} */ (tag.result).weights.data];
    });
    golden.cases.causal.A.flat().forEach(
      (/** @type {number} */ weight, /** @type {number} */ cell) => {
        assert.ok(Math.abs(weights[cell] - weight) < 1e-6, `cell ${cell} is ${weights[cell]}`);
      },
    );
    const { width, data } = await samples(page, 'map');
    assert.equal(width, 4);
    assert.equal(data[3], 255, 'the first cell is painted');
    assert.equal(data[4 * 3 + 3], 0, 'a masked cell is not');
    assert.equal(await cores(page), 1, 'one core');
    assert.deepEqual(harness.takeTroubles(), []);
  });
}

test('styles of the page reach no part inside', async () => {
  const plain = await harness.open(paths['a bare page']);
  await drawn(plain);
  const hostile = await harness.open(paths['hostile styles']);
  await drawn(hostile);
  const wanted = await geometry(plain);
  const found = await geometry(hostile);
  assert.equal(found.shown, 'visible');
  // Cells are sized by their numbers, which the page's letter spacing must not stretch.
  assert.deepEqual(found, wanted);
  harness.takeTroubles();
});

test('a module loader goes on loading modules, and is not given an anonymous one', async () => {
  const page = await harness.open(paths.RequireJS);
  await drawn(page);
  const value = await page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const { define, require } = /** @type {any} */ (window);
        define('mine', [], () => 42);
        require(['mine'], resolve, reject);
      }),
  );
  assert.equal(value, 42);
  assert.deepEqual(harness.takeTroubles(), []);
});

test('of two scripts the first defines the tag, and what it lacks it says with the script that has it', async () => {
  const page = await harness.open(paths['both scripts, the small one first']);
  await drawn(page);
  const said = await page.evaluate(
    () =>
      new Promise((resolve) => {
        const tag = /** @type {Tag} */ (document.querySelector('attention-map'));
        tag.addEventListener('attention-map:error', (event) => {
          resolve(/** @type {CustomEvent} */ (event).detail.error.message);
        });
        tag.setAttribute('view', 'temperature');
      }),
  );
  assert.equal(
    said,
    "view 'temperature' is in attention-map-all.js, to be loaded in place of this script, which has map, heads and stages",
  );
  harness.takeTroubles();
});

test('with a height, and a picture of that height until then, the page does not move when the figure comes', async () => {
  const page = await harness.open('/still.html');
  const before = await page.evaluate(async () => {
    // The tag is defined late, as over a slow line, when the page has long been painted.
    const found = { shifts: 0 };
    Object.assign(window, { found });
    const script = document.createElement('script');
    script.src = '/dist/site/attention-map.js';
    document.head.append(script);
    await customElements.whenDefined('attention-map');
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) found.shifts += Reflect.get(entry, 'value');
    }).observe({ type: 'layout-shift' });
    return document.getElementById('next')?.getBoundingClientRect().top;
  });
  await drawn(page);
  await page.waitForTimeout(100);
  const after = await page.evaluate(
    () => document.getElementById('next')?.getBoundingClientRect().top,
  );
  assert.equal(after, before);
  assert.equal(await page.evaluate(() => Reflect.get(window, 'found').shifts), 0);
  harness.takeTroubles();
});

test('in forced colours the cells keep theirs, and every word and line has the reader’s', async () => {
  const page = await harness.open(paths['a bare page'], { forcedColors: 'active' });
  await drawn(page);
  const { data } = await samples(page, 'map');
  assert.equal(data[3], 255);
  const found = await page.evaluate(() => {
    const root = document.querySelector('attention-map')?.shadowRoot;
    const probe = document.createElement('span');
    probe.style.color = 'CanvasText';
    document.body.append(probe);
    const wanted = getComputedStyle(probe).color;
    probe.remove();
    return [...(root?.querySelectorAll('.root, .readout .facts, summary') ?? [])].map(
      (part) => getComputedStyle(part).color === wanted,
    );
  });
  assert.ok(found.length >= 3);
  assert.ok(found.every(Boolean), String(found));
  harness.takeTroubles();
});
