// The ways in that the page describes: its own code blocks, run.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { launchChromium } from '../../scripts/chromium.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SITE = join(ROOT, 'dist', 'site');

/** The code blocks of the built page, as a reader copies them. */
async function codeBlocks() {
  const html = await readFile(join(SITE, 'index.html'), 'utf8');
  return [...html.matchAll(/<pre><code>([\s\S]*?)<\/code><\/pre>/g)].map(([, code]) =>
    code.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&'),
  );
}

test('the script and the tag draw from a folder on disk, without a server', async () => {
  const [snippet] = await codeBlocks();
  const folder = await mkdtemp(join(tmpdir(), 'attention-map-standalone-'));
  const browser = await launchChromium();
  try {
    await copyFile(join(SITE, 'attention-map.js'), join(folder, 'attention-map.js'));
    await writeFile(join(folder, 'book.html'), `<!doctype html><meta charset="utf-8">${snippet}`);
    const page = await browser.newPage();
    /** @type {string[]} */
    const complaints = [];
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(String(error)));
    await page.goto(pathToFileURL(join(folder, 'book.html')).href);
    const shape = await page.evaluate(async () => {
      await customElements.whenDefined('attention-map');
      const tag = document.querySelector('attention-map');
      await Reflect.get(tag ?? {}, 'ready');
      return Reflect.get(tag ?? {}, 'result').weights.shape;
    });
    assert.deepEqual(shape, [4, 4, 4]);
    assert.deepEqual(complaints, []);
  } finally {
    await browser.close();
    await rm(folder, { recursive: true });
  }
});

test('the engine’s code block runs in Node and gives what it names', async () => {
  const [, snippet] = await codeBlocks();
  const program = `${snippet}\nconsole.log(JSON.stringify([weights.shape, output.shape, [...weights.data]]));`;
  const printed = execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  const [weightsShape, outputShape, weights] = JSON.parse(printed);
  assert.deepEqual(
    [weightsShape, outputShape],
    [
      [1, 3, 3],
      [1, 3, 2],
    ],
  );
  // Row 1: scores 0 and 1/√2; row 2 sees [1, 1, 2] / √2.
  const share = 1 / (1 + Math.exp(Math.SQRT1_2));
  const expected = [1, 0, 0, share, 1 - share, 0];
  expected.forEach((value, i) => {
    assert.ok(Math.abs(weights[i] - value) < 1e-6);
  });
});
