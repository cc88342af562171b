// In place of file.js in the everyday script, which reads JSON only.
import { AttentionError } from '../errors.js';
import { readJson } from './json.js';

/** @type {typeof import('./file.js').LARGEST_FILE} */
export const LARGEST_FILE = 1 << 28;

/** @type {typeof import('./file.js').FILE_ENDINGS} */
export const FILE_ENDINGS = Object.freeze(['.json']);

/** @type {typeof import('./file.js').readFile} */
export const readFile = async (bytes) => readNamedText(new TextDecoder().decode(bytes));

/** @type {typeof import('./file.js').readFiles} */
export const readFiles = () => refuse();

/** @type {typeof import('./file.js').readNamedText} */
export function readNamedText(text) {
  return text.trimStart().startsWith('{') ? readJson(text) : refuse();
}

/** @returns {never} */
function refuse() {
  const problem =
    'attention-map.js reads JSON objects; other files, lists and tables are read by attention-map-all.js';
  throw new AttentionError('option', 'file', problem);
}
