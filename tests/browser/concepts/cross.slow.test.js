// The view "cross" in a browser: what it says, and how the split is moved.
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

test('both alignments beside each other, and why decoding needs the first', async () => {
  const page = await concepts.open({ view: 'cross', split: '2', mask: 'causal' });
  assert.deepEqual(await texts(page, '.numbers span'), [
    ...['0.32', '0.34', '0.35', '0.00', '0.23', '0.27', '0.22', '0.28'],
    ...['1.00', '0.00', '0.00', '0.00', '0.45', '0.55', '0.00', '0.00'],
  ]);
  assert.deepEqual(await texts(page, '.facts-list dd:not(.note)'), ['0', '0.6844']);
  assert.match((await texts(page, '.sentence'))[0], /it sees 3 keys.*difference 0\. Top-left/);
  await page.getByRole('radio', { name: 'top-left' }).check();
  await settled(page);
  assert.equal(await attribute(page, 'align'), 'top-left');
  assert.deepEqual(await texts(page, '.panel > .heading .title'), [
    'bottom-right',
    'top-left, in use',
  ]);
});

test('slider, cuts and a drag along the strip move the split', async () => {
  const page = await concepts.open({ view: 'cross', split: '2' });
  await page.getByRole('slider').focus();
  await page.keyboard.press('ArrowLeft');
  await settled(page);
  assert.equal(await attribute(page, 'split'), '1');
  assert.deepEqual(await texts(page, '.lit-tokens .words bdi'), ['x₁', 'x₂', 'x₃']);
  const cut = (/** @type {number} */ index) =>
    page.getByRole('button', { name: `queries begin at token ${index}` });
  await cut(3).click();
  await settled(page);
  assert.equal(await attribute(page, 'split'), '3');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await settled(page);
  assert.equal(await attribute(page, 'split'), '2');
  await cut(2).hover();
  await page.mouse.down();
  await cut(1).hover();
  await page.mouse.up();
  await settled(page);
  assert.equal(await attribute(page, 'split'), '1');
});

test('keys walk the map and light the strips; a tap locks and cuts', async () => {
  const page = await concepts.open(
    { view: 'cross', split: '2', mask: 'causal' },
    { hasTouch: true },
  );
  await page.locator('.matrix-panel').first().focus();
  await page.keyboard.press('ArrowRight');
  assert.equal(
    await readout(page),
    'query 2 ‘x₂’ → key 0 ‘x₀’ · bottom-right 0.3156 · top-left 1.0000 · full map 0.3156',
  );
  assert.deepEqual(await texts(page, '.strips .chosen'), ['x₂', 'x₀']);
  const box = await page.locator('.matrix-panel [part~="map"]').last().boundingBox();
  assert.ok(box);
  await page.touchscreen.tap(box.x + box.width * 0.9, box.y + box.height * 0.9);
  assert.match(await readout(page), /^query 3 ‘x₃’ → key 3 ‘x₃’ .* top-left masked/);
  await page.getByRole('button', { name: 'queries begin at token 3' }).tap();
  await settled(page);
  assert.equal(await attribute(page, 'split'), '3');
});

test('two sequences keep their own tokens and have no split', async () => {
  const page = await concepts.open({
    view: 'cross',
    tokens: 'le chat noir',
    'key-tokens': 'the cat',
  });
  assert.deepEqual(await texts(page, '.lit-tokens:not([hidden]) bdi'), [
    'le',
    'chat',
    'noir',
    'the',
    'cat',
  ]);
  assert.equal(await page.getByRole('slider').count(), 0);
  assert.match((await texts(page, '.sentence'))[0], /3 × 2 weights/);
});

test('it is accessible, and fits 320 px', async () => {
  const page = await concepts.open({ view: 'cross', mask: 'causal' });
  await audit(page);
  await fitsNarrow(page);
  await setAttributes(page, { tokens: 'le chat noir', 'key-tokens': 'the black cat sat' });
  await fitsNarrow(page);
});
