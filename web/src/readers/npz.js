// NumPy's .npz: .npy files in a zip archive. The only module that needs a decompressor: loaded when such a file comes.
import { Inflate } from 'fflate';
import { AttentionError } from '../errors.js';
import { partName } from './named_arrays.js';
import { readNpyPart } from './npy.js';
import { readDirectory } from './zip_directory.js';

/** @typedef {import('./named_arrays.js').Part} Part */
/** @typedef {import('./zip_directory.js').ZipFile} ZipFile */

/** Bytes that are unpacked at a time: at most a thousand times as many come out before the size is looked at. */
const STEP = 1 << 14;

/**
 * @param {Uint8Array} bytes
 * @returns {Map<string, Part>} arrays, or lists of strings, by their names in the archive
 * @throws {AttentionError} as readDirectory and readNpy; option for names that no input has, before anything is unpacked
 */
export function readNpz(bytes) {
  const files = readDirectory(bytes);
  if (files.some(({ name }) => name.endsWith('data.pkl'))) {
    const problem =
      'the archive is a PyTorch pickle, which runs code when it is opened: save a .safetensors or .npz file';
    throw new AttentionError('option', 'npz', problem);
  }
  const names = files.map(({ name }) => name.replace(/\.npy$/, ''));
  const known = names.map((name) => partName(name, names));
  return new Map(files.map((file, k) => [names[k], readPart(file, known[k])]));
}

/**
 * @param {ZipFile} file
 * @param {string} argument
 * @returns {Part}
 */
function readPart(file, argument) {
  return readNpyPart(unpack(file, argument), argument);
}

/**
 * @param {ZipFile} file
 * @param {string} argument
 * @returns {Uint8Array}
 */
function unpack({ method, packed, size, crc }, argument) {
  const bytes = method === 'stored' ? packed : inflate(packed, size, argument);
  if (crc32(bytes) !== crc)
    throw new AttentionError('option', argument, `${argument} is damaged: its checksum is another`);
  return bytes;
}

/**
 * @param {Uint8Array} packed
 * @param {number} size
 * @param {string} argument
 * @returns {Uint8Array} exactly so many bytes
 */
function inflate(packed, size, argument) {
  const bytes = new Uint8Array(size);
  let filled = 0;
  const stream = new Inflate((part) => {
    const end = filled + part.length;
    if (end > size)
      refuse(argument, `${argument} unpacks to ${end} bytes or more, but the archive says ${size}`);
    bytes.set(part, filled);
    filled = end;
  });
  try {
    for (let at = 0; at < packed.length; at += STEP)
      stream.push(packed.subarray(at, at + STEP), at + STEP >= packed.length);
  } catch (error) {
    if (error instanceof AttentionError) throw error;
    refuse(
      argument,
      `${argument} cannot be unpacked: ${error instanceof Error ? error.message : error}`,
    );
  }
  if (filled !== size)
    refuse(argument, `${argument} unpacks to ${filled} bytes, but the archive says ${size}`);
  return bytes;
}

/** @type {Uint32Array | null} */
let table = null;

/**
 * @param {Uint8Array} bytes
 * @returns {number} CRC-32 (ISO 3309), which fflate does not check
 */
function crc32(bytes) {
  table ??= Uint32Array.from({ length: 256 }, (_, byte) => {
    let rest = byte;
    for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1;
    return rest;
  });
  let crc = 0xffffffff;
  for (let k = 0; k < bytes.length; k++) crc = table[(crc ^ bytes[k]) & 0xff] ^ (crc >>> 8);
  return ~crc >>> 0;
}

/**
 * @param {string} argument
 * @param {string} message
 * @returns {never}
 */
function refuse(argument, message) {
  throw new AttentionError('option', argument, message);
}
