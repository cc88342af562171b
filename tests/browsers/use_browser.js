// A browser and a server for the tests of one file. No page may leave an error or a request elsewhere behind.
import assert from 'node:assert/strict';
import { after, afterEach, before } from 'node:test';
import { startServer } from '../browser/harness/server.js';
import { servedFiles } from './served.js';

/** @typedef {import('./drivers/driver.js').Driver} Driver */
/** @typedef {import('../browser/harness/server.js').Made} Made */

/**
 * @typedef {object} Browser what the suites work with
 * @property {Driver} driver
 * @property {string} origin of the server
 * @property {(path: string, page: Made) => void} serve a page, or any other answer
 * @property {(path: string) => Promise<void>} open a path of the server, or a whole address
 * @property {<Args extends unknown[], Answer>(work: (...args: Args) => Answer, ...args: Args) => Promise<Awaited<Answer>>} evaluate
 *   a function in the page; it sees nothing from outside, and what goes in and out goes as JSON
 * @property {() => Promise<void>} checkTroubles after each test anyhow; within one, before its page is left
 */

/**
 * @param {import('./drivers/driver.js').Launch} launch
 * @returns {Browser}
 */
export function useBrowser(launch) {
  /** @type {Driver | undefined} */
  let driver;
  /** @type {Awaited<ReturnType<typeof startServer>> | undefined} */
  let server;
  /** @type {Record<string, Made>} */
  const made = {};
  const started = () => {
    if (!driver || !server) throw new Error('the browser has not started');
    return { driver, origin: server.origin };
  };
  /** @type {Browser} */
  const browser = {
    get driver() {
      return started().driver;
    },
    get origin() {
      return started().origin;
    },
    serve: (path, page) => {
      made[path] = page;
    },
    open: (path) => browser.driver.open(path.startsWith('/') ? browser.origin + path : path),
    evaluate: async (work, ...args) =>
      JSON.parse((await browser.driver.call(String(work), args)) ?? 'null'),
    checkTroubles: async () => assert.deepEqual(await troublesOf(browser), []),
  };
  before(async () => {
    Object.assign(made, await servedFiles());
    server = await startServer(made);
    driver = await launch();
  });
  after(async () => {
    await driver?.close();
    await server?.close();
  });
  afterEach(() => browser.checkTroubles());
  return browser;
}

/**
 * What has gone wrong in the page, and what it fetched from elsewhere; told once.
 * @param {Browser} browser
 * @returns {Promise<string[]>}
 */
async function troublesOf(browser) {
  return browser.evaluate((origin) => {
    const { troubles = [] } = /** @type {{ troubles?: string[] }} */ (
      /** @type {unknown} */ (globalThis)
    );
    const elsewhere = performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .filter((name) => !/^(?:data|blob|file):/.test(name) && !name.startsWith(origin));
    return [...troubles.splice(0), ...elsewhere.map((name) => `request: ${name}`)];
  }, browser.origin);
}
