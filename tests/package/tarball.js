// The package as npm would deliver it: packed once, installed into empty projects.
import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';

export const ROOT = resolve(import.meta.dirname, '../..');

/** @type {{ name: string, version: string, exports: Record<string, string | { types: string, default: string }>, dependencies: Record<string, string>, sideEffects: string[] }} */
export const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));

/** A package that has not been installed or built by then hangs. */
const LONGEST_MS = 400_000;

/** Tools send no statistics and ask nobody for newer versions. */
const QUIET = {
  NO_UPDATE_NOTIFIER: '1',
  NEXT_TELEMETRY_DISABLED: '1',
  CI: '1',
  npm_config_update_notifier: 'false',
};

/** @typedef {{ file: string, files: string[], remove: () => void }} Tarball */

/** @returns {Tarball} made of what the last build left */
export function pack() {
  const folder = mkdtempSync(join(tmpdir(), 'attention-map-tarball-'));
  const printed = execFileSync(
    'npm',
    ['pack', '--json', '--ignore-scripts', '--pack-destination', folder],
    { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
  );
  const [{ filename, files }] = [JSON.parse(printed)].flat();
  return {
    file: join(folder, filename),
    files: files.map((/** @type {{ path: string }} */ { path }) => path),
    remove: () => rmSync(folder, { recursive: true }),
  };
}

/**
 * A project of its own, outside this one.
 * @param {Tarball} tarball
 * @param {{ files: Record<string, string>, packages?: Record<string, string>, type?: 'module' | 'commonjs' }} content packages: npm
 *   packages that it needs beside this one, with their versions
 */
export async function makeProject(tarball, { files, packages = {}, type = 'module' }) {
  const folder = mkdtempSync(join(tmpdir(), 'attention-map-project-'));
  const write = (/** @type {string} */ name, /** @type {string} */ text) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  };
  const dependencies = { [manifest.name]: `file:${tarball.file}`, ...packages };
  write(
    'package.json',
    JSON.stringify({ name: 'reader', version: '1.0.0', private: true, type, dependencies }),
  );
  for (const [name, text] of Object.entries(files)) write(name, text);
  const run = async (/** @type {string} */ program, /** @type {string[]} */ ...args) => {
    const { stdout } = await promisify(execFile)(program, args, {
      cwd: folder,
      env: { ...process.env, ...QUIET, NODE_OPTIONS: '' },
      timeout: LONGEST_MS,
      maxBuffer: 1 << 26,
    });
    return stdout.trim();
  };
  await run('npm', 'install', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error');
  return {
    folder,
    run,
    write,
    /** A program that a package of the project brought. */
    tool: (/** @type {string} */ name, /** @type {string[]} */ ...args) =>
      run(join(folder, 'node_modules', '.bin', name), ...args),
    env: { ...process.env, ...QUIET, NODE_OPTIONS: '' },
    remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }),
  };
}

/** @typedef {Awaited<ReturnType<typeof makeProject>>} Project */
