// The view "order" in a browser: what it says, and how tokens are moved.
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

/** @typedef {import('playwright-core').Page} Page */

/** @param {Page} page @param {number} place */
const token = (page, place) => page.locator('.order-strip .token').nth(place);

/**
 * @param {Page} page
 * @param {number} place
 * @param {number} at 0…1 of its width
 * @returns {Promise<[number, number]>}
 */
async function pointIn(page, place, at) {
  const box = await token(page, place).boundingBox();
  assert.ok(box);
  return [box.x + box.width * at, box.y + box.height / 2];
}

test('blind without a mask, not with one, and not with positions', async () => {
  const page = await concepts.open({ view: 'order', order: '2 0 3 1' });
  const facts = () => texts(page, '.facts-list dd:not(.note)');
  for (const fact of await facts()) assert.match(fact, /^(0|\d\.\de−[78])$/);
  assert.match((await texts(page, '.sentence'))[0], /does not know their order/);
  await page.getByRole('checkbox', { name: 'causal mask' }).check();
  await settled(page);
  assert.equal(await attribute(page, 'mask'), 'causal');
  assert.equal((await facts())[1], '0.7471');
  assert.match((await texts(page, '.sentence'))[0], /goes by places/);
  await page.getByRole('checkbox', { name: 'causal mask' }).uncheck();
  await page.getByRole('checkbox', { name: 'add sinusoidal positions' }).check();
  await settled(page);
  assert.equal(await attribute(page, 'positions'), 'on');
  assert.equal((await facts())[0], '0.2760');
  assert.match((await texts(page, '.sentence'))[0], /^Each place adds .* the order counts/);
  const steps = () => texts(page, '.matrix-panel .step');
  assert.deepEqual(await steps(), [
    'positions added, computed, then moved',
    'tokens moved, positions added, computed',
  ]);
  await page.getByRole('checkbox', { name: 'causal mask' }).check();
  await settled(page);
  assert.match(
    (await texts(page, '.sentence'))[0],
    /^The mask goes by places, and each place adds/,
  );
  await page.getByRole('checkbox', { name: 'add sinusoidal positions' }).uncheck();
  await settled(page);
  assert.equal((await steps())[0], 'computed first, then moved');
});

test('a mouse drags a token to another place', async () => {
  const page = await concepts.open({ view: 'order', order: '0 1 2 3' });
  await page.mouse.move(...(await pointIn(page, 0, 0.5)));
  await page.mouse.down();
  await page.mouse.move(...(await pointIn(page, 1, 0.8)));
  await page.mouse.move(...(await pointIn(page, 2, 0.8)));
  await page.mouse.up();
  await settled(page);
  assert.equal(await attribute(page, 'order'), '1 2 0 3');
  await page.mouse.move(...(await pointIn(page, 3, 0.5)));
  await settled(page);
  assert.equal(await attribute(page, 'order'), '1 2 0 3');
  assert.deepEqual(await texts(page, '.order-strip .token'), ['x₁', 'x₂', 'x₀', 'x₃']);
});

test('arrow keys move the token that has the focus, and others are chosen', async () => {
  const page = await concepts.open({ view: 'order', order: '0 1 2 3' });
  await token(page, 0).focus();
  await page.keyboard.press('ArrowRight');
  await settled(page);
  assert.equal(await attribute(page, 'order'), '1 0 2 3');
  assert.match(await readout(page), /^x₀ stands at place 1, of 0 to 3$/);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('End');
  await settled(page);
  assert.equal(await attribute(page, 'order'), '1 0 3 2');
});

test('a finger chooses a token and moves it by buttons', async () => {
  const page = await concepts.open({ view: 'order', order: '0 1 2 3' }, { hasTouch: true });
  await token(page, 2).tap();
  await page.getByRole('button', { name: 'move back' }).tap();
  await page.getByRole('button', { name: 'move back' }).tap();
  await settled(page);
  assert.equal(await attribute(page, 'order'), '2 0 1 3');
  assert.ok(await page.getByRole('button', { name: 'move back' }).isDisabled());
  await page.getByRole('button', { name: 'last first' }).tap();
  await settled(page);
  assert.equal(await attribute(page, 'order'), '3 2 1 0');
});

test('cells that differ are framed, and a cell says by how much', async () => {
  const page = await concepts.open({ view: 'order', order: '2 0 3 1' });
  assert.equal(await page.locator('.changed-cells > i').count(), 0);
  await page.locator('.matrix-panel').nth(1).focus();
  await page.keyboard.press('ArrowRight');
  assert.match(
    await readout(page),
    /^query 0 ‘x₂’ → key 0 ‘x₂’ · P · A\(X\) · Pᵀ 0\.2764 · A\(PX\) 0\.2764 · difference /,
  );
  await page.getByRole('checkbox', { name: 'causal mask' }).check();
  await settled(page);
  assert.ok((await page.locator('.changed-cells > i').count()) > 0);
});

test('it is accessible, and fits 320 px', async () => {
  const page = await concepts.open({ view: 'order', mask: 'causal' });
  await audit(page);
  await fitsNarrow(page);
});
