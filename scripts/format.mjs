// Formats the sources in place: `npm run format`.
import { runTool } from './build.mjs';
import { cppFiles } from './check.mjs';
import { ROOT } from './paths.mjs';
import { clangFormat, ensureRequirements, FORMATTERS } from './requirements.mjs';
import { run, runMain } from './run.mjs';
import { installPackages } from './setup.mjs';

await runMain(async () => {
  await installPackages();
  await ensureRequirements(FORMATTERS, 'formatting C++');
  await runTool('biome', ['check', '--write']);
  await run(clangFormat() ?? 'clang-format', ['-i', ...cppFiles()], { cwd: ROOT });
});
