// Numbers as files store them (float16, bfloat16, int64, big-endian, Fortran order …) into float32. Sizes are checked against the
// bytes that are there before anything is allocated.
import { AttentionError } from '../errors.js';
import { MOST_VALUES } from './json.js';

/** @typedef {import('../tensor.js').Tensor} Tensor */

/**
 * @typedef {object} StoredType
 * @property {number} bytes of one number
 * @property {(view: DataView, at: number, little: boolean) => number | bigint} read
 */

/** Axes: a batch of one, heads, rows, columns. */
const MOST_AXES = 4;

/** Whether this machine keeps numbers as most files do. */
const IS_LITTLE = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;

/** By the names that NumPy gives them; bf16 is safetensors'. @type {ReadonlyMap<string, StoredType>} */
export const storedTypes = new Map([
  ['f2', { bytes: 2, read: (view, at, little) => float16(view.getUint16(at, little)) }],
  ['bf16', { bytes: 2, read: (view, at, little) => bfloat16(view.getUint16(at, little)) }],
  ['f4', { bytes: 4, read: (view, at, little) => view.getFloat32(at, little) }],
  ['f8', { bytes: 8, read: (view, at, little) => view.getFloat64(at, little) }],
  ['i1', { bytes: 1, read: (view, at) => view.getInt8(at) }],
  ['i2', { bytes: 2, read: (view, at, little) => view.getInt16(at, little) }],
  ['i4', { bytes: 4, read: (view, at, little) => view.getInt32(at, little) }],
  ['i8', { bytes: 8, read: (view, at, little) => view.getBigInt64(at, little) }],
  ['u1', { bytes: 1, read: (view, at) => view.getUint8(at) }],
  ['u2', { bytes: 2, read: (view, at, little) => view.getUint16(at, little) }],
  ['u4', { bytes: 4, read: (view, at, little) => view.getUint32(at, little) }],
  ['u8', { bytes: 8, read: (view, at, little) => view.getBigUint64(at, little) }],
  ['b1', { bytes: 1, read: (view, at) => (view.getUint8(at) === 0 ? 0 : 1) }],
]);

/**
 * @typedef {object} Layout
 * @property {string} type a key of storedTypes
 * @property {readonly number[]} shape [] for a single number
 * @property {boolean} [little] byte order, default true
 * @property {boolean} [fortran] the first axis runs fastest, default false
 */

/**
 * @param {string} argument what to call it in an error
 * @param {Uint8Array} bytes exactly those of the numbers
 * @param {Layout} layout
 * @returns {Tensor} row-major, fresh; NaN and ∞ are left for whoever knows whether they are legal
 * @throws {AttentionError} rank; shape (bytes and sizes disagree, nothing in it); overflow (too many, beyond 2^53); not_finite (a
 *   float64 that no float32 can hold)
 */
export function readStored(argument, bytes, { type, shape, little = true, fortran = false }) {
  const stored = storedTypes.get(type);
  if (!stored) throw new AttentionError('option', argument, `${argument} is of type ${type}`);
  const count = checkSizes(argument, bytes.length, { shape, size: stored.bytes });
  const data = new Float32Array(count);
  if (type === 'f4' && little && IS_LITTLE && !fortran) {
    new Uint8Array(data.buffer).set(bytes);
    return { data, shape: [...shape] };
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const place = fortran && shape.length > 1 ? fortranPlaces(shape) : null;
  for (let k = 0; k < count; k++) {
    const at = (place ? place(k) : k) * stored.bytes;
    data[k] = asFloat(argument, stored.read(view, at, little), k);
  }
  return { data, shape: [...shape] };
}

/**
 * @param {string} argument
 * @param {number} length bytes
 * @param {{ shape: readonly number[], size: number }} expected
 * @returns {number} how many numbers
 */
function checkSizes(argument, length, { shape, size }) {
  const stray = shape.find((side) => !Number.isSafeInteger(side) || side < 0);
  if (stray !== undefined) {
    const problem = `the shape of ${argument} holds ${stray}, expected whole numbers`;
    throw new AttentionError('shape', argument, problem);
  }
  if (shape.length > MOST_AXES) {
    const problem = `${argument} has rank ${shape.length}, at most ${MOST_AXES} is read`;
    throw new AttentionError('rank', argument, problem);
  }
  const count = shape.reduce((product, side) => product * side, 1);
  const words = shape.length > 1 ? `${shape.join(' × ')} = ${count}` : String(count);
  if (count === 0) throw new AttentionError('shape', argument, `${argument} is empty: ${words}`);
  if (count > MOST_VALUES) {
    const problem = `${argument} has ${words} values, at most ${MOST_VALUES} are read`;
    throw new AttentionError('overflow', argument, problem);
  }
  if (length !== count * size) {
    const problem = `${argument} has ${length} bytes, expected ${words} values of ${size} bytes = ${count * size}`;
    throw new AttentionError('shape', argument, problem);
  }
  return count;
}

/**
 * @param {readonly number[]} shape
 * @returns {(k: number) => number} where the k-th number in row-major order stands; called with 0, 1, 2 …
 */
function fortranPlaces(shape) {
  const strides = shape.map((_, axis) => shape.slice(0, axis).reduce((a, b) => a * b, 1));
  const index = shape.map(() => 0);
  let next = 0;
  return () => {
    const place = next;
    for (let axis = shape.length - 1; axis >= 0; axis--) {
      index[axis] += 1;
      next += strides[axis];
      if (index[axis] < shape[axis]) break;
      next -= strides[axis] * shape[axis];
      index[axis] = 0;
    }
    return place;
  };
}

/**
 * @param {string} argument
 * @param {number | bigint} value
 * @param {number} index
 * @returns {number} rounded to float32
 */
function asFloat(argument, value, index) {
  if (typeof value === 'bigint') {
    if (value <= Number.MAX_SAFE_INTEGER && value >= Number.MIN_SAFE_INTEGER) return Number(value);
    const problem = `${argument} holds ${value} at flat index ${index}, integers beyond 2^53 are not read`;
    throw new AttentionError('overflow', argument, problem);
  }
  const rounded = Math.fround(value);
  if (Number.isFinite(value) && !Number.isFinite(rounded)) {
    const problem = `${argument} holds ${value} at flat index ${index}, beyond float32’s largest, 3.4028235e38`;
    throw new AttentionError('not_finite', argument, problem);
  }
  return rounded;
}

/**
 * IEEE 754 binary16: 1 sign, 5 exponent (bias 15), 10 fraction.
 * @param {number} bits
 * @returns {number} exact
 */
function float16(bits) {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 0x1f) return fraction ? Number.NaN : sign * Number.POSITIVE_INFINITY;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}

const bits32 = new DataView(new ArrayBuffer(4));

/**
 * The upper half of a float32.
 * @param {number} bits
 * @returns {number} exact
 */
function bfloat16(bits) {
  bits32.setUint32(0, bits * 0x10000);
  return bits32.getFloat32(0);
}
