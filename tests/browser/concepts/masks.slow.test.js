// The view "masks" in a browser: what it says, and how it is set and painted.
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

/** The map with the mask. @param {import('playwright-core').Page} page */
const masked = (page) => page.locator('.matrix-panel').nth(1);

/**
 * The middle of a cell of the map with the mask.
 * @param {import('playwright-core').Page} page
 * @param {number} row
 * @param {number} column
 * @returns {Promise<[number, number]>}
 */
async function cellAt(page, row, column) {
  const box = await masked(page).locator('[part~="map"]').boundingBox();
  assert.ok(box);
  return [box.x + ((column + 0.5) * box.width) / 4, box.y + ((row + 0.5) * box.height) / 4];
}

/**
 * @param {import('playwright-core').Page} page
 * @returns {Promise<number[][]>} allowed cells of the tag's mask
 */
const allowed = async (page) => JSON.parse((await attribute(page, 'mask')) ?? '{}').allowed;

test('causal: what is taken away by row, and where it went in row 2', async () => {
  const page = await concepts.open({ view: 'masks', mask: 'causal' });
  assert.match((await texts(page, '.sentence'))[0], /6 of 16 cells are hidden\.$/);
  const rows = await texts(page, '.number-table:nth-child(1) tbody tr');
  assert.deepEqual(rows.slice(0, 4), [
    'x₀0.68110.31891',
    'x₁0.31820.68182',
    'x₂0.20130.79873',
    'x₃0.00001.00004',
  ]);
  assert.deepEqual(await texts(page, '.number-table:nth-child(2) tbody tr'), [
    'x₀0.252040.31557+0.06352',
    'x₁0.270280.33839+0.06812',
    'x₂0.276380.34604+0.06966',
    'x₃0.201300.00000−0.20130',
  ]);
  await page.locator('.matrix-panel').first().focus();
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown']) await page.keyboard.press(key);
  assert.match(
    await readout(page),
    /^query 2 ‘x₂’ → key 0 ‘x₀’ · 0\.25204 ÷ 0\.79870 = 0\.31557 · output 2/,
  );
});

test('kinds and their numbers become attributes', async () => {
  const page = await concepts.open({ view: 'masks' });
  await page.getByRole('radio', { name: 'padding', exact: true }).check();
  await settled(page);
  assert.equal(await attribute(page, 'mask'), 'padding:1');
  assert.match((await texts(page, '.sentence'))[0], /no query sees 3 ‘x₃’/);
  await page.getByRole('checkbox', { name: 'causal too' }).check();
  await page.getByRole('radio', { name: 'start' }).check();
  await settled(page);
  assert.equal(await attribute(page, 'mask'), '{"causal":true,"keep":[0,1,1,1]}');
  assert.match((await texts(page, '.sentence'))[0], /Query 0 ‘x₀’ may see no key/);
  assert.deepEqual((await texts(page, '.numbers span')).slice(16, 20), [
    '0.00',
    '0.00',
    '0.00',
    '0.00',
  ]);
  await page.getByRole('radio', { name: 'window' }).check();
  await page.getByRole('spinbutton', { name: 'keys before' }).fill('2');
  await settled(page);
  assert.equal(await attribute(page, 'mask'), '{"causal":true,"window":[2,0]}');
  await page.getByRole('radio', { name: 'prefix' }).check();
  await settled(page);
  assert.equal(await attribute(page, 'mask'), '{"causal":true,"prefix":2}');
  await page.getByRole('spinbutton', { name: 'open to all' }).fill('1');
  await settled(page);
  assert.match(
    (await texts(page, '.sentence'))[0],
    /the first key is open to all queries; behind it the map is causal/,
  );
});

test('texts begin where the reader cuts, by mouse and by keys', async () => {
  const page = await concepts.open({ view: 'masks' });
  await page.getByRole('radio', { name: 'documents' }).check();
  await settled(page);
  assert.equal(await attribute(page, 'documents'), '2');
  await page.getByRole('button', { name: 'a text begins at token 1' }).click();
  await settled(page);
  assert.equal(await attribute(page, 'documents'), '1 2');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await settled(page);
  assert.equal(await attribute(page, 'documents'), '1');
  assert.match((await texts(page, '.sentence'))[0], /2 texts in one sequence.*6 of 16/);
});

test('a drag paints from the present mask; what is painted is the tag’s', async () => {
  const page = await concepts.open({ view: 'masks', mask: 'causal' });
  await page.mouse.move(...(await cellAt(page, 3, 0)));
  await page.mouse.down();
  await page.mouse.move(...(await cellAt(page, 3, 2)));
  await page.mouse.up();
  await settled(page);
  assert.deepEqual(await allowed(page), [
    [1, 0, 0, 0],
    [1, 1, 0, 0],
    [1, 1, 1, 0],
    [0, 0, 0, 1],
  ]);
  assert.ok(await page.getByRole('radio', { name: 'painted' }).isChecked());
  await page.mouse.click(...(await cellAt(page, 0, 1)));
  await settled(page);
  assert.deepEqual((await allowed(page))[0], [1, 1, 0, 0]);
  assert.deepEqual((await texts(page, '.numbers span')).slice(28), [
    '0.00',
    '0.00',
    '0.00',
    '1.00',
  ]);
});

test('Space turns the cell over that the arrow keys reached, and says so', async () => {
  const page = await concepts.open({ view: 'masks', mask: 'none' });
  await masked(page).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Space');
  await settled(page);
  assert.deepEqual((await allowed(page))[0], [1, 0, 1, 1]);
  assert.match(await readout(page), /^query 0 ‘x₀’ → key 1 ‘x₁’ · masked/);
  await page.waitForFunction(() =>
    /masked/.test(
      document.querySelector('attention-map')?.shadowRoot?.querySelector('[aria-live]')
        ?.textContent ?? '',
    ),
  );
  await page.keyboard.press('Enter');
  await settled(page);
  assert.deepEqual((await allowed(page))[0], [1, 1, 1, 1]);
});

test('a tap paints one cell; in the map without mask it locks', async () => {
  const page = await concepts.open({ view: 'masks' }, { hasTouch: true });
  await page.touchscreen.tap(...(await cellAt(page, 2, 1)));
  await settled(page);
  assert.deepEqual((await allowed(page))[2], [1, 0, 1, 1]);
  const box = await page.locator('.matrix-panel [part~="map"]').first().boundingBox();
  assert.ok(box);
  await page.touchscreen.tap(box.x + box.width * 0.9, box.y + box.height * 0.1);
  assert.match(await readout(page), /^query 0 ‘x₀’ → key 3 ‘x₃’/);
});

test('many tokens are a map without a brush', async () => {
  const words = Array.from({ length: 65 }, (_, index) => `w${index}`).join(' ');
  const page = await concepts.open({ view: 'masks', mask: 'causal', tokens: words });
  await page.mouse.click(...(await cellAt(page, 0, 0)));
  await settled(page);
  assert.equal(await attribute(page, 'mask'), 'causal');
});

test('it is accessible, and fits 320 px', async () => {
  const page = await concepts.open({ view: 'masks', mask: 'causal', documents: '2' });
  await audit(page);
  await fitsNarrow(page);
  await setAttributes(page, { documents: null, mask: '{"causal":true,"keep":[0,1,1,1]}' });
  await fitsNarrow(page);
});
