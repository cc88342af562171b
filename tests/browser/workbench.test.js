// The workbench of the heads in a browser: what it says, and how it is driven.
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
} from './harness/concepts.js';

const concepts = useConcepts();
const two = { view: 'heads', mask: 'causal', workbench: '' };

/** @param {import('playwright-core').Page} page */
const sentences = async (page) => (await texts(page, '.workbench .sentence')).join(' ');
/** @param {import('playwright-core').Page} page */
const facts = (page) => texts(page, '.workbench .facts-list dd:not(.note)');

test('without data it shows the chapter’s two heads, and only where it is asked for', async () => {
  const page = await concepts.open(two);
  assert.deepEqual((await texts(page, '.workbench tbody td')).slice(0, 6), [
    '0.6505',
    '3.11295',
    '1.00162',
    '0.7019',
    '1.00162',
    '3.11295',
  ]);
  assert.deepEqual((await facts(page)).slice(0, 2), ['3.27012', '3.27012']);
  assert.match(await sentences(page), /W_O is the identity here/);
  assert.deepEqual((await texts(page, '.workbench [part~="concat"] .numbers span')).slice(24), [
    '−0.46',
    '−0.49',
    '−0.07',
    '−0.94',
    '0.38',
    '−0.14',
    '−0.01',
    '−0.35',
  ]);
  await setAttributes(page, { view: 'map', tokens: 'a b' });
  assert.deepEqual(await texts(page, '.workbench'), []);
});

test('switches, lists and the number of heads are the tag’s attributes, by pointer and by keys', async () => {
  const page = await concepts.open(two);
  await page.getByRole('button', { name: 'head 0 on' }).click();
  await settled(page);
  assert.equal(await attribute(page, 'off'), '0');
  assert.deepEqual((await facts(page)).slice(0, 2), ['3.27012', '1.00162']);
  assert.match(await sentences(page), /Off: head 0\..*A pruned head is the same/);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await settled(page);
  assert.equal(await attribute(page, 'off'), '0 1');
  assert.equal((await facts(page))[1], '0.00000');
  await page.getByRole('combobox', { name: 'swap head' }).selectOption('1');
  await settled(page);
  assert.equal(await attribute(page, 'swap'), '0 1');
  assert.match(await sentences(page), /only the order of the columns changes/);
  assert.deepEqual(await texts(page, '.workbench .matrix-panel:first-child .axis.top .label'), [
    'head 1',
    'head 0',
    '',
  ]);
  await page.getByRole('combobox', { name: 'swap head' }).selectOption('');
  await page.getByRole('radio', { name: '4', exact: true }).check();
  await settled(page);
  assert.deepEqual(
    [await attribute(page, 'heads'), await attribute(page, 'swap'), await attribute(page, 'off')],
    ['4', null, '0 1'],
  );
  await page.getByRole('radio', { name: '1', exact: true }).check();
  await settled(page);
  assert.equal(await attribute(page, 'off'), '0', 'heads that are gone are no longer named');
  assert.match((await texts(page, '.workbench > .concept > .part-line'))[0], /One head/);
});

test('a pointed cell tells its scores in all heads and in one; the concat is walked by keys and tapped', async () => {
  const page = await concepts.open(two, { hasTouch: true });
  const tile = await page.locator('.tile [part~="map"]').first().boundingBox();
  assert.ok(tile);
  await page.mouse.move(tile.x + tile.width * 0.1, tile.y + tile.height * 0.4);
  assert.match(
    (await texts(page, '.workbench > .concept > .part-line'))[0],
    /^query 1 → key 0, raw: .* \+ .* = 3\.9010; as one head 3\.9010 · weights: mean of 0\.9637, 0\.8965 = 0\.9301; as one head 0\.9790$/,
  );
  const concat = page.locator('.workbench .matrix-panel').first();
  await concat.focus();
  await page.keyboard.press('End');
  await page.keyboard.press('PageDown');
  await page.keyboard.press('End');
  const line = async () => (await texts(page, '.workbench .part-line')).at(-1);
  assert.equal(await line(), 'token 3 ‘x₃’, head 1, component 3: −0.345136');
  const plate = await page.locator('[part~="concat"]').boundingBox();
  assert.ok(plate);
  await page.touchscreen.tap(plate.x + plate.width * 0.45, plate.y + plate.height * 0.9);
  assert.equal(await line(), 'token 3 ‘x₃’, head 0, component 3: −0.941180');
});

test('words have a W_O: a swap changes the output; data without a layer says why nothing can be set', async () => {
  const page = await concepts.open({
    ...two,
    heads: '4',
    swap: '0 2',
    tokens: 'the cat sat on the mat',
  });
  assert.match(await sentences(page), /W_O stays as it is, so the output changes, by \d/);
  assert.equal((await texts(page, '.workbench .matrix-panel:not([hidden])')).length, 3);
  await setAttributes(page, { off: '4' });
  assert.match((await texts(page, '[part~="error"]'))[0], /off names head 4, but there are 4/);
  await setAttributes(page, { off: null, swap: null });
  await page.evaluate(() => {
    const tag = /** @type {import('attention-map/element').AttentionMapElement} */ (
      document.querySelector('attention-map')
    );
    tag.removeAttribute('heads');
    tag.removeAttribute('tokens');
    tag.data = { query: [[1, 0]], key: [[1, 0]], value: [[1]] };
  });
  await settled(page);
  assert.match(await sentences(page), /^The data is query, key and value/);
  assert.ok(await page.getByRole('button', { name: 'head 0 on' }).isDisabled());
  assert.ok(await page.getByRole('radio', { name: '1', exact: true }).isDisabled());
});

test('it is accessible, and fits 320 px', async () => {
  const page = await concepts.open({ ...two, off: '1' });
  await audit(page);
  await fitsNarrow(page);
});
