// The view "lines" in a browser: pixels of known lines, and every way of pointing at a token.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  attribute,
  audit,
  fitsNarrow,
  readout,
  setAttributes,
  settled,
  texts,
  useConcepts,
} from '../harness/concepts.js';

const concepts = useConcepts();

/** Query 0 attends to key 0 alone, query 1 to key 1. */
const level = '<script type="application/json">{"weights": [[1, 0], [0, 1]]}</script>';
const crossed = '<script type="application/json">{"weights": [[0, 1], [1, 0]]}</script>';

/**
 * @param {import('playwright-core').Page} page
 * @param {[number, number][]} places shares of the plot's width and height
 * @returns {Promise<number[]>} opacity of the canvas that is shown, 0…255, the most of 3 × 3 device px
 */
const opacities = (page, places) =>
  page.evaluate((wanted) => {
    const plot = document.querySelector('attention-map')?.shadowRoot?.querySelector('.line-plot');
    const canvas = plot?.querySelector('.window:not([hidden]) canvas');
    if (!plot || !(canvas instanceof HTMLCanvasElement)) throw new Error('no canvas is shown');
    const ratio = canvas.width / canvas.getBoundingClientRect().width;
    // Read once: a browser complains of canvases that are read again and again.
    const { data } = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d')).getImageData(
      0,
      0,
      canvas.width,
      canvas.height,
    );
    return wanted.map(([x, y]) => {
      const across = Math.round(x * plot.clientWidth * ratio);
      const down = Math.round(y * plot.clientHeight * ratio);
      const around = [-1, 0, 1].flatMap((row) =>
        [-1, 0, 1].map((column) => data[((down + row) * canvas.width + across + column) * 4 + 3]),
      );
      return Math.max(...around);
    });
  }, places);

for (const deviceScaleFactor of [1, 2]) {
  test(`a weight of 1 is a full line from its query to its key at ${deviceScaleFactor} device px`, async () => {
    const page = await concepts.open({ view: 'lines' }, { content: level, deviceScaleFactor });
    assert.deepEqual(
      await opacities(page, [
        [0.5, 0.25],
        [0.5, 0.75],
        [0.9, 0.25],
        [0.5, 0.5],
        [0.25, 0.375],
      ]),
      [255, 255, 255, 0, 0],
    );
    const other = await concepts.open({ view: 'lines' }, { content: crossed, deviceScaleFactor });
    assert.deepEqual(
      await opacities(other, [
        [0.5, 0.5],
        [0.25, 0.375],
        [0.25, 0.625],
        [0.5, 0.25],
      ]),
      [255, 255, 255, 0],
    );
  });
}

test('keys walk along a side and across; only the lines of that token stay', async () => {
  const page = await concepts.open({ view: 'lines', mask: 'causal', least: '0' });
  assert.match((await texts(page, '.sentence'))[0], /^All 10 weights above 0 are drawn\.$/);
  await page.locator('.token-lines').focus();
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown'])
    await page.keyboard.press(key);
  assert.equal(
    await readout(page),
    'query 3 ‘x₃’ → strongest key 3 ‘x₃’ · weight 0.2821 · 4 of 4 lines',
  );
  assert.deepEqual(await opacities(page, [[0.5, 0.125]]), [0]);
  await page.keyboard.press('ArrowRight');
  assert.match(await readout(page), /^key 3 ‘x₃’ ← strongest query 3 ‘x₃’ .* 1 of 1 line$/);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  assert.match(
    await readout(page),
    /^key 2 ‘x₂’ ← strongest query 2 ‘x₂’ · weight 0\.3460 · 2 of 2 lines$/,
  );
  await page.waitForFunction(() =>
    document
      .querySelector('attention-map')
      ?.shadowRoot?.querySelector('[aria-live]')
      ?.textContent?.includes('← strongest query 2'),
  );
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  assert.deepEqual(await opacities(page, [[0.5, 0.125]]), [255]);
});

test('a pointer shows a token’s lines, a tap locks them', async () => {
  const page = await concepts.open({ view: 'lines' }, { hasTouch: true });
  const box = await page.locator('.line-plot').boundingBox();
  assert.ok(box);
  await page.mouse.move(box.x - 8, box.y + box.height * 0.4);
  assert.equal(
    await readout(page),
    'query 1 ‘x₁’ → strongest key 0 ‘x₀’ · weight 0.6675 · 3 of 4 lines',
  );
  await page.mouse.move(box.x, box.y - 200);
  assert.match(await readout(page), /^Point at a token/);
  await page.touchscreen.tap(box.x + box.width + 8, box.y + box.height * 0.9);
  assert.match(await readout(page), /^key 3 ‘x₃’ ← strongest query 3 ‘x₃’ · weight/);
});

test('heads are switched off and on, averaged or shown alone; the slider sets the threshold', async () => {
  const page = await concepts.open({ view: 'lines', heads: '4' });
  await page.getByRole('button', { name: 'head 1' }).click();
  await page.getByRole('button', { name: 'head 3' }).click();
  await settled(page);
  assert.equal(await attribute(page, 'off'), '1 3');
  assert.match((await texts(page, '.sentence'))[0], /^All 32 weights/);
  await page.getByRole('button', { name: 'head 1' }).click();
  await page.getByRole('radio', { name: 'their mean' }).check();
  await settled(page);
  assert.equal(await attribute(page, 'off'), '3');
  assert.equal(await attribute(page, 'head'), 'mean');
  assert.match((await texts(page, '.sentence'))[0], /^mean of 3 heads · All 16 weights/);
  await page.getByRole('radio', { name: 'one head' }).check();
  await settled(page);
  await page.getByRole('slider', { name: 'head' }).press('End');
  await settled(page);
  assert.equal(await attribute(page, 'head'), '3');
  await page.getByRole('slider', { name: 'weight at least' }).press('End');
  await settled(page);
  assert.equal(await attribute(page, 'least'), '1');
  assert.match((await texts(page, '.sentence'))[0], /^head 3 · No weight reaches 1\./);
  await setAttributes(page, { head: null, off: '0 1 2 3' });
  assert.match((await texts(page, '.sentence'))[0], /^All heads are switched off\.$/);
});

test('many more lines than a frame can draw are all drawn, also of a rectangular map', async () => {
  const words = Array.from({ length: 64 }, (_, index) => `w${index}`);
  const page = await concepts.open({
    view: 'lines',
    heads: '4',
    least: '0',
    tokens: words.join(' '),
    'key-tokens': words.slice(0, 48).join(' '),
  });
  await page.locator('.token-lines').focus();
  for (const key of ['Home', 'End', ...Array(6).fill('PageDown')]) await page.keyboard.press(key);
  assert.match(await readout(page), /^key 47 ‘w47’ ← strongest query .* 256 of 256 lines$/);
  await page.keyboard.press('Home');
  assert.match(await readout(page), /^query 47 ‘w47’ .* 192 of 192 lines$/);
});

test('it is accessible, and fits 320 px', async () => {
  const page = await concepts.open({ view: 'lines', heads: '8', off: '2', mask: 'causal' });
  await audit(page);
  await fitsNarrow(page);
});
