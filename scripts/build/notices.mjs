// THIRD_PARTY_NOTICES.txt: whose work is inside the package besides ours, with their licences as they were delivered.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../paths.mjs';
import { ScriptError } from '../run.mjs';
import { writeIfChanged } from '../stamp.mjs';

/** @typedef {{ name: string, where: string, text: string }} Notice */

/** npm packages whose code or numbers are in the tarball or in the classic scripts. @type {Record<string, string>} */
const FROM_NPM = {
  'wasm-feature-detect': 'a dependency; inside the classic scripts',
  fflate: 'a dependency; inside attention-map-all.js',
  'd3-scale-chromatic':
    'its colours, baked into web/src/generated/palettes.js and the classic scripts (the licence names ColorBrewer and others)',
  rolldown:
    'a few lines that join modules, in the classic scripts and in web/src/generated/worker.js',
};

/** What LLVM's licence says of code that a compiler puts into a program. */
const LLVM = `Parts of libc++abi, compiler-rt and emmalloc are linked into the wasm by the compiler. LLVM's are under the Apache License 2.0
with LLVM Exceptions, which lets compiled programs carry them without further conditions (https://llvm.org/LICENSE.txt).`;

/**
 * Writes it to the project's folder, where npm takes it from.
 * @param {string} emscripten the folder of the toolchain
 * @throws {ScriptError} for a licence that is missing
 */
export function writeNotices(emscripten) {
  const notices = [
    ...Object.entries(FROM_NPM).map(([name, where]) => fromNpm(name, where)),
    ...fromEmscripten(emscripten),
  ];
  const rule = '-'.repeat(80);
  const sections = notices.map(({ name, where, text }) => `${rule}\n${name}: ${where}\n\n${text}`);
  const head =
    'attention-map is under the MIT licence (LICENSE). It holds parts of these works, under their own licences:';
  writeIfChanged(
    join(ROOT, 'THIRD_PARTY_NOTICES.txt'),
    `${[head, ...sections].join('\n\n').replace(/\n{3,}/g, '\n\n')}\n`,
  );
}

/**
 * @param {string} name
 * @param {string} where
 * @returns {Notice}
 */
function fromNpm(name, where) {
  const folder = join(ROOT, 'node_modules', name);
  const file = ['LICENSE', 'LICENSE.md', 'LICENSE.txt'].find((each) =>
    existsSync(join(folder, each)),
  );
  if (!file) throw new ScriptError(`${name} has no licence file in node_modules.`);
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const text = readFileSync(join(folder, file), 'utf8').trim();
  return { name: `${name} ${version}`, where, text };
}

/**
 * @param {string} folder
 * @returns {Notice[]}
 */
function fromEmscripten(folder) {
  const own = join(folder, 'LICENSE');
  const musl = join(folder, 'system', 'lib', 'libc', 'musl', 'COPYRIGHT');
  return [
    {
      name: 'Emscripten',
      where: 'web/src/generated/glue.js and worker.js, and the classic scripts',
      text: existsSync(own) ? readFileSync(own, 'utf8').trim() : mit('the Emscripten authors'),
    },
    {
      name: 'musl',
      where: 'the wasm in web/src/generated and in the classic scripts',
      text: existsSync(musl) ? readFileSync(musl, 'utf8').trim() : mit('Rich Felker, et al.'),
    },
    { name: 'LLVM', where: 'the same', text: LLVM },
  ];
}

/**
 * The terms of our own licence, which are theirs, for distributions that leave the file out.
 * @param {string} holder
 */
function mit(holder) {
  const terms = readFileSync(join(ROOT, 'LICENSE'), 'utf8').trim();
  return terms.replace(/^Copyright .*$/m, `Copyright (c) ${holder}`);
}
