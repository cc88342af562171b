// Builds everything: `npm run build`. The C++ core five times (native with and without sanitizers, wasm for each
// backend), the JavaScript around the wasm, type declarations, and the static site in dist/site.
import { join } from 'node:path';
import { writeClassicScripts } from './build/classic.mjs';
import { buildCore, NATIVE_BUILDS, WASM_BUILDS } from './build/core.mjs';
import { writeGlue, writeWorker } from './build/glue.mjs';
import { writeNotices } from './build/notices.mjs';
import { writeDeclarations, writeRootFiles, writeTagManifest } from './build/package_files.mjs';
import { writeSinglePage } from './build/single_page.mjs';
import { ROOT } from './paths.mjs';
import { isMain, run, runMain, step } from './run.mjs';
import { setUp } from './setup.mjs';
import { once } from './stamp.mjs';

/** What every product of JavaScript sources depends on. */
const SOURCES = [
  'web',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'tsconfig.types.json',
];

/**
 * The wasm core as JavaScript modules, and the colour tables: what the sources import and nobody wrote.
 * @param {import('./toolchain.mjs').Toolchain} emscripten
 */
export async function buildModules(emscripten) {
  for (const build of WASM_BUILDS) await buildCore(build, { emscripten, target: 'attn_wasm' });
  await writeGlue(
    WASM_BUILDS.map(({ backend, folder }) => ({ backend, folder: join(ROOT, folder) })),
  );
  await once(
    {
      stamp: 'build/stamps/worker',
      inputs: [
        ...[
          'web/src/engine',
          'web/src/errors.js',
          'web/src/tensor.js',
          'web/src/generated/glue.js',
        ],
        ...['scripts/build/glue.mjs', 'package-lock.json'],
      ],
      outputs: ['web/src/generated/worker.js'],
    },
    writeWorker,
  );
  await once(
    {
      stamp: 'build/stamps/palettes',
      inputs: ['scripts/palettes.mjs', 'package-lock.json'],
      outputs: ['web/src/generated/palettes.js'],
    },
    () => run(process.execPath, ['scripts/palettes.mjs'], { cwd: ROOT }),
  );
}

/**
 * The site with all that it needs: `npm start`.
 * @param {import('./toolchain.mjs').Toolchain} emscripten
 */
export async function buildSite(emscripten) {
  await buildModules(emscripten);
  writeRootFiles();
  await once(
    {
      stamp: 'build/stamps/classic',
      inputs: ['web/src', 'package-lock.json', 'scripts/build/classic.mjs'],
      outputs: ['dist/standalone/attention-map.js', 'dist/standalone/attention-map-all.js'],
    },
    () => step('Building the classic scripts', writeClassicScripts),
  );
  await once(
    {
      stamp: 'build/stamps/single',
      inputs: ['web/src', 'web/demo', 'package-lock.json', 'scripts/build'],
      outputs: ['dist/single/single.html'],
    },
    () => step('Building the page of one figure', writeSinglePage),
  );
  await once(
    { stamp: 'build/stamps/site', inputs: SOURCES, outputs: ['dist/site/index.html'] },
    () =>
      step('Building the site', () => runTool('vite', ['build', '--config', 'web/vite.config.js'])),
  );
}

/**
 * Everything.
 * @param {import('./toolchain.mjs').Toolchain} emscripten
 */
export async function buildAll(emscripten) {
  for (const build of [...NATIVE_BUILDS, ...WASM_BUILDS])
    await buildCore(build, { emscripten, target: 'all' });
  await buildSite(emscripten);
  await buildPackage(emscripten);
}

/**
 * What npm packs besides sources and scripts; after it `npm pack` gives the package.
 * @param {import('./toolchain.mjs').Toolchain} emscripten
 */
export async function buildPackage({ folder }) {
  writeRootFiles();
  await once(
    {
      stamp: 'build/stamps/package',
      inputs: [...SOURCES, 'LICENSE', 'scripts/build', 'scripts/build.mjs'],
      outputs: ['dist/types/index.d.ts', 'dist/custom-elements.json', 'THIRD_PARTY_NOTICES.txt'],
    },
    () =>
      step('Writing declarations and the manifest of the tag', async () => {
        await writeDeclarations(runTool);
        await writeTagManifest(runTool);
        writeNotices(folder);
      }),
  );
}

/**
 * Runs a program that an npm package brought.
 * @param {string} name
 * @param {string[]} args
 */
export function runTool(name, args) {
  return run(join(ROOT, 'node_modules', '.bin', name), args, { cwd: ROOT });
}

if (isMain(import.meta)) await runMain(async () => buildAll(await setUp({ native: true })));
