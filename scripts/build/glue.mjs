// From the wasm build folders to ES modules in web/src/generated: Emscripten's glue, the bytes of each backend as text, which
// is the only delivery that works in every bundler without configuration, and the script of a thread, as text too.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../paths.mjs';
import { ScriptError } from '../run.mjs';
import { writeIfChanged } from '../stamp.mjs';

const GENERATED = join(ROOT, 'web', 'src', 'generated');

/**
 * Writes `<backend>.js` for each backend, and `glue.js`, which serves them all.
 * @param {{ backend: string, folder: string }[]} builds folders with attn.js and attn.wasm
 * @throws {ScriptError} when the glue of two backends differs
 */
export function writeGlue(builds) {
  const glues = builds.map(({ folder }) => readFileSync(join(folder, 'attn.js'), 'utf8'));
  const other = glues.findIndex((glue) => glue !== glues[0]);
  if (other > 0) {
    throw new ScriptError(
      `The glue of ${builds[other].backend} differs from that of ${builds[0].backend}; one is delivered for all.`,
    );
  }
  writeIfChanged(join(GENERATED, 'glue.js'), `// @ts-nocheck\n${glues[0]}`);
  for (const { backend, folder } of builds) writeBackend(backend, folder);
}

/**
 * @param {string} backend
 * @param {string} folder
 */
function writeBackend(backend, folder) {
  const bytes = readFileSync(join(folder, 'attn.wasm')).toString('base64');
  writeIfChanged(
    join(GENERATED, `${backend}.js`),
    [
      `// Made by scripts/build.mjs: the core for ${backend}, its Emscripten factory and its bytes.`,
      "import create from './glue.js';",
      '',
      '/** @type {(options: { wasmBinary: Uint8Array }) => Promise<unknown>} */',
      'export const createModule = create;',
      '',
      '/** @type {string} */',
      `export const wasmBase64 = '${bytes}';`,
      '',
    ].join('\n'),
  );
}

/** Writes `worker.js`: the program of a thread with all that it imports, as the text of one classic script. After writeGlue(). */
export async function writeWorker() {
  const { build } = await import('vite');
  const built = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: {
      write: false,
      lib: {
        entry: join(ROOT, 'web', 'src', 'engine', 'worker_program.js'),
        formats: ['iife'],
        name: 'attentionMapWorker',
      },
    },
  });
  const [result] = [built].flat();
  if (!('output' in result)) throw new ScriptError('The script of a thread was not built.');
  const [chunk] = result.output;
  writeIfChanged(
    join(GENERATED, 'worker.js'),
    [
      '// Made by scripts/build.mjs from web/src/engine/worker_program.js: the script of a thread.',
      '/** @type {string} */',
      `export const workerSource = ${JSON.stringify(chunk.code)};`,
      '',
    ].join('\n'),
  );
}
