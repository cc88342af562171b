// Tensors: a Float32Array and its shape, row-major. Plain objects, so that anything may make them.
import { AttentionError, shown } from './errors.js';

/** @typedef {{ data: Float32Array, shape: number[] }} Tensor */
/** A tensor that is only read. @typedef {{ readonly data: Float32Array, readonly shape: readonly number[] }} TensorInput */
/** @typedef {readonly (number | Nested)[]} Nested */
/** @typedef {Float32Array | Float64Array | Int8Array | Int16Array | Int32Array | Uint8Array | Uint8ClampedArray | Uint16Array | Uint32Array} NumberArray */
/** @typedef {NumberArray | Nested} Values */

const MAX_RANK = 3;

/**
 * A tensor of float32 values: typed array or flat array with its shape, or nested arrays (shape then optional). A Float32Array
 * is kept, not copied: it stays the caller's, and later writes to it show. Rank 1 to 3; rank 2 [n, d] is one head.
 * Throws AttentionError: shape (lengths disagree, ragged, sizes < 1), rank, option (not numbers), not_finite (past float32).
 * @param {Values} values
 * @param {readonly number[]} [shape]
 * @returns {Tensor}
 */
export function tensor(values, shape) {
  return asTensor('values', values, shape);
}

/**
 * @param {string} argument what to call it in an error
 * @param {Values} values
 * @param {readonly number[]} [shape]
 * @returns {Tensor}
 */
export function asTensor(argument, values, shape) {
  const name = typedArrayName(values);
  const isFlat = name !== undefined;
  if ((!isFlat && !Array.isArray(values)) || name?.startsWith('Big')) {
    throw new AttentionError(
      'option',
      argument,
      `${argument} is ${shown(values)}, expected an array of numbers`,
    );
  }
  const found = isFlat
    ? [trueLength(values)]
    : nestedShape(argument, /** @type {Nested} */ (values));
  const wanted = shape === undefined ? found : checkShape(argument, shape);
  if (found.length > MAX_RANK || wanted.length > MAX_RANK) {
    throw new AttentionError(
      'rank',
      argument,
      `${argument} has rank ${Math.max(found.length, wanted.length)}, expected 1 to ${MAX_RANK}`,
    );
  }
  const size = found.reduce((a, b) => a * b, 1);
  const isSame =
    found.length === wanted.length && found.every((length, axis) => length === wanted[axis]);
  if (found.length > 1 ? !isSame : size !== product(wanted)) {
    throw new AttentionError(
      'shape',
      argument,
      `${argument} has ${countWords(found)}, expected ${sizeWords(wanted)}`,
    );
  }
  if (size === 0) throw new AttentionError('shape', argument, `${argument} is empty`);
  const kept = plainArray(values, Float32Array);
  if (kept !== null) return { data: kept, shape: wanted };
  const data = allocate(argument, size);
  if (isFlat) {
    data.set(/** @type {ArrayLike<number>} */ (values));
    // Read again only where one was too large, or no number at all.
    const wrong = data.findIndex((x, k) => !Number.isFinite(x) && Number.isFinite(values[k]));
    if (wrong >= 0) throw tooLarge(`${argument}[${wrong}]`, values[wrong], argument);
  } else fill(argument, /** @type {Nested} */ (values), data, 0);
  return { data, shape: wanted };
}

const typedArray = Object.getPrototypeOf(Uint8Array.prototype);
const [nameOf, lengthOf, bufferOf, offsetOf] = [
  Symbol.toStringTag,
  'length',
  'buffer',
  'byteOffset',
].map((name) => Object.getOwnPropertyDescriptor(typedArray, name)?.get);

/**
 * What kind of typed array a value is, of any realm; undefined for anything else. No property of the value is trusted.
 * @param {unknown} value
 * @returns {string | undefined}
 */
export function typedArrayName(value) {
  return nameOf?.call(value);
}

/**
 * A typed array of one kind as this realm knows it: itself, or where it is of another realm or of a subclass, a plain one in the
 * same memory, whose length is what it says. null for anything else: `instanceof` knows neither another frame's nor Node's vm's.
 * @template {Float32Array | Float64Array | Uint8Array | Uint8ClampedArray} Kind
 * @param {unknown} value
 * @param {(new (buffer: ArrayBuffer, offset?: number, length?: number) => Kind) & { readonly prototype: { [Symbol.toStringTag]: string } }} kind
 * @returns {Kind | null}
 */
export function plainArray(value, kind) {
  if (typedArrayName(value) !== kind.name) return null;
  const array = /** @type {Kind} */ (value);
  const isPlain =
    Object.getPrototypeOf(array) === kind.prototype && !Object.hasOwn(array, 'length');
  if (isPlain) return array;
  const length = trueLength(array);
  // A buffer that was given away takes no view.
  if (length === 0) return new kind(new ArrayBuffer(0));
  return new kind(bufferOf?.call(array), offsetOf?.call(array), length);
}

/**
 * The parts of `{ data: Float32Array, shape }`, each read once; null for anything else.
 * @param {unknown} value
 * @returns {Tensor | null}
 */
export function tensorParts(value) {
  if (typeof value !== 'object' || value === null || !('data' in value) || !('shape' in value))
    return null;
  const data = plainArray(value.data, Float32Array);
  const { shape } = value;
  return data !== null && Array.isArray(shape) ? { data, shape: [...shape] } : null;
}

/**
 * @param {unknown} array a typed array
 * @returns {number} whatever the object says of itself
 */
function trueLength(array) {
  return lengthOf?.call(array);
}

/**
 * @param {readonly number[]} shape
 * @returns {number}
 */
export function product(shape) {
  let size = 1;
  for (const length of shape) size *= length;
  return size;
}

/**
 * Checks a shape and copies it.
 * @param {string} argument
 * @param {readonly number[]} shape
 * @returns {number[]}
 */
export function checkShape(argument, shape) {
  if (!Array.isArray(shape) || shape.length === 0) {
    throw new AttentionError(
      'shape',
      argument,
      `the shape of ${argument} is ${shown(shape)}, expected an array of sizes`,
    );
  }
  checkSizes(argument, shape);
  return [...shape];
}

/**
 * Whole numbers of at least 1.
 * @param {string} argument
 * @param {readonly number[]} shape
 */
export function checkSizes(argument, shape) {
  for (const length of shape) {
    if (!Number.isInteger(length) || length < 1) {
      throw new AttentionError(
        'shape',
        argument,
        `the shape of ${argument} holds ${shown(length)}, expected whole numbers of at least 1`,
      );
    }
  }
}

/**
 * A fresh Float32Array, or an error of code memory.
 * @param {string} argument
 * @param {number} size
 * @returns {Float32Array}
 */
export function allocate(argument, size) {
  try {
    return new Float32Array(size);
  } catch {
    throw new AttentionError(
      'memory',
      argument,
      `${argument} needs ${size} floats (${size * 4} bytes), which cannot be had`,
    );
  }
}

/**
 * 2 × 3 = 6, as error messages say it.
 * @param {readonly number[]} shape
 * @returns {string}
 */
export function sizeWords(shape) {
  return shape.length > 1 ? `${shape.join(' × ')} = ${product(shape)}` : String(shape[0]);
}

/**
 * @param {string} name
 * @param {unknown} value finite
 * @param {string} argument
 */
function tooLarge(name, value, argument) {
  return new AttentionError(
    'not_finite',
    argument,
    `${name} is ${value}, beyond float32’s largest, 3.4028235e38`,
  );
}

/** @param {readonly number[]} shape */
function countWords(shape) {
  return shape.length > 1 ? `shape ${shape.join(' × ')}` : `${shape[0]} values`;
}

/**
 * @param {string} argument
 * @param {Nested} values
 * @returns {number[]}
 */
function nestedShape(argument, values) {
  const shape = [];
  /** @type {unknown} */
  let level = values;
  while (Array.isArray(level)) {
    shape.push(level.length);
    if (shape.length > MAX_RANK) {
      throw new AttentionError(
        'rank',
        argument,
        `${argument} has rank ${shape.length} or more, expected 1 to ${MAX_RANK}`,
      );
    }
    level = level[0];
  }
  return shape;
}

/**
 * Copies nested numbers in row-major order; returns the next free place.
 * @param {string} argument
 * @param {Nested} values
 * @param {Float32Array} data
 * @param {number} place
 * @param {string} [path]
 * @returns {number}
 */
function fill(argument, values, data, place, path = '') {
  const first = values[0];
  const length = Array.isArray(first) ? first.length : -1;
  for (let k = 0; k < values.length; k++) {
    const value = values[k];
    if (length >= 0) {
      if (!Array.isArray(value) || value.length !== length) {
        throw new AttentionError(
          'shape',
          argument,
          `${argument}${path}[${k}] is ${shown(value)}, expected an array of ${length}`,
        );
      }
      place = fill(argument, value, data, place, `${path}[${k}]`);
    } else {
      if (typeof value !== 'number') {
        throw new AttentionError(
          'option',
          argument,
          `${argument}${path}[${k}] is ${shown(value)}, expected a number`,
        );
      }
      data[place] = value;
      if (!Number.isFinite(data[place]) && Number.isFinite(value))
        throw tooLarge(`${argument}${path}[${k}]`, value, argument);
      place++;
    }
  }
  return place;
}
