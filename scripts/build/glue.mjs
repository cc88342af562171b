// From the wasm build folders to ES modules in web/src/generated: Emscripten's glue, the bytes of each backend as text, which
// is the only delivery that works in every bundler without configuration, and the script of a thread, as text too.
import { copyFileSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { ROOT } from '../paths.mjs';
import { ScriptError } from '../run.mjs';
import { writeIfChanged } from '../stamp.mjs';
import { deltaOf } from './delta.mjs';

const GENERATED = join(ROOT, 'web', 'src', 'generated');

/** The core that the script with all of them has whole. */
const WHOLE = 'simd128';

/**
 * Writes `<backend>.js`, `<backend>.wasm` and, for all but one, `<backend>.all.js` for each backend, and `glue.js`, which serves them all.
 * @param {{ backend: string, folder: string }[]} builds folders with attn.js and attn.wasm
 * @throws {ScriptError} when the glue of two backends differs
 */
export async function writeGlue(builds) {
  const glues = builds.map(({ folder }) => readFileSync(join(folder, 'attn.js'), 'utf8'));
  const other = glues.findIndex((glue) => glue !== glues[0]);
  if (other > 0) {
    throw new ScriptError(
      `The glue of ${builds[other].backend} differs from that of ${builds[0].backend}; one is delivered for all.`,
    );
  }
  const { minifySync } = await import('vite');
  // It asks what it never uses: whether this is Node, by a name for which Parcel wants a package.
  const glue = glues[0].replace(/var ENVIRONMENT_IS_NODE=typeof process[^;]+;/, '');
  if (/\bprocess\b/.test(glue)) throw new ScriptError('The glue asks for process, as Node has it.');
  const { code } = minifySync('glue.js', glue, { module: true });
  const head =
    '// Made by Emscripten (MIT, see THIRD_PARTY_NOTICES.txt), minified.\n// @ts-nocheck\n';
  writeIfChanged(join(GENERATED, 'glue.js'), `${head}${code}`);
  for (const { backend, folder } of builds) await writeBackend(backend, folder);
  for (const { backend } of builds) if (backend !== WHOLE) await writeDelta(backend, WHOLE);
}

/**
 * The bytes are deflated before they become text: what base64 adds is lost again on the way, since text of deflated bytes compresses to
 * their size, and that of plain ones to a third more.
 * @param {string} backend
 * @param {string} folder
 */
async function writeBackend(backend, folder) {
  const wasm = join(folder, 'attn.wasm');
  mkdirSync(GENERATED, { recursive: true });
  copyFileSync(wasm, join(GENERATED, `${backend}.wasm`));
  writeIfChanged(
    join(GENERATED, `${backend}.js`),
    await moduleOf(backend, { bytes: readFileSync(wasm), lines: [] }),
  );
}

/**
 * For the script that has all of them: nine tenths of a core are the same in each.
 * @param {string} backend
 * @param {string} base the backend that its bytes are told against
 */
async function writeDelta(backend, base) {
  const [from, to] = [base, backend].map((name) => readFileSync(join(GENERATED, `${name}.wasm`)));
  const lines = [`import * as whole from './${base}.js';`, '', 'export const base = whole;'];
  writeIfChanged(
    join(GENERATED, `${backend}.all.js`),
    await moduleOf(backend, { bytes: deltaOf(from, to), lines }),
  );
}

/**
 * @param {string} backend
 * @param {{ bytes: Uint8Array, lines: string[] }} content lines: what stands before the bytes
 * @returns {Promise<string>}
 */
async function moduleOf(backend, { bytes, lines }) {
  return [
    `// Made by scripts/build.mjs: the core for ${backend}, its Emscripten factory and its bytes.`,
    "import create from './glue.js';",
    ...lines,
    '',
    '/** @type {(options: { wasmBinary: Uint8Array }) => Promise<unknown>} */',
    'export const createModule = create;',
    '',
    '/** zlib-compressed before they are text. @type {string} */',
    `export const wasmBase64 = '${(await deflate(bytes)).toString('base64')}';`,
    '',
  ].join('\n');
}

/**
 * The bytes of a core are packed once and fetched often: Zopfli looks longer than zlib for the smallest of all deflated forms.
 * @param {Uint8Array} bytes
 * @returns {Promise<Buffer>} in the zlib format
 */
async function deflate(bytes) {
  // Not at the top: a fresh clone reads this file before its packages are there.
  const { default: zopfli } = await import('@gfx/zopfli');
  const packed = await zopfli.zlibAsync(bytes, {});
  if (!inflateSync(packed).equals(bytes)) throw new ScriptError('Zopfli lost bytes of a core.');
  return Buffer.from(packed);
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
