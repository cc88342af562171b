// The views of <attention-map>: heads, stages, controls, table.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { colourAt, palette } from '../../web/src/palettes.js';
import { cellCentre, cellColour, drawn, samples } from './harness/pages.js';
import { four, useHarness } from './harness/use.js';

/** @typedef {import('attention-map/element').AttentionMapElement} Tag */

const harness = useHarness();

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
  const caption = async () =>
    (await page.locator('.multiples > .caption').textContent())?.replace(/[\u2068\u2069]/g, '');
  assert.equal(await caption(), 'query ↓ rows, key → columns: The · cat · sat · down');
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
  // The enlarged map has them beside its cells.
  assert.equal(await caption(), 'query ↓ rows, key → columns');
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
  const colour = (/** @type {number} */ weight) => [
    ...colourAt(palette('ink', 'light'), weight),
    255,
  ];
  // Place 0 is the enlarged map, which is hidden now; heads 0 … 3 and their mean share one canvas.
  for (const place of [1, 3, 5]) {
    const drawnTile = await samples(page, 'map', { place });
    for (const cell of [0, 4, 9, 15]) {
      const own = weights[(place - 1) * 16 + cell];
      assert.deepEqual(
        cellColour(drawnTile, four, Math.floor(cell / 4), cell % 4),
        colour(place === 5 ? mean(cell) : own),
        `tile ${place}, cell ${cell}`,
      );
    }
    assert.equal(cellColour(drawnTile, four, 0, 3)[3], 0, 'a masked cell lets the hatch through');
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

test('a real table holds the numbers of a small map', async () => {
  const page = await harness.open('/map.html');
  await drawn(page);
  await page.locator('attention-map [part="table"] > summary').click();
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

test('a map that is too large for a table says where its numbers are', async () => {
  const page = await harness.open('/map.html');
  await drawn(page);
  await page.evaluate(() => {
    const tag = /** @type {Tag} */ (document.querySelector('attention-map'));
    tag.data = { weights: Array(17).fill([1, ...Array(16).fill(0)]) };
  });
  await page.locator('attention-map [part="table"] > summary').click();
  await page.locator('.table-room', { hasText: 'This map has 17 × 17 cells' }).waitFor();
  assert.match(
    (await page.textContent('.table-room')) ?? '',
    /a table at most 16 × 16\. .*\(CSV\)/,
  );
});

test('tokens that have no room beside the map stand below it as a text; numbers of columns do not', async () => {
  const page = await harness.open('/map.html');
  await drawn(page);
  const give = (/** @type {string[] | undefined} */ keyTokens) =>
    page.evaluate((tokens) => {
      const tag = /** @type {Tag} */ (document.querySelector('attention-map'));
      tag.data = { weights: [[1, ...Array(99).fill(0)]], ...(tokens ? { keyTokens: tokens } : {}) };
    }, keyTokens);
  const strip = page.locator('[part="token-strip"]');
  await give(Array.from({ length: 100 }, (_, k) => `w${k}`));
  await strip.filter({ hasText: 'w99' }).waitFor();
  await give(undefined);
  await strip.waitFor({ state: 'hidden' });
});
