// The C++ core in its five build folders. CMake configures once, ninja compiles what has changed.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../paths.mjs';
import { run, say, sayDuration, step } from '../run.mjs';
import { emscriptenEnvironment } from '../toolchain/environment.mjs';

/**
 * @typedef {object} CoreBuild
 * @property {string} name
 * @property {string} folder from the project's folder
 * @property {string} [backend] of wasm builds
 * @property {string[]} settings for CMake
 */

/** @type {CoreBuild[]} */
export const NATIVE_BUILDS = [
  nativeBuild('debug', ['-DCMAKE_BUILD_TYPE=Debug', '-DATTN_SANITIZE=ON']),
  nativeBuild('release', ['-DCMAKE_BUILD_TYPE=Release']),
];

/** @type {(CoreBuild & { backend: string })[]} */
export const WASM_BUILDS = ['scalar', 'simd128', 'relaxed-simd'].map((backend) => ({
  name: `wasm-${backend}`,
  folder: `build/wasm-${backend}`,
  backend,
  settings: ['-DCMAKE_BUILD_TYPE=Release', `-DATTN_BACKEND=${backend}`],
}));

/**
 * Configures a build folder if that has not been done in the same way, and compiles what has changed.
 * @param {CoreBuild} build
 * @param {{ emscripten: import('../toolchain.mjs').Toolchain, target: string }} options
 * @throws {import('../run.mjs').ScriptError} with the compiler's words
 */
export async function buildCore({ name, folder, backend, settings }, { emscripten, target }) {
  const path = join(ROOT, folder);
  const env = backend === undefined ? process.env : emscriptenEnvironment(emscripten.folder);
  const cmake = backend === undefined ? ['cmake'] : [join(emscripten.folder, 'emcmake'), 'cmake'];
  const command = [...cmake, '-S', ROOT, '-B', path, '-G', 'Ninja', ...settings];
  const wanted = `${command.join(' ')}\n${backend === undefined ? '' : emscripten.version}\n`;
  const stamp = join(path, 'configured.txt');
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted) {
    rmSync(path, { recursive: true, force: true });
    await step(`Configuring ${name}`, () => run(command[0], command.slice(1), { env }));
    writeFileSync(stamp, wanted);
  }
  await compile(name, ['--build', path, '--target', target], env);
}

/**
 * Lets ninja do what there is to do, and speaks of it only if there is something: CMake's look for new source files
 * comes first in every run.
 * @param {string} name
 * @param {string[]} args for cmake
 * @param {NodeJS.ProcessEnv} env
 */
async function compile(name, args, env) {
  const start = performance.now();
  let isAtWork = false;
  const onOutput = (/** @type {string} */ text) => {
    if (isAtWork || !/^\[\d+\/\d+\] (?!Re-)/m.test(text)) return;
    isAtWork = true;
    say(`• Compiling ${name} …`);
  };
  await run('cmake', [...args, '--parallel', String(availableParallelism())], { env, onOutput });
  if (isAtWork) sayDuration(start);
}

/**
 * @param {string} type
 * @param {string[]} settings
 * @returns {CoreBuild}
 */
function nativeBuild(type, settings) {
  return { name: `native-${type}`, folder: `build/native-${type}`, settings };
}
