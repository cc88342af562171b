// The tests of a shelf of books: each is built, opened and read, with scripts and without.
import { after, before, test } from 'node:test';
import { bind, runOffline } from './bindery.js';
import { assertDrawn, assertFallback, openBrowser, savePicture } from './reader.js';

/** @typedef {import('./bindery.js').Book} Book */

/**
 * @param {readonly Book[]} books
 * @param {() => Promise<void>} install gets their generators, or says what to install
 * @param {(bound: import('./bindery.js').Bound) => Promise<void>} [inspect] what else must hold for what was built
 */
export function testBooks(books, install, inspect) {
  /** @type {import('playwright-core').Browser} */
  let browser;
  /** @type {string} */
  let picture;
  before(async () => {
    await install();
    browser = await openBrowser();
    picture = await savePicture(browser);
  });
  after(() => browser?.close());

  for (const book of books) {
    test(`${book.title}: the book is built and its map is drawn`, async (t) => {
      const bound = await bind(book, picture);
      try {
        t.diagnostic(`${book.title}: ${await versionOf(bound)}`);
        await inspect?.(bound);
        await assertDrawn(browser, bound);
        if (!book.needsScripts) await assertFallback(browser, bound);
      } finally {
        await bound.remove();
      }
    });
  }
}

/** @param {import('./bindery.js').Bound} bound */
async function versionOf({ book, site }) {
  const printed = await runOffline(book.version, site);
  return /\d+(?:\.\d+)+/.exec(printed)?.[0] ?? printed.trim();
}
