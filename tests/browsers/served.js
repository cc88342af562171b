// What the server answers beside the sources of the package: the project's own files of tests as a page imports them, and pages.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

/** @typedef {import('../browser/harness/server.js').Made} Made */

const ROOT = new URL('../../', import.meta.url);
const ASSERT = '/in_page/assert.js';

/** Names that a page cannot resolve, and what stands in for them. @type {[string, string][]} */
const NAMES = [
  ['attention-map', '/web/src/index.js'],
  ['node:test', '/tests/browsers/in_page/runner.js'],
  ['node:fs', '/tests/browsers/in_page/files.js'],
  ['node:assert/strict', ASSERT],
  ['wasm-feature-detect', '/node_modules/wasm-feature-detect/dist/esm/index.js'],
];

/** First in every page: what goes wrong in it is asked for after each test. */
export const WATCH = `
  const troubles = (globalThis.troubles = []);
  addEventListener('error', (event) => troubles.push('error: ' + (event.error?.stack || event.message)));
  addEventListener('unhandledrejection', ({ reason }) => troubles.push('rejection: ' + (reason?.stack || reason)));
  for (const level of ['error', 'warn']) {
    const original = console[level];
    console[level] = (...words) => {
      troubles.push('console: ' + words.join(' '));
      original.apply(console, words);
    };
  }`;

/**
 * @param {string} body
 * @param {{ head?: string }} [options]
 */
export const pageOf = (body, { head = '' } = {}) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Test</title><link rel="icon" href="data:,">
<meta name="viewport" content="width=device-width"><script src="/watch.js"></script>
${head}</head><body>${body}</body></html>`;

/**
 * @returns {Promise<Record<string, Made>>} the answers that both suites need
 */
export async function servedFiles() {
  const folders = ['tests/js/', 'tests/browsers/in_page/'];
  const files = [
    ...folders.flatMap((folder) =>
      readdirSync(new URL(folder, ROOT))
        .filter((name) => name.endsWith('.js'))
        .map((name) => folder + name),
    ),
    'scripts/golden/chapter_cases.mjs',
  ];
  return {
    ...Object.fromEntries(files.map((file) => [`/${file}`, moduleAnswer(withNames(file))])),
    '/watch.js': moduleAnswer(WATCH),
    [ASSERT]: moduleAnswer(await bundleAssert()),
  };
}

/** @param {string} body @returns {Made} */
const moduleAnswer = (body) => ({ body, type: 'text/javascript; charset=utf-8' });

/** @param {string} file */
const withNames = (file) =>
  NAMES.reduce(
    (text, [name, path]) => text.replaceAll(`from '${name}'`, `from '${path}'`),
    readFileSync(new URL(file, ROOT), 'utf8'),
  );

/** Node's own assert as npm has it for browsers, one module. */
async function bundleAssert() {
  const [{ output }] = /** @type {import('vite').Rolldown.RolldownOutput[]} */ (
    await build({
      configFile: false,
      publicDir: false,
      logLevel: 'warn',
      root: fileURLToPath(new URL('in_page/', import.meta.url)),
      // It asks Node for the width of the terminal and for a switch of its own debugging.
      define: { 'process.stderr': 'undefined', 'process.env.NODE_DEBUG': 'undefined' },
      build: {
        write: false,
        minify: false,
        lib: {
          entry: fileURLToPath(new URL('in_page/assert_entry.js', import.meta.url)),
          formats: ['es'],
        },
      },
    })
  );
  return output[0].code;
}
