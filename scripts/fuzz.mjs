// The core's public functions against made-up bytes, under AddressSanitizer and UndefinedBehaviorSanitizer: `npm run fuzz`.
// A broken promise ends it with status 1 and leaves the bytes in build/fuzz/found; `-- FILE` tries such bytes again.
import { existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { buildCore } from './build/core.mjs';
import { ROOT } from './paths.mjs';
import { ensureRequirements, FUZZER } from './requirements.mjs';
import { isMain, runMain, ScriptError, say, show } from './run.mjs';
import { setUp } from './setup.mjs';

const FOLDER = 'build/fuzz';
const DEFAULT_SECONDS = 60;
const MOST_SECONDS = 24 * 3600;
/** Longer inputs say nothing that these do not. */
const MOST_BYTES = 400;
/** One input; what takes longer is a fault too. */
const MOST_SECONDS_EACH = 20;

const USAGE = `Usage:
  npm run fuzz                     for ${DEFAULT_SECONDS} seconds
  npm run fuzz -- --seconds N      for longer; what is learned stays in ${FOLDER}/corpus
  npm run fuzz -- FILE             once, on the bytes that an earlier run left`;

/** @typedef {{ seconds: number, file: string | null }} Options */

/**
 * @param {readonly string[]} words of the command line
 * @returns {Options}
 * @throws {ScriptError} naming what is not understood
 */
export function readOptions(words) {
  if (words.length === 0) return { seconds: DEFAULT_SECONDS, file: null };
  if (words[0] === '--seconds' && words.length === 2) {
    const seconds = Number(words[1]);
    if (Number.isInteger(seconds) && seconds >= 1 && seconds <= MOST_SECONDS)
      return { seconds, file: null };
    throw new ScriptError(
      `--seconds is '${words[1]}', expected a whole number from 1 to ${MOST_SECONDS}.\n\n${USAGE}`,
    );
  }
  if (words.length > 1 || words[0].startsWith('-'))
    throw new ScriptError(`'${words.join(' ')}' is not understood.\n\n${USAGE}`);
  if (!existsSync(words[0])) throw new ScriptError(`There is no file ${words[0]}.\n\n${USAGE}`);
  return { seconds: 0, file: resolve(words[0]) };
}

/**
 * Builds the target and runs it.
 * @param {Options} options
 * @returns {Promise<boolean>} whether every promise held
 */
export async function fuzz({ seconds, file }) {
  const emscripten = await setUp();
  await ensureRequirements(FUZZER, 'fuzzing');
  const build = {
    ...{ name: 'fuzz', folder: FOLDER },
    settings: [
      '-DCMAKE_BUILD_TYPE=RelWithDebInfo',
      '-DATTN_FUZZ=ON',
      '-DCMAKE_CXX_COMPILER=clang++-19',
    ],
  };
  await buildCore(build, { emscripten, target: 'attn_fuzz' });
  const corpus = join(ROOT, FOLDER, 'corpus');
  const found = join(ROOT, FOLDER, 'found');
  for (const folder of [corpus, found]) mkdirSync(folder, { recursive: true });
  const limits = [
    `-timeout=${MOST_SECONDS_EACH}`,
    // The sanitizer refuses large blocks, as a machine would; libFuzzer need not.
    '-malloc_limit_mb=2000000',
    `-artifact_prefix=${found}/`,
  ];
  const args =
    file === null
      ? [`-max_total_time=${seconds}`, `-max_len=${MOST_BYTES}`, '-print_final_stats=1', corpus]
      : [file];
  say(file === null ? `• Fuzzing for ${seconds} s …` : `• Trying ${file} …`);
  const program = join(ROOT, FOLDER, 'tests', 'cpp', 'fuzz', 'attn_fuzz');
  const status = await show(program, ['-verbosity=0', ...limits, ...args], { cwd: ROOT });
  say(status === 0 ? 'Every promise held.' : `A promise was broken; its bytes are in ${found}.`);
  return status === 0;
}

if (isMain(import.meta)) {
  await runMain(async () => {
    if (!(await fuzz(readOptions(process.argv.slice(2))))) process.exitCode = 1;
  });
}
