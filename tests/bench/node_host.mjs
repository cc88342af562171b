// The host in a process of Node: questions and answers go through the channel to the script that started it.
import { readFile } from 'node:fs/promises';
import { Host } from './host.mjs';

const ROOT = new URL('../../', import.meta.url);

const host = new Host({
  environment: 'node',
  // This folder is a package of its own, from which the project's name leads nowhere.
  load: (name) => import(name === 'attention-map' ? '../../web/src/index.js' : name),
  readBytes: async (path) => new Uint8Array(await readFile(new URL(path, ROOT))),
  locate: (path) => new URL(path, import.meta.url).pathname,
});

process.on('message', async (message) => {
  const { id, method, options } =
    /** @type {{ id: number, method: 'open', options: Parameters<Host['open']>[0] }} */ (message);
  try {
    process.send?.({ id, answer: await host[method](options) });
  } catch (error) {
    process.send?.({ id, error: error instanceof Error ? error.message : String(error) });
  }
});
