// Google Benchmark on the kernels, compiled for this machine: `npm run bench -- native`. For work on them; the numbers that
// count are those of wasm.
import { join } from 'node:path';
import { buildCore } from '../build/core.mjs';
import { ROOT } from '../paths.mjs';
import { BENCHMARK_LIBRARY, ensureRequirements } from '../requirements.mjs';
import { ScriptError, show } from '../run.mjs';
import { setUp } from '../setup.mjs';

const FOLDER = 'build/native-bench';

export const NATIVE_USAGE = `  npm run bench -- native          each kernel by itself, native, after a check against the reference
      --benchmark_filter=REGEX     and Google Benchmark's other options`;

/**
 * @param {readonly string[]} words handed on to Google Benchmark
 * @returns {Promise<void>}
 * @throws {ScriptError} if a kernel is wrong, or a word is not understood
 */
export async function benchNative(words) {
  const emscripten = await setUp({ native: true });
  await ensureRequirements(BENCHMARK_LIBRARY, 'the native benchmark');
  const settings = ['-DCMAKE_BUILD_TYPE=Release', '-DATTN_BENCH=ON'];
  await buildCore(
    { name: 'native-bench', folder: FOLDER, settings },
    { emscripten, target: 'attn_bench' },
  );
  const status = await show(join(ROOT, FOLDER, 'cpp', 'bench', 'attn_bench'), [...words]);
  if (status !== 0) throw new ScriptError('The native benchmark failed.');
}
