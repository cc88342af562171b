// How programs of a toolchain are started: environment variables for Emscripten, flags for Node.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { capture } from '../run.mjs';

/** @type {string | undefined} */
let python;

/**
 * Python itself: each of Emscripten's programs starts it, and where `python3` is a script that chooses one (pyenv), the choice takes
 * longer than a small file's compilation.
 * @returns {string} '' where there is none, which Emscripten then tells
 */
function findPython() {
  python ??= capture('python3', ['-c', 'import sys; print(sys.executable)']).stdout.trim();
  return python;
}

/**
 * The environment in which Emscripten's programs run. A folder with its own settings file uses those, whatever
 * another Emscripten has put into the environment.
 * @param {string} folder
 * @returns {NodeJS.ProcessEnv}
 */
export function emscriptenEnvironment(folder) {
  const config = join(folder, '.emscripten');
  return {
    ...process.env,
    EMSDK_PYTHON: process.env.EMSDK_PYTHON || findPython(),
    ...(existsSync(config) ? { EM_CONFIG: config } : {}),
  };
}

/** The flags with which this Node runs relaxed SIMD: V8 has it on by default since Node 22. */
export function relaxedSimdFlags() {
  return Number(process.versions.node.split('.')[0]) < 22
    ? ['--experimental-wasm-relaxed-simd']
    : [];
}
