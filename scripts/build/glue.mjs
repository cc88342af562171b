// From a wasm build folder to two ES modules in web/src/generated: Emscripten's glue, and the bytes beside it as text,
// which is the one form that every bundler takes without configuration.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../paths.mjs';
import { writeIfChanged } from '../stamp.mjs';

const GENERATED = join(ROOT, 'web', 'src', 'generated');

/**
 * Writes `<backend>.glue.js` and `<backend>.js`.
 * @param {string} backend
 * @param {string} folder with attn.js and attn.wasm
 */
export function writeGlue(backend, folder) {
  const glue = readFileSync(join(folder, 'attn.js'), 'utf8');
  const bytes = readFileSync(join(folder, 'attn.wasm')).toString('base64');
  const glueName = `${backend}.glue.js`;
  writeIfChanged(join(GENERATED, glueName), `// @ts-nocheck\n${glue}`);
  writeIfChanged(
    join(GENERATED, `${backend}.js`),
    [
      `// Made by scripts/build.mjs: the core for ${backend}, its Emscripten factory and its bytes.`,
      `import create from './${glueName}';`,
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
