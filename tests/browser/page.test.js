// The page as it opens: the printed table, a silent console, no other origin, any folder of any host.
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { openSite, readMap, readText } from './page_site.js';

const SITE = fileURLToPath(new URL('../../dist/site/', import.meta.url));

/** As the chapter prints it. */
const PRINTED = [
  '1.00 0.00 0.00 0.00',
  '0.98 0.02 0.00 0.00',
  '0.32 0.34 0.35 0.00',
  '0.23 0.27 0.22 0.28',
];

describe('the page', () => {
  /** @type {import('./page_site.js').Site} */
  let site;
  before(async () => {
    site = await openSite();
  });
  after(() => site.close());

  test('prints the example’s table, output shape and row sum', async () => {
    const { page } = await site.open();
    const rows = await page.$$eval('#printed tr', (all) =>
      all.map((row) => [...row.children].map((cell) => cell.textContent).join(' ')),
    );
    assert.deepEqual(rows, PRINTED);
    assert.equal(await page.textContent('#shape'), '(4, 8)');
    assert.equal(await page.textContent('#row-sum'), '1.000000');
  });

  test('shows the example’s four stages, with the same weights', async () => {
    const { page } = await site.open();
    const shown = await page.evaluate(() => {
      const { rawScores, scaledScores, maskedScores, weights } = Reflect.get(
        document.querySelector('#example') ?? {},
        'result',
      );
      return {
        raw: rawScores.data[0],
        scaled: scaledScores.data[4],
        masked: maskedScores.data[1],
        weights: [...weights.data],
      };
    });
    assert.ok(Math.abs(shown.raw - 0.21498834) < 1e-6);
    assert.ok(Math.abs(shown.scaled - 1.37920298) < 1e-6);
    assert.equal(shown.masked, Number.NEGATIVE_INFINITY);
    assert.deepEqual(shown.weights.map((weight) => weight.toFixed(2)).join(' '), PRINTED.join(' '));
  });

  test('states a variance of the scaled scores that they have', async () => {
    const { page } = await site.open();
    const scores = await page.evaluate(() => [
      ...Reflect.get(document.querySelector('#example') ?? {}, 'result').scaledScores.data,
    ]);
    const mean = scores.reduce((a, b) => a + b, 0) / scores.length;
    const variance = scores.reduce((sum, score) => sum + (score - mean) ** 2, 0) / scores.length;
    assert.match(
      await readText(page, '.remarks'),
      new RegExp(`have variance ${variance.toFixed(2)}\\.`),
    );
  });

  test('says nothing in the console and asks no other origin, idle work included', async () => {
    const { page, complaints } = await site.open();
    await page.waitForFunction(() => document.getElementById('timing')?.textContent !== '');
    assert.deepEqual(complaints, []);
  });

  test('names the kernel and times those that run here, never as zero', async () => {
    const { page } = await site.open();
    await page.waitForFunction(() => document.getElementById('timing')?.textContent !== '');
    assert.match(await readText(page, '#time-auto'), /^uses (relaxed-simd|simd128|scalar)$/);
    for (const backend of ['relaxed-simd', 'simd128', 'scalar']) {
      const text = await readText(page, `#time-${backend}`);
      assert.match(text, /^(not in this browser|\d+(\.\d+)? ms)$/);
      assert.doesNotMatch(text, /^0(\.0+)? ms$/);
    }
    // Without words there is nothing that the times would be of.
    await page.fill('#text', '');
    await page.waitForFunction(() => document.getElementById('timing')?.textContent === '');
    assert.equal(await readText(page, '#time-scalar'), '');
  });

  test('works from a sub-folder', async () => {
    const nested = await openSite({ folder: 'courses/nlp' });
    try {
      const { page, complaints } = await nested.open({ hash: '#v=1&heads=2' });
      assert.equal(await page.textContent('#printed tr:first-child'), '1.000.000.000.00');
      assert.deepEqual((await readMap(page)).shape[0], 2);
      assert.deepEqual(complaints, []);
    } finally {
      await nested.close();
    }
  });
});

test('the built page has no inline script or style and no address of another host', async () => {
  const html = await readFile(`${SITE}index.html`, 'utf8');
  assert.match(html, /http-equiv="Content-Security-Policy"/);
  assert.doesNotMatch(html, /<script(?![^>]*\ssrc=)[^>]*>/);
  assert.doesNotMatch(html, /<style|\sstyle=|\son[a-z]+=/);
  assert.doesNotMatch(html, /(?:src|href)="(?:\/|https?:)/);
});

test('the standalone script is beside the page', async () => {
  assert.ok((await readdir(SITE)).includes('attention-map.js'));
});
