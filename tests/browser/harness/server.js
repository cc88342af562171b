// Serves the package's sources and pages made up by a test, on this machine only.
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
/** What old pages have on them. */
const OLD = ['node_modules/jquery/', 'node_modules/d3/', 'node_modules/requirejs/'];
/** Only these folders are served. */
const FOLDERS = [
  'web/src/',
  'node_modules/wasm-feature-detect/',
  'node_modules/fflate/esm/',
  'tests/golden/',
  'dist/site/',
  ...OLD,
];

/** @type {Record<string, string>} */
const TYPES = {
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.html': 'text/html; charset=utf-8',
};

/**
 * Names that a browser cannot resolve by itself, and where they are. Rewritten in the answer instead of by an import
 * map, which a strict Content-Security-Policy forbids.
 */
const NAMES = [
  ['wasm-feature-detect', '/node_modules/wasm-feature-detect/dist/esm/index.js'],
  ['fflate', '/node_modules/fflate/esm/browser.js'],
];

/**
 * @typedef {{ body: string | Uint8Array, type?: string, status?: number, headers?: Record<string, string> }} Made
 */

/**
 * @param {Record<string, Made>} made answers by path, like "/page.html"; they go before files
 * @returns {Promise<{ origin: string, close: () => Promise<void> }>}
 */
export async function startServer(made) {
  const server = createServer(async (request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://host').pathname);
    const answer = Object.hasOwn(made, path) ? made[path] : await readSource(path);
    if (!answer) {
      response.writeHead(404).end();
      return;
    }
    const type = answer.type ?? TYPES[extname(path)] ?? 'application/octet-stream';
    response.writeHead(answer.status ?? 200, {
      'content-type': type,
      // Sources do not change while a file of tests runs, and a page loads hundreds of them; made pages do.
      'cache-control': Object.hasOwn(made, path) ? 'no-store' : 'max-age=3600',
      ...answer.headers,
    });
    response.end(answer.body);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(null)));
  const address = server.address();
  if (!address || typeof address === 'string') throw new Error('the server has no port');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    close: () => new Promise((resolve) => server.close(() => resolve(undefined))),
  };
}

/**
 * @param {string} path
 * @returns {Promise<Made | null>}
 */
async function readSource(path) {
  const name = normalize(path).split(sep).join('/').replace(/^\//, '');
  if (!FOLDERS.some((folder) => name.startsWith(folder))) return null;
  try {
    const body = await readFile(join(ROOT, name), 'utf8');
    return { body: extname(name) === '.js' ? withNames(body) : body };
  } catch {
    return null;
  }
}

/** @param {string} source @returns {string} */
function withNames(source) {
  return NAMES.reduce(
    (text, [name, url]) =>
      text.replaceAll(`'${name}'`, `'${url}'`).replaceAll(`"${name}"`, `"${url}"`),
    source,
  );
}
