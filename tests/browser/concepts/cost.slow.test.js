// The view "cost" in a browser: it measures when it is asked to, and what it counts is the chapter's.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  attribute,
  audit,
  fitsNarrow,
  setAttributes,
  settled,
  texts,
  useConcepts,
} from '../harness/concepts.js';

const concepts = useConcepts();

test('bytes and operations are on screen; nothing is measured by itself', async () => {
  const page = await concepts.open({ view: 'cost' });
  const table = await texts(page, '.number-table:not([hidden] *) tbody tr');
  assert.deepEqual(table, [
    '1,0244 MiB1.5 MiB0.27 G',
    '4,09664 MiB6 MiB4.3 G',
    '8,192256 MiB12 MiB17.2 G',
    '16,3841 GiB24 MiB68.7 G',
    '32,7684 GiB48 MiB274.9 G',
  ]);
  assert.match((await texts(page, '.sentence'))[0], /^Nothing is measured until you ask/);
});

test('a press measures every n, a second measures again', async () => {
  const page = await concepts.open({ view: 'cost', 'key-width': '8' });
  await page.getByRole('button', { name: 'Measure here' }).click();
  await settled(page);
  assert.equal(await attribute(page, 'run'), '1');
  assert.match((await texts(page, '.sentence'))[0], /^Measured on /);
  const rows = await texts(page, '.column .number-table:first-child tbody tr');
  const isTimed = (/** @type {string} */ row) => /^[\d,]+?(?=\d+(\.\d+)? (ms|µs))/.test(row);
  // Sizes that would hold the page up are left out, which on a busy machine are more.
  assert.ok(isTimed(rows[0]), rows[0]);
  for (const row of rows) assert.ok(isTimed(row) || row.includes('–'), row);
  assert.doesNotMatch(rows.join(), /\b0\.00 ms/);
  const backends = await texts(page, '.column .number-table:last-child tbody tr');
  assert.match(backends[0], /^scalar[\d.]+ [mµ]s1\.00/);
  assert.match(backends[1], /^simd128[\d.]+ [mµ]s[\d.]+/);
  assert.match((await texts(page, '.sentence'))[1], /t grows as n to the power \d\.\d\d\./);
  await page.getByRole('button', { name: 'Measure again' }).press('Enter');
  await settled(page);
  assert.equal(await attribute(page, 'run'), '2');
});

test('a measurement can be stopped, and what there is stays', async () => {
  const page = await concepts.open({ view: 'cost' });
  await page.getByRole('button', { name: 'Measure here' }).click();
  await page.getByRole('button', { name: 'Stop' }).click();
  await settled(page);
  assert.equal(await attribute(page, 'run'), null);
  assert.match((await texts(page, '.sentence'))[0], /^Stopped after \d+ of \d+ times/);
  await page.getByRole('button', { name: 'Measure again' }).waitFor();
});

test('keys and a finger move n; the sentence follows on both sides of n = d', async () => {
  const page = await concepts.open({ view: 'cost' }, { hasTouch: true });
  assert.deepEqual(await texts(page, '.slider-mark'), ['n = d']);
  const slider = page.getByRole('slider');
  await slider.focus();
  await page.keyboard.press('ArrowRight');
  await settled(page);
  assert.equal(await attribute(page, 'n'), '2048');
  const sentence = async () => (await texts(page, '.sentence')).find((text) => /^At n/.test(text));
  assert.match((await sentence()) ?? '', /n²·d = 268,435,456 .* 32 times .* 2,048 steps/);
  await setAttributes(page, { n: '64' });
  assert.match((await sentence()) ?? '', /^At n = d = 64 both take 262,144/);
  const box = await slider.boundingBox();
  assert.ok(box);
  await page.touchscreen.tap(box.x + 3, box.y + box.height / 2);
  await settled(page);
  assert.equal(await attribute(page, 'n'), '16');
  assert.match((await sentence()) ?? '', /n²·d = 16,384 .* n·d² = 65,536, 4 times as many/);
});

test('it is accessible, and fits 320 px', async () => {
  const page = await concepts.open({ view: 'cost', run: '1' });
  await audit(page);
  await fitsNarrow(page);
});
