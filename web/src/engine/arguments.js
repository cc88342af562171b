// Reading the options of a call: names, types and shapes, before the core sees them.
import { AttentionError, shown } from '../errors.js';
import {
  asTensor,
  checkSizes,
  product,
  sizeWords,
  tensorParts,
  typedArrayName,
} from '../tensor.js';
import { Resident } from './resident.js';

/** @typedef {import('../tensor.js').Tensor} Tensor */
/** @typedef {import('../tensor.js').Nested} Nested */
/** @typedef {import('../tensor.js').TensorInput | Nested | Resident} TensorLike a tensor, nested arrays, or a resident tensor */
/** @typedef {TensorLike | import('../tensor.js').NumberArray} VectorLike where rank 1 will do: flat numbers of any kind as well */
/** @typedef {Float32Array | Resident} Floats the values of a tensor, here or in wasm memory */

/**
 * Refuses options that nobody reads: a misspelt name would be ignored in silence.
 * @param {unknown} options
 * @param {readonly string[]} names
 * @param {string} call
 */
export function checkNames(options, names, call) {
  if (typeof options !== 'object' || options === null) {
    throw new AttentionError(
      'option',
      '',
      `${call} got ${shown(options)}, expected an object of options`,
    );
  }
  for (const name of Object.keys(options)) {
    if (!names.includes(name)) {
      throw new AttentionError(
        'option',
        name,
        `${call} has no option ${shown(name)}, expected ${names.join(', ')}`,
      );
    }
  }
}

/**
 * @param {unknown} value no tensor
 * @returns {string} what is wrong with it: of an object that is nearly one, the part
 */
function misfit(value) {
  if (typeof value !== 'object' || value === null || !('data' in value) || !('shape' in value))
    return `is ${shown(value)}`;
  const { data, shape } = value;
  return typedArrayName(data) === 'Float32Array'
    ? `has a shape that is ${shown(shape)}`
    : `has data that is ${shown(data)}`;
}

/**
 * A tensor argument; its length and shape agree.
 * @param {string} argument
 * @param {unknown} value
 * @returns {{ data: Floats, shape: readonly number[] }}
 */
export function readTensor(argument, value) {
  if (value instanceof Resident) return { data: value, shape: value.shape };
  if (value === undefined || value === null) {
    throw new AttentionError('shape', argument, `${argument} is missing`);
  }
  const parts = tensorParts(value);
  if (parts === null) {
    if (Array.isArray(value)) return asTensor(argument, /** @type {Nested} */ (value));
    throw new AttentionError(
      'option',
      argument,
      `${argument} ${misfit(value)}, expected a tensor { data: Float32Array, shape } or nested arrays`,
    );
  }
  const { data, shape } = parts;
  checkSizes(argument, shape);
  if (shape.length < 1 || shape.length > 3) {
    throw new AttentionError(
      'rank',
      argument,
      `${argument} has rank ${shape.length}, expected 1 to 3`,
    );
  }
  if (data.length !== product(shape)) {
    throw new AttentionError(
      'shape',
      argument,
      `${argument} has ${data.length} values, expected ${sizeWords(shape)}`,
    );
  }
  return parts;
}

/**
 * A tensor of heads, [h, n, d]; rank 2 is one head.
 * @param {string} argument
 * @param {unknown} value
 * @returns {{ data: Floats, heads: number, n: number, width: number }}
 */
export function readHeads(argument, value) {
  const { data, shape } = readTensor(argument, value);
  if (shape.length === 3) return { data, heads: shape[0], n: shape[1], width: shape[2] };
  if (shape.length === 2) return { data, heads: 1, n: shape[0], width: shape[1] };
  throw new AttentionError(
    'rank',
    argument,
    `${argument} has rank ${shape.length}, expected 3 [h, n, d] or 2 [n, d]`,
  );
}

/**
 * A matrix, rank 2.
 * @param {string} argument
 * @param {unknown} value
 * @returns {{ data: Floats, rows: number, columns: number }}
 */
export function readMatrix(argument, value) {
  const { data, shape } = readTensor(argument, value);
  if (shape.length !== 2) {
    throw new AttentionError('rank', argument, `${argument} has rank ${shape.length}, expected 2`);
  }
  return { data, rows: shape[0], columns: shape[1] };
}

/**
 * An optional tensor of one of the given shapes; null when it is not given.
 * @param {string} argument
 * @param {unknown} value
 * @param {readonly (readonly number[])[]} shapes
 * @returns {Floats | null}
 */
export function readOptional(argument, value, ...shapes) {
  if (value === undefined || value === null) return null;
  const { data, shape } =
    typedArrayName(value) !== undefined
      ? asTensor(argument, /** @type {Float32Array} */ (value))
      : readTensor(argument, value);
  const fits = shapes.some(
    (wanted) =>
      wanted.length === shape.length && wanted.every((length, axis) => length === shape[axis]),
  );
  if (!fits) {
    throw new AttentionError(
      'shape',
      argument,
      `${argument} has shape ${shape.join(' × ')}, expected ${[...new Set(shapes.map((wanted) => wanted.join(' × ')))].join(' or ')}`,
    );
  }
  return data;
}

/**
 * @param {string} argument
 * @param {unknown} value
 * @param {number} byDefault
 * @returns {number}
 */
export function readNumber(argument, value, byDefault) {
  if (value === undefined) return byDefault;
  if (typeof value !== 'number') {
    throw new AttentionError(
      'option',
      argument,
      `${argument} is ${shown(value)}, expected a number`,
    );
  }
  if (!Number.isFinite(value)) {
    throw new AttentionError(
      'not_finite',
      argument,
      `${argument} is ${value}, expected a finite number`,
    );
  }
  return value;
}

/**
 * @param {string} argument
 * @param {unknown} value
 * @param {number} lowest
 * @param {number} highest
 * @param {number} [byDefault] without it the argument must be given
 * @param {import('../errors.js').ErrorCode} [code]
 * @returns {number}
 */
export function readInteger(argument, value, lowest, highest, byDefault, code = 'option') {
  if (value === undefined && byDefault !== undefined) return byDefault;
  if (typeof value !== 'number' || !Number.isInteger(value) || value < lowest || value > highest) {
    const isPast = typeof value === 'number' && value > highest;
    const range =
      highest === MAX_SIZE && !isPast ? `of at least ${lowest}` : `from ${lowest} to ${highest}`;
    throw new AttentionError(
      code,
      argument,
      `${argument} is ${shown(value)}, expected a whole number ${range}`,
    );
  }
  return value;
}

/** The largest size that the core indexes. */
export const MAX_SIZE = 2 ** 28;

/**
 * A half-open range [begin, end) within [0, size).
 * @param {string} argument
 * @param {unknown} value
 * @param {number} size
 * @returns {[number, number]}
 */
export function readRange(argument, value, size) {
  if (value === undefined) return [0, size];
  const isRange = Array.isArray(value) && value.length === 2 && value.every(Number.isInteger);
  if (!isRange || value[0] < 0 || value[0] >= value[1] || value[1] > size) {
    const what = Array.isArray(value) ? `[${value.map(shown).join(', ')}]` : shown(value);
    throw new AttentionError(
      'option',
      argument,
      `${argument} is ${what}, expected [begin, end) within [0, ${size})`,
    );
  }
  return [value[0], value[1]];
}

/**
 * @template {string} Choice
 * @param {string} argument
 * @param {unknown} value
 * @param {readonly Choice[]} choices the first is the default
 * @returns {Choice}
 */
export function readChoice(argument, value, choices) {
  if (value === undefined) return choices[0];
  const choice = choices.find((each) => each === value);
  if (choice === undefined) {
    throw new AttentionError(
      'option',
      argument,
      `${argument} is ${shown(value)}, expected '${choices.join("' or '")}'`,
    );
  }
  return choice;
}

/**
 * The names in `want`, each known; one that is repeated is taken once.
 * @template {string} Name
 * @param {unknown} want
 * @param {readonly Name[]} known
 * @param {readonly Name[]} byDefault
 * @returns {readonly Name[]}
 */
export function readWant(want, known, byDefault) {
  if (want === undefined) return byDefault;
  if (!Array.isArray(want) || want.length === 0) {
    throw new AttentionError(
      'option',
      'want',
      `want is ${Array.isArray(want) ? 'empty' : shown(want)}, expected names from ${known.join(', ')}`,
    );
  }
  let isRepeated = false;
  for (let k = 0; k < want.length; k++) {
    const name = want[k];
    isRepeated ||= want.indexOf(name) !== k;
    if (!known.includes(name)) {
      throw new AttentionError(
        'option',
        'want',
        `want holds ${shown(name)}, expected names from ${known.join(', ')}`,
      );
    }
  }
  return isRepeated ? [...new Set(want)] : want;
}

/**
 * Results that the caller prepared, each read once: `into[name]` for names in `want`, of exactly the result's shape, no two in the
 * same memory.
 * @param {unknown} into
 * @param {readonly string[]} want
 * @param {(name: string) => readonly number[]} shapeOf
 * @returns {Map<string, Floats> | null} null when there is no `into`
 */
export function readInto(into, want, shapeOf) {
  if (into === undefined) return null;
  /** @type {Map<string, Floats>} */
  const prepared = new Map();
  if (typeof into !== 'object' || into === null) {
    throw new AttentionError(
      'option',
      'into',
      `into is ${shown(into)}, expected an object of tensors`,
    );
  }
  for (const [name, value] of Object.entries(into)) {
    if (value === undefined) continue;
    if (!want.includes(name)) {
      throw new AttentionError(
        'option',
        'into',
        `into has ${shown(name)}, which is not among the results wanted: ${want.join(', ')}`,
      );
    }
    const { data, shape } =
      value instanceof Resident ? { data: value, shape: value.shape } : preparedParts(name, value);
    const expected = shapeOf(name);
    if (shape.length !== expected.length || expected.some((size, axis) => size !== shape[axis])) {
      throw new AttentionError(
        'shape',
        'into',
        `into.${name} has shape ${shape.join(' × ')}, expected ${sizeWords(expected)}`,
      );
    }
    for (const [other, memory] of prepared) {
      if (overlap(memory, data)) {
        throw new AttentionError(
          'option',
          'into',
          `into.${name} and into.${other} are in the same memory`,
        );
      }
    }
    prepared.set(name, data);
  }
  return prepared;
}

/**
 * @param {string} name
 * @param {unknown} value
 */
function preparedParts(name, value) {
  const parts = tensorParts(value);
  if (parts === null) {
    throw new AttentionError(
      'option',
      'into',
      `into.${name} is ${shown(value)}, expected a tensor`,
    );
  }
  const { data, shape } = parts;
  if (data.length !== product(shape)) {
    throw new AttentionError(
      'shape',
      'into',
      `into.${name} has ${data.length} values, expected ${sizeWords(shape)}`,
    );
  }
  return parts;
}

/**
 * @param {Floats} a
 * @param {Floats} b
 */
function overlap(a, b) {
  if (a instanceof Resident || b instanceof Resident) return a === b;
  if (a.buffer !== b.buffer) return false;
  return a.byteOffset < b.byteOffset + b.byteLength && b.byteOffset < a.byteOffset + a.byteLength;
}
