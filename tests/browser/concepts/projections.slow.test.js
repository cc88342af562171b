// The view "projections" in a browser: what lights up, what is said, and how a number is replaced.
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

/** @typedef {import('playwright-core').Page} Page */

/** Panels in the order of the page. */
const PANELS = ['X', 'W_Q', 'Q', 'W_K', 'K', 'W_V', 'V', 'scores', 'weights'];

/** @param {Page} page @param {string} name */
const panel = (page, name) => page.locator('.matrix-panel').nth(PANELS.indexOf(name));

/**
 * @param {Page} page
 * @param {string} name
 * @param {number} row of how many
 * @param {number} rows
 * @param {number} column of how many
 * @param {number} columns
 * @returns {Promise<[number, number]>} the middle of a cell
 */
async function cellAt(page, name, row, rows, column, columns) {
  const map = panel(page, name).locator('[part~="map"]');
  await map.scrollIntoViewIfNeeded();
  const box = await map.boundingBox();
  assert.ok(box);
  return [
    box.x + ((column + 0.5) * box.width) / columns,
    box.y + ((row + 0.5) * box.height) / rows,
  ];
}

/** @param {Page} page @returns {Promise<string[]>} panels with a lit row, a lit column or both */
const lit = (page) =>
  page.evaluate(
    (names) =>
      Array.from(
        document.querySelector('attention-map')?.shadowRoot?.querySelectorAll('.matrix-panel') ??
          [],
        (each, index) => {
          const shown = (/** @type {string} */ css) =>
            each.querySelector(css)?.hasAttribute('hidden') === false;
          return `${names[index]}${shown('.band.row') ? '-' : ''}${shown('.band.column') ? '|' : ''}`;
        },
      ).filter((text) => /[-|]$/.test(text)),
    PANELS,
  );

test('hovering a token’s row lights its x, q, k, v; a weight column lights the component that it makes', async () => {
  const page = await concepts.open({ view: 'projections' });
  await page.mouse.move(...(await cellAt(page, 'X', 1, 4, 2, 8)));
  assert.deepEqual(await lit(page), [
    ...['X-|', 'W_Q-', 'Q-', 'W_K-', 'K-', 'W_V-', 'V-', 'scores-|', 'weights-|'],
  ]);
  assert.equal(await readout(page), 'X[1, 2] of token ‘x₁’ = −0.623274');
  await page.mouse.move(...(await cellAt(page, 'W_K', 2, 8, 5, 8)));
  assert.deepEqual(await lit(page), ['X|', 'W_K-|', 'K|']);
  assert.match(await readout(page), /column 5 makes component 5 of every k$/);
});

test('a number of Q is a sum of products, a score a product of two rows', async () => {
  const page = await concepts.open({ view: 'projections' });
  await panel(page, 'Q').focus();
  await page.keyboard.press('ArrowRight');
  assert.match(
    await readout(page),
    /^q₀\[0\] of ‘x₀’ = 0\.126·\(−0\.048\) \+ \(−0\.132\)·.* = 0\.318952$/,
  );
  await panel(page, 'scores').focus();
  await page.keyboard.press('ArrowRight');
  assert.match(await readout(page), /q₀ · k₀ = 0\.214988 · ÷ √8 = 0\.076010 · weight 0\.3189$/);
});

test('a digit on a cell begins a number; the moved numbers are marked and counted', async () => {
  const page = await concepts.open({ view: 'projections' });
  await panel(page, 'X').focus();
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight'])
    await page.keyboard.press(key);
  await page.keyboard.type('1.5');
  await settled(page);
  assert.equal(await attribute(page, 'edits'), 'x:0,3=1.5');
  assert.deepEqual(await texts(page, '.number-table tbody tr td:nth-child(2)'), [
    '8 of 32',
    '8 of 32',
    '8 of 32',
    '7 of 16',
    '16 of 16',
  ]);
  assert.equal(await panel(page, 'scores').locator('.changed-cells > i').count(), 2);
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowDown');
  assert.match(await readout(page), /^X\[1, 3\]/);
  await page.getByRole('button', { name: 'put all back' }).click();
  await settled(page);
  assert.equal(await attribute(page, 'edits'), null);
});

test('a number that is given up leaves the cell as it was, to the last bit', async () => {
  const page = await concepts.open({ view: 'projections' });
  const field = page.getByRole('spinbutton');
  const shown = await field.inputValue();
  await field.focus();
  await page.keyboard.press('Control+A');
  await page.keyboard.type('1e999');
  await settled(page);
  assert.match((await attribute(page, 'edits')) ?? '', /^x:0,0=1/);
  assert.match((await texts(page, '.bounds'))[0], /^number, -\d+ to \d+$/);
  await page.keyboard.press('Tab');
  await settled(page);
  assert.equal(await attribute(page, 'edits'), null);
  assert.equal(await field.inputValue(), shown);
});

test('a tap chooses a cell, the buttons step it, and it can be put back alone', async () => {
  const page = await concepts.open({ view: 'projections', edits: 'x:0,0=1' }, { hasTouch: true });
  await page.touchscreen.tap(...(await cellAt(page, 'W_Q', 2, 8, 1, 8)));
  await settled(page);
  assert.match((await texts(page, '.cell-name'))[0], /^W_Q\[2, 1\]$/);
  await page.getByRole('button', { name: 'more by 0.1' }).tap();
  await settled(page);
  const edits = (await attribute(page, 'edits')) ?? '';
  assert.match(edits, /^x:0,0=1 wq:2,1=0\.\d+$/);
  await page.getByRole('button', { name: 'put it back' }).tap();
  await settled(page);
  assert.equal(await attribute(page, 'edits'), 'x:0,0=1');
});

test('it is accessible, and fits 320 px', async () => {
  const page = await concepts.open({ view: 'projections', edits: 'x:0,3=1.5' });
  await audit(page);
  await fitsNarrow(page);
  await setAttributes(page, { edits: null });
  await fitsNarrow(page);
});
