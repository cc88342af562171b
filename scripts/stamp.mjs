// Work that is done once: a stamp holds the hash of all that the work read, and while that is the same, nothing is done.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from './paths.mjs';

/**
 * Does `work` unless it was done before with the same inputs and its outputs are still there.
 * @param {{ stamp: string, inputs: string[], outputs: string[] }} files paths from the project's folder; an input
 *   may be a folder, or may be missing
 * @param {() => unknown} work
 * @returns {Promise<boolean>} whether the work was done now
 */
export async function once({ stamp, inputs, outputs }, work) {
  const file = join(ROOT, stamp);
  const hash = hashOf(inputs);
  const isDone = existsSync(file) && readFileSync(file, 'utf8') === hash;
  if (isDone && outputs.every((output) => existsSync(join(ROOT, output)))) return false;
  await work();
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, hash);
  return true;
}

/**
 * Writes a file unless it already holds this text, so that what depends on its time is not done again.
 * @param {string} file
 * @param {string} text
 */
export function writeIfChanged(file, text) {
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/**
 * All files under a folder, in a fixed order; the path itself if it is a file; none if it is missing.
 * @param {string} path
 * @returns {string[]}
 */
export function filesUnder(path) {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesUnder(join(path, name)));
}

/**
 * @param {string[]} inputs
 */
function hashOf(inputs) {
  const hash = createHash('sha256').update(process.version);
  for (const file of inputs.flatMap((input) => filesUnder(join(ROOT, input)))) {
    const content = readFileSync(file);
    hash.update(`\n${file.slice(ROOT.length)} ${content.length}\n`).update(content);
  }
  return hash.digest('hex');
}
