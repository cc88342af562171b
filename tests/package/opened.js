// A page that somebody built with the package, opened in Chromium: whether it draws the chapter's map, and what it said while it did.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { launchChromium } from '../../scripts/chromium.mjs';
import { serveFolder } from '../../scripts/serve.mjs';

export { chapter } from '../browser/harness/pages.js';

/** Its printed table. */
export const PRINTED = [
  '1.00 0.00 0.00 0.00',
  '0.98 0.02 0.00 0.00',
  '0.32 0.34 0.35 0.00',
  '0.23 0.27 0.22 0.28',
];

/** A server that is not there by then does not come. */
const LONGEST_START_MS = 120_000;

/** @typedef {{ printed: string[], cells: string[], complaints: string[], requests: string[], said: unknown }} Seen */

/**
 * @param {string} url
 * @param {{ hasComputed?: boolean }} [options] hasComputed: wait for what the page's worker computed, too
 * @returns {Promise<Seen>} printed: the weights of the tag's result; cells: what stands in the cells of its table; said: the worker's answer
 */
export async function openPage(url, { hasComputed = false } = {}) {
  const browser = await launchChromium();
  try {
    const page = await browser.newPage();
    /** @type {string[]} */
    const complaints = [];
    /** @type {string[]} */
    const requests = [];
    page.on('pageerror', (error) => complaints.push(String(error.stack)));
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
    });
    page.on('request', (request) => requests.push(request.url()));
    await page.goto(url, { waitUntil: 'load', timeout: LONGEST_START_MS });
    const drawn = await page.evaluate(async (isAwaited) => {
      await customElements.whenDefined('attention-map');
      const tag = document.querySelector('attention-map');
      await Reflect.get(tag ?? {}, 'ready');
      const table = tag?.shadowRoot?.querySelector('details[part="table"]');
      if (table instanceof HTMLDetailsElement) table.open = true;
      for (let frames = 0; frames < 4; frames++)
        await new Promise((resolve) => requestAnimationFrame(resolve));
      while (isAwaited && Reflect.get(window, 'said') === undefined)
        await new Promise((resolve) => setTimeout(resolve, 50));
      const { data } = Reflect.get(tag ?? {}, 'result').weights;
      const rows = [...(tag?.shadowRoot?.querySelectorAll('tbody tr') ?? [])];
      return {
        weights: Array.from(data),
        cells: rows.map((row) =>
          Array.from(row.querySelectorAll('td:not(.sum)'), (cell) =>
            /[\d.]+/.exec(cell.textContent ?? ''),
          ).join(' '),
        ),
        said: Reflect.get(window, 'said'),
      };
    }, hasComputed);
    const rows = Array.from({ length: 4 }, (_, row) => drawn.weights.slice(4 * row, 4 * row + 4));
    return {
      printed: rows.map((row) => row.map((weight) => weight.toFixed(2)).join(' ')),
      cells: drawn.cells,
      complaints,
      requests,
      said: drawn.said,
    };
  } finally {
    await browser.close();
  }
}

/**
 * The chapter's numbers, and not one message.
 * @param {Seen} seen
 */
export function assertDrawn({ printed, cells, complaints }) {
  assert.deepEqual(printed, PRINTED);
  assert.deepEqual(cells, PRINTED);
  assert.deepEqual(complaints, []);
}

/**
 * @param {string} folder of static files
 * @param {Parameters<typeof openPage>[1]} [options]
 */
export async function openFolder(folder, options) {
  const server = await serveFolder(folder);
  try {
    return await openPage(server.url, options);
  } finally {
    await server.close();
  }
}

/**
 * A server of the project's own, for as long as a page is looked at.
 * @param {import('./tarball.js').Project} project
 * @param {(port: string) => [program: string, ...args: string[]]} command
 */
export async function openServer(project, command) {
  const port = await freePort();
  const [program, ...args] = command(String(port));
  // A group of its own: servers start processes of theirs.
  const server = spawn(program, args, {
    cwd: project.folder,
    env: project.env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [server.stdout, server.stderr])
    stream.setEncoding('utf8').on('data', (text) => {
      said += text;
    });
  const url = `http://127.0.0.1:${port}/`;
  try {
    await answers(url, () => (server.exitCode === null ? null : said));
    return await openPage(url);
  } finally {
    if (server.pid !== undefined && server.exitCode === null) process.kill(-server.pid, 'SIGKILL');
  }
}

/**
 * @param {string} url
 * @param {() => string | null} ended what the server said, once it has ended
 */
async function answers(url, ended) {
  const until = Date.now() + LONGEST_START_MS;
  while (Date.now() < until) {
    const answer = await fetch(url).catch(() => null);
    if (answer?.ok) return;
    const last = ended();
    if (last !== null) throw new Error(`the server ended: ${last}`);
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
  throw new Error(`${url} does not answer`);
}

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
