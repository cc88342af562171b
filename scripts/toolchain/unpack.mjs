// The files of the Debian 12 prefix: unpacked packages, wrappers that start their tools, Emscripten's settings.
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { pipe, ScriptError } from '../run.mjs';

/** What never runs here. */
const DOCUMENTATION = [
  './usr/share/doc',
  './usr/share/man',
  './usr/share/lintian',
  './usr/share/locale',
];

/** Most of Emscripten's 1.6 GB: tests, and archives for link-time optimisation, threads, dynamic linking, sanitizers. */
const UNUSED_EMSCRIPTEN = [
  './usr/share/emscripten/test',
  './usr/share/emscripten/docs',
  './usr/share/emscripten/ChangeLog.*',
  '*/wasm32-emscripten/lto*',
  '*/wasm32-emscripten/pic',
  '*/wasm32-emscripten/*-mt*.a',
  '*/wasm32-emscripten/*-ww*.a',
  '*/wasm32-emscripten/*-asan*.a',
  '*/wasm32-emscripten/lib*san_*rt*.a',
  '*/wasm32-emscripten/libsanitizer*.a',
  '*/wasm32-emscripten/libwasmfs*.a',
];

/**
 * Unpacks a package without installing it.
 * @param {string} deb
 * @param {string} folder
 * @param {string[]} leftOut patterns
 */
export async function unpack(deb, folder, leftOut = []) {
  mkdirSync(folder, { recursive: true });
  const exclude = [...DOCUMENTATION, ...leftOut].map((pattern) => `--exclude=${pattern}`);
  await pipe(
    ['dpkg-deb', ['--fsys-tarfile', deb]],
    ['tar', ['--extract', '--no-same-owner', '--wildcards', '--directory', folder, ...exclude]],
  );
}

/**
 * Unpacks Emscripten to `emscripten/`, and gives it the JavaScript parser of Debian's node-acorn.
 * @param {string} deb
 * @param {string} prefix
 */
export async function unpackEmscripten(deb, prefix) {
  const folder = join(prefix, 'emscripten-package');
  await unpack(deb, folder, UNUSED_EMSCRIPTEN);
  renameSync(join(folder, 'usr', 'share', 'emscripten'), join(prefix, 'emscripten'));
  rmSync(folder, { recursive: true });
  const modules = join(prefix, 'emscripten', 'node_modules');
  mkdirSync(modules, { recursive: true });
  rmSync(join(modules, 'acorn'), { recursive: true, force: true });
  symlinkSync('../../trixie/usr/share/nodejs/acorn', join(modules, 'acorn'));
}

/**
 * A wrapper per binaryen tool: they are linked against a newer libc, which only trixie's own loader can start.
 * @param {string} prefix
 */
export function writeLoaderWrappers(prefix) {
  const libraries = `usr/lib/${multiarchFolder(join(prefix, 'trixie'))}`;
  const loader = readdirSync(join(prefix, 'trixie', libraries)).find((name) =>
    /^ld-linux.*\.so\.\d$/.test(name),
  );
  if (loader === undefined) throw new ScriptError('libc6 of Debian 13 holds no loader.');
  const folder = join(prefix, 'binaryen', 'bin');
  for (const tool of readdirSync(join(prefix, 'trixie', 'usr', 'bin')).filter((name) =>
    name.startsWith('wasm'),
  )) {
    writeWrapper(folder, tool, [
      'trixie="$(dirname "$0")/../../trixie"',
      `lib="$trixie/${libraries}"`,
      `exec "$lib/${loader}" --library-path "$lib" "$trixie/usr/bin/${tool}" "$@"`,
    ]);
  }
}

/**
 * A wrapper per LLVM tool that was unpacked, not installed: its libraries lie in the prefix.
 * @param {string} prefix
 */
export function writeLibraryWrappers(prefix) {
  const bookworm = join(prefix, 'bookworm');
  const libraries = `usr/lib/${multiarchFolder(bookworm)}`;
  const folder = join(prefix, 'llvm', 'bin');
  for (const tool of readdirSync(join(bookworm, 'usr', 'lib', 'llvm-19', 'bin'))) {
    writeWrapper(folder, `${tool}-19`, [
      'bookworm="$(dirname "$0")/../../bookworm"',
      `LD_LIBRARY_PATH="$bookworm/${libraries}:$bookworm/usr/lib/llvm-19/lib" exec "$bookworm/usr/lib/llvm-19/bin/${tool}" "$@"`,
    ]);
  }
}

/**
 * Emscripten's settings: Python, run by Emscripten with EM_CONFIG set to this very file. Paths follow from it, so the
 * prefix may be moved.
 * @param {string} prefix
 * @param {boolean} llvmOnSystem
 */
export function writeConfig(prefix, llvmOnSystem) {
  writeFileSync(
    join(prefix, 'emscripten', '.emscripten'),
    [
      'import os',
      'prefix = os.path.dirname(os.path.dirname(os.path.realpath(os.environ["EM_CONFIG"])))',
      `LLVM_ROOT = ${llvmOnSystem ? '"/usr/bin"' : 'os.path.join(prefix, "llvm", "bin")'}`,
      'BINARYEN_ROOT = os.path.join(prefix, "binaryen")',
      `NODE_JS = ${JSON.stringify(process.execPath)}`,
      '# Debian ships its system libraries built, and names its tools with the version.',
      'FROZEN_CACHE = True',
      "LLVM_ADD_VERSION = '19'",
      "CLANG_ADD_VERSION = '19'",
      '',
    ].join('\n'),
  );
}

/**
 * The folder of libraries that is named for the processor, such as x86_64-linux-gnu.
 * @param {string} folder
 */
function multiarchFolder(folder) {
  const name = readdirSync(join(folder, 'usr', 'lib')).find((entry) =>
    /-linux-gnu\w*$/.test(entry),
  );
  if (name === undefined) throw new ScriptError(`${folder} holds no libraries.`);
  return name;
}

/**
 * @param {string} folder
 * @param {string} tool
 * @param {string[]} lines
 */
function writeWrapper(folder, tool, lines) {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, tool);
  writeFileSync(file, ['#!/bin/sh', ...lines, ''].join('\n'));
  chmodSync(file, 0o755);
}
