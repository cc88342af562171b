// What a run was measured on.

import { readFileSync } from 'node:fs';
import { arch, cpus, platform, release, totalmem } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../paths.mjs';
import { capture } from '../run.mjs';

/**
 * @typedef {{ processor: string, cores: number, memoryGb: number, system: string, date: string, package: string, commit: string | null }} Machine
 */

/** @returns {Machine} */
export function describeMachine() {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const { status, stdout } = capture('git', ['rev-parse', '--short', 'HEAD'], { cwd: ROOT });
  return {
    processor: `${cpus()[0].model.trim()}${vectorWidth()}`,
    cores: cpus().length,
    memoryGb: Math.round(totalmem() / 2 ** 30),
    system: `${distribution() ?? platform()} (${release()}, ${arch()})`,
    date: new Date().toISOString().slice(0, 16).replace('T', ' '),
    package: version,
    commit: status === 0 ? stdout.trim() : null,
  };
}

/** The widest vectors, which native peers use and wasm does not. */
function vectorWidth() {
  const flags = readOr('/proc/cpuinfo', '').match(/^flags\s*:(.*)$/m)?.[1] ?? '';
  if (/\bavx512f\b/.test(flags)) return ', AVX-512';
  return /\bavx2\b/.test(flags) ? ', AVX2' : '';
}

function distribution() {
  return readOr('/etc/os-release', '').match(/^PRETTY_NAME="?([^"\n]*)"?$/m)?.[1] ?? null;
}

/**
 * @param {string} file
 * @param {string} otherwise
 */
function readOr(file, otherwise) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return otherwise;
  }
}
