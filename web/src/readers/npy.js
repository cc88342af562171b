// NumPy's .npy: a header that is a Python dict, then the numbers (NEP 1, versions 1.0 to 3.0). Pickled objects are never read.
import { AttentionError, shownList } from '../errors.js';
import { MOST_TOKENS } from './json.js';
import { readLiteral } from './python_literal.js';
import { readStored, storedTypes } from './stored_numbers.js';

/** @typedef {import('./python_literal.js').Literal} Literal */
/** @typedef {import('../tensor.js').Tensor} Tensor */

const NPY_MAGIC = '\x93NUMPY';

/** Characters of a header: NumPy itself reads 10,000 by default. */
const LONGEST_HEADER = 10_000;

/** What each letter of a type that is not read stands for. @type {Readonly<Record<string, string>>} */
const NOT_READ = Object.freeze({
  c: 'complex numbers',
  S: 'byte strings',
  a: 'byte strings',
  U: 'strings',
  O: 'Python objects, which would have to be unpickled',
  V: 'raw bytes (NumPy writes bfloat16 so: save float32, or a .safetensors file)',
  M: 'dates',
  m: 'spans of time',
});

/**
 * @param {Uint8Array} bytes of the whole file
 * @param {string} argument what to call the array in an error
 * @returns {Tensor} rank 0 to 4
 * @throws {AttentionError} option for what is no .npy file and for types that hold no real numbers; shape, rank, overflow,
 *   not_finite as readStored
 */
export function readNpy(bytes, argument) {
  const { header, start } = headerOf(bytes, argument);
  const { descr, fortran, shape } = fieldsOf(header, argument);
  const { type, little } = typeOf(descr, argument);
  return readStored(argument, bytes.subarray(start), { type, shape, little, fortran });
}

/**
 * What an array may be in an archive, or beside others: numbers, or a list of strings.
 * @param {Uint8Array} bytes of the whole file
 * @param {string} argument
 * @returns {Tensor | string[]}
 * @throws {AttentionError} as readNpy
 */
export function readNpyPart(bytes, argument) {
  return stringsOf(bytes, argument) ?? readNpy(bytes, argument);
}

/**
 * @param {Uint8Array} bytes of the whole file
 * @param {string} argument
 * @returns {string[] | null} the strings of a list of them; null where the file holds something else
 * @throws {AttentionError} as readNpy
 */
function stringsOf(bytes, argument) {
  const { header, start } = headerOf(bytes, argument);
  const { descr, shape } = fieldsOf(header, argument);
  const found = typeof descr === 'string' ? /^([<>])U([1-9]\d{0,4})$/.exec(descr) : null;
  if (!found || shape.length !== 1) return null;
  const width = Number(found[2]);
  const little = found[1] === '<';
  const [count] = shape;
  if (!Number.isSafeInteger(count) || count < 0 || count > MOST_TOKENS)
    refuse(
      argument,
      `${argument} has ${count} strings, at most ${MOST_TOKENS} are read`,
      'overflow',
    );
  const expected = count * width * 4;
  if (bytes.length - start !== expected) {
    const problem = `${argument} has ${bytes.length - start} bytes, expected ${count} strings of ${width} × 4 bytes = ${expected}`;
    throw new AttentionError('shape', argument, problem);
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset + start, expected);
  return Array.from({ length: count }, (_, k) => {
    const codes = Array.from({ length: width }, (__, c) =>
      view.getUint32(4 * (k * width + c), little),
    );
    const stray = codes.find((code) => code > 0x10ffff);
    if (stray !== undefined)
      throw new AttentionError(
        'option',
        argument,
        `${argument}[${k}] holds ${stray}, which is no character`,
      );
    return codes
      .map((code) => String.fromCodePoint(code))
      .join('')
      .replace(/\0+$/, '');
  });
}

/**
 * @param {Uint8Array} bytes
 * @param {string} argument
 * @returns {{ header: string, start: number }} start: of the numbers
 */
function headerOf(bytes, argument) {
  const magic = String.fromCharCode(...bytes.subarray(0, NPY_MAGIC.length));
  if (magic !== NPY_MAGIC) {
    const begins = Array.from(bytes.subarray(0, 6), (byte) => byte.toString(16).padStart(2, '0'));
    refuse(
      argument,
      `${argument} begins with ${begins.join(' ') || 'nothing'}, which is no .npy file`,
    );
  }
  const [major, minor] = bytes.subarray(6, 8);
  if (!(major >= 1 && major <= 3))
    refuse(argument, `${argument} is .npy of version ${major}.${minor}, versions 1 to 3 are read`);
  const prefix = major === 1 ? 10 : 12;
  if (bytes.length < prefix)
    refuse(argument, `${argument} ends after ${bytes.length} bytes`, 'shape');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const length = major === 1 ? view.getUint16(8, true) : view.getUint32(8, true);
  if (length > LONGEST_HEADER) {
    const problem = `the header of ${argument} has ${length} bytes, at most ${LONGEST_HEADER} are read`;
    refuse(argument, problem, 'overflow');
  }
  if (prefix + length > bytes.length) {
    const problem = `the header of ${argument} has ${length} bytes, but the file ends after ${bytes.length}`;
    refuse(argument, problem, 'shape');
  }
  const encoding = major === 3 ? 'utf-8' : 'latin1';
  const header = new TextDecoder(encoding).decode(bytes.subarray(prefix, prefix + length));
  return { header, start: prefix + length };
}

/**
 * @param {string} header
 * @param {string} argument
 * @returns {{ descr: Literal, fortran: boolean, shape: number[] }}
 */
function fieldsOf(header, argument) {
  const dict = readLiteral(header, argument);
  const names = dict instanceof Map ? [...dict.keys()].sort().join(', ') : 'no dict';
  if (!(dict instanceof Map) || names !== 'descr, fortran_order, shape') {
    const problem = `the header of ${argument} has ${names.slice(0, 80)}, expected descr, fortran_order, shape`;
    refuse(argument, problem);
  }
  const [descr, fortran, shape] = ['descr', 'fortran_order', 'shape'].map((name) => dict.get(name));
  if (typeof fortran !== 'boolean')
    refuse(
      argument,
      `fortran_order of ${argument} is ${String(fortran).slice(0, 40)}, expected True or False`,
    );
  if (!Array.isArray(shape) || !shape.every((side) => typeof side === 'number'))
    refuse(argument, `the shape of ${argument} is ${shownList(shape)}, expected whole numbers`);
  return { descr: /** @type {Literal} */ (descr), fortran, shape };
}

/**
 * @param {Literal} descr
 * @param {string} argument
 * @returns {{ type: string, little: boolean }}
 */
function typeOf(descr, argument) {
  if (typeof descr !== 'string')
    refuse(argument, `${argument} holds records (a structured type), expected numbers`);
  const found = /^([<>|=]?)([a-zA-Z])(\d*)/.exec(descr);
  const type = found ? `${found[2]}${found[3]}` : '';
  if (found && found[0] === descr && storedTypes.has(type) && type !== 'bf16')
    return { type, little: found[1] !== '>' };
  const kind =
    found && Object.hasOwn(NOT_READ, found[2]) ? NOT_READ[found[2]] : 'a type that is not read';
  return refuse(argument, `${argument} is of type '${descr.slice(0, 40)}': ${kind}`);
}

/**
 * @param {string} argument
 * @param {string} message
 * @param {'option' | 'shape' | 'overflow'} [code]
 * @returns {never}
 */
function refuse(argument, message, code = 'option') {
  throw new AttentionError(code, argument, message);
}
