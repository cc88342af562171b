// Values of a notebook's traitlets as the tag takes them: arrays that came as bytes, and texts of attributes.
import { AttentionError, shown } from '../errors.js';
import { readStored } from '../readers/stored_numbers.js';

/** What `str(array.dtype)` says in Python, and the same type as files name it. */
const TYPES = new Map([
  ['float16', 'f2'],
  ['bfloat16', 'bf16'],
  ['float32', 'f4'],
  ['float64', 'f8'],
  ['int8', 'i1'],
  ['int16', 'i2'],
  ['int32', 'i4'],
  ['int64', 'i8'],
  ['uint8', 'u1'],
  ['uint16', 'u2'],
  ['uint32', 'u4'],
  ['uint64', 'u8'],
  ['bool', 'b1'],
]);

/** `array.dtype.str`, as in '<f4', and what may stand before a name: NumPy's byte order, torch's module. */
const DTYPE = /^(torch\.|[<>|=]?)(\w+)$/;

/**
 * The data of a widget: its tensors may be nested lists, or `{ data, shape, dtype }` with the bytes of an array, row-major, by default
 * float32. Bytes are read when the tag reads them: what is wrong with them is then told by the tag, as all that it refuses.
 * @param {unknown} data a dict from Python, or null
 * @returns {unknown} as the tag's `.data` takes it; asking for a tensor throws AttentionError: 'option' for a dtype that is not read,
 *   'shape' for bytes that are not what the shape says, and as readStored
 */
export function dataOfTrait(data) {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return data;
  const read = {};
  for (const [name, value] of Object.entries(data)) {
    if (value === null) continue;
    Object.defineProperty(read, name, { enumerable: true, get: () => tensorOf(name, value) });
  }
  return read;
}

/**
 * @param {string} name
 * @param {unknown} value
 */
function tensorOf(name, value) {
  if (typeof value !== 'object' || value === null || !('data' in value)) return value;
  const bytes = bytesOf(value.data);
  if (!bytes) return value;
  const { shape, dtype = 'float32' } = /** @type {{ shape?: unknown, dtype?: unknown }} */ (value);
  if (!Array.isArray(shape)) {
    const problem = `${name} has ${bytes.length} bytes and the shape ${shown(shape)}, expected a list of sizes`;
    throw new AttentionError('shape', name, problem);
  }
  return readStored(name, bytes, { ...layoutOf(name, dtype), shape });
}

/**
 * @param {string} name
 * @param {unknown} dtype
 * @returns {{ type: string, little: boolean }} notebooks send what the machine has, little-endian, unless '>' says otherwise
 */
function layoutOf(name, dtype) {
  const [, before, word] = (typeof dtype === 'string' && DTYPE.exec(dtype)) || [];
  const type = TYPES.get(word) ?? [...TYPES.values()].find((known) => known === word);
  if (type) return { type, little: before !== '>' };
  const known = [...TYPES.keys()].join(', ');
  const problem = `${name} has dtype ${shown(dtype)}, expected ${known}, or as NumPy writes them, '<f4'`;
  throw new AttentionError('option', name, problem);
}

/**
 * @param {unknown} data
 * @returns {Uint8Array | null} null for what is no binary
 */
function bytesOf(data) {
  if (data instanceof DataView || data instanceof Uint8Array)
    return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  return data instanceof ArrayBuffer ? new Uint8Array(data) : null;
}

/**
 * @param {unknown} value of a traitlet
 * @returns {string | null} the text of its attribute; null: without it
 */
export function textOfTrait(value) {
  if (value === undefined || value === null || value === false || value === '') return null;
  if (value === true) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/**
 * @param {string | null} text of an attribute that a reader changed
 * @param {unknown} before the traitlet's value, whose type it keeps
 * @returns {unknown}
 */
export function traitOfText(text, before) {
  if (typeof before === 'boolean') return text !== null;
  if (typeof before === 'number') return text === null ? before : Number(text);
  return typeof before === 'string' ? (text ?? '') : text;
}
