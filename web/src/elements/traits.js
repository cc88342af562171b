// Values of a notebook's traitlets as the tag takes them: arrays that came as bytes, and texts of attributes.
import { AttentionError, shown } from '../errors.js';

/** The arrays of NumPy's dtypes, little-endian as notebooks send them. @type {Record<string, { new (buffer: ArrayBuffer): ArrayLike<number> }>} */
const ARRAYS = {
  float32: Float32Array,
  float64: Float64Array,
  int8: Int8Array,
  uint8: Uint8Array,
  int16: Int16Array,
  uint16: Uint16Array,
  int32: Int32Array,
  uint32: Uint32Array,
  bool: Uint8Array,
};

/**
 * The data of a widget: its tensors may be nested lists, or `{ data, shape, dtype }` with the bytes of an array, by default float32.
 * @param {unknown} data a dict from Python, or null
 * @returns {object | null} as the tag's `.data` takes it
 * @throws {AttentionError} code 'option' for a dtype that is unknown, 'shape' for bytes that are not whole numbers of it
 */
export function dataOfTrait(data) {
  if (data === null || data === undefined) return null;
  if (typeof data !== 'object')
    throw new AttentionError('option', 'data', `data is ${shown(data)}, expected a dict`);
  const entries = Object.entries(data).filter(([, value]) => value !== null);
  return Object.fromEntries(entries.map(([name, value]) => [name, tensorOf(name, value)]));
}

/**
 * @param {string} name
 * @param {unknown} value
 */
function tensorOf(name, value) {
  if (typeof value !== 'object' || value === null || !('data' in value)) return value;
  const bytes = bytesOf(value.data);
  if (!bytes) return value;
  const { shape, dtype = 'float32' } = /** @type {{ shape?: number[], dtype?: string }} */ (value);
  const Kind = Object.hasOwn(ARRAYS, dtype) ? ARRAYS[dtype] : undefined;
  if (!Kind) {
    const known = Object.keys(ARRAYS).join(', ');
    throw new AttentionError('option', name, `${name} has dtype '${dtype}', expected ${known}`);
  }
  // A copy: the bytes of a message begin anywhere, numbers may not.
  try {
    return { data: Float32Array.from(new Kind(bytes.slice().buffer)), shape };
  } catch {
    const problem = `${name} has ${bytes.length} bytes, which is no whole number of ${dtype}`;
    throw new AttentionError('shape', name, problem);
  }
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
