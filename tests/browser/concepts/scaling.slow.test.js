// The view "scaling" in a browser: its numbers as they are printed, and how it is driven.
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
const means = (/** @type {import('playwright-core').Page} */ page) =>
  texts(page, '.scaling > .number-table tbody td');
const sentences = (/** @type {import('playwright-core').Page} */ page) => texts(page, '.sentence');

test('the means of 2,000 queries, and what they say about the gradient at each width', async () => {
  const page = await concepts.open({ view: 'scaling' });
  assert.deepEqual(await means(page), [
    ...['64.05', '0.387', '0.853', '0.166'],
    ...['1.001', '2.355', '0.249', '0.305'],
  ]);
  assert.match((await sentences(page))[0], /^2,000 of 2,000 queries, each with 16 keys/);
  assert.match((await sentences(page))[1], /is 54 % of what it is with it/);
  await setAttributes(page, { 'key-width': '4' });
  assert.deepEqual(await means(page), [
    ...['4.00', '1.746', '0.434', '0.322'],
    ...['1.000', '2.375', '0.238', '0.297'],
  ]);
  assert.match((await sentences(page))[1], /does not shrink the gradient/);
});

test('the chapter’s example by row, and why its variance is not 1', async () => {
  const page = await concepts.open({ view: 'scaling' });
  const rows = await texts(page, '.part .number-table tbody tr');
  assert.equal(rows[1], 'x₁0.88980.20160.37440.0833');
  assert.match(rows[4], /^mean1\.24921\.0111/);
  assert.match(
    (await sentences(page))[2],
    /have variance 4\.378 \(σ = 2\.09\), scaled ones 0\.547 \(σ = 0\.74\)\. That is not 1/,
  );
  assert.equal((await texts(page, '.part .numbers span'))[4], '0.67');
  await page.getByRole('checkbox').focus();
  await page.keyboard.press('Space');
  await settled(page);
  assert.equal(await attribute(page, 'scale'), 'off');
  assert.equal((await texts(page, '.part .numbers span'))[4], '0.95');
});

test('keys move d_k; another sample is one press away', async () => {
  const page = await concepts.open({ view: 'scaling', 'key-width': '8' });
  await page.getByRole('slider').focus();
  await page.keyboard.press('ArrowRight');
  await settled(page);
  assert.equal(await attribute(page, 'key-width'), '16');
  assert.deepEqual((await means(page)).slice(0, 2), ['15.94', '0.932']);
  await page.getByRole('button', { name: 'Resample' }).click();
  await settled(page);
  assert.equal(await attribute(page, 'seed'), '1');
  assert.match((await sentences(page))[0], /seed 1\.$/);
  assert.notDeepEqual((await means(page)).slice(0, 2), ['15.94', '0.932']);
});

test('keys and a finger read a weight of both maps', async () => {
  const page = await concepts.open({ view: 'scaling', 'key-width': '16' }, { hasTouch: true });
  const maps = page.locator('.matrix-panel');
  await maps.first().focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  assert.match(
    await readout(page),
    /^query 1 → key 0 · weight \d\.\d{4} from raw scores, \d\.\d{4} from scaled ones$/,
  );
  const map = maps.nth(1).locator('[part~="map"]');
  await map.scrollIntoViewIfNeeded();
  const box = await map.boundingBox();
  assert.ok(box);
  await page.touchscreen.tap(box.x + box.width - 4, box.y + 4);
  assert.match(await readout(page), /^query 0 → key 15 · weight/);
});

test('it is accessible, and fits 320 px', async () => {
  const page = await concepts.open({ view: 'scaling', mask: 'causal' });
  await audit(page);
  await fitsNarrow(page);
});
