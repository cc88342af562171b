// <attention-map> in a real browser: what it draws, from where it takes its data, and how it refuses.
// Oracle for numbers: the chapter (tests/golden/chapter.json).
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
  partText,
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
    '/words.html': {
      body: htmlPage(
        '<attention-map tokens="the cat sat on the mat" mask="causal"></attention-map>',
      ),
    },
    '/empty.html': {
      body: htmlPage('<attention-map><p id="fallback">A static picture.</p></attention-map>'),
    },
    '/hostile.html': {
      body: htmlPage(
        `<attention-map tokens="${escapeAttribute(JSON.stringify([hostile, 'שלום', '‮evil', 'ok']))}"></attention-map>`,
      ),
    },
    '/src.html': {
      body: htmlPage('<attention-map src="chapter.json" mask="causal"></attention-map>'),
    },
    '/chapter.json': { body: json },
    '/csp.html': {
      body: `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>CSP</title><link rel="icon" href="data:,">
<script type="module" src="/web/src/register.js"></script></head><body>
<attention-map tokens="the cat sat" view="stages" controls></attention-map></body></html>`,
      headers: {
        'content-security-policy':
          "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:",
      },
    },
    '/nowasm.html': {
      body: htmlPage(
        '<attention-map tokens="a b"><p id="fallback">A static picture.</p></attention-map>',
        '<script>delete globalThis.WebAssembly</script>',
      ),
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
    return plate ? getComputedStyle(plate).backgroundImage : '';
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

test('.result holds the engine’s tensors, and .ready and attention-map:ready tell of the first drawing', async () => {
  const page = await harness.open('/empty.html');
  const told = await page.evaluate(async (data) => {
    await customElements.whenDefined('attention-map');
    const Tag = customElements.get('attention-map');
    if (!Tag) throw new Error('not defined');
    const tag = /** @type {import('attention-map/element').AttentionMapElement} */ (new Tag());
    let events = 0;
    document.addEventListener('attention-map:ready', () => {
      events += 1;
    });
    tag.setAttribute('mask', 'causal');
    tag.data = data;
    document.body.append(tag);
    await tag.ready;
    const result = tag.result;
    return {
      events,
      shape: result?.weights.shape,
      weights: Array.from(result?.weights.data ?? []),
      names: Object.keys(result ?? {}),
    };
  }, chapter);
  assert.equal(told.events, 1);
  assert.deepEqual(told.shape, [1, 4, 4]);
  golden.cases.causal.A.flat().forEach(
    (/** @type {number} */ weight, /** @type {number} */ index) => {
      assert.ok(Math.abs(told.weights[index] - weight) < 1e-6);
    },
  );
  assert.ok(told.names.includes('output') && told.names.includes('maskedScores'));
  await page.context().close();
});

test('nested arrays, flat arrays and finished weights are taken as .data, q/k/v too', async () => {
  const page = await harness.open('/empty.html');
  const shapes = await page.evaluate(async (golden) => {
    await customElements.whenDefined('attention-map');
    const tag = /** @type {import('attention-map/element').AttentionMapElement} */ (
      document.querySelector('attention-map')
    );
    const settle = () =>
      new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const seen = [];
    for (const data of [
      { tokens: ['a', 'b', 'c', 'd'], query: golden.Q, key: golden.K, value: golden.V },
      {
        query: { data: golden.Q.flat(), shape: [1, 4, 8] },
        key: [golden.K],
        value: { data: Float32Array.from(golden.V.flat()), shape: [4, 8] },
      },
      { weights: golden.cases.causal.A },
      { tokens: ['a', 'b', 'c', 'd'], query: golden.Q.slice(2), key: golden.K, value: golden.V },
    ]) {
      tag.data = data;
      await tag.ready;
      await settle();
      seen.push({
        shape: tag.result?.weights.shape,
        labels: Array.from(
          tag.shadowRoot?.querySelectorAll('.axis.left .label:not(.focus)') ?? [],
          (node) => node.textContent,
        ),
      });
    }
    return seen;
  }, golden);
  assert.deepEqual(shapes, [
    { shape: [1, 4, 4], labels: ['a', 'b', 'c', 'd'] },
    { shape: [1, 4, 4], labels: ['0', '1', '2', '3'] },
    { shape: [1, 4, 4], labels: ['0', '1', '2', '3'] },
    { shape: [1, 2, 4], labels: ['c', 'd'] },
  ]);
  await page.context().close();
});

test('src brings the same JSON from a file', async () => {
  const page = await harness.open('/src.html');
  await drawn(page);
  assert.equal(
    await page.evaluate(
      () =>
        document.querySelector('attention-map')?.shadowRoot?.querySelector('[part~="numbers"]')
          ?.textContent,
    ),
    golden.print2_causal.flat().join(''),
  );
  await page.context().close();
});

test('words alone are drawn, and called what they are', async () => {
  const page = await harness.open('/words.html');
  await drawn(page);
  assert.match(await partText(page, 'note'), /untrained weights/);
  await page.context().close();
});

test('bad input shows its message, keeps the map, fires error; the next good input clears it', async () => {
  const page = await harness.open('/chapter.html');
  await drawn(page);
  const before = await samples(page, 'map');
  const codes = await page.evaluate(async () => {
    const tag = /** @type {import('attention-map/element').AttentionMapElement} */ (
      document.querySelector('attention-map')
    );
    /** @type {string[]} */
    const codes = [];
    document.addEventListener('attention-map:error', (event) => {
      const { error } = /** @type {CustomEvent} */ (event).detail;
      codes.push(`${error.code} ${error.argument}`);
    });
    const settle = () =>
      new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    tag.setAttribute('mask', 'cuasal');
    await settle();
    tag.setAttribute('mask', 'causal');
    tag.setAttribute('heads', '3');
    await settle();
    tag.removeAttribute('heads');
    tag.data = { weights: [[1, 'x']] };
    await settle();
    tag.data = { query: [[1, 2]], key: [[1, 2, 3]], value: [[1, 2]] };
    await settle();
    return codes;
  });
  assert.deepEqual(codes, ['option mask', 'shape wq', 'option weights', 'shape key']);
  assert.match(await partText(page, 'error'), /cannot be drawn[\s\S]*key[\s\S]*stays/);
  assert.deepEqual(await samples(page, 'map'), before);
  await page.evaluate(() => {
    const tag = /** @type {import('attention-map/element').AttentionMapElement} */ (
      document.querySelector('attention-map')
    );
    tag.data = null;
  });
  await drawn(page);
  assert.equal(await partText(page, 'error'), '');
  await page.context().close();
});

test('without data the author’s fallback stays; after the first drawing it is gone', async () => {
  const page = await harness.open('/empty.html');
  await page.evaluate(() => customElements.whenDefined('attention-map'));
  await page.waitForTimeout(100);
  assert.equal(await page.locator('#fallback').isVisible(), true);
  await page.evaluate((data) => {
    const tag = /** @type {import('attention-map/element').AttentionMapElement} */ (
      document.querySelector('attention-map')
    );
    tag.data = data;
  }, chapter);
  await drawn(page);
  assert.equal(await page.locator('#fallback').isVisible(), false);
  await page.context().close();
});

test('where WebAssembly is missing the fallback stays, the message says so, and ready rejects', async () => {
  const page = await harness.open('/nowasm.html');
  const message = await page.evaluate(async () => {
    await customElements.whenDefined('attention-map');
    const tag = /** @type {import('attention-map/element').AttentionMapElement} */ (
      document.querySelector('attention-map')
    );
    return tag.ready.then(
      () => 'drawn',
      (error) => `${error.name}: ${error.code}`,
    );
  });
  assert.equal(message, 'AttentionError: backend');
  assert.equal(await page.locator('#fallback').isVisible(), true);
  assert.match(await partText(page, 'error'), /\S/);
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
