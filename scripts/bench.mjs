// Benchmarks by name: `npm run bench` races the kernels, `npm run bench -- page` measures the page. Each prints what it
// measured and on what machine.
import { NATIVE_USAGE } from './bench/native.mjs';
import { KERNEL_USAGE } from './bench/options.mjs';
import { PAGE_USAGE } from './bench/page/usage.mjs';
import { isMain, runMain, ScriptError } from './run.mjs';

/** @type {Record<string, (words: string[]) => Promise<void>>} */
const BENCHMARKS = {
  kernels: async (words) => (await import('./bench/kernels.mjs')).benchKernels(words),
  native: async (words) => (await import('./bench/native.mjs')).benchNative(words),
  page: async (words) => (await import('./bench/page/index.mjs')).benchPage(words),
};

/** What may be asked for. */
const USAGE = `Usage:
${KERNEL_USAGE}
${NATIVE_USAGE}
${PAGE_USAGE}`;

if (isMain(import.meta)) {
  await runMain(async () => {
    const [first, ...rest] = process.argv.slice(2);
    const isNamed = first !== undefined && !first.startsWith('--');
    const name = isNamed ? first : 'kernels';
    if (!Object.hasOwn(BENCHMARKS, name))
      throw new ScriptError(`There is no benchmark '${name}'.\n\n${USAGE}`);
    await BENCHMARKS[name](isNamed ? rest : process.argv.slice(2));
  });
}
