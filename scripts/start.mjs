// `npm start`: set up, build, and serve the built site; PORT chooses the port.
import { join } from 'node:path';
import { buildSite } from './build.mjs';
import { ROOT } from './paths.mjs';
import { runMain, ScriptError, say } from './run.mjs';
import { serveFolder } from './serve.mjs';
import { setUp } from './setup.mjs';

const DEFAULT_PORT = 8000;

function readPort() {
  const text = process.env.PORT;
  if (text === undefined || text === '') return DEFAULT_PORT;
  const port = Number(text);
  if (Number.isInteger(port) && port >= 0 && port < 65536) return port;
  throw new ScriptError(`PORT is '${text}', expected a whole number from 0 to 65535.`);
}

await runMain(async () => {
  const port = readPort();
  await buildSite(await setUp());
  const { url } = await serveFolder(join(ROOT, 'dist', 'site'), { port });
  say('');
  console.log(`The page is at ${url}`);
  say('Ctrl+C stops the server.');
});
