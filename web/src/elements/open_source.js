// What a page or a reader hands over to be shown: files, bytes, text. Read where they are; the readers come when the first is opened.
import { AttentionError, shown } from '../errors.js';

/** @typedef {import('../readers/json.js').Input} Input */
/** @typedef {Blob | ArrayBuffer | ArrayBufferView | string | ArrayLike<Blob>} Opened a File, a text, bytes; or a list of one File */

/**
 * @param {Opened} source
 * @param {string} name its ending says what it is; without one, a File's own name, then its first bytes do
 * @returns {Promise<Input>}
 * @throws {AttentionError} as readFile and readText; option, argument 'source' for what is none of these; option and overflow,
 *   argument 'file' for no file or several, for one that cannot be read, and for one that is too large
 */
export async function readOpened(source, name) {
  const { LARGEST_FILE, readFile, readNamedText } = await import('../readers/file.js');
  if (typeof source === 'string') return readNamedText(source, name);
  const one = onlyOne(source);
  if (isBlob(one)) {
    if (one.size > LARGEST_FILE) {
      const problem = `the file has ${one.size} bytes, at most ${LARGEST_FILE} are read`;
      throw new AttentionError('overflow', 'file', problem);
    }
    return readFile(await bytesOf(one), { name: name || nameOf(one) });
  }
  if (ArrayBuffer.isView(one)) {
    return readFile(new Uint8Array(one.buffer, one.byteOffset, one.byteLength), { name });
  }
  if (tagOf(one) === 'ArrayBuffer') {
    return readFile(new Uint8Array(/** @type {ArrayBuffer} */ (one)), { name });
  }
  const problem = `source is ${shown(source)}, expected a File, a Blob, bytes or a text`;
  throw new AttentionError('option', 'source', problem);
}

/**
 * @param {Exclude<Opened, string>} source
 * @returns {Blob | ArrayBuffer | ArrayBufferView}
 */
function onlyOne(source) {
  if (!Array.isArray(source) && tagOf(source) !== 'FileList')
    return /** @type {Blob | ArrayBuffer | ArrayBufferView} */ (source);
  const list = /** @type {ArrayLike<Blob>} */ (source);
  if (list.length === 1) return list[0];
  const problem = `there are ${list.length} files, one is opened at a time: put arrays that belong together into one .npz or .safetensors`;
  throw new AttentionError('option', 'file', problem);
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
    throw new AttentionError('option', 'file', `the file cannot be read: ${reason}`);
  }
}
