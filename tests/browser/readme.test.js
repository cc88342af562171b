// The README's code, run as it stands: the module in Node, the snippet in a browser from file://.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { launchChromium } from '../../scripts/chromium.mjs';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const README = readFileSync(join(ROOT, 'README.md'), 'utf8');

/** The first code block in a language. @param {string} language */
function block(language) {
  const found = new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``).exec(README);
  assert.ok(found, `README has no ${language} block`);
  return found[1];
}

test('the module prints what its comments say', () => {
  const code = block('js');
  const printed = execFileSync(process.execPath, ['--input-type=module', '--eval', code], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  const promised = [...code.matchAll(/(?:^|; )\/\/ ([\d[].*)$/gm)].map(([, text]) => text);
  assert.equal(promised.length, 6);
  assert.deepEqual(printed.trimEnd().split('\n'), promised);
});

test('the snippet draws from file://, with the standalone script beside it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'attention-map-readme-'));
  copyFileSync(join(ROOT, 'dist/site/attention-map.js'), join(folder, 'attention-map.js'));
  writeFileSync(join(folder, 'static.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  const path = join(folder, 'page.html');
  writeFileSync(path, `<!doctype html><meta charset="utf-8"><title>Book</title>${block('html')}`);
  const browser = await launchChromium();
  try {
    const page = await browser.newPage();
    /** @type {string[]} */
    const complaints = [];
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(String(error)));
    await page.goto(pathToFileURL(path).href);
    const heads = await page.evaluate(async () => {
      const tag = document.querySelector('attention-map');
      await Reflect.get(tag ?? {}, 'ready');
      return Reflect.get(tag ?? {}, 'result').weights.shape;
    });
    assert.deepEqual(heads, [4, 4, 4]);
    assert.deepEqual(complaints, []);
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true });
  }
});
