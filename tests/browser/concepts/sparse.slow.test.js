// The view "sparse" in a browser: what it says of a pattern, and how one is chosen.
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

test('what a causal window keeps is on screen, in cells, in mass and in error', async () => {
  const page = await concepts.open({ view: 'sparse', mask: 'causal' });
  const facts = (await texts(page, '.facts-list dd:not(.note)')).slice(0, 2);
  assert.deepEqual(facts, ['70.0 %', '0.7972']);
  assert.deepEqual((await texts(page, '.number-table td')).slice(4), [
    '2',
    '0.6844',
    '2',
    '0.5042',
  ]);
  assert.match(
    (await texts(page, '.sentence'))[0],
    /^A query sees the keys from 1 before it to itself: the causal mask hides what comes after\.$/,
  );
  await setAttributes(page, { width: '0', mask: 'padding:1' });
  assert.match((await texts(page, '.sentence'))[1], /^No key is left for query 3 ‘x₃’/);
});

test('the sentence says what holds for these tokens and this mask', async () => {
  const tokens = Array.from({ length: 26 }, (_, at) => `w${at}`).join(' ');
  const page = await concepts.open({ view: 'sparse', tokens });
  const says = async (/** @type {Record<string, string | null>} */ changes) => {
    await setAttributes(page, changes);
    return (await texts(page, '.sentence'))[0];
  };
  assert.equal(
    await says({ pattern: 'dilated', width: '25', dilation: '16' }),
    'A query sees keys in steps of 16, from 16 before it to 16 after it.',
  );
  assert.equal(
    await says({ dilation: '3' }),
    'A query sees keys in steps of 3, from 24 before it to 24 after it.',
  );
  assert.equal(
    await says({ pattern: 'window', width: '400' }),
    'A query sees the keys from 25 before it to 25 after it.',
  );
  assert.match(
    await says({ width: '3', mask: 'causal' }),
    /from 3 before it to itself: the causal mask hides what comes after\.$/,
  );
  assert.match(
    await says({ mask: 'causal padding:2' }),
    /to itself: the causal mask hides what comes after\. Another mask hides as well\.$/,
  );
  assert.match(await says({ mask: 'padding:2' }), /to 3 after it\. Another mask hides as well\.$/);
  assert.match(
    await says({ pattern: 'global', mask: 'none', globals: '1' }),
    /^Global token: the first\. It sees all and is seen by all\./,
  );
  assert.match(
    await says({ mask: 'causal', globals: '2' }),
    /^Global tokens: the first 2\. They are seen by all that come after\..* to itself: /,
  );
  assert.match(
    await says({ pattern: 'block', block: '1' }),
    /its own block of 1 token up to itself: the causal mask/,
  );
  assert.match(
    await says({ pattern: 'random', 'per-row': '99' }),
    /itself and 25 of the keys before it, .* where there are fewer, all of them\.$/,
  );
});

test('patterns and their numbers become attributes', async () => {
  const page = await concepts.open({ view: 'sparse' });
  await page.getByRole('radio', { name: 'block' }).check();
  await settled(page);
  assert.equal(await attribute(page, 'pattern'), 'block');
  await page.getByRole('slider', { name: 'block of' }).press('End');
  await settled(page);
  assert.equal(await attribute(page, 'block'), '4');
  assert.equal((await texts(page, '.facts-list dd'))[0], '100.0 %');
  await page.getByRole('checkbox', { name: 'causal' }).check();
  await settled(page);
  assert.equal(await attribute(page, 'mask'), 'causal');
  await page.getByRole('radio', { name: 'random' }).check();
  await page.getByRole('spinbutton', { name: 'seed' }).fill('7');
  await settled(page);
  assert.equal(await attribute(page, 'pattern-seed'), '7');
  assert.match((await texts(page, '.sentence'))[0], /drawn with seed 7/);
});

test('keys and taps read a cell in all three maps', async () => {
  const page = await concepts.open({ view: 'sparse', mask: 'causal' }, { hasTouch: true });
  const map = page.locator('.matrix-panel').nth(1);
  await map.focus();
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown']) await page.keyboard.press(key);
  assert.equal(
    await readout(page),
    'query 2 ‘x₂’ → key 0 ‘x₀’ · left out · full 0.3156 · sparse 0.0000 · mass kept of the row 0.6844',
  );
  const box = await page.locator('.matrix-panel [part~="map"]').nth(2).boundingBox();
  assert.ok(box);
  await page.touchscreen.tap(box.x + box.width * 0.9, box.y + box.height * 0.9);
  assert.match(
    await readout(page),
    /^query 3 ‘x₃’ → key 3 ‘x₃’ · kept · full 0\.2821 · sparse 0\.5596/,
  );
});

test('it is accessible, and fits 320 px', async () => {
  const words = Array.from({ length: 24 }, (_, index) => `w${index}`).join(' ');
  const page = await concepts.open({ view: 'sparse', pattern: 'global', tokens: words });
  await audit(page);
  await fitsNarrow(page);
});
