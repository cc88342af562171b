// The C++ core in its five build folders. CMake configures once, ninja compiles what has changed.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../paths.mjs';
import { capture, run, ScriptError, step } from '../run.mjs';
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
 * Configures a build folder if that has not been done, and compiles what has changed.
 * @param {CoreBuild} build
 * @param {{ emscripten: string, target: string }} options
 * @throws {ScriptError} with the compiler's words
 */
export async function buildCore({ name, folder, backend, settings }, { emscripten, target }) {
  const path = join(ROOT, folder);
  const compiler = backend === undefined ? null : join(emscripten, 'em++');
  const env = compiler === null ? process.env : emscriptenEnvironment(emscripten);
  if (!isConfigured(path, compiler)) {
    rmSync(path, { recursive: true, force: true });
    const command = ['cmake', '-S', ROOT, '-B', path, '-G', 'Ninja', ...settings];
    if (compiler !== null) command.unshift(join(emscripten, 'emcmake'));
    await step(`Configuring ${name}`, () => run(command[0], command.slice(1), { env }));
  }
  if (isUpToDate(path, target, env)) return;
  await step(`Compiling ${name}`, () =>
    run(
      'cmake',
      ['--build', path, '--target', target, '--parallel', String(availableParallelism())],
      { env },
    ),
  );
}

/**
 * Whether the folder was configured for this project and this compiler.
 * @param {string} path
 * @param {string | null} compiler null: the system's
 */
function isConfigured(path, compiler) {
  const cache = join(path, 'CMakeCache.txt');
  if (!existsSync(cache) || !existsSync(join(path, 'build.ninja'))) return false;
  const text = readFileSync(cache, 'utf8');
  const value = (/** @type {string} */ key) =>
    new RegExp(`^${key}:\\w+=(.*)$`, 'm').exec(text)?.[1];
  return (
    value('CMAKE_HOME_DIRECTORY') === ROOT &&
    (compiler === null || value('CMAKE_CXX_COMPILER') === compiler)
  );
}

/**
 * Asks ninja, without starting anything.
 * @param {string} path
 * @param {string} target
 * @param {NodeJS.ProcessEnv} env
 */
function isUpToDate(path, target, env) {
  const { status, stdout, stderr } = capture('ninja', ['-C', path, '-n', target], { env });
  if (status !== 0) throw new ScriptError(`${stdout}${stderr}`);
  return stdout.includes('no work to do');
}

/**
 * @param {string} type
 * @param {string[]} settings
 * @returns {CoreBuild}
 */
function nativeBuild(type, settings) {
  return { name: `native-${type}`, folder: `build/native-${type}`, settings };
}
