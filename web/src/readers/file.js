// A file, or a text, into what a tag draws: which kind it is, and who reads it. All of it happens here; nothing is sent anywhere.
import { AttentionError, shown } from '../errors.js';
import { bareWeights, storedSum } from './bare_array.js';
import { readCsv } from './csv.js';
import { beginning, kindByBytes, refuseForeign } from './foreign_file.js';
import { LONGEST_JSON } from './json.js';
import { inputOf } from './named_arrays.js';
import { readNpy } from './npy.js';
import { readNpyFiles } from './npy_files.js';
import { readPasted, valueInput } from './pasted.js';
import { readSafetensors } from './safetensors.js';

/** @typedef {import('./json.js').Input} Input */
/** @typedef {'npy' | 'npz' | 'safetensors' | 'json' | 'csv' | 'text'} Kind */

/** Bytes of one file. */
export const LARGEST_FILE = 1 << 28;

/** @type {Readonly<Record<string, Kind>>} */
const BY_ENDING = Object.freeze({
  npy: 'npy',
  npz: 'npz',
  safetensors: 'safetensors',
  json: 'json',
  csv: 'csv',
  tsv: 'csv',
  txt: 'text',
  py: 'text',
});

/** The files that are read, for people and for a file picker. */
export const FILE_ENDINGS = Object.freeze(Object.keys(BY_ENDING).map((ending) => `.${ending}`));
const READ = FILE_ENDINGS.join(', ');

/**
 * @param {Uint8Array} bytes
 * @param {{ name?: string }} [options] name: its ending says what it is; without one its first bytes do
 * @returns {Promise<Input>} a promise, since what unpacks .npz is loaded when one comes
 * @throws {AttentionError} argument 'file' for what is no file of numbers; as the reader of its kind
 */
export async function readFile(bytes, { name = '' } = {}) {
  if (bytes.length > LARGEST_FILE)
    refuse(`the file has ${bytes.length} bytes, at most ${LARGEST_FILE} are read`, 'overflow');
  if (bytes.length === 0) refuse('the file is empty');
  const kind = endingKind(name) ?? kindByBytes(bytes);
  refuseForeign(bytes, name);
  switch (kind) {
    case 'npy':
      return bareWeights(readNpy(bytes, 'weights'), storedSum);
    case 'npz': {
      const { readNpz } = await import('./npz.js');
      return inputOf(readNpz(bytes));
    }
    case 'safetensors':
      return inputOf(readSafetensors(bytes));
    default: {
      const text = textOf(bytes);
      const input = readText(text, kind);
      // Any text is words, but those of a picture or a program are not meant.
      const isWords = input.kind === 'tokens' && !/^\s*[[{]/.test(text);
      if (isWords && /\.\w+$/.test(name) && !endingKind(name))
        refuse(`${shown(name)} holds no numbers, and is no kind of file that is read: ${READ}`);
      return input;
    }
  }
}

/**
 * Files that belong together: an array in each, q.npy and k.npy and v.npy.
 * @param {readonly { name: string, bytes: Uint8Array }[]} files
 * @returns {Input}
 * @throws {AttentionError} argument 'file' for what is no .npy; as readNpyFiles
 */
export function readFiles(files) {
  for (const { name, bytes } of files) {
    if (bytes.length === 0) refuse(`${shown(name)} is empty`);
    refuseForeign(bytes, name);
    if (kindByBytes(bytes) !== 'npy')
      refuse(
        `there are ${files.length} files and ${shown(name)} is no .npy: several are read together where each is an array named by its file (q.npy, k.npy, v.npy), anything else one at a time`,
      );
  }
  return readNpyFiles(files);
}

/**
 * @param {string} text
 * @param {string} [name] its ending says what it is; without one the text is looked at as if pasted
 * @returns {Input}
 * @throws {AttentionError} as the reader of its kind
 */
export function readNamedText(text, name = '') {
  return readText(text, endingKind(name));
}

/**
 * @param {string} text
 * @param {Kind} [kind]
 * @returns {Input}
 */
function readText(text, kind = 'text') {
  if (kind === 'csv') return readCsv(text);
  return kind === 'json' ? valueInput(parseJson(text), 'json') : readPasted(text);
}

/**
 * @param {string} name
 * @returns {Kind | undefined} undefined where its ending says nothing
 */
function endingKind(name) {
  const ending = /\.([a-z]+)$/i.exec(name)?.[1].toLowerCase() ?? '';
  return Object.hasOwn(BY_ENDING, ending) ? BY_ENDING[ending] : undefined;
}

/**
 * @param {Uint8Array} bytes
 * @returns {string} UTF-8, or UTF-16 where it says so
 */
function textOf(bytes) {
  if (bytes.length > LONGEST_JSON)
    refuse(`the text has ${bytes.length} bytes, at most ${LONGEST_JSON} are read`, 'overflow');
  const wide = beginning(bytes, 2);
  const encoding = wide === '\xff\xfe' ? 'utf-16le' : wide === '\xfe\xff' ? 'utf-16be' : 'utf-8';
  let text;
  try {
    text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    refuse(
      `the file is no text in ${encoding.toUpperCase()}, and no kind of file that is read: ${READ}`,
    );
  }
  if (text.includes('\0')) refuse(`the file is no text, and no kind of file that is read: ${READ}`);
  return text;
}

/**
 * @param {string} text
 * @returns {unknown}
 */
function parseJson(text) {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (error) {
    const reason = error instanceof Error ? error.message : error;
    throw new AttentionError('option', 'json', `the JSON cannot be read: ${reason}`);
  }
}

/**
 * @param {string} message
 * @param {'option' | 'overflow'} [code]
 * @returns {never}
 */
function refuse(message, code = 'option') {
  throw new AttentionError(code, 'file', message);
}
