// Arrays that belong together, each in a .npy file that names it: what np.save() writes in three lines.
import { inputOf, partName } from './named_arrays.js';
import { readNpyPart } from './npy.js';

/** @typedef {import('./json.js').Input} Input */

/**
 * @param {readonly { name: string, bytes: Uint8Array }[]} files
 * @returns {Input}
 * @throws {AttentionError} option for names that no input has; as readNpy and inputOf
 */
export function readNpyFiles(files) {
  const names = files.map(({ name }) => name.replace(/\.npy$/i, ''));
  const parts = names.map((name) => partName(name, names));
  return inputOf(files.map(({ bytes }, k) => [names[k], readNpyPart(bytes, parts[k])]));
}
