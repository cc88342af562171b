// What a page or a reader hands over to be shown: files, bytes, text. Read where they are; the readers come when the first is opened.
import { AttentionError, shown } from '../errors.js';

/** @typedef {import('../readers/json.js').Input} Input */
/** @typedef {Blob | ArrayBuffer | ArrayBufferView | string | ArrayLike<Blob>} Opened a File, a text, bytes; or a list of Files: one, or several .npy */

/**
 * @param {Opened} source
 * @param {string} name its ending says what it is; without one, a File's own name, then its first bytes do
 * @returns {Promise<Input>}
 * @throws {AttentionError} as readFile, readFiles and readText; option, argument 'source' for what is none of these; option and
 *   overflow, argument 'file' for no file, for one that cannot be read, and for what is too large
 */
export async function readOpened(source, name) {
  const readers = await import('../readers/file.js');
  if (typeof source === 'string') return readers.readNamedText(source, name);
  const listed = isList(source) ? Array.from(source) : [source];
  if (listed.length === 0) refuse('file', 'there is no file in what was given');
  const size = listed.reduce((sum, one) => sum + (isBlob(one) ? one.size : 0), 0);
  if (size > readers.LARGEST_FILE) {
    const what = listed.length === 1 ? 'the file has' : `the ${listed.length} files have`;
    const problem = `${what} ${size} bytes, at most ${readers.LARGEST_FILE} are read`;
    throw new AttentionError('overflow', 'file', problem);
  }
  const files = await Promise.all(listed.map(readBytes));
  const [first] = files;
  return files.length === 1
    ? readers.readFile(first.bytes, { name: name || first.name })
    : readers.readFiles(files);
}

/**
 * @param {unknown} source
 * @returns {Promise<{ name: string, bytes: Uint8Array }>} name: '' where it has none
 */
async function readBytes(source) {
  if (isBlob(source)) return { name: nameOf(source), bytes: await bytesOf(source) };
  if (ArrayBuffer.isView(source)) {
    const { buffer, byteOffset, byteLength } = source;
    return { name: '', bytes: new Uint8Array(buffer, byteOffset, byteLength) };
  }
  if (tagOf(source) === 'ArrayBuffer') {
    return { name: '', bytes: new Uint8Array(/** @type {ArrayBuffer} */ (source)) };
  }
  refuse('source', `source is ${shown(source)}, expected a File, a Blob, bytes or a text`);
}

/**
 * @param {unknown} source
 * @returns {source is ArrayLike<unknown>} a list of files, from whichever window
 */
function isList(source) {
  return Array.isArray(source) || tagOf(source) === 'FileList';
}

/**
 * @param {unknown} value
 * @returns {string} what kind of object it is, in whichever window it was made
 */
function tagOf(value) {
  return Object.prototype.toString.call(value).slice(8, -1);
}

/**
 * @param {unknown} value
 * @returns {value is Blob}
 */
function isBlob(value) {
  return ['Blob', 'File'].includes(tagOf(value));
}

/** @param {Blob} blob @returns {string} */
function nameOf(blob) {
  return 'name' in blob && typeof blob.name === 'string' ? blob.name : '';
}

/**
 * @param {Blob} blob
 * @returns {Promise<Uint8Array>}
 */
async function bytesOf(blob) {
  try {
    return new Uint8Array(await blob.arrayBuffer());
  } catch (error) {
    // A folder, or a file that was moved meanwhile: a browser does not say more.
    const reason = error instanceof Error ? error.message : String(error);
    refuse('file', `the file cannot be read: ${reason}`);
  }
}

/**
 * @param {string} argument
 * @param {string} problem
 * @returns {never}
 */
function refuse(argument, problem) {
  throw new AttentionError('option', argument, problem);
}
