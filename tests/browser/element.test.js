// <attention-map> in a real browser: what it draws. Oracle for numbers: the chapter (tests/golden/chapter.json).
import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { colourAt, palette } from '../../web/src/palettes.js';
import {
  chapter,
  drawn,
  escapeAttribute,
  golden,
  htmlPage,
  openHarness,
  samples,
} from './harness/pages.js';

const json = JSON.stringify({ v: 1, ...chapter });
const script = `<script type="application/json">${json}</script>`;
const hostile = '<img src=x onerror="window.hacked=1">';

/** @type {import('./harness/pages.js').Harness} */
let harness;
before(async () => {
  harness = await openHarness({
    '/chapter.html': { body: htmlPage(`<attention-map mask="causal">${script}</attention-map>`) },
    '/stages.html': {
      body: htmlPage(`<attention-map mask="causal" view="stages">${script}</attention-map>`),
    },
    '/hostile.html': {
      body: htmlPage(
        `<attention-map tokens="${escapeAttribute(JSON.stringify([hostile, 'שלום', '‮evil', 'ok']))}"></attention-map>`,
      ),
    },
    '/csp.html': {
      body: `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>CSP</title><link rel="icon" href="data:,">
<script type="module" src="/web/src/register.js"></script></head><body>
<attention-map tokens="the cat sat" view="stages" controls></attention-map></body></html>`,
      headers: {
        'content-security-policy':
          "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:",
      },
    },
  });
});
after(() => harness.close());
afterEach(() => {
  assert.deepEqual(harness.takeTroubles(), []);
});

test('every cell is the palette’s colour of its weight, and masked cells are transparent over a hatch', async () => {
  const page = await harness.open('/chapter.html');
  await drawn(page);
  const { width, height, data } = await samples(page, 'map');
  assert.deepEqual([width, height], [4, 4]);
  const table = palette('ink', 'light');
  for (let i = 0; i < 4; i++) {
    for (let j = 0; j < 4; j++) {
      const pixel = data.slice((i * 4 + j) * 4, (i * 4 + j) * 4 + 4);
      const expected =
        j > i ? [0, 0, 0, 0] : [...colourAt(table, golden.cases.causal.A[i][j]), 255];
      assert.deepEqual(pixel, expected, `cell ${i}, ${j}`);
    }
  }
  const hatch = await page.evaluate(() => {
    const plate = document
      .querySelector('attention-map')
      ?.shadowRoot?.querySelector('[part~="map"]');
    return plate ? getComputedStyle(plate, '::before').backgroundImage : '';
  });
  assert.match(hatch, /^repeating-linear-gradient/);
  await page.context().close();
});

test('on screen the cells have those colours, and masked ones are hatched, not flat', async () => {
  const page = await harness.open('/chapter.html');
  await drawn(page);
  const box = await page.evaluate(() =>
    document
      .querySelector('attention-map')
      ?.shadowRoot?.querySelector('[part~="map"]')
      ?.getBoundingClientRect()
      .toJSON(),
  );
  const shot = await page.screenshot({
    clip: { x: box.x, y: box.y, width: box.width, height: box.height },
  });
  const image = await page.evaluate(async (base64) => {
    const blob = await (await fetch(`data:image/png;base64,${base64}`)).blob();
    const bitmap = await createImageBitmap(blob);
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
    if (!context) throw new Error('no context');
    context.drawImage(bitmap, 0, 0);
    return {
      width: bitmap.width,
      data: Array.from(context.getImageData(0, 0, bitmap.width, bitmap.height).data),
    };
  }, shot.toString('base64'));
  const cell = image.width / 4;
  const at = (/** @type {number} */ x, /** @type {number} */ y) => {
    const place = (Math.round(y) * image.width + Math.round(x)) * 4;
    return image.data.slice(place, place + 3);
  };
  const table = palette('ink', 'light');
  for (const [i, j] of [
    [0, 0],
    [1, 0],
    [2, 1],
    [3, 3],
  ]) {
    // Below the number, above the rule.
    const seen = at((j + 0.5) * cell, (i + 0.9) * cell);
    assert.deepEqual(seen, [...colourAt(table, golden.cases.causal.A[i][j])], `cell ${i}, ${j}`);
  }
  const masked = new Set();
  for (let x = 4; x < cell - 4; x++) masked.add(at(3 * cell + x, cell * 0.1 + 4).join());
  assert.ok(masked.size > 1, 'a masked cell has one flat colour');
  await page.context().close();
});

test('the chapter’s table is printed as strings in the cells, with the true row sums beside them', async () => {
  const page = await harness.open('/chapter.html');
  await drawn(page);
  const text = await page.evaluate(() => {
    const root = document.querySelector('attention-map')?.shadowRoot;
    const all = (/** @type {string} */ css) =>
      Array.from(root?.querySelectorAll(css) ?? [], (node) => node.textContent);
    return {
      cells: all('[part~="numbers"] span'),
      sums: all('[part~="row-sums"] > div'),
      columns: all('.axis.top .label:not(.focus)'),
    };
  });
  assert.deepEqual(text.cells, golden.print2_causal.flat());
  assert.deepEqual(text.sums, ['1.00', '1.00', '1.00', '1.00']);
  assert.deepEqual(text.columns, chapter.tokens);
  const axes = await page.evaluate(
    () =>
      document.querySelector('attention-map')?.shadowRoot?.querySelector('.map-grid')
        ?.textContent ?? '',
  );
  assert.match(axes, /query ↓/);
  assert.match(axes, /key → columns/);
  await page.context().close();
});

test('the four stages print the chapter’s numbers, −∞ where masked, and × V = output', async () => {
  const page = await harness.open('/stages.html');
  await drawn(page);
  const panels = await page.evaluate(() => {
    const root = document.querySelector('attention-map')?.shadowRoot;
    return Array.from(root?.querySelectorAll('[part~="stage"]') ?? [], (panel) =>
      Array.from(panel.querySelectorAll('[part~="numbers"] span'), (node) => node.textContent),
    );
  });
  const print = (/** @type {number} */ value) =>
    value.toFixed(2).replace('-0.00', '0.00').replace('-', '−');
  const flat = (/** @type {number[][]} */ rows) => rows.flat().map(print);
  assert.equal(panels.length, 6);
  assert.deepEqual(panels[0], flat(golden.raw_scores));
  assert.deepEqual(panels[1], flat(golden.scaled_scores));
  const masked = flat(golden.scaled_scores).map((text, index) =>
    index % 4 > Math.floor(index / 4) ? '−∞' : text,
  );
  assert.deepEqual(panels[2], masked);
  assert.deepEqual(panels[3], golden.print2_causal.flat());
  assert.deepEqual(panels[4], flat(golden.V));
  assert.deepEqual(panels[5], flat(golden.cases.causal.out));
  assert.ok(!panels.flat().includes('-0.00') && !panels.flat().includes('−0.00'));
  await page.context().close();
});

test('token text is text: markup does not become nodes, right-to-left words do not turn the map', async () => {
  const page = await harness.open('/hostile.html');
  await drawn(page);
  const found = await page.evaluate(() => {
    const tag = /** @type {import('attention-map/element').AttentionMapElement} */ (
      document.querySelector('attention-map')
    );
    const root = tag.shadowRoot;
    tag.selection = { head: 0, row: 0, column: 1, locked: false };
    root?.querySelector('details')?.setAttribute('open', '');
    const labels = Array.from(root?.querySelectorAll('.axis.left .label:not(.focus)') ?? []);
    const map = root?.querySelector('[part~="map"]')?.getBoundingClientRect();
    return {
      images: root?.querySelectorAll('img').length,
      hacked: 'hacked' in window,
      labels: labels.map((label) => label.textContent),
      direction: labels[1] && getComputedStyle(labels[1]).direction,
      left: labels.every((label) => label.getBoundingClientRect().right <= (map?.left ?? 0)),
      readout: root?.querySelector('[part~="readout"]')?.textContent,
    };
  });
  await page.waitForTimeout(50);
  assert.deepEqual(
    { ...found, readout: undefined },
    {
      images: 0,
      hacked: false,
      labels: [hostile, 'שלום', '‮evil', 'ok'],
      direction: 'rtl',
      left: true,
      readout: undefined,
    },
  );
  assert.ok(
    found.readout?.includes(`\u2068${hostile}\u2069`) && found.readout.includes('\u2068שלום\u2069'),
  );
  await page.context().close();
});

test('draws under a strict Content-Security-Policy', async () => {
  const page = await harness.open('/csp.html');
  await drawn(page);
  const { width } = await samples(page, 'map');
  assert.equal(width, 3);
  const styled = await page.evaluate(() => {
    const plate = document
      .querySelector('attention-map')
      ?.shadowRoot?.querySelector('[part~="map"]');
    return plate ? getComputedStyle(plate).position : '';
  });
  assert.equal(styled, 'relative');
  await page.context().close();
});
