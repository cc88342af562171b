// What a tag draws, in any browser. Oracles: the chapter (tests/golden/chapter.json) and the tables of colours.
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { colourAt, palette } from '../../web/src/palettes.js';
import { cellColour, chapter, drawn, golden, partText, samples } from '../browser/harness/pages.js';
import { WATCH } from './served.js';
import { asPage, four, frames, openDrawn, tagOf } from './tag_page.js';

/** @typedef {import('attention-map/element').AttentionMapElement} Tag */
/** @typedef {import('./use_browser.js').Browser} Browser */

/** @param {number} level @param {'light' | 'dark'} [scheme] */
export const inkOf = (level, scheme = 'light') => [...colourAt(palette('ink', scheme), level), 255];

/** @param {Browser} browser */
export function drawingTests(browser) {
  test('every cell is the palette’s colour of its weight, masked cells are clear over a hatch, and cells have edges', async () => {
    const page = await openDrawn(browser, '/map.html');
    const map = await samples(page, 'map');
    for (let i = 0; i < 4; i++) {
      for (let j = 0; j < 4; j++) {
        const expected = j > i ? [0, 0, 0, 0] : inkOf(golden.cases.causal.A[i][j]);
        assert.deepEqual(cellColour(map, four, i, j), expected, `cell ${i}, ${j}`);
      }
    }
    const style = await browser.evaluate(() => {
      const root = document.querySelector('attention-map')?.shadowRoot;
      const plate = root?.querySelector('[part~="map"]');
      const canvas = plate?.querySelector('canvas');
      if (!plate || !canvas) throw new Error('no map');
      const { imageRendering } = getComputedStyle(canvas);
      const { width, height } = plate.getBoundingClientRect();
      return {
        hatch: getComputedStyle(plate, '::before').backgroundImage.split('(')[0],
        imageRendering,
        square: Math.abs(width - height) < 1 && width > 100,
        sheets: root?.adoptedStyleSheets.length,
      };
    });
    assert.deepEqual(style, {
      hatch: 'repeating-linear-gradient',
      imageRendering: 'pixelated',
      square: true,
      sheets: 1,
    });
  });

  test('the chapter’s table is printed in the cells, with row sums, tokens and axes', async () => {
    await openDrawn(browser, '/map.html');
    const text = await browser.evaluate(() => {
      const root = document.querySelector('attention-map')?.shadowRoot;
      const all = (/** @type {string} */ css) =>
        Array.from(root?.querySelectorAll(css) ?? [], (node) => node.textContent);
      return {
        cells: all('[part~="numbers"] span'),
        sums: all('[part~="row-sums"] > div'),
        columns: all('.axis.top .label:not(.focus)'),
        rows: all('.axis.left .label:not(.focus)'),
        grid: all('.map-grid').join(),
      };
    });
    assert.deepEqual(text.cells, golden.print2_causal.flat());
    assert.deepEqual(text.sums, ['1.00', '1.00', '1.00', '1.00']);
    assert.deepEqual([text.columns, text.rows], [chapter.tokens, chapter.tokens]);
    assert.match(text.grid, /query ↓/);
    assert.match(text.grid, /key → columns/);
  });

  test('the stages print the chapter’s scores, weights and output, −∞ where masked', async () => {
    await openDrawn(browser, '/stages.html');
    const panels = await browser.evaluate(() =>
      Array.from(
        document.querySelector('attention-map')?.shadowRoot?.querySelectorAll('[part~="stage"]') ??
          [],
        (panel) =>
          Array.from(panel.querySelectorAll('[part~="numbers"] span'), (node) => node.textContent),
      ),
    );
    const print = (/** @type {number} */ value) =>
      value.toFixed(2).replace('-0.00', '0.00').replace('-', '−');
    const flat = (/** @type {number[][]} */ rows) => rows.flat().map(print);
    const masked = flat(golden.scaled_scores).map((text, index) =>
      index % 4 > Math.floor(index / 4) ? '−∞' : text,
    );
    assert.deepEqual(panels, [
      flat(golden.raw_scores),
      flat(golden.scaled_scores),
      masked,
      golden.print2_causal.flat(),
      flat(golden.V),
      flat(golden.cases.causal.out),
    ]);
  });

  test('four heads and their mean are maps on one sheet, each in its own colours', async () => {
    const page = await openDrawn(browser, '/heads.html');
    const found = await browser.evaluate(() => {
      const tag = /** @type {Tag} */ (document.querySelector('attention-map'));
      return {
        shape: tag.result?.weights.shape,
        weights: Array.from(tag.result?.weights.data ?? []),
        tiles: Array.from(
          tag.shadowRoot?.querySelectorAll('[part~="head"]') ?? [],
          (tile) => tile.textContent?.match(/^(?:head \d|mean)/)?.[0],
        ),
      };
    });
    assert.deepEqual(found.shape, [4, 4, 4]);
    assert.deepEqual(found.tiles, ['head 0', 'head 1', 'head 2', 'head 3', 'mean']);
    for (const head of [0, 3]) {
      // The first map is that of an enlarged head, which is hidden here.
      const map = await samples(page, 'map', { place: head + 1 });
      assert.deepEqual(cellColour(map, four, 2, 1), inkOf(found.weights[16 * head + 9]));
      assert.equal(cellColour(map, four, 1, 2)[3], 0);
    }
  });

  test('attributes change the numbers, the colours and the view', async () => {
    const page = await openDrawn(browser, '/map.html');
    const set = async (/** @type {string} */ name, /** @type {string} */ value) => {
      await browser.evaluate(
        (key, text) => document.querySelector('attention-map')?.setAttribute(key, text),
        name,
        value,
      );
      await frames(browser);
    };
    await set('mask', 'none');
    const level = golden.cases.full.A[0][3];
    assert.deepEqual(cellColour(await samples(page, 'map'), four, 0, 3), inkOf(level));
    await set('palette', 'viridis');
    const viridis = [...colourAt(palette('viridis', 'light'), level), 255];
    assert.deepEqual(cellColour(await samples(page, 'map'), four, 0, 3), viridis);
    await set('scale', 'off');
    const numbers = await partText(page, 'numbers');
    assert.deepEqual(numbers.split(/\s+/).length, 16);
    assert.ok(numbers.startsWith(golden.cases.full_unscaled.A[0][0].toFixed(2)));
    await set('view', 'heads');
    await set('heads', '2');
    const tiles = await browser.evaluate(
      () =>
        document.querySelector('attention-map')?.shadowRoot?.querySelectorAll('[part~="head"]')
          .length,
    );
    assert.equal(tiles, 3, 'two heads and their mean');
  });

  test('bad input shows its message and keeps the last map; the next good input clears it', async () => {
    const page = await openDrawn(browser, '/map.html');
    const before = await samples(page, 'map');
    const codes = await browser.evaluate(async () => {
      const tag = /** @type {Tag} */ (document.querySelector('attention-map'));
      /** @type {string[]} */
      const told = [];
      document.addEventListener('attention-map:error', (event) => {
        const { error } = /** @type {CustomEvent} */ (event).detail;
        told.push(`${error.name} ${error.code} ${error.argument}`);
      });
      const settle = () =>
        new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      tag.setAttribute('mask', 'cuasal');
      await settle();
      tag.setAttribute('mask', 'causal');
      tag.data = { query: [[1, 2]], key: [[1, 2, 3]], value: [[1, 2]] };
      await settle();
      return told;
    });
    assert.deepEqual(codes, ['AttentionError option mask', 'AttentionError shape key']);
    assert.match(await partText(page, 'error'), /cannot be drawn[\s\S]*key[\s\S]*stays/);
    assert.deepEqual(await samples(page, 'map'), before);
    await browser.evaluate(() => {
      /** @type {Tag} */ (document.querySelector('attention-map')).data = null;
    });
    await frames(browser);
    assert.equal(await partText(page, 'error'), '');
  });

  test('one classic script and the tag, opened from a folder on disk', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'attention-map-book-'));
    try {
      const name = 'attention-map.js';
      const code = await readFile(new URL(`../../dist/site/${name}`, import.meta.url));
      await writeFile(join(folder, name), code);
      await writeFile(
        join(folder, 'page.html'),
        `<!doctype html><meta charset="utf-8"><title>Book</title><script>${WATCH}</script>
<script defer src="${name}"></script>${tagOf('mask="causal"')}`,
      );
      await browser.open(pathToFileURL(join(folder, 'page.html')).href);
      const page = asPage(browser);
      await drawn(page);
      assert.equal(await partText(page, 'numbers'), golden.print2_causal.flat().join('\n'));
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  test('pictures to take away: SVG with text, PNG at one and three times its size', async () => {
    await openDrawn(browser, '/map.html');
    const found = await browser.evaluate(async () => {
      const tag = /** @type {Tag} */ (document.querySelector('attention-map'));
      const svg = new DOMParser().parseFromString(
        await (await tag.exportAs('svg')).text(),
        'image/svg+xml',
      );
      const images = [];
      for (const format of /** @type {const} */ (['png', 'png-3x'])) {
        const { width, height, ...image } = await picture(await tag.exportAs(format));
        images.push({ width, height, colours: image.colours });
      }
      return {
        fault: svg.querySelector('parsererror')?.textContent ?? null,
        said: Array.from(svg.querySelectorAll('text'), (node) => node.textContent),
        images,
      };
      /** @param {Blob} blob */
      async function picture(blob) {
        const bitmap = await createImageBitmap(blob);
        const { width, height } = bitmap;
        const context = new OffscreenCanvas(width, height).getContext('2d');
        context?.drawImage(bitmap, 0, 0);
        const bytes = context?.getImageData(0, 0, width, height).data.buffer;
        return { width, height, colours: new Set(new Uint32Array(bytes ?? [])).size };
      }
    });
    assert.equal(found.fault, null);
    for (const said of ['The', 'down', '0.98', '0.28', 'query ↓', 'key → columns'])
      assert.ok(found.said.includes(said), `${said} is not in ${found.said}`);
    const [one, three] = found.images;
    assert.ok(Math.abs(three.width - 3 * one.width) <= 3 && one.width > 150);
    assert.ok(Math.abs(three.height - 3 * one.height) <= 3 && one.height > 150);
    for (const { colours } of found.images) assert.ok(colours > 20, `${colours} colours`);
  });
}
