// The threads of an engine: how many, and what each is told first.
import { AttentionError, shown } from '../errors.js';
import { availableThreads } from '../workers/available.js';

/** Each thread holds a core and the arrays it works on; more than this were never measured. */
const MOST_BY_ITSELF = 8;
const MOST = 64;

/**
 * @param {unknown} workers
 * @returns {number}
 */
export function readWorkers(workers) {
  if (workers === undefined || workers === false) return 0;
  if (workers === true || workers === 'auto') return Math.min(availableThreads(), MOST_BY_ITSELF);
  if (typeof workers === 'number' && Number.isInteger(workers) && workers >= 0 && workers <= MOST)
    return workers;
  throw new AttentionError(
    'option',
    'workers',
    `workers is ${shown(workers)}, expected a whole number from 0 to ${MOST}, or 'auto'`,
  );
}

/**
 * @param {number} size
 * @param {import('./worker_program.js').Greeting} greeting
 * @returns {Promise<import('../workers/pool.js').Pool | null>} null for none
 */
export async function startPool(size, greeting) {
  if (size === 0) return null;
  // Loaded on demand, like the cores.
  const [{ Pool }, { workerSource }] = await Promise.all([
    import('../workers/pool.js'),
    import('../generated/worker.js'),
  ]);
  return new Pool({ source: workerSource, greeting, size });
}
