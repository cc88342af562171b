// The host in a page: the script that drives it calls window.host.
import { Host } from './host.mjs';

/** @param {string} path */
async function readBytes(path) {
  const response = await fetch(`/${path}`);
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

const host = new Host({
  environment: 'chromium',
  load: (name) => import(name),
  readBytes,
  locate: (path) => `/tests/bench/${path}`,
});
Reflect.set(window, 'host', host);
