// The view "census" in a browser, on the trained heads that the page shows: cards, their order, one enlarged.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
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
const file = new URL('../../../web/demo/public/induction-heads.json', import.meta.url);
const content = `<script type="application/json">${readFileSync(file, 'utf8').replaceAll('<', '\\u003c')}</script>`;

test('every head has a card with its measures; they are sorted and filtered', async () => {
  const page = await concepts.open({ view: 'census' }, { content });
  assert.deepEqual(
    await texts(page, '.tile .title'),
    [0, 1, 2, 3, 4, 5, 6, 7].map((head) => `head ${head}`),
  );
  assert.deepEqual(
    (await texts(page, '.card-facts > span'))
      .slice(20, 25)
      .map((text) => text.replace(/[\d.]+$/, '')),
    ['entropy ', 'distance ', 'first ', 'previous ', 'induction '],
  );
  await page.getByRole('radio', { name: 'induction' }).check();
  await settled(page);
  assert.equal(await attribute(page, 'sort'), 'induction');
  assert.deepEqual(
    (await texts(page, '.tile .title')).slice(0, 4).sort(),
    [4, 5, 6, 7].map((head) => `head ${head}`),
  );
  const slider = page.getByRole('slider', { name: 'at least' });
  await slider.press('End');
  await settled(page);
  assert.deepEqual(await texts(page, '.tile .title'), ['head 4', 'head 5']);
  assert.match(
    (await texts(page, '.sentence'))[0],
    /^2 of 8 heads, those whose induction is at least 0\.860/,
  );
  await page.getByRole('radio', { name: 'entropy' }).check();
  await settled(page);
  assert.equal(await attribute(page, 'filter'), null);
  assert.equal((await texts(page, '.tile .title')).length, 8);
});

test('keys walk the cards and enlarge one, whose cells are walked then', async () => {
  const page = await concepts.open({ view: 'census' }, { content });
  await page.locator('.tile').first().focus();
  for (const key of ['End', 'ArrowLeft', 'Enter']) await page.keyboard.press(key);
  await settled(page);
  assert.equal(await attribute(page, 'head'), '6');
  assert.match(await readout(page), /^head 6 · entropy 0\.\d\d · distance 16\.\d\d/);
  assert.match(
    (await texts(page, '.sentence'))[1],
    /16\.\d\d on average, by the weights of this map/,
  );
  await page.locator('.matrix-panel').focus();
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown']) await page.keyboard.press(key);
  assert.match(
    await readout(page),
    /^query 2 ‘\w’ → key 0 ‘<s>’ · weight [01]\.\d{4} · distance 2$/,
  );
});

test('a tap enlarges a head and closes it again', async () => {
  const page = await concepts.open({ view: 'census' }, { content, hasTouch: true });
  await page.locator('.tile').nth(5).tap();
  await settled(page);
  assert.equal(await attribute(page, 'head'), '5');
  assert.equal(await page.locator('.tile').nth(5).getAttribute('aria-pressed'), 'true');
  await page.locator('.tile').nth(5).tap();
  await settled(page);
  assert.equal(await attribute(page, 'head'), null);
});

test('the chapter’s one head is one card, with no induction', async () => {
  const page = await concepts.open({ view: 'census', mask: 'causal' });
  assert.equal((await texts(page, '.tile')).length, 1);
  assert.equal((await texts(page, '.card-facts > span'))[4], 'induction –');
});

test('it is accessible, and fits 320 px', async () => {
  const page = await concepts.open({ view: 'census', sort: 'previous', head: '1' }, { content });
  await audit(page);
  await fitsNarrow(page);
});
