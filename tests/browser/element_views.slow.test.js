// The views of <attention-map> in many rooms: widths and densities of each, an accessibility audit, and where the tiles of heads lie.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { cellCentre, drawn, samples } from './harness/pages.js';
import { four, useHarness } from './harness/use.js';

/** @typedef {import('attention-map/element').AttentionMapElement} Tag */

const axePath = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

const harness = useHarness();

test('a narrower page and another device pixel ratio are drawn again, never wider than the page', async () => {
  for (const width of [320, 768, 1280]) {
    for (const path of ['/map.html', '/heads.html', '/stages.html', '/controls.html']) {
      const page = await harness.open(path, {
        viewport: { width: 1280, height: 800 },
        deviceScaleFactor: width === 768 ? 2 : 1,
      });
      await drawn(page);
      await page.setViewportSize({ width, height: 800 });
      // The tag follows within a frame or two; a busy machine takes longer to give it those.
      await page
        .waitForFunction(() => document.documentElement.scrollWidth <= innerWidth, null, {
          timeout: 5000,
        })
        .catch(() => assert.fail(`${path} at ${width} px stays too wide`));
      await page.context().close();
    }
  }
});

test('heads share one canvas: it lies under their frames to the pixel, at any width and density, and each is hit', async () => {
  for (const { width, deviceScaleFactor } of [
    { width: 1280, deviceScaleFactor: 1 },
    { width: 700, deviceScaleFactor: 1.5 },
    { width: 320, deviceScaleFactor: 2 },
  ]) {
    const page = await harness.open('/heads.html', {
      viewport: { width, height: 900 },
      deviceScaleFactor,
    });
    await drawn(page);
    const inTiles = await page.evaluate(
      () =>
        document.querySelector('attention-map')?.shadowRoot?.querySelectorAll('.tiles canvas')
          .length,
    );
    assert.equal(inTiles, 1);
    for (const place of [1, 4, 5]) {
      const tile = await samples(page, 'map', { place });
      const lit = (/** @type {number} */ x, /** @type {number} */ y) =>
        tile.data[(y * tile.width + x) * 4 + 3];
      // Row 0 of a causal map: its first cell is seen, to both edges, and its second is not.
      assert.equal(lit(0, 0), 255, `first pixel of tile ${place} at ${width}`);
      assert.equal(lit(tile.width / 4 - 1, tile.height / 4 - 1), 255);
      assert.equal(lit(tile.width / 4, 0), 0);
      assert.equal(lit(tile.width - 1, tile.height - 1), 255);
    }
    const { x, y } = await cellCentre(page, 2, 1, { ...four, place: 3 });
    await page.mouse.move(x, y);
    const focus = await page.evaluate(
      () => /** @type {Tag} */ (document.querySelector('attention-map')).selection,
    );
    assert.deepEqual(focus, { head: 2, row: 2, column: 1, locked: false });
    await page.context().close();
  }
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
