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

test('the temperature of the same map stands on the slider and on the axis, at 320 px too', async () => {
  const page = await concepts.open({ view: 'temperature' });
  const slider = page.getByRole('slider');
  await slider.focus();
  await page.keyboard.press('End');
  await settled(page);
  for (const width of [1280, 320]) {
    await page.setViewportSize({ width, height: 800 });
    await page.getByRole('button', { name: 'same map without √dₖ: T = 22.6' }).click();
    await settled(page);
    const { line, axis } = await page.evaluate(() => {
      const chart = document.querySelector('attention-map')?.shadowRoot?.querySelector('.chart');
      const at = (/** @type {string} */ css, /** @type {string} */ name) =>
        Number(chart?.querySelector(css)?.getAttribute(name));
      return { line: at('.mark-line', 'x1'), axis: at('.axis-line', 'x2') };
    });
    assert.ok(line > 0 && line <= axis + 0.1, `the mark at ${line}, the axis to ${axis}`);
    assert.ok((await texts(page, '.chart .mark-name')).includes('T = 22.6'));
    await slider.focus();
    await page.keyboard.press('ArrowLeft');
    await settled(page);
    const next = Number(await attribute(page, 'temperature'));
    assert.ok(next > 20 && next < 22.6, `one step from 22.6 is ${next}`);
    await page.getByRole('button', { name: /same map with √dₖ/ }).click();
    await slider.focus();
    await page.keyboard.press('End');
    await settled(page);
    assert.equal(await attribute(page, 'temperature'), '8');
  }
  // Beyond any of its ends, it is held while the hand is on it.
  await setAttributes(page, { scale: 'off', temperature: '100' });
  await slider.focus();
  for (let step = 0; step < 20; step++) await page.keyboard.press('ArrowLeft');
  await settled(page);
  const low = Number(await attribute(page, 'temperature'));
  assert.ok(low < 64, `${low}`);
  await page.keyboard.press('End');
  await settled(page);
  assert.equal(await attribute(page, 'temperature'), '128');
});

test('a scale of the reader’s own: the button leads to the same map, or is not there', async () => {
  const page = await concepts.open({ view: 'temperature', scale: '0.5' });
  const before = await texts(page, '.number-table td');
  await page.getByRole('button', { name: 'same map with √dₖ: T = 0.707' }).click();
  await settled(page);
  assert.deepEqual(await texts(page, '.number-table td'), before);
  await setAttributes(page, { scale: '-1' });
  assert.equal(await page.getByRole('button', { name: /same map/ }).count(), 0);
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
