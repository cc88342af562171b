// The view "cache" in a browser: what it says, and how it is driven.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  attribute,
  audit,
  fitsNarrow,
  readout,
  settled,
  texts,
  useConcepts,
} from '../harness/concepts.js';

const concepts = useConcepts();

test('the last step has the chapter’s row, and the counts of four tokens', async () => {
  const page = await concepts.open({ view: 'cache' });
  const cells = await texts(page, '.number-table tbody td');
  assert.deepEqual(cells.slice(0, 12), [
    ...['0.2253', '0.2253', '0'],
    ...['0.2705', '0.2705', '0'],
    ...['0.2221', '0.2221', '0'],
    ...['0.2821', '0.2821', '0'],
  ]);
  assert.deepEqual(cells.slice(12), ['1', '1', '2', '3', '3', '6', '4', '10', '10', '20']);
  assert.deepEqual(await texts(page, '.facts-list dd:not(.note)'), ['0', '10', '160', '256 bytes']);
  assert.match((await texts(page, '.facts-list dd.note'))[1], /^20 without a cache/);
  assert.match((await texts(page, '.facts-list dd.note'))[3], /^4 · 1 · \(8 \+ 8\) · 4 bytes/);
});

test('buttons and the slider go from step to step; rows grow', async () => {
  const page = await concepts.open({ view: 'cache', step: '1' });
  assert.match((await texts(page, '.sentence'))[0], /^Step 1: .* Its weight is 1\.$/);
  await page.getByRole('button', { name: 'Next' }).click();
  await settled(page);
  assert.equal(await attribute(page, 'step'), '2');
  assert.deepEqual((await texts(page, '.number-table tbody td')).slice(0, 6), [
    ...['0.9790', '0.9790', '0'],
    ...['0.0210', '0.0210', '0'],
  ]);
  const numbers = await texts(page, '.matrix-panel:first-child .numbers span');
  assert.deepEqual(numbers.slice(4), ['0.98', '0.02', '0.00', '0.00', ...Array(8).fill('')]);
  await page.getByRole('slider').focus();
  await page.keyboard.press('End');
  await settled(page);
  assert.equal(await attribute(page, 'step'), null);
});

test('keys walk the map, a tap locks a cell', async () => {
  const page = await concepts.open({ view: 'cache', step: '2' }, { hasTouch: true });
  await page.locator('.matrix-panel').first().focus();
  await page.keyboard.press('ArrowRight');
  assert.equal(await readout(page), 'query 0 ‘x₀’ → key 0 ‘x₀’ · weight 1.0000');
  const box = await page.locator('.matrix-panel [part~="map"]').first().boundingBox();
  assert.ok(box);
  await page.touchscreen.tap(box.x + box.width * 0.1, box.y + box.height * 0.9);
  assert.match(await readout(page), /^query 3 ‘x₃’ → key 0 ‘x₀’ · not decoded yet$/);
});

test('it is accessible, and fits 320 px', async () => {
  const page = await concepts.open({ view: 'cache', step: '3' });
  await audit(page);
  await fitsNarrow(page);
});
