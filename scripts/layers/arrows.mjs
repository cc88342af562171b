// Arrows between layers: what a layer may use, and through that, what it may reach.

/** @typedef {Record<string, string[]>} Arrows what each layer may use directly */

/**
 * Whether `from` may use `to`: they are the same, or arrows lead from one to the other.
 * @param {Arrows} arrows
 * @param {string} from
 * @param {string} to
 * @returns {boolean}
 */
export function mayUse(arrows, from, to) {
  return from === to || (arrows[from] ?? []).some((next) => mayUse(arrows, next, to));
}

/** A path from the project's folder, with slashes on every system.
 * @param {string} path
 */
export function withSlashes(path) {
  return path.replaceAll('\\', '/');
}
