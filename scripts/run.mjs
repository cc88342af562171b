// Running other programs from the project's scripts: quietly with a progress line, loudly, or for their answer.
// Progress goes to stderr, so that the answer of a script alone is on its stdout.
import { spawn, spawnSync } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

/** How many of a failed program's lines are shown: npm says what is wrong in its first, compilers in their last ones. */
const SHOWN_FIRST = 20;
const SHOWN_LAST = 60;

/** A failure that the user can act on: its message is printed without a stack. */
export class ScriptError extends Error {
  /** @override */
  name = 'ScriptError';
}

/**
 * Prints one line about what is going on.
 * @param {string} text
 */
export function say(text) {
  process.stderr.write(`${text}\n`);
}

/**
 * Runs a step with a line before it and its duration after it.
 * @template T
 * @param {string} title what is being done, in the reader's words
 * @param {() => T | Promise<T>} work
 * @returns {Promise<T>}
 */
export async function step(title, work) {
  say(`• ${title} …`);
  const start = performance.now();
  const result = await work();
  sayDuration(start);
  return result;
}

/**
 * Prints how long a step took.
 * @param {number} start of the step, by performance.now()
 */
export function sayDuration(start) {
  say(`  done in ${((performance.now() - start) / 1000).toFixed(1)} s`);
}

/**
 * Runs a program to its end and returns what it wrote; never throws.
 * Messages come in English (LC_ALL=C), since callers read them.
 * @param {string} program
 * @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv }} [options]
 * @returns {{ status: number, stdout: string, stderr: string }} status 127 when the program is missing
 */
export function capture(program, args, { cwd, env = process.env } = {}) {
  const result = spawnSync(program, args, {
    cwd,
    env: { ...env, LC_ALL: 'C' },
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  return {
    status: result.error ? 127 : (result.status ?? 1),
    stdout: result.stdout ?? '',
    stderr: result.stderr ?? String(result.error ?? ''),
  };
}

/**
 * Whether a program can be started by this name.
 * @param {string} program
 */
export function hasProgram(program) {
  return capture('sh', ['-c', 'command -v "$1"', 'sh', program]).status === 0;
}

/**
 * Runs a program; what it writes is shown only if it fails (or always, with VERBOSE=1).
 * @param {string} program
 * @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, onOutput?: (text: string) => void }} [options]
 * @returns {Promise<string>} what it wrote, both streams
 * @throws {ScriptError} with the last lines of the output
 */
export function run(program, args, { cwd, env = process.env, onOutput } = {}) {
  const verbose = process.env.VERBOSE === '1';
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const collect = (/** @type {string} */ text) => {
      output += text;
      onOutput?.(text);
      if (verbose) process.stderr.write(text);
    };
    child.stdout.setEncoding('utf8').on('data', collect);
    child.stderr.setEncoding('utf8').on('data', collect);
    child.on('error', (error) =>
      reject(new ScriptError(`cannot start ${program}: ${error.message}`)),
    );
    child.on('close', (code, signal) => {
      if (code === 0) return resolve(output);
      const how = signal ? `was stopped by ${signal}` : `failed with status ${code}`;
      reject(new ScriptError(`${shorten(output)}\n\n${[program, ...args].join(' ')}\n${how}`));
    });
  });
}

/**
 * The first and the last lines of an output.
 * @param {string} output
 */
function shorten(output) {
  const lines = output.trimEnd().split('\n');
  const leftOut = lines.length - SHOWN_FIRST - SHOWN_LAST;
  if (leftOut > 0) lines.splice(SHOWN_FIRST, leftOut, `[${leftOut} lines left out]`);
  return lines.join('\n');
}

/**
 * Runs a program whose output the user wants to see as it comes (a test run, a server).
 * @param {string} program
 * @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv }} [options]
 * @returns {Promise<number>} its exit status
 */
export function show(program, args, { cwd, env = process.env } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'inherit', 'inherit'] });
    child.on('error', (error) =>
      reject(new ScriptError(`cannot start ${program}: ${error.message}`)),
    );
    child.on('close', (code) => resolve(code ?? 1));
  });
}

/**
 * Connects two programs, `first | second`, and fails if either does.
 * @param {[string, string[]]} first
 * @param {[string, string[]]} second
 * @returns {Promise<void>}
 */
export function pipe(first, second) {
  const producer = spawn(first[0], first[1], { stdio: ['ignore', 'pipe', 'inherit'] });
  const consumer = spawn(second[0], second[1], { stdio: ['pipe', 'inherit', 'inherit'] });
  producer.stdout.pipe(consumer.stdin);
  // A consumer that dies early closes the pipe; its own exit status tells the story.
  consumer.stdin.on('error', () => {});
  const ended = [producer, consumer].map(
    (child) =>
      new Promise((resolve, reject) => {
        child.on('error', reject);
        child.on('close', (code) =>
          code === 0
            ? resolve(0)
            : reject(new ScriptError(`${child.spawnargs.join(' ')} failed with status ${code}`)),
        );
      }),
  );
  return Promise.all(ended).then(() => {});
}

/**
 * Runs a script's main function: a ScriptError becomes a plain message, and the exit status 1.
 * @param {() => unknown} main
 */
export async function runMain(main) {
  try {
    await main();
  } catch (error) {
    if (!(error instanceof ScriptError)) throw error;
    say(`\n${error.message}`);
    process.exitCode = 1;
  }
}

/**
 * Whether this module is the script that Node was asked to run.
 * @param {ImportMeta} meta
 */
export function isMain(meta) {
  return (
    process.argv[1] !== undefined && meta.url === pathToFileURL(realpathSync(process.argv[1])).href
  );
}
