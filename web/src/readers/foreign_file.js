// What often comes in a file's place, known by how it begins, and what each kind that is read begins with.
import { AttentionError } from '../errors.js';

/** Beginnings, as Latin-1, of what is refused by name. */
const FOREIGN = Object.freeze(
  /** @type {const} */ ([
    ['\x1f\x8b', 'is packed by gzip: unpack it first'],
    ['version https://git-lfs', 'is a Git LFS pointer: it names the file and holds none of it'],
    ['\x89HDF', 'is an HDF5 file: save .npy, .npz or .safetensors'],
    [
      '\x80\x02',
      'is a Python pickle, which runs code when it is opened: save .npy, .npz or .safetensors',
    ],
    [
      '\x80\x03',
      'is a Python pickle, which runs code when it is opened: save .npy, .npz or .safetensors',
    ],
    [
      '\x80\x04',
      'is a Python pickle, which runs code when it is opened: save .npy, .npz or .safetensors',
    ],
    [
      '\x80\x05',
      'is a Python pickle, which runs code when it is opened: save .npy, .npz or .safetensors',
    ],
  ]),
);

const HTML = /^\s*<(?:!doctype\s+html|html|head|!--)/i;
const ZIPS = Object.freeze(['PK\x03\x04', 'PK\x05\x06']);

/** A safetensors file's header is shorter than 2^24 bytes: the upper five bytes of its length are 0, and a brace follows. */
const LENGTH = 8;
const UPPER = '\0\0\0\0\0{';

/**
 * @param {Uint8Array} bytes
 * @param {number} count
 * @returns {string} the first of them, as Latin-1
 */
export function beginning(bytes, count) {
  return String.fromCharCode(...bytes.subarray(0, count));
}

/**
 * @param {Uint8Array} bytes
 * @returns {'npy' | 'npz' | 'safetensors' | 'text'} text where nothing says otherwise
 */
export function kindByBytes(bytes) {
  const start = beginning(bytes, LENGTH + 1);
  if (start.startsWith('\x93NUMPY')) return 'npy';
  if (ZIPS.some((zip) => start.startsWith(zip))) return 'npz';
  return start.slice(3) === UPPER ? 'safetensors' : 'text';
}

/**
 * @param {Uint8Array} bytes
 * @param {string} name '' where it has none
 * @throws {AttentionError} option, argument 'file'
 */
export function refuseForeign(bytes, name) {
  const start = beginning(bytes, 200).replace(/^\xef\xbb\xbf/, '');
  const problem = HTML.test(start)
    ? 'holds an HTML page: it is not there, or its server answers with a page instead'
    : FOREIGN.find(([begin]) => start.startsWith(begin))?.[1];
  if (problem === undefined) return;
  const what = name === '' ? 'the file' : `'${name.slice(0, 80)}'`;
  throw new AttentionError('option', 'file', `${what} ${problem}`);
}
