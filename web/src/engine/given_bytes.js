// The wasm that a caller brings: read, fetched, and looked at before it is compiled, since the glue can only say that it failed.
// Loaded where some is brought.
import { AttentionError, shown } from '../errors.js';

/** @typedef {{ wasmBinary?: ArrayBuffer | ArrayBufferView, wasmUrl?: string | URL }} Bytes */

/** What every wasm file begins with: a zero byte and "asm". */
const MAGIC = [0x00, 0x61, 0x73, 0x6d];

/**
 * Before anything is loaded.
 * @param {Bytes} bytes
 * @throws {AttentionError} code 'option'
 */
export function checkBytes({ wasmBinary, wasmUrl }) {
  // By their tags: a buffer and an address may come from another realm.
  const tagOf = (/** @type {unknown} */ value) => Object.prototype.toString.call(value);
  const isBuffer = tagOf(wasmBinary) === '[object ArrayBuffer]';
  if (wasmBinary !== undefined && !ArrayBuffer.isView(wasmBinary) && !isBuffer) {
    throw new AttentionError(
      'option',
      'wasmBinary',
      `wasmBinary is ${shown(wasmBinary)}, expected an ArrayBuffer or Uint8Array`,
    );
  }
  if (wasmUrl !== undefined && typeof wasmUrl !== 'string' && tagOf(wasmUrl) !== '[object URL]') {
    throw new AttentionError(
      'option',
      'wasmUrl',
      `wasmUrl is ${shown(wasmUrl)}, expected a string or URL`,
    );
  }
}

/**
 * The caller's bytes, copied, or fetched ones. One of the two is given.
 * @param {Bytes} bytes
 * @returns {Promise<Uint8Array>}
 * @throws {AttentionError} code 'backend' for what cannot be fetched or is no wasm
 */
export async function givenBytes({ wasmBinary, wasmUrl }) {
  if (wasmBinary !== undefined) return asWasm(Uint8Array.from(asBytes(wasmBinary)), 'wasmBinary');
  let answer;
  try {
    const response = await fetch(/** @type {string | URL} */ (wasmUrl));
    if (!response.ok) {
      throw new AttentionError('backend', 'wasmUrl', `${wasmUrl} answered ${response.status}`);
    }
    answer = await response.arrayBuffer();
  } catch (error) {
    if (error instanceof AttentionError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    const problem = `${wasmUrl} could not be fetched: ${reason}`;
    throw new AttentionError(
      'backend',
      'wasmUrl',
      /^file:/i.test(String(wasmUrl))
        ? `${problem}; a file: address is not fetched here, its bytes go in as wasmBinary`
        : problem,
    );
  }
  return asWasm(new Uint8Array(answer), 'wasmUrl', String(wasmUrl));
}

/**
 * @param {Uint8Array} bytes
 * @param {'wasmBinary' | 'wasmUrl'} argument
 * @param {string} [name] of the bytes in a message
 * @returns {Uint8Array} the same
 * @throws {AttentionError} code 'backend'
 */
function asWasm(bytes, argument, name = argument) {
  if (MAGIC.some((byte, place) => bytes[place] !== byte)) {
    const start = String.fromCharCode(...bytes.subarray(0, 16)).replace(/[^ -~]/g, '?');
    const problem = `${name} is no WebAssembly: its ${bytes.length} bytes begin with '${start}'`;
    throw new AttentionError('backend', argument, problem);
  }
  if (!WebAssembly.validate(/** @type {BufferSource} */ (bytes))) {
    const problem = `${name} is no valid WebAssembly for this browser: its ${bytes.length} bytes are cut short, broken, or use instructions that it lacks`;
    throw new AttentionError('backend', argument, problem);
  }
  return bytes;
}

/**
 * @param {ArrayBuffer | ArrayBufferView} binary
 * @returns {Uint8Array}
 */
function asBytes(binary) {
  return ArrayBuffer.isView(binary)
    ? new Uint8Array(binary.buffer, binary.byteOffset, binary.byteLength)
    : new Uint8Array(binary);
}
