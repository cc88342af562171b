// `npm run bench` with words that it does not know says what it does know.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const SCRIPT = fileURLToPath(new URL('../../scripts/bench.mjs', import.meta.url));

const bench = (/** @type {string[]} */ ...words) =>
  spawnSync(process.execPath, [SCRIPT, ...words], { encoding: 'utf8' });

test('no word, an unknown one, or one too many: the usage, and status 1', () => {
  for (const words of [[], ['kernels'], ['page', 'fast'], ['constructor']]) {
    const { status, stdout, stderr } = bench(...words);
    assert.equal(status, 1);
    assert.equal(stdout, '');
    assert.match(stderr, /Usage: npm run bench -- NAME\n\n {2}page {4}from a keystroke/);
    if (words.length > 0) assert.ok(stderr.includes(`There is no benchmark '${words.join(' ')}'.`));
  }
});
