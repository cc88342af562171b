// The server of `npm start`: types, folders, and nothing from outside its folder.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { ScriptError } from '../../scripts/run.mjs';
import { serveFolder } from '../../scripts/serve.mjs';

let folder = '';
/** @type {Awaited<ReturnType<typeof serveFolder>>} */
let server;

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'serve-'));
  const site = join(folder, 'site');
  mkdirSync(join(site, 'a b'), { recursive: true });
  writeFileSync(join(site, 'index.html'), '<!doctype html>first');
  writeFileSync(join(site, 'core.wasm'), 'wasm');
  writeFileSync(join(site, 'main.js'), '1');
  writeFileSync(join(site, 'a b', 'index.html'), 'second');
  writeFileSync(join(folder, 'secret.txt'), 'secret');
  symlinkSync('../secret.txt', join(site, 'link.txt'));
  server = await serveFolder(site, { headers: { 'x-test': 'yes' } });
});

after(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

/**
 * Asks for a path as it is: fetch() would tidy it up first.
 * @param {string} path
 * @param {string} [method]
 * @returns {Promise<{ status: number | undefined, headers: import('node:http').IncomingHttpHeaders, text: string }>}
 */
function ask(path, method = 'GET') {
  const { hostname, port } = new URL(server.url);
  return new Promise((resolve, reject) => {
    request({ hostname, port, path, method }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part) => {
        text += part;
      });
      response.on('end', () =>
        resolve({ status: response.statusCode, headers: response.headers, text }),
      );
    })
      .on('error', reject)
      .end();
  });
}

test('the page, and the types that browsers insist on', async () => {
  const page = await ask('/?words=1');
  assert.equal(page.status, 200);
  assert.equal(page.text, '<!doctype html>first');
  assert.equal(page.headers['content-type'], 'text/html; charset=utf-8');
  assert.equal(page.headers['x-test'], 'yes');
  assert.equal((await ask('/core.wasm')).headers['content-type'], 'application/wasm');
  assert.equal((await ask('/main.js')).headers['content-type'], 'text/javascript; charset=utf-8');
});

test('a folder: its index, after the slash that relative addresses need', async () => {
  const bare = await ask('/a%20b');
  assert.equal(bare.status, 308);
  assert.equal(bare.headers.location, '/a%20b/');
  assert.equal((await ask('/a%20b/')).text, 'second');
});

test('nothing outside the folder, by dots, by encoded dots, by links', async () => {
  for (const path of [
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/a%20b/../../secret.txt',
    '/link.txt',
  ]) {
    const { status, text } = await ask(path);
    assert.equal(status, 404, path);
    assert.doesNotMatch(text, /secret/);
  }
  for (const path of ['/%00', '/%ff', '/missing'])
    assert.equal((await ask(path)).status, 404, path);
});

test('HEAD has the headers alone; other methods are refused', async () => {
  const head = await ask('/main.js', 'HEAD');
  assert.deepEqual([head.status, head.headers['content-length'], head.text], [200, '1', '']);
  assert.equal((await ask('/', 'POST')).status, 405);
});

test('a taken port is named in the message, with the way out', async () => {
  const port = Number(new URL(server.url).port);
  await assert.rejects(serveFolder(folder, { port }), (error) => {
    assert.ok(error instanceof ScriptError);
    assert.match(error.message, new RegExp(`Port ${port} is taken.*PORT=${port + 1}`));
    return true;
  });
});
