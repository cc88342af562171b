// How many threads this machine runs at once.

/** How many threads this machine runs at once. @returns {number} */
export function availableThreads() {
  const system = globalThis.process?.getBuiltinModule?.('node:os');
  return globalThis.navigator?.hardwareConcurrency ?? system?.availableParallelism() ?? 1;
}
