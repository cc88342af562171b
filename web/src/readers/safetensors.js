// .safetensors: eight bytes of length, a JSON header, and the numbers of each tensor, little-endian and row-major.
import { AttentionError, shown, shownList } from '../errors.js';
import { partName } from './named_arrays.js';
import { readStored } from './stored_numbers.js';

/** @typedef {import('./named_arrays.js').Part} Part */

/** Bytes of a header: a model of thousands of tensors has some 100,000. */
const LONGEST_HEADER = 1 << 22;

/** @type {ReadonlyMap<string, string>} */
const TYPES = new Map([
  ['F16', 'f2'],
  ['BF16', 'bf16'],
  ['F32', 'f4'],
  ['F64', 'f8'],
  ['I8', 'i1'],
  ['I16', 'i2'],
  ['I32', 'i4'],
  ['I64', 'i8'],
  ['U8', 'u1'],
  ['U16', 'u2'],
  ['U32', 'u4'],
  ['U64', 'u8'],
  ['BOOL', 'b1'],
]);

/** What of `__metadata__` is read; the rest says nothing about the numbers. */
const METADATA = new Set([
  'tokens',
  'key_tokens',
  'keyTokens',
  'heads',
  'kv_heads',
  'keyValueHeads',
  'weightLayout',
  'weight_layout',
]);

/** @typedef {{ name: string, type: string, shape: number[], from: number, to: number }} Entry */

/**
 * @param {Uint8Array} bytes
 * @returns {Map<string, Part>} tensors by name, and what the metadata says: a list of tokens, numbers, words
 * @throws {AttentionError} option, shape and overflow with argument 'safetensors' for a bad header; option for types and names
 *   that are not read; as readStored
 */
export function readSafetensors(bytes) {
  const { header, start } = headerOf(bytes);
  const names = Object.keys(header).filter((name) => name !== '__metadata__');
  const size = bytes.length - start;
  const entries = names.map((name) => entryOf(name, header[name], size));
  refuseOverlaps(entries, size);
  /** @type {Map<string, Part>} */
  const parts = new Map();
  for (const { name, type, shape, from, to } of entries) {
    const argument = partName(name, names);
    parts.set(
      name,
      readStored(argument, bytes.subarray(start + from, start + to), { type, shape }),
    );
  }
  for (const [name, part] of metadataOf(header)) {
    if (!parts.has(name)) parts.set(name, part);
  }
  return parts;
}

/**
 * @param {Uint8Array} bytes
 * @returns {{ header: Record<string, unknown>, start: number }} start: of the numbers
 */
function headerOf(bytes) {
  if (bytes.length < 8) refuse(`the file ends after ${bytes.length} bytes`, 'shape');
  const length = Number(new DataView(bytes.buffer, bytes.byteOffset, 8).getBigUint64(0, true));
  if (length > bytes.length - 8) {
    const problem = `the header has ${length} bytes, but only ${bytes.length - 8} follow: no .safetensors file, or cut off`;
    refuse(problem, 'shape');
  }
  if (length > LONGEST_HEADER)
    refuse(`the header has ${length} bytes, at most ${LONGEST_HEADER} are read`, 'overflow');
  let header;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(8, 8 + length));
    header = JSON.parse(text);
  } catch (error) {
    refuse(`the header cannot be read: ${error instanceof Error ? error.message : error}`);
  }
  if (typeof header !== 'object' || header === null || Array.isArray(header))
    refuse(`the header is ${shown(header)}, expected an object`);
  return { header, start: 8 + length };
}

/**
 * @param {string} name
 * @param {unknown} entry
 * @param {number} size bytes after the header
 * @returns {Entry}
 */
function entryOf(name, entry, size) {
  const given =
    typeof entry === 'object' && entry !== null ? new Map(Object.entries(entry)) : new Map();
  const [dtype, shape, offsets] = ['dtype', 'shape', 'data_offsets'].map((key) => given.get(key));
  const what = shown(name);
  const type = typeof dtype === 'string' ? TYPES.get(dtype) : undefined;
  if (type === undefined)
    refuse(`${what} is of type ${shown(dtype)}, expected ${[...TYPES.keys()].join(', ')}`);
  if (!isIntegers(shape))
    refuse(`the shape of ${what} is ${shownList(shape)}, expected whole numbers`);
  if (!isIntegers(offsets) || offsets.length !== 2)
    refuse(`data_offsets of ${what} is ${shownList(offsets)}, expected two whole numbers`);
  const [from, to] = offsets;
  if (from > to || to > size) {
    const problem = `${what} lies at bytes ${from} to ${to}, but ${size} follow the header`;
    refuse(problem, 'shape');
  }
  return { name, type, shape, from, to };
}

/**
 * @param {unknown} value
 * @returns {value is number[]}
 */
function isIntegers(value) {
  return Array.isArray(value) && value.every((one) => Number.isSafeInteger(one) && one >= 0);
}

/**
 * Tensors lie one after the other, as the format says: nothing overlaps, and nothing hides between them.
 * @param {Entry[]} entries
 * @param {number} size bytes after the header
 */
function refuseOverlaps(entries, size) {
  let end = 0;
  for (const { name, from, to } of [...entries].sort(
    (one, other) => one.from - other.from || one.to - other.to,
  )) {
    if (from < end)
      refuse(`${shown(name)} begins at byte ${from}, within the ${end} bytes before it`, 'shape');
    if (from > end) refuse(`bytes ${end} to ${from} belong to no tensor`, 'shape');
    end = to;
  }
  if (end !== size) refuse(`bytes ${end} to ${size} belong to no tensor`, 'shape');
}

/**
 * @param {Record<string, unknown>} header
 * @returns {[string, Part][]}
 */
function metadataOf(header) {
  const metadata = Object.hasOwn(header, '__metadata__') ? header.__metadata__ : {};
  if (typeof metadata !== 'object' || metadata === null)
    refuse(`__metadata__ is ${shown(metadata)}, expected an object of strings`);
  return Object.entries(metadata)
    .filter(([name]) => METADATA.has(name))
    .map(([name, text]) => {
      if (typeof text !== 'string')
        refuse(`__metadata__ ${name} is ${shown(text)}, expected a string`);
      if (/tokens/i.test(name)) return [name, tokensOf(name, text)];
      return [name, /^\d{1,9}$/.test(text) ? Number(text) : text];
    });
}

/**
 * @param {string} name
 * @param {string} text a JSON array of strings, or words
 * @returns {string[]}
 */
function tokensOf(name, text) {
  if (!/^\s*\[\s*["\]]/.test(text)) return text.split(/\s+/).filter(Boolean);
  try {
    return JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : error;
    return refuse(`__metadata__ ${name} cannot be read as JSON: ${reason}`);
  }
}

/**
 * @param {string} message
 * @param {'option' | 'shape' | 'overflow'} [code]
 * @returns {never}
 */
function refuse(message, code = 'option') {
  throw new AttentionError(code, 'safetensors', message);
}
