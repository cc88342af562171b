// The view "tiles" in a browser: what it says, and how it is driven.
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

test('the chapter’s last row, tile by tile', async () => {
  const page = await concepts.open({ view: 'tiles', mask: 'causal' });
  assert.deepEqual(await texts(page, '.number-table tbody td'), [
    ...['−0.015699', '–', '1.833152'],
    ...['0.026412', '0.958763', '3.544697'],
  ]);
  assert.match(
    (await texts(page, '.sentence'))[0],
    /from −0\.015699 to 0\.026412.*= 0\.958763, and l becomes 3\.544697/,
  );
  const facts = await texts(page, '.facts-list dd:not(.note)');
  assert.equal(facts[0], '1.291865');
  assert.match(facts[1], /^(0|\d\.\de−\d+)$/);
  assert.equal(facts[2], '10');
  assert.match((await texts(page, '.facts-list dd.note'))[2], /the whole map has 4 · 4 = 16/);
  await setAttributes(page, { row: '0', 'block-size': '1', step: '2' });
  assert.match((await texts(page, '.sentence'))[0], /^Key 1: the mask hides every key/);
  assert.deepEqual((await texts(page, '.number-table tbody td')).slice(3), [
    ...['0.076010', 'skipped', '1.000000'],
    ...['', '', '', '', '', ''],
  ]);
});

test('buttons walk through the tiles, and stay focused at the end', async () => {
  const page = await concepts.open({ view: 'tiles', 'block-size': '1' });
  const back = page.getByRole('button', { name: 'Back' });
  const next = page.getByRole('button', { name: 'Next' });
  await back.click();
  await settled(page);
  assert.equal(await attribute(page, 'step'), '3');
  await next.focus();
  await page.keyboard.press('Enter');
  await settled(page);
  assert.equal(await attribute(page, 'step'), null);
  await page.keyboard.press('Enter');
  await settled(page);
  assert.equal(await attribute(page, 'step'), null);
  assert.equal(await next.evaluate((button) => button.matches(':focus')), true);
});

test('sliders choose the query and the size, which begins at the last tile again', async () => {
  const page = await concepts.open({ view: 'tiles', step: '1' });
  await page.getByRole('slider', { name: 'keys in a tile' }).focus();
  await page.keyboard.press('ArrowRight');
  await settled(page);
  assert.equal(await attribute(page, 'block-size'), '3');
  assert.equal(await attribute(page, 'step'), null);
  await page.getByRole('slider', { name: 'query' }).focus();
  await page.keyboard.press('Home');
  await settled(page);
  assert.equal(await attribute(page, 'row'), '0');
  assert.equal((await texts(page, '.facts-list dd:not(.note)'))[0], '1.218790');
});

test('keys and taps read the scores', async () => {
  const page = await concepts.open({ view: 'tiles', 'block-size': '3' }, { hasTouch: true });
  await page.locator('.matrix-panel').focus();
  await page.keyboard.press('ArrowRight');
  assert.match(await readout(page), /^tile 0 · key 0 ‘x₀’ · score −0\.1982 · weight 0\.2253$/);
  const box = await page.locator('.matrix-panel [part~="map"]').boundingBox();
  assert.ok(box);
  await page.touchscreen.tap(box.x + box.width * 0.9, box.y + box.height * 0.9);
  assert.equal(await readout(page), 'past the last key');
});

test('it is accessible, and fits 320 px', async () => {
  const page = await concepts.open({ view: 'tiles', mask: 'causal', row: '1' });
  await audit(page);
  await fitsNarrow(page);
});
