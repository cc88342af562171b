// The view "temperature" in a browser: what it says, and how it is driven.
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

test('the chapter’s rows are on screen, and the sentence says what they are divided by', async () => {
  const page = await concepts.open({ view: 'temperature', mask: 'causal' });
  assert.deepEqual((await texts(page, '.numbers span')).slice(12), [
    '0.23',
    '0.27',
    '0.22',
    '0.28',
  ]);
  assert.match((await texts(page, '.sentence'))[0], /√8 · 1 = 2\.83.*T = 0\.354/);
  await setAttributes(page, { temperature: '2' });
  assert.deepEqual((await texts(page, '.numbers span')).slice(12), [
    '0.24',
    '0.26',
    '0.24',
    '0.27',
  ]);
});

test('the two controls are linked: the button gives the same map by the other', async () => {
  const page = await concepts.open({ view: 'temperature' });
  const before = await texts(page, '.number-table td');
  await page.getByRole('button', { name: /same map without/ }).click();
  await settled(page);
  assert.equal(await attribute(page, 'scale'), 'off');
  assert.equal(Number(await attribute(page, 'temperature')).toFixed(4), '2.8284');
  assert.deepEqual(await texts(page, '.number-table td'), before);
});

test('keys move the slider and walk the map; a tap locks a cell', async () => {
  const page = await concepts.open({ view: 'temperature' }, { hasTouch: true });
  await page.getByRole('slider').focus();
  await page.keyboard.press('End');
  await settled(page);
  assert.equal(await attribute(page, 'temperature'), '8');
  await page.locator('.matrix-panel').focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  assert.match(
    await readout(page),
    /^query 1 ‘x₁’ → key 1 ‘x₁’ · weight 0\.\d{4} · entropy 1\.\d{4}$/,
  );
  const box = await page.locator('.matrix-panel [part~="map"]').boundingBox();
  assert.ok(box);
  await page.touchscreen.tap(box.x + box.width * 0.9, box.y + box.height * 0.1);
  assert.match(await readout(page), /^query 0 ‘x₀’ → key 3 ‘x₃’/);
});

test('it is accessible, and fits 320 px', async () => {
  const page = await concepts.open({ view: 'temperature', mask: 'causal' });
  await audit(page);
  await fitsNarrow(page);
});
