// The view "sketch" in a browser: what it prints, how it is driven, and what its button puts on the clipboard.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
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
const { cases } = JSON.parse(
  readFileSync(new URL('../../golden/sketch.json', import.meta.url), 'utf8'),
);
const [chapter] = cases;
const oneLine = (/** @type {string[]} */ lines) => lines.join(' ').replace(/\s+/g, ' ').trim();

test('the program and what it prints are on screen, the map says the same', async () => {
  const page = await concepts.open({ view: 'sketch' });
  assert.deepEqual(await texts(page, '.listing'), [
    oneLine(chapter.script),
    oneLine(chapter.printed),
  ]);
  assert.deepEqual((await texts(page, '.numbers span')).slice(8), [
    ...['0.32', '0.34', '0.35', '0.00'],
    ...['0.23', '0.27', '0.22', '0.28'],
  ]);
});

test('typed numbers and the mask become attributes', async () => {
  const page = await concepts.open({ view: 'sketch' });
  await page.getByRole('spinbutton', { name: 'seed' }).fill('42');
  await page.getByRole('radio', { name: 'none' }).focus();
  await page.keyboard.press('Space');
  await settled(page);
  assert.equal(await attribute(page, 'seed'), '42');
  assert.equal(await attribute(page, 'mask'), 'none');
  const wanted = cases.find(
    (/** @type {{ settings: { seed: number } }} */ { settings }) => settings.seed === 42,
  );
  assert.equal((await texts(page, 'samp'))[0], oneLine(wanted.printed));
  await page.getByRole('spinbutton', { name: 'tokens n' }).fill('6');
  await settled(page);
  assert.match((await texts(page, 'samp'))[0], /output shape: \(6, 8\)$/);
});

test('what a number must be is said while it is not, and leaving the field puts back what it was entered with', async () => {
  const page = await concepts.open({ view: 'sketch', n: '6' });
  const tokens = page.getByRole('spinbutton', { name: 'tokens n' });
  const words = async () => (await texts(page, '.bounds')).filter(Boolean);
  const invalid = () => tokens.getAttribute('aria-invalid');
  const refuse = async (/** @type {string} */ typed, /** @type {string} */ kept) => {
    await tokens.focus();
    await page.keyboard.press('Control+A');
    await page.keyboard.type(typed);
    await settled(page);
    assert.deepEqual(await words(), ['whole number, 1 to 64'], typed);
    assert.equal(await invalid(), 'true');
    // The picture is that of the last number that could be taken.
    assert.equal(await attribute(page, 'n'), kept);
    await page.keyboard.press('Tab');
    await settled(page);
    assert.equal(await attribute(page, 'n'), '6', `${typed} leaves`);
    assert.equal(await tokens.inputValue(), '6');
    assert.deepEqual(await words(), []);
    assert.equal(await invalid(), 'false');
  };
  await refuse('100', '10');
  await refuse('1e9', '1');
  await refuse('1e-30', '1');
  await refuse('2.5', '2');
  await refuse('-3', '6');
  // Emptied, letter by letter, and left.
  await tokens.fill('64');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Backspace');
  await settled(page);
  assert.equal(await attribute(page, 'n'), '6');
  assert.deepEqual([await words(), await tokens.inputValue()], [[], '']);
  await page.keyboard.press('Tab');
  await settled(page);
  assert.deepEqual([await attribute(page, 'n'), await tokens.inputValue()], ['64', '64']);
  assert.match((await texts(page, 'samp'))[0], /output shape: \(64, 8\)$/);
});

test('a number may be written with an exponent, and one that need not be whole says so', async () => {
  const page = await concepts.open({ view: 'sketch' });
  await page.getByRole('spinbutton', { name: 'seed' }).focus();
  await page.keyboard.press('Control+A');
  await page.keyboard.type('1e9');
  await settled(page);
  assert.equal(await attribute(page, 'seed'), '1000000000');
  // A browser's check of steps takes 1e-30 for 0.
  await page.keyboard.press('Control+A');
  await page.keyboard.type('1e-30');
  assert.deepEqual((await texts(page, '.bounds')).filter(Boolean), [
    'whole number, 0 to 9007199254740991',
  ]);
  await page.keyboard.press('Tab');
  await settled(page);
  assert.equal(await attribute(page, 'seed'), '0');
  await page.getByRole('spinbutton', { name: 'σ' }).fill('0');
  assert.deepEqual((await texts(page, '.bounds')).filter(Boolean), ['number, 0.001 to 100']);
});

test('the button copies the program', async () => {
  const page = await concepts.open(
    { view: 'sketch' },
    { permissions: ['clipboard-read', 'clipboard-write'] },
  );
  await page.getByRole('button', { name: 'Copy as NumPy' }).click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  assert.equal(
    await page.evaluate(() => navigator.clipboard.readText()),
    chapter.script.join('\n'),
  );
  // Other settings make another program, which is not copied yet.
  await setAttributes(page, { seed: '1' });
  await page.getByRole('button', { name: 'Copy as NumPy' }).waitFor();
});

test('where the clipboard is refused the program is selected, and the button says so', async () => {
  const page = await concepts.open({ view: 'sketch' });
  await page.evaluate(() => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined });
  });
  await page.getByRole('button', { name: 'Copy as NumPy' }).press('Enter');
  await page.getByRole('button', { name: /^The clipboard is closed here/ }).waitFor();
  assert.match(await readout(page), /^The clipboard is closed here/);
  const selected = await page.evaluate(() => String(getSelection()));
  assert.equal(selected.trim(), chapter.script.join('\n').trim());
});

test('keys and a finger walk the printed map', async () => {
  const page = await concepts.open({ view: 'sketch' }, { hasTouch: true });
  await page.locator('.matrix-panel').focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  assert.match(await readout(page), /^query 1 ‘x₁’ → key 0 ‘x₀’ · weight 0\.979049/);
  const map = page.locator('.matrix-panel [part~="map"]');
  await map.scrollIntoViewIfNeeded();
  const box = await map.boundingBox();
  assert.ok(box);
  await page.touchscreen.tap(box.x + box.width * 0.9, box.y + box.height * 0.1);
  assert.match(await readout(page), /^query 0 ‘x₀’ → key 3 ‘x₃’ · masked/);
});

test('it is accessible, and fits 320 px', async () => {
  const page = await concepts.open({ view: 'sketch', n: '24' });
  await audit(page);
  await fitsNarrow(page);
});
