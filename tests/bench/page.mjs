// The host in a page: the script that drives it calls window.host.
import { Host } from './host.mjs';

/** @param {string} path */
async function readBytes(path) {
  const response = await fetch(`/${path}`);
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

/** Packages that come as classic scripts, and the global name that each has then. @type {Record<string, [path: string, name: string]>} */
const SCRIPTS = {
  '@tensorflow/tfjs-core': ['@tensorflow/tfjs-core/dist/tf-core.min.js', 'tf'],
  '@tensorflow/tfjs-backend-wasm': [
    '@tensorflow/tfjs-backend-wasm/dist/tf-backend-wasm.min.js',
    'tf.wasm',
  ],
};

/**
 * @param {string} name of an npm package
 * @returns {Promise<unknown>}
 */
async function load(name) {
  if (!(name in SCRIPTS)) return import(name);
  const [path, global] = SCRIPTS[name];
  const script = document.createElement('script');
  script.src = `node_modules/${path}`;
  await new Promise((resolve, reject) => {
    script.onload = resolve;
    script.onerror = () => reject(new Error(`${path} cannot be loaded`));
    document.head.append(script);
  });
  return global.split('.').reduce((value, key) => Reflect.get(value, key), globalThis);
}

const host = new Host({
  environment: 'chromium',
  load,
  readBytes,
  locate: (path) => `/tests/bench/${path}`,
});
Reflect.set(window, 'host', host);
