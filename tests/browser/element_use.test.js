// <attention-map> in use: pointer, keys, touch, themes, several tags, and what assistive technology gets.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { after, afterEach, before, test } from 'node:test';
import { colourAt, palette } from '../../web/src/palettes.js';
import {
  cellCentre,
  chapter,
  drawn,
  golden,
  htmlPage,
  openHarness,
  partText,
  samples,
} from './harness/pages.js';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('attention-map/element').AttentionMapElement} Tag */

const axePath = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const script = `<script type="application/json">${JSON.stringify({ v: 1, ...chapter })}</script>`;
const four = { rows: 4, columns: 4 };

/** @type {import('./harness/pages.js').Harness} */
let harness;
before(async () => {
  harness = await openHarness({
    '/map.html': {
      body: htmlPage(
        `<h1>Map</h1><button>before</button><attention-map mask="causal">${script}</attention-map><button>after</button>`,
      ),
    },
    '/tall.html': {
      body: htmlPage(
        `<div style="height:60vh"></div><attention-map mask="causal">${script}</attention-map><div style="height:300vh"></div>`,
      ),
    },
    '/heads.html': {
      body: htmlPage(
        `<h1>Heads</h1><attention-map mask="causal" view="heads" heads="4">${script}</attention-map>`,
      ),
    },
    '/stages.html': {
      body: htmlPage(
        `<h1>Stages</h1><attention-map mask="causal" view="stages">${script}</attention-map>`,
      ),
    },
    '/two.html': {
      body: htmlPage(
        `<attention-map id="one" mask="causal">${script}</attention-map><attention-map id="two" tokens="a b c"></attention-map>`,
      ),
    },
    '/controls.html': {
      body: htmlPage(`<h1>Controls</h1><attention-map controls>${script}</attention-map>`),
    },
    '/large.html': { body: htmlPage('<attention-map></attention-map>') },
  });
});
after(() => harness.close());
afterEach(() => {
  assert.deepEqual(harness.takeTroubles(), []);
});

/** @param {Page} page @param {string} [css] */
const selection = (page, css = 'attention-map') =>
  page.evaluate((selector) => {
    const focus = /** @type {Tag} */ (document.querySelector(selector)).selection;
    return focus && `${focus.row},${focus.column}${focus.locked ? ' locked' : ''}`;
  }, css);

/** @param {Page} page */
const live = (page) =>
  page.evaluate(() =>
    (
      document.querySelector('attention-map')?.shadowRoot?.querySelector('[role="status"]')
        ?.textContent ?? ''
    ).replace(/[\u2066-\u2069]/g, ''),
  );

/** Count canvas writes from here on. @param {Page} page */
const countPaints = (page) =>
  page.evaluate(() => {
    const counter = { paints: 0 };
    Object.assign(window, { counter });
    const { putImageData } = CanvasRenderingContext2D.prototype;
    Object.assign(CanvasRenderingContext2D.prototype, {
      /** @this {CanvasRenderingContext2D} @param {unknown[]} rest */
      putImageData(...rest) {
        counter.paints += 1;
        Reflect.apply(putImageData, this, rest);
      },
    });
  });
/** @param {Page} page @returns {Promise<number>} */
const paints = (page) =>
  page.evaluate(
    () =>
      /** @type {{ counter: { paints: number } }} */ (/** @type {unknown} */ (window)).counter
        .paints,
  );

test('hover focuses row, column and cell, reads it out, and repaints nothing', async () => {
  const page = await harness.open('/map.html');
  await drawn(page);
  await countPaints(page);
  const { x, y } = await cellCentre(page, 2, 0, four);
  await page.mouse.move(x, y);
  assert.equal(await selection(page), '2,0');
  assert.match(
    await partText(page, 'readout'),
    /^query 2 ‘sat’ → key 0 ‘The’ · weight 0\.32 · score 0\.10 · row sum 1\.00/,
  );
  const marks = await page.evaluate(() => {
    const root = document.querySelector('attention-map')?.shadowRoot;
    const box = (/** @type {string} */ css) =>
      root?.querySelector(`[part~="map"] ${css}`)?.getBoundingClientRect().toJSON();
    return {
      row: box('.band.row'),
      column: box('.band.column'),
      mark: box('.mark'),
      labels: Array.from(
        root?.querySelectorAll('.label.focus:not([hidden])') ?? [],
        (node) => node.textContent,
      ),
    };
  });
  assert.ok(
    marks.mark.left < x && x < marks.mark.right && marks.mark.top < y && y < marks.mark.bottom,
  );
  assert.ok(marks.row.width > 3 * marks.row.height && marks.column.height > 3 * marks.column.width);
  assert.deepEqual(marks.labels, ['The', 'sat']);
  await page.mouse.move(2, 2);
  assert.equal(await selection(page), null);
  assert.equal(await paints(page), 0);
  await page.context().close();
});

test('click locks, hover then changes nothing, Escape unlocks, a second click on the cell too', async () => {
  const page = await harness.open('/map.html');
  await drawn(page);
  await page.evaluate(() => {
    /** @type {unknown[]} */
    const details = [];
    Object.assign(window, { details });
    document.addEventListener('attention-map:select', (event) =>
      details.push(/** @type {CustomEvent} */ (event).detail),
    );
  });
  const first = await cellCentre(page, 3, 1, four);
  const other = await cellCentre(page, 1, 0, four);
  await page.mouse.click(first.x, first.y);
  assert.equal(await selection(page), '3,1 locked');
  await page.mouse.move(other.x, other.y);
  assert.equal(await selection(page), '3,1 locked');
  assert.match(await partText(page, 'readout'), /locked/);
  await page.keyboard.press('Escape');
  assert.equal(await selection(page), '3,1');
  await page.mouse.click(first.x, first.y);
  await page.mouse.click(first.x, first.y);
  assert.equal(await selection(page), '3,1');
  const details = await page.evaluate(
    () =>
      /** @type {{ details: { row: number, column: number, locked: boolean, weight: number, head: number }[] }} */ (
        /** @type {unknown} */ (window)
      ).details,
  );
  const locked = details.find((detail) => detail.locked);
  assert.deepEqual([locked?.head, locked?.row, locked?.column], [0, 3, 1]);
  assert.ok(Math.abs((locked?.weight ?? 0) - golden.cases.causal.A[3][1]) < 1e-6);
  await page.context().close();
});

test('keys walk the cells, are spoken politely, and leave Tab and the page alone', async () => {
  const page = await harness.open('/map.html');
  await drawn(page);
  await page.locator('button', { hasText: 'before' }).focus();
  await page.keyboard.press('Tab');
  const focused = await page.evaluate(() => {
    const node = document.querySelector('attention-map')?.shadowRoot?.activeElement;
    return {
      role: node?.getAttribute('role'),
      label: node?.getAttribute('aria-label'),
      hint: node?.getAttribute('aria-describedby'),
    };
  });
  assert.equal(focused.role, 'application');
  assert.match(
    focused.label ?? '',
    /^Attention map, head 0: 4 queries in rows, 4 keys in columns$/,
  );
  assert.ok(focused.hint);
  const walkTo = async (/** @type {string} */ key) => {
    await page.keyboard.press(key);
    return selection(page);
  };
  assert.equal(await walkTo('ArrowDown'), '0,0');
  assert.equal(await walkTo('ArrowDown'), '1,0');
  assert.equal(await walkTo('End'), '1,3');
  assert.equal(await walkTo('PageDown'), '3,3');
  assert.equal(await walkTo('Home'), '3,0');
  assert.equal(await walkTo('ArrowLeft'), '3,0');
  assert.equal(await walkTo('Control+End'), '3,3');
  assert.equal(await walkTo('Control+Home'), '0,0');
  assert.equal(await walkTo('ArrowRight'), '0,1');
  assert.equal(await walkTo('Enter'), '0,1 locked');
  assert.equal(await walkTo('ArrowDown'), '1,1 locked');
  await page.waitForTimeout(250);
  assert.match(
    await live(page),
    /^query 1 ‘cat’ → key 1 ‘cat’ · weight 0\.02 · score −2\.47 · row sum 1\.00 · locked$/,
  );
  assert.equal(await walkTo('Escape'), '1,1');
  assert.equal(await walkTo('Escape'), null);
  await page.keyboard.press('Tab');
  const summary = await page.evaluate(
    () => document.querySelector('attention-map')?.shadowRoot?.activeElement?.localName,
  );
  assert.equal(summary, 'summary');
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'after');
  await page.context().close();
});

test('the wheel scrolls the page over a map', async () => {
  const page = await harness.open('/tall.html');
  await drawn(page);
  const { x, y } = await cellCentre(page, 1, 1, four);
  await page.mouse.move(x, y);
  await page.mouse.wheel(0, 200);
  await page.waitForFunction(() => scrollY > 100);
  await page.context().close();
});

test('touch: a tap locks a cell, a swipe scrolls the page and locks nothing', async () => {
  const page = await harness.open('/tall.html', {
    hasTouch: true,
    isMobile: true,
    viewport: { width: 360, height: 640 },
  });
  await drawn(page);
  const { x, y } = await cellCentre(page, 2, 1, four);
  const client = await page.context().newCDPSession(page);
  const start = await page.evaluate(() => scrollY);
  const finger = (
    /** @type {'touchStart' | 'touchMove' | 'touchEnd'} */ type,
    /** @type {number[]} */ ...heights
  ) =>
    client.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: heights.map((height) => ({ x, y: height })),
    });
  await finger('touchStart', y);
  for (let moved = 10; moved <= 200; moved += 10) await finger('touchMove', y - moved);
  await finger('touchEnd');
  await page.evaluate(async () => {
    // The page glides on after a swipe.
    for (let last = -1; last !== scrollY; await new Promise((resolve) => setTimeout(resolve, 150)))
      last = scrollY;
  });
  assert.ok((await page.evaluate(() => scrollY)) > start + 100, 'the page did not scroll');
  assert.equal(await selection(page), null);
  const again = await cellCentre(page, 2, 1, four);
  await page.touchscreen.tap(again.x, again.y);
  assert.equal(await selection(page), '2,1 locked');
  // Cells may be smaller than a finger: buttons move what is locked.
  await page.getByRole('button', { name: '→' }).tap();
  assert.equal(await selection(page), '2,2 locked');
  await page.getByRole('button', { name: '←' }).tap();
  await page.touchscreen.tap(again.x, again.y);
  assert.equal(await selection(page), '2,1');
  const small = await page.evaluate(() => {
    const root = document.querySelector('attention-map')?.shadowRoot;
    return Array.from(
      root?.querySelectorAll('button, summary, select, label, input[type=range]') ?? [],
    )
      .map((node) => node.getBoundingClientRect())
      .filter((box) => box.width > 0 && (box.width < 24 || box.height < 24)).length;
  });
  assert.equal(small, 0);
  await page.context().close();
});

test('a page that scales its content with CSS still gets the right cell', async () => {
  const page = await harness.open('/map.html');
  await drawn(page);
  await page.evaluate(() => {
    document
      .querySelector('main')
      ?.setAttribute('style', 'transform: scale(0.6); transform-origin: 0 0');
  });
  const { x, y } = await cellCentre(page, 3, 2, four);
  await page.mouse.move(x, y);
  assert.equal(await selection(page), '3,2');
  await page.context().close();
});

test('two tags on a page draw and are pointed at independently', async () => {
  const page = await harness.open('/two.html');
  await drawn(page, '#one');
  await drawn(page, '#two');
  assert.equal((await samples(page, 'map', { selector: '#one' })).width, 4);
  assert.equal((await samples(page, 'map', { selector: '#two' })).width, 3);
  const { x, y } = await cellCentre(page, 1, 2, { rows: 3, columns: 3, selector: '#two' });
  await page.mouse.click(x, y);
  assert.equal(await selection(page, '#two'), '1,2 locked');
  assert.equal(await selection(page, '#one'), null);
  await page.context().close();
});

test('taken out and put back, a tag goes on; while it is out it draws nothing', async () => {
  const page = await harness.open('/map.html');
  await drawn(page);
  await countPaints(page);
  await page.evaluate(async () => {
    const tag = /** @type {Tag} */ (document.querySelector('attention-map'));
    Object.assign(window, { tag, place: tag.parentNode });
    tag.remove();
    tag.setAttribute('mask', 'none');
    await new Promise((resolve) => setTimeout(resolve, 60));
  });
  assert.equal(await paints(page), 0);
  await page.evaluate(() => {
    const { tag, place } = /** @type {{ tag: Tag, place: Node }} */ (
      /** @type {unknown} */ (window)
    );
    place.appendChild(tag);
  });
  await drawn(page);
  const { data } = await samples(page, 'map');
  const expected = colourAt(palette('ink', 'light'), golden.cases.full.A[0][3]);
  assert.deepEqual(data.slice(12, 16), [...expected, 255]);
  const { x, y } = await cellCentre(page, 0, 3, four);
  await page.mouse.move(x, y);
  assert.equal(await selection(page), '0,3');
  await page.context().close();
});

test('colours follow the page: a class, color-scheme, the text colour, the system', async () => {
  const page = await harness.open('/map.html');
  await drawn(page);
  const zero = async () => {
    await page.waitForTimeout(120);
    const { data } = await samples(page, 'map');
    return data.slice(4 * 5, 4 * 5 + 3);
  };
  const level = golden.cases.causal.A[1][1];
  const light = [...colourAt(palette('ink', 'light'), level)];
  const dark = [...colourAt(palette('ink', 'dark'), level)];
  assert.deepEqual(await zero(), light);
  await page.addStyleTag({
    content:
      'html.dark body { background: #15171c; color: #e4e6ea } [data-theme=dark] body { color: #fff }',
  });
  await page.evaluate(() => document.documentElement.classList.add('dark'));
  assert.deepEqual(await zero(), dark);
  await page.evaluate(() => document.documentElement.classList.remove('dark'));
  assert.deepEqual(await zero(), light);
  await page.evaluate(() => {
    document.documentElement.dataset.theme = 'dark';
  });
  assert.deepEqual(await zero(), dark);
  await page.evaluate(() => {
    delete document.documentElement.dataset.theme;
  });
  assert.deepEqual(await zero(), light);
  // Nothing on the root changes here: only the colour that the tag inherits.
  await page.evaluate(() => document.querySelector('main')?.setAttribute('style', 'color: #eee'));
  assert.deepEqual(await zero(), dark);
  await page.evaluate(() =>
    document.querySelector('main')?.setAttribute('style', '--attention-map-color-scheme: dark'),
  );
  await page.evaluate(() => document.body.classList.toggle('touched'));
  assert.deepEqual(await zero(), dark);
  await page.evaluate(() => document.querySelector('main')?.removeAttribute('style'));
  await page.addStyleTag({
    content: ':root { color-scheme: light dark } body { background: Canvas; color: CanvasText }',
  });
  await page.emulateMedia({ colorScheme: 'dark' });
  assert.deepEqual(await zero(), dark);
  await page.context().close();
});

test('a narrower page and another device pixel ratio are drawn again, never wider than the page', async () => {
  for (const width of [320, 768, 1280]) {
    for (const path of ['/map.html', '/heads.html', '/stages.html', '/controls.html']) {
      const page = await harness.open(path, {
        viewport: { width: 1280, height: 800 },
        deviceScaleFactor: width === 768 ? 2 : 1,
      });
      await drawn(page);
      await page.setViewportSize({ width, height: 800 });
      await page.waitForTimeout(60);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(overflow <= 0, `${path} at ${width}: ${overflow} px too wide`);
      await page.context().close();
    }
  }
});

test('axis labels never overlap, at 4, 12, 64 and 512 tokens and three widths', async () => {
  for (const width of [320, 768, 1280]) {
    const page = await harness.open('/large.html', { viewport: { width, height: 800 } });
    await page.evaluate(() => customElements.whenDefined('attention-map'));
    for (const count of [4, 12, 64, 512]) {
      const collisions = await page.evaluate(async (n) => {
        const tag = /** @type {Tag} */ (document.querySelector('attention-map'));
        tag.setAttribute(
          'tokens',
          JSON.stringify(
            Array.from({ length: n }, (_, i) => 'abcdefghijkl'.slice(0, 2 + ((i * 5) % 11))),
          ),
        );
        await tag.ready;
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
        /** @type {string[]} */
        const found = [];
        for (const side of ['top', 'left']) {
          const labels = Array.from(
            tag.shadowRoot?.querySelectorAll(`.axis.${side} .label:not(.focus)`) ?? [],
          );
          const boxes = labels.map((label) => label.getBoundingClientRect());
          for (let i = 1; i < boxes.length; i++) {
            const overlap =
              side === 'top'
                ? boxes[i - 1].right - boxes[i].left
                : boxes[i - 1].bottom - boxes[i].top;
            // Line boxes are taller than ink: a third of a line may overlap before glyphs can.
            if (overlap > boxes[i].height * 0.34 && side === 'left')
              found.push(`${side} ${i}: ${overlap}`);
            if (overlap > boxes[i].width * 0.34 && side === 'top')
              found.push(`${side} ${i}: ${overlap}`);
          }
        }
        return found;
      }, count);
      assert.deepEqual(collisions, [], `${count} tokens at ${width} px`);
    }
    await page.context().close();
  }
});

test('512 tokens are pooled to the pixels there are, and pointed at by index', async () => {
  const page = await harness.open('/large.html', { viewport: { width: 320, height: 640 } });
  await page.evaluate(async () => {
    await customElements.whenDefined('attention-map');
    const tag = /** @type {Tag} */ (document.querySelector('attention-map'));
    tag.setAttribute('tokens', Array.from({ length: 512 }, (_, i) => `w${i}`).join(' '));
  });
  await drawn(page);
  const { width } = await samples(page, 'map');
  assert.ok(width < 288, `${width} samples`);
  const { x, y } = await cellCentre(page, 511, 0, { rows: 512, columns: 512 });
  await page.mouse.move(x, y);
  const [row, column] = ((await selection(page)) ?? '').split(',').map(Number);
  assert.ok(row >= 509 && column <= 2, `${row}, ${column}`);
  await page.context().close();
});

test('heads: arrows move, Enter enlarges, Escape makes small, the mean is the mean', async () => {
  const page = await harness.open('/heads.html');
  await drawn(page);
  const tiles = await page.evaluate(() =>
    Array.from(
      document.querySelector('attention-map')?.shadowRoot?.querySelectorAll('[part~="head"]') ?? [],
      (tile) => tile.textContent,
    ),
  );
  assert.equal(tiles.length, 5);
  assert.match(tiles[0] ?? '', /^head 0 \d\.\d\d nats/);
  assert.match(tiles[4] ?? '', /^mean \d/);
  const changes = page.evaluate(
    () =>
      new Promise((resolve) =>
        document.addEventListener(
          'attention-map:change',
          (event) => resolve(/** @type {CustomEvent} */ (event).detail),
          { once: true },
        ),
      ),
  );
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  assert.deepEqual(await changes, { name: 'head', value: '2' });
  await drawn(page);
  const state = () =>
    page.evaluate(() => {
      const tag = document.querySelector('attention-map');
      const root = tag?.shadowRoot;
      return {
        head: tag?.getAttribute('head'),
        pressed: Array.from(root?.querySelectorAll('[part~="head"]') ?? []).findIndex(
          (tile) => tile.getAttribute('aria-pressed') === 'true',
        ),
        large: root?.querySelector('.map-figure')?.getBoundingClientRect().width ?? 0,
      };
    });
  const enlarged = await state();
  assert.deepEqual([enlarged.head, enlarged.pressed], ['2', 2]);
  assert.ok(enlarged.large > 200);
  await page.keyboard.press('Escape');
  await drawn(page);
  assert.deepEqual(await state(), { head: 'all', pressed: -1, large: 0 });
  const weights = await page.evaluate(() =>
    Array.from(
      /** @type {Tag} */ (document.querySelector('attention-map')).result?.weights.data ?? [],
    ),
  );
  const mean = (/** @type {number} */ cell) =>
    [0, 1, 2, 3].reduce((sum, head) => sum + weights[head * 16 + cell], 0) / 4;
  const { data } = await samples(page, 'map', { place: 5 });
  for (const cell of [0, 4, 9, 15]) {
    assert.deepEqual(
      data.slice(cell * 4, cell * 4 + 3),
      [...colourAt(palette('ink', 'light'), mean(cell))],
      `cell ${cell}`,
    );
  }
  await page.context().close();
});

test('stages: pointing at one map points at the same cell of all four, its value and its output', async () => {
  const page = await harness.open('/stages.html', { viewport: { width: 1280, height: 800 } });
  await drawn(page);
  const { x, y } = await cellCentre(page, 3, 1, { ...four, place: 1 });
  await page.mouse.move(x, y);
  const shown = await page.evaluate(() => {
    const root = document.querySelector('attention-map')?.shadowRoot;
    const count = (/** @type {string} */ css) =>
      Array.from(root?.querySelectorAll(css) ?? []).filter(
        (node) => !(/** @type {HTMLElement} */ (node).hidden),
      ).length;
    return {
      marks: count('.mark'),
      rows: count('.band.row'),
      labels: Array.from(root?.querySelectorAll('.axis.left .label.focus') ?? [])
        .filter((node) => !(/** @type {HTMLElement} */ (node).hidden))
        .map((node) => node.textContent),
    };
  });
  assert.deepEqual(shown, { marks: 4, rows: 6, labels: ['down', 'cat', 'down'] });
  await page.context().close();
});

test('controls change the attributes, the picture, and tell the page', async () => {
  const page = await harness.open('/controls.html');
  await drawn(page);
  await page.evaluate(() => {
    /** @type {string[]} */
    const log = [];
    Object.assign(window, { log });
    document.addEventListener('attention-map:change', (event) => {
      const { name, value } = /** @type {CustomEvent} */ (event).detail;
      log.push(`${name}=${value}`);
    });
  });
  await page.getByRole('radio', { name: 'causal' }).check();
  await page.getByRole('checkbox', { name: /√/ }).uncheck();
  await page.getByRole('slider', { name: /temperature/ }).fill('1');
  await page.getByRole('radio', { name: '2', exact: true }).check();
  await page.getByRole('combobox', { name: /palette/ }).selectOption('viridis');
  await drawn(page);
  const log = await page.evaluate(
    () => /** @type {{ log: string[] }} */ (/** @type {unknown} */ (window)).log,
  );
  assert.deepEqual(log, [
    'mask=causal',
    'scale=off',
    'temperature=2',
    'heads=2',
    'palette=viridis',
  ]);
  const told = await page.evaluate(() => {
    const tag = /** @type {Tag} */ (document.querySelector('attention-map'));
    return { heads: tag.result?.weights.shape[0], mask: tag.getAttribute('mask') };
  });
  assert.deepEqual(told, { heads: 2, mask: 'causal' });
  const { data } = await samples(page, 'map');
  assert.deepEqual(data.slice(0, 4), [...colourAt(palette('viridis', 'light'), 1), 255]);
  assert.equal(data[7], 0);
  await page.context().close();
});

test('every text can be replaced', async () => {
  const page = await harness.open('/map.html');
  await drawn(page);
  await page.evaluate(() => {
    const tag = /** @type {Tag} */ (document.querySelector('attention-map'));
    tag.strings = {
      cell: 'Anfrage {row} → Schlüssel {column}',
      tableSummary: 'Als Tabelle',
      keysAxis: 'Schlüssel → Spalten',
    };
  });
  await drawn(page);
  const { x, y } = await cellCentre(page, 1, 0, four);
  await page.mouse.move(x, y);
  assert.match(await partText(page, 'readout'), /^Anfrage 1 → Schlüssel 0 · weight 0\.98/);
  assert.match(await partText(page, 'table'), /Als Tabelle/);
  await page.context().close();
});

test('a real table holds the numbers of a small map', async () => {
  const page = await harness.open('/map.html');
  await drawn(page);
  await page.locator('attention-map summary').click();
  const table = await page.evaluate(() => {
    const rows = Array.from(
      document.querySelector('attention-map')?.shadowRoot?.querySelectorAll('table tr') ?? [],
    );
    return rows.map((row) =>
      Array.from(row.children, (cell) => `${cell.localName} ${cell.firstChild?.textContent ?? ''}`),
    );
  });
  assert.deepEqual(table[3], ['th sat', 'td 0.32', 'td 0.34', 'td 0.35', 'td 0.00', 'td 1.00']);
  assert.deepEqual(table[0].slice(1), ['th The', 'th cat', 'th sat', 'th down', 'th row sum']);
  await page.context().close();
});

test('the time is a mean, told shortly after the drawing', async () => {
  const page = await harness.open('/map.html');
  const time = await page.evaluate(
    () =>
      new Promise((resolve) =>
        document.addEventListener('attention-map:time', (event) =>
          resolve(/** @type {CustomEvent} */ (event).detail.timeMs),
        ),
      ),
  );
  assert.ok(Number(time) > 0, `${time} ms`);
  assert.equal(
    await page.evaluate(() => /** @type {Tag} */ (document.querySelector('attention-map')).timeMs),
    time,
  );
  await page.context().close();
});

test('axe finds nothing, in any view, light and dark, locked, with the table open and in error', async () => {
  for (const path of ['/map.html', '/heads.html', '/stages.html', '/controls.html']) {
    for (const dark of [false, true]) {
      const page = await harness.open(path);
      await drawn(page);
      if (dark)
        await page.addStyleTag({
          content: 'body { background: #15171c !important; color: #e4e6ea !important }',
        });
      await page.evaluate(async () => {
        const tag = /** @type {Tag} */ (document.querySelector('attention-map'));
        tag.selection = { head: 0, row: 2, column: 1, locked: true };
        tag.shadowRoot?.querySelector('details')?.setAttribute('open', '');
        tag.setAttribute('temperature', 'hot');
        await new Promise((resolve) => setTimeout(resolve, 150));
      });
      await page.addScriptTag({ path: axePath });
      const findings = await page.evaluate(async () => {
        const { axe } = /** @type {{ axe: typeof import('axe-core') }} */ (
          /** @type {unknown} */ (window)
        );
        const { violations } = await axe.run(document, { resultTypes: ['violations'] });
        return violations.map(
          ({ id, impact, nodes }) =>
            `${impact} ${id}: ${nodes.map((node) => `${node.html.slice(0, 90)} ${node.any[0]?.message ?? ''}`).join(' | ')}`,
        );
      });
      assert.deepEqual(findings, [], `${path} ${dark ? 'dark' : 'light'}`);
      await page.context().close();
    }
  }
});
