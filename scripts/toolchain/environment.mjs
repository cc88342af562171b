// How programs of a toolchain are started: environment variables for Emscripten, flags for Node.
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The environment in which Emscripten's programs run. A folder with its own settings file uses those, whatever
 * another Emscripten has put into the environment.
 * @param {string} folder
 * @returns {NodeJS.ProcessEnv}
 */
export function emscriptenEnvironment(folder) {
  const config = join(folder, '.emscripten');
  return existsSync(config) ? { ...process.env, EM_CONFIG: config } : { ...process.env };
}

/** The flags with which this Node runs relaxed SIMD: V8 has it on by default since Node 22. */
export function relaxedSimdFlags() {
  return Number(process.versions.node.split('.')[0]) < 22
    ? ['--experimental-wasm-relaxed-simd']
    : [];
}
