// Builds a book as its author would: the sources in a folder of their own, the script and the picture beside them, the
// generator's own command.
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { BOOKS_FOLDER } from '../../../scripts/books.mjs';
import { ROOT } from '../../../scripts/paths.mjs';

const SOURCES = fileURLToPath(new URL('..', import.meta.url));
const SCRIPT = join(ROOT, 'dist', 'site', 'attention-map.js');
/** The chapter's queries, keys and values (ch. 16.2.6), to two decimals. */
const DATA = join(SOURCES, 'beside', 'chapter.json');

/** A generator that has not ended by then hangs. */
const LONGEST_BUILD_MS = 600_000;

/** Generators reach no network (a proxy that is not there), send no statistics, and write UTF-8. */
const OFFLINE = {
  LC_ALL: 'C.UTF-8',
  http_proxy: 'http://127.0.0.1:9',
  https_proxy: 'http://127.0.0.1:9',
  HTTP_PROXY: 'http://127.0.0.1:9',
  HTTPS_PROXY: 'http://127.0.0.1:9',
  NO_UPDATE_NOTIFIER: '1',
  ASTRO_TELEMETRY_DISABLED: '1',
};

/** @typedef {readonly [program: string, args: readonly string[]]} Command */

/**
 * @typedef {object} Book
 * @property {string} generator the book's folder in tests/books
 * @property {string} [below] the folder that it is built in; one of npm's generators finds its packages from there
 * @property {string} title of the generator, as people call it
 * @property {string} beside the folder in the book where the script, the picture and the data are put
 * @property {Command} build run in the book's folder
 * @property {string} site the folder that is published, from the book's
 * @property {string} page the page with the map, from the site
 * @property {'disk' | 'server'} opened how readers come to it
 * @property {Command} version prints the generator's version
 * @property {boolean} [needsScripts] the generator itself shows nothing without
 */

/**
 * @typedef {object} Bound
 * @property {Book} book
 * @property {string} site absolute path of what is published
 * @property {() => Promise<void>} remove
 */

/**
 * @param {Book} book
 * @param {string} picture what readers without scripts see, an SVG
 * @returns {Promise<Bound>}
 * @throws {Error} with what the generator said
 */
export async function bind(book, picture) {
  const { below = BOOKS_FOLDER } = book;
  await mkdir(below, { recursive: true });
  const folder = await mkdtemp(join(below, `${book.generator}-`));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    await cp(join(SOURCES, book.generator), folder, {
      recursive: true,
      // Instructions for authors; some generators would make a page of them.
      filter: (source) => basename(source) !== 'README.md',
    });
    const beside = join(folder, book.beside);
    await mkdir(beside, { recursive: true });
    await cp(SCRIPT, join(beside, 'attention-map.js'));
    await cp(DATA, join(beside, 'chapter.json'));
    await writeFile(join(beside, 'static.svg'), picture);
    // Some generators write only into a folder that is there.
    await mkdir(join(folder, book.site), { recursive: true });
    await runOffline(book.build, folder);
    return { book, site: join(folder, book.site), remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/**
 * @param {Command} command
 * @param {string} cwd
 * @returns {Promise<string>} what it printed
 * @throws {Error} with all that it said
 */
export async function runOffline([program, args], cwd) {
  // A program of Node's that is started by Node's test runner is no test.
  const env = { ...process.env, ...OFFLINE, NODE_TEST_CONTEXT: undefined };
  try {
    const options = { cwd, env, timeout: LONGEST_BUILD_MS, maxBuffer: 1 << 26 };
    const { stdout, stderr } = await promisify(execFile)(program, [...args], options);
    return stdout || stderr;
  } catch (error) {
    const { stdout = '', stderr = '', message } = /** @type {Record<string, string>} */ (error);
    throw new Error([message, stdout, stderr].filter(Boolean).join('\n'));
  }
}
