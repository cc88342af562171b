// The checks of form: `npm run check`. Formatting, lint, types, layers, and what the repository may hold.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildModules, buildPackage, runTool } from './build.mjs';
import { checkLayers } from './layers.mjs';
import { ROOT } from './paths.mjs';
import { clangFormat, ensureRequirements, FORMATTERS } from './requirements.mjs';
import { capture, isMain, run, runMain, ScriptError, say } from './run.mjs';
import { setUp } from './setup.mjs';

/** A file that is longer holds more than one idea. */
const MAXIMUM_LINES = 400;

/** What a build makes, or what other people's tools do. */
const PRODUCTS =
  /^(?:build|dist)\/|(?:^|\/)node_modules\/|^web\/src\/generated\/|\.(?:wasm|tgz|o|a|tsbuildinfo)$/;

/** @type {Record<string, () => unknown>} */
const CHECKS = {
  'JavaScript is formatted and free of lint (biome)': () =>
    runTool('biome', ['ci', '--error-on-warnings']),
  'C++ is formatted (clang-format)': checkCppFormat,
  'types agree (tsc)': () => runTool('tsc', ['--project', 'tsconfig.json']),
  'layers use only what they may': async () => fail(await checkLayers(ROOT)),
  'no build product is tracked': () => fail(tracked().filter((file) => PRODUCTS.test(file))),
  'the lock files name no host': () => fail(hostsInLockFiles()),
  [`no source file is over ${MAXIMUM_LINES} lines`]: () => fail(longFiles()),
};

async function checkCppFormat() {
  await ensureRequirements(FORMATTERS, 'checking the format of C++');
  await run(clangFormat() ?? 'clang-format', ['--dry-run', '--Werror', ...cppFiles()], {
    cwd: ROOT,
  });
}

/** The C++ files that git knows. */
export function cppFiles() {
  return tracked().filter((file) => /^(?:cpp|tests\/cpp|tests\/bench)\/.*\.(?:h|cpp)$/.test(file));
}

/** Every file that git tracks and that is still there. */
function tracked() {
  const { status, stdout, stderr } = capture('git', ['ls-files', '-z'], { cwd: ROOT });
  if (status !== 0) throw new ScriptError(`git ls-files failed: ${stderr}`);
  const deleted = capture('git', ['ls-files', '-z', '--deleted'], { cwd: ROOT }).stdout.split('\0');
  return stdout.split('\0').filter((file) => file !== '' && !deleted.includes(file));
}

function longFiles() {
  return tracked()
    .filter((file) => /^(?:cpp|web|scripts|tests)\/.*\.(?:h|cpp|m?js|css|py)$/.test(file))
    .flatMap((file) => {
      const lines = readFileSync(join(ROOT, file), 'utf8').split('\n').length - 1;
      return lines > MAXIMUM_LINES ? [`${file}: ${lines} lines`] : [];
    });
}

function hostsInLockFiles() {
  return tracked()
    .filter((file) => /(?:^|\/)package-lock\.json$/.test(file))
    .flatMap((file) => readFileSync(join(ROOT, file), 'utf8').split('\n'))
    .filter((line) => line.includes('"resolved"'));
}

/**
 * @param {string[]} problems
 */
function fail(problems) {
  if (problems.length > 0) throw new ScriptError(problems.join('\n'));
}

/** Runs every check, and says of each how it went. */
async function check() {
  let failed = 0;
  for (const [title, work] of Object.entries(CHECKS)) {
    try {
      await work();
      say(`passed  ${title}`);
    } catch (error) {
      if (!(error instanceof ScriptError)) throw error;
      failed += 1;
      say(`FAILED  ${title}\n${error.message}\n`);
    }
  }
  if (failed > 0)
    throw new ScriptError(`${failed} of ${Object.keys(CHECKS).length} checks failed.`);
  say(`All ${Object.keys(CHECKS).length} checks passed.`);
}

if (isMain(import.meta)) {
  await runMain(async () => {
    // The types of the sources include those of the modules that a build makes, and of the package that tests import by its name.
    const emscripten = await setUp();
    await buildModules(emscripten);
    await buildPackage(emscripten);
    await check();
  });
}
