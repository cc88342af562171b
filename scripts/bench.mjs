// Benchmarks by name: `npm run bench -- page`. Each prints what it measured and on what machine.
import { isMain, runMain, ScriptError } from './run.mjs';

/** @type {Record<string, { about: string, run: () => Promise<void> }>} */
const BENCHMARKS = {
  page: {
    about: 'from a keystroke to painted maps, in Chromium on the built site',
    run: async () => (await import('./bench-page.mjs')).benchPage(),
  },
};

/** What may be asked for. */
function usage() {
  const lines = Object.entries(BENCHMARKS).map(([name, { about }]) => `  ${name}    ${about}`);
  return `Usage: npm run bench -- NAME\n\n${lines.join('\n')}`;
}

if (isMain(import.meta)) {
  await runMain(async () => {
    const [name, ...rest] = process.argv.slice(2);
    if (name === undefined) throw new ScriptError(usage());
    if (!Object.hasOwn(BENCHMARKS, name) || rest.length > 0) {
      const asked = [name, ...rest].join(' ');
      throw new ScriptError(`There is no benchmark '${asked}'.\n\n${usage()}`);
    }
    await BENCHMARKS[name].run();
  });
}
