// The address as memory: what is set comes back, what cannot be read is said, nothing crashes.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { openSite, readMap, readText, settle } from './page_site.js';

describe('the address', () => {
  /** @type {import('./page_site.js').Site} */
  let site;
  before(async () => {
    site = await openSite();
  });
  after(() => site.close());

  test('brings back text and settings exactly', async () => {
    const { page } = await site.open();
    const text = 'a=b & c#d\nça va? 猫 \u{1F44B}\u{1F3FD}  +1%';
    await page.fill('#text', text);
    await page.locator('label:has(input[name="heads"][value="2"])').click();
    await page.locator('label:has(input[name="mask"][value="causal padding"])').click();
    await page.fill('#padding', '3');
    await page.locator('label:has(input[name="scale"][value="off"])').click();
    await page.locator('#temperature-slider').focus();
    await page.keyboard.press('ArrowLeft');
    await page.fill('#seed', '42');
    await settle(page);
    const shown = await readMap(page);
    await page.waitForFunction(() => window.location.hash.includes('seed=42'));
    const { page: other, complaints } = await site.open({ hash: new URL(page.url()).hash });
    assert.equal(await other.inputValue('#text'), text);
    assert.deepEqual(await readMap(other), shown);
    assert.equal(await other.inputValue('#temperature-slider'), '-1');
    assert.equal(await other.isVisible('#notice'), false);
    assert.equal(other.url(), page.url());
    assert.deepEqual(complaints, []);
  });

  test('keeps history short: typing replaces the entry', async () => {
    const { page } = await site.open();
    const length = await page.evaluate(() => window.history.length);
    await page.fill('#text', 'one two');
    await page.waitForFunction(() => window.location.hash.includes('one'));
    assert.equal(await page.evaluate(() => window.history.length), length);
  });

  test('is written before the page is left, however soon', async () => {
    const { page } = await site.open();
    await page.fill('#text', 'left at once');
    await page.goto('about:blank');
    await page.goBack();
    await settle(page);
    assert.equal(await page.inputValue('#text'), 'left at once');
  });

  test('keeps the last change through a reload, however soon', async () => {
    const { page, complaints } = await site.open({ hash: '#v=1&text=before&heads=2' });
    await page.fill('#text', 'typed and reloaded');
    await page.reload();
    await settle(page);
    assert.equal(await page.inputValue('#text'), 'typed and reloaded');
    assert.match(
      page.url(),
      /text=typed\+and\+reloaded.*heads=2|heads=2.*text=typed\+and\+reloaded/,
    );
    // What was kept is used once.
    await page.goto(`${site.url}#v=1&text=before&heads=2`);
    await page.reload();
    await settle(page);
    assert.equal(await page.inputValue('#text'), 'before');
    assert.deepEqual(complaints, []);
  });

  test('that is malformed is ignored in part, with a note', async () => {
    const wrong =
      '#v=1&heads=3&mask=sideways&seed=-1&temperature=NaN&text=%E0%A4%A&scale=off&backend=gpu';
    const { page, complaints } = await site.open({ hash: wrong });
    const note = await readText(page, '#notice');
    for (const name of ['heads', 'mask', 'seed', 'temperature', 'backend'])
      assert.match(note, new RegExp(`${name} is `));
    assert.deepEqual((await readMap(page)).shape[0], 8);
    assert.equal(await page.isChecked('input[name="scale"][value="off"]'), true);
    assert.deepEqual(complaints, []);
  });

  test('to a place that the page has not is named, and is no place', async () => {
    const { page, complaints } = await site.open({ hash: '#v=1&at=nope&text=two+words' });
    assert.equal(
      await readText(page, '#notice'),
      'Part of this link could not be read. at=nope is no section of this page.',
    );
    assert.deepEqual((await readMap(page)).tokens, ['two', 'words']);
    await page.fill('#text', 'three more words');
    await page.waitForFunction(() => window.location.hash.includes('three'));
    assert.doesNotMatch(page.url(), /at=/);
    // A place that there is says nothing.
    const { page: other } = await site.open({ hash: '#v=1&at=masks' });
    assert.equal(await other.isVisible('#notice'), false);
    assert.deepEqual(complaints, []);
  });

  test('of a later version is named and not guessed at', async () => {
    const { page, complaints } = await site.open({ hash: '#v=99&heads=1' });
    assert.match(await readText(page, '#notice'), /version “99”; this page reads version 1/);
    assert.deepEqual((await readMap(page)).shape[0], 8);
    assert.deepEqual(complaints, []);
  });

  test('changed by hand is followed', async () => {
    const { page } = await site.open();
    await page.evaluate(() => {
      window.location.hash = '#v=1&text=by+hand&heads=1';
    });
    await settle(page);
    const { tokens, shape } = await readMap(page);
    assert.deepEqual(
      [tokens, shape],
      [
        ['by', 'hand'],
        [1, 2, 2],
      ],
    );
    await page.goBack();
    await settle(page);
    assert.deepEqual((await readMap(page)).shape[0], 8);
  });

  test('has what was just typed when a link within the page is followed and Back leads here', async () => {
    const { page } = await site.open();
    await page.fill('#text', 'typed just now');
    await page.locator('.contents a[href="#order"]').click();
    await page.waitForFunction(() => window.scrollY > 2000);
    await page.goBack();
    await settle(page);
    assert.equal(await page.inputValue('#text'), 'typed just now');
    assert.deepEqual((await readMap(page)).tokens, ['typed', 'just', 'now']);
  });

  test('leads to the section whose link was followed, until something is typed', async () => {
    const { page } = await site.open();
    await page.locator('#masks .where').click();
    await page.waitForFunction(() => window.location.hash === '#v=1&at=masks');
    const { page: other } = await site.open({ hash: '#v=1&at=masks' });
    await other.waitForFunction(() => window.scrollY > 1000);
    await page.fill('#text', 'here again');
    await page.waitForFunction(() => window.location.hash === '#v=1&text=here+again');
  });

  test('is what Save copies under the words: they come back, and nothing else', async () => {
    const { page } = await site.open({ hash: '#v=1&order.order=0%201%202%203' });
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.fill('#text', 'red blue green');
    await page.locator('label:has(input[name="mask"][value="causal"])').click();
    await settle(page);
    await page.locator('#map summary', { hasText: 'Save' }).click();
    await page.locator('#map').getByRole('button', { name: 'Copy link' }).click();
    await page.locator('#map .said', { hasText: 'Link copied.' }).waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    assert.equal(new URL(link).hash, '#v=1&text=red+blue+green&mask=causal&at=words');
    const { page: other } = await site.open({ hash: new URL(link).hash });
    assert.deepEqual(await readMap(other), await readMap(page));
  });

  test('survives a link within the page', async () => {
    const { page } = await site.open({ hash: '#v=1&text=kept' });
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.activeElement?.id === 'text');
    await page.waitForFunction(() => window.location.hash === '#v=1&text=kept');
    assert.equal(await page.inputValue('#text'), 'kept');
  });
});
