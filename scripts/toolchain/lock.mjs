// One maker at a time: a lock file that holds the process id of its owner.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { say } from '../run.mjs';

const RETRY_MS = 1000;

/**
 * Runs `work` while no other process holds the same lock; waits for one that does.
 * A lock whose owner no longer runs is taken over.
 * @template T
 * @param {string} file
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(file, work) {
  mkdirSync(dirname(file), { recursive: true });
  let announced = '';
  for (let holder = take(file); holder !== null; holder = take(file)) {
    if (holder !== announced) say(`  waiting for process ${holder}, which holds ${file} …`);
    announced = holder;
    await sleep(RETRY_MS);
  }
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
}

/**
 * Takes the lock if it is free, or if whoever held it is gone.
 * @param {string} file
 * @returns {string | null} null when it is taken now; else the process that holds it
 */
function take(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return null;
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  }
  const holder = readHolder(file);
  if (holder !== null && Number(holder) > 0 && runs(Number(holder))) return holder;
  rmSync(file, { force: true });
  return take(file);
}

/**
 * @param {string} file
 * @returns {string | null} null when the file has just gone
 */
function readHolder(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  }
}

/**
 * @param {number} processId
 */
function runs(processId) {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    // It runs, as another user.
    return hasCode(error, 'EPERM');
  }
}

/**
 * @param {unknown} error
 * @param {string} code
 */
function hasCode(error, code) {
  return error instanceof Error && 'code' in error && error.code === code;
}
