// A static file server for one folder, on this machine only.
import { createReadStream, realpathSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, sep } from 'node:path';
import { ScriptError } from './run.mjs';

/** @type {Record<string, string>} */
const TYPES = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};
const HOST = '127.0.0.1';

/**
 * Serves a folder until `close()`.
 * @param {string} folder
 * @param {{ port?: number, headers?: Record<string, string> }} [options] port 0 (the default) takes a free one;
 *   headers are added to every answer
 * @returns {Promise<{ url: string, close: () => Promise<void> }>} url ends with a slash
 * @throws {ScriptError} when the port is taken
 */
export async function serveFolder(folder, { port = 0, headers = {} } = {}) {
  const root = realpathSync(folder);
  const server = createServer((request, response) => answer(root, headers, request, response));
  await new Promise((resolve, reject) => {
    server.once('error', (error) => reject(explain(error, port)));
    server.listen(port, HOST, () => resolve(null));
  });
  const address = server.address();
  const actual = typeof address === 'object' && address !== null ? address.port : port;
  return {
    url: `http://${HOST}:${actual}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/**
 * @param {string} root
 * @param {Record<string, string>} headers
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} response
 */
function answer(root, headers, request, response) {
  const refuse = (/** @type {number} */ status, /** @type {string} */ text) =>
    response.writeHead(status, { ...headers, 'content-type': TYPES['.txt'] }).end(`${text}\n`);
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return refuse(405, 'Only GET and HEAD are answered.');
  }
  const path = readPath(request.url ?? '/');
  const file = path === null ? null : resolveFile(root, path);
  if (path === null || file === null) return refuse(404, 'There is no such page.');
  if (file.isFolder)
    return response.writeHead(308, { ...headers, location: `${encodeURI(path)}/` }).end();
  response.writeHead(200, {
    ...headers,
    'content-type': TYPES[extname(file.path)] ?? 'application/octet-stream',
    'content-length': file.size,
    'cache-control': 'no-cache',
    'x-content-type-options': 'nosniff',
  });
  if (request.method === 'HEAD') return response.end();
  createReadStream(file.path)
    .on('error', () => response.destroy())
    .pipe(response);
}

/**
 * @param {string} url
 * @returns {string | null} the decoded path, without what follows `?`
 */
function readPath(url) {
  try {
    const path = decodeURIComponent(url.split(/[?#]/, 1)[0]);
    return path.startsWith('/') && !path.includes('\0') ? path : null;
  } catch {
    return null;
  }
}

/**
 * The file that a path names; none outside the root, through `..` or through links.
 * @param {string} root
 * @param {string} path
 * @returns {{ path: string, size: number, isFolder: boolean } | null} isFolder: the slash at the end is missing
 */
function resolveFile(root, path) {
  try {
    const named = realpathSync(join(root, path));
    if (named !== root && !named.startsWith(root + sep)) return null;
    if (!statSync(named).isDirectory())
      return { path: named, size: statSync(named).size, isFolder: false };
    const index = join(named, 'index.html');
    return { path: index, size: statSync(index).size, isFolder: !path.endsWith('/') };
  } catch {
    return null;
  }
}

/**
 * @param {Error} error
 * @param {number} port
 */
function explain(error, port) {
  if ('code' in error && error.code === 'EADDRINUSE') {
    return new ScriptError(`Port ${port} is taken. Choose another: PORT=${port + 1} npm start`);
  }
  if ('code' in error && error.code === 'EACCES') {
    return new ScriptError(
      `Port ${port} may not be used by this user. Choose one above 1023: PORT=8080 npm start`,
    );
  }
  return error;
}
