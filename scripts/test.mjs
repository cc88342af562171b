// Sets up, builds, and runs the tests: `npm test`; with the slow ones: `npm run test:all`; only those: `-- --slow`.
// Every suite runs, whatever the others say; ctest's and Node's own closing lines stay as they are.
import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { NATIVE_BUILDS, WASM_BUILDS } from './build/core.mjs';
import { buildAll } from './build.mjs';
import { ROOT } from './paths.mjs';
import { isMain, runMain, say, show } from './run.mjs';
import { setUp } from './setup.mjs';
import { filesUnder } from './stamp.mjs';
import { relaxedSimdFlags } from './toolchain/environment.mjs';

/** What has not ended in 20 minutes waits for something that does not come: it fails by its name. */
const TEST_FLAGS = ['--test', `--test-timeout=${20 * 60_000}`];

/** A suite that takes minutes ends in this. */
const SLOW = '.slow.test.js';

/**
 * @param {{ fast: boolean, slow: boolean }} which
 * @returns {Promise<boolean>} whether everything passed
 */
async function test({ fast, slow }) {
  await buildAll(await setUp({ native: true, browser: true, otherBrowsers: slow }));
  /** @type {[string, number][]} */
  const results = [];
  for (const { name, folder } of fast ? [...NATIVE_BUILDS, ...WASM_BUILDS] : []) {
    say(`\nC++: ${name}`);
    const args = ['--test-dir', join(ROOT, folder), '--output-on-failure', '--no-tests=error'];
    const status = await show('ctest', args, { cwd: ROOT });
    console.log(readTotals(folder));
    results.push([name, status]);
  }
  const files = testFiles().filter((file) => (file.endsWith(SLOW) ? slow : fast));
  if (files.length > 0) {
    say('\nJavaScript and browser');
    results.push([
      'JavaScript',
      await show(process.execPath, [...relaxedSimdFlags(), ...TEST_FLAGS, ...files], { cwd: ROOT }),
    ]);
  }
  return report(results);
}

/**
 * The totals of doctest, which ctest keeps to itself when all is well.
 * @param {string} folder of the build
 */
function readTotals(folder) {
  const log = join(ROOT, folder, 'Testing', 'Temporary', 'LastTest.log');
  const text = existsSync(log) ? stripVTControlCharacters(readFileSync(log, 'utf8')) : '';
  return text
    .split('\n')
    .filter((line) => /^\[doctest\] (?:test cases|assertions):/.test(line))
    .join('\n');
}

/** Every test of JavaScript, in Node and in browsers. */
function testFiles() {
  return ['tests/js', 'tests/package', 'tests/browser', 'tests/browsers', 'tests/books']
    .flatMap((folder) => filesUnder(join(ROOT, folder)))
    .filter((file) => file.endsWith('.test.js'))
    .map((file) => relative(ROOT, file));
}

/**
 * @param {[string, number][]} results exit status by suite
 */
function report(results) {
  say('');
  for (const [name, status] of results) say(`${status === 0 ? 'passed' : 'FAILED'}  ${name}`);
  const failed = results.filter(([, status]) => status !== 0).length;
  say(
    failed === 0
      ? results.length === 1
        ? 'The suite passed.'
        : `All ${results.length} suites passed.`
      : `${failed} of ${results.length} suites failed.`,
  );
  return failed === 0;
}

if (isMain(import.meta)) {
  await runMain(async () => {
    const all = process.argv.includes('--all');
    const onlySlow = process.argv.includes('--slow');
    if (!(await test({ fast: !onlySlow, slow: all || onlySlow }))) process.exitCode = 1;
  });
}
