// The view "sharing" in a browser: what it says, and how it is driven.
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

test('MQA on the chapter: what moves, and what a cache holds', async () => {
  const page = await concepts.open({ view: 'sharing', mask: 'causal' });
  assert.deepEqual(await texts(page, '.number-table tbody td'), [
    ...['0.0000', '0.0000'],
    ...['0.1223', '0.0588'],
    ...['0.0612', '0.0294'],
  ]);
  assert.deepEqual(await texts(page, '.facts-list dd:not(.note)'), ['32 bytes', '0.1223']);
  assert.match(
    (await texts(page, '.facts-list dd.note'))[0],
    /^1 · \(4 \+ 4\) · 4 bytes; .* 64 bytes$/,
  );
  await setAttributes(page, { 'kv-heads': '2' });
  assert.deepEqual(await texts(page, '.facts-list dd:not(.note)'), ['64 bytes', '0']);
  assert.match((await texts(page, '.sentence'))[0], /nothing is shared, and nothing moves/);
});

test('a latent of full width changes nothing; a slider makes it narrower', async () => {
  const page = await concepts.open({ view: 'sharing', share: 'low-rank', rank: '8' });
  const full = await texts(page, '.facts-list dd:not(.note)');
  assert.equal(full[0], '32 bytes');
  assert.match(full[1], /^(0|\d\.\de−[678])$/);
  assert.equal(full[2], '0.0 %');
  await page.getByRole('slider').focus();
  await page.keyboard.press('Home');
  await settled(page);
  assert.equal(await attribute(page, 'rank'), '1');
  const narrow = await texts(page, '.facts-list dd:not(.note)');
  assert.equal(narrow[0], '4 bytes');
  assert.ok(Number(narrow[1]) > 0.05);
});

test('choices set the attributes; other heads begin with one group', async () => {
  const page = await concepts.open({ view: 'sharing', 'kv-heads': '2' });
  await page.getByRole('radio', { name: 'mean of the group' }).click();
  await settled(page);
  assert.equal(await attribute(page, 'share'), 'mean');
  await page.getByRole('radio', { name: '4', exact: true }).click();
  await settled(page);
  assert.equal(await attribute(page, 'heads'), '4');
  assert.equal(await attribute(page, 'kv-heads'), null);
  assert.equal((await texts(page, '.matrix-panel')).length, 8);
  await page.getByRole('slider').focus();
  await page.keyboard.press('ArrowLeft');
  await settled(page);
  assert.equal(await attribute(page, 'kv-heads'), '2');
});

test('keys walk a map, and the pair is read; a tap locks', async () => {
  const page = await concepts.open({ view: 'sharing', mask: 'causal' }, { hasTouch: true });
  const panel = page.locator('.matrix-panel').nth(3);
  await panel.focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  assert.equal(
    await readout(page),
    'query 1 ‘x₁’ → key 0 ‘x₀’ · head 1: its own 0.8965, shared 0.7741',
  );
  const box = await page.locator('.matrix-panel [part~="map"]').first().boundingBox();
  assert.ok(box);
  await page.touchscreen.tap(box.x + box.width * 0.1, box.y + box.height * 0.9);
  assert.match(await readout(page), /^query 3 ‘x₃’ → key 0 ‘x₀’ · head 0: its own 0\.1807/);
});

test('it is accessible, and fits 320 px', async () => {
  const page = await concepts.open({ view: 'sharing', share: 'low-rank', mask: 'causal' });
  await audit(page);
  await fitsNarrow(page);
});
