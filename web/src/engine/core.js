// The compiled core: which backend, its bytes, one instance per page.
import { relaxedSimd, simd } from 'wasm-feature-detect';
import { AttentionError, shown } from '../errors.js';
import { VERSION } from '../version.js';
import { passesSelfTest } from './self_test.js';

/** @typedef {'relaxed-simd'|'simd128'|'scalar'} Backend */

/**
 * What Embind registers (cpp/wasm/bindings.cpp). Addresses are bytes in wasm memory, 0 for "none"; statuses are
 * code | argument << 8, 0 for ok.
 * @typedef {{ delete(): void }} Handle
 * @typedef {Handle & { reserve(bytes: number): boolean, address(): number }} Block
 * @typedef {Handle & { bytes(): number }} Scratch
 * @typedef {Handle & {
 *   scaling(scale: number, temperature: number): void,
 *   mask(...ruleAddressesAndCounts: number[]): void,
 *   wide(isWide: boolean): void,
 * }} Options
 * @typedef {Handle & { set(...countsAndAddresses: number[]): void }} Outputs
 * @typedef {Handle & {
 *   shape(heads: number, keyValueHeads: number, nQ: number, nK: number, dK: number, dV: number): void,
 *   inputs(...addressesAndCounts: number[]): void,
 *   run(options: Options, outputs: Outputs, scratch: Scratch): number,
 *   tile(options: Options, scratch: Scratch, ...numbers: number[]): number,
 *   trace(options: Options, scratch: Scratch, ...numbers: number[]): number,
 * }} AttentionCall
 * @typedef {Handle & {
 *   shape(heads: number, keyValueHeads: number, nQ: number, nK: number, dModel: number, dContext: number, dK: number, dV: number, dOut: number, outIn: boolean): void,
 *   sources(...addressesAndCounts: number[]): void,
 *   weights(...addressesAndCounts: number[]): void,
 *   biases(...addressesAndCounts: number[]): void,
 *   outputs(...addressesAndCounts: number[]): void,
 *   run(options: Options, outputs: Outputs, scratch: Scratch): number,
 * }} LayerCall
 * @typedef {Handle & {
 *   create(keyValueHeads: number, keyWidth: number, valueWidth: number, capacity: number): number,
 *   append(count: number, key: number, keyCount: number, value: number, valueCount: number): number,
 *   attend(call: AttentionCall, options: Options, outputs: Outputs, scratch: Scratch): number,
 *   truncate(length: number): number,
 *   length(): number,
 *   bytes(): number,
 * }} CoreCache
 * @typedef {{
 *   HEAPU8: Uint8Array, HEAPF32: Float32Array,
 *   Block: new () => Block, Scratch: new () => Scratch, Options: new () => Options, Outputs: new () => Outputs,
 *   AttentionCall: new () => AttentionCall, LayerCall: new () => LayerCall, KeyValueCache: new () => CoreCache,
 *   pixels(nQ: number, nK: number, width: number, height: number, weights: number, cells: number, maxPool: boolean, log: boolean, low: number, high: number, options: Options, scratch: Scratch, palette: number, rgba: number, rgbaBytes: number): number,
 *   normal(seedLow: number, seedHigh: number, skip: number, scale: number, to: number, count: number): void,
 *   codeName(status: number): string, argumentName(status: number): string, backendName(): string,
 * }} Core
 * @typedef {{ createModule: (options: { wasmBinary: Uint8Array }) => Promise<unknown>, wasmBase64: string }} Build
 * @typedef {{ wasmBinary?: ArrayBuffer | Uint8Array, wasmUrl?: string | URL }} Bytes
 */

/** From fastest to slowest. @type {readonly Backend[]} */
export const BACKENDS = ['relaxed-simd', 'simd128', 'scalar'];

/** Loaded on demand, so that a page fetches only the backend that it runs. @type {Record<Backend, () => Promise<Build>>} */
const BUILDS = {
  'relaxed-simd': () => import('../generated/relaxed-simd.js'),
  simd128: () => import('../generated/simd128.js'),
  scalar: () => import('../generated/scalar.js'),
};

/** @type {Record<Backend, () => Promise<boolean>>} */
const DETECTORS = { 'relaxed-simd': relaxedSimd, simd128: simd, scalar: async () => true };

/**
 * The core to run: the best that the browser accepts and that passes its self-test, or the one asked for and no other.
 * @param {Backend | 'auto'} backend
 * @param {Bytes} bytes
 * @returns {Promise<{ core: Core, backend: Backend }>}
 */
export async function loadCore(backend, bytes) {
  if (backend !== 'auto' && !BACKENDS.includes(backend)) {
    throw new AttentionError(
      'option',
      'backend',
      `backend is ${shown(backend)}, expected 'auto', '${BACKENDS.join("', '")}'`,
    );
  }
  checkBytes(bytes);
  if (typeof WebAssembly !== 'object') {
    throw new AttentionError('backend', 'backend', 'WebAssembly is not available here');
  }
  if (backend !== 'auto') return { core: await instantiate(backend, bytes), backend };
  let failure;
  for (const candidate of BACKENDS) {
    if (!(await DETECTORS[candidate]())) continue;
    try {
      return { core: await instantiate(candidate, bytes), backend: candidate };
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

/**
 * One core per page, version and backend, even where this module is loaded twice.
 * @param {Backend} backend
 * @param {Bytes} bytes
 * @returns {Promise<Core>}
 */
function instantiate(backend, bytes) {
  const key = Symbol.for(`attention-map/core@${VERSION}`);
  const page = /** @type {Record<symbol, Map<Backend, Promise<Core>> | undefined>} */ (
    /** @type {unknown} */ (globalThis)
  );
  page[key] ??= new Map();
  const cores = page[key];
  let promise = cores.get(backend);
  if (promise === undefined) {
    promise = start(backend, bytes);
    cores.set(backend, promise);
    // A failure may pass (a blocked fetch): the next call tries again.
    promise.catch(() => cores.delete(backend));
  }
  return promise;
}

/**
 * @param {Backend} backend
 * @param {Bytes} bytes
 * @returns {Promise<Core>}
 */
async function start(backend, bytes) {
  if (!(await DETECTORS[backend]())) {
    throw new AttentionError(
      'backend',
      'backend',
      `backend '${backend}' cannot run here: this engine lacks its instructions`,
    );
  }
  const build = await BUILDS[backend]();
  const wasmBinary = await wasmBytes(build, bytes);
  let core;
  try {
    core = /** @type {Core} */ (await build.createModule({ wasmBinary }));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new AttentionError('backend', 'backend', `backend '${backend}' did not start: ${reason}`);
  }
  if (core.backendName() !== backend) {
    throw new AttentionError(
      'backend',
      'backend',
      `the wasm given is for '${core.backendName()}', expected '${backend}'`,
    );
  }
  if (!passesSelfTest(core)) {
    throw new AttentionError(
      'backend',
      'backend',
      `backend '${backend}' gave a wrong answer in its self-test`,
    );
  }
  return core;
}

/**
 * Also where a core is loaded already, which keeps its own bytes.
 * @param {Bytes} bytes
 */
function checkBytes({ wasmBinary, wasmUrl }) {
  const isBuffer = Object.prototype.toString.call(wasmBinary) === '[object ArrayBuffer]';
  if (wasmBinary !== undefined && !ArrayBuffer.isView(wasmBinary) && !isBuffer) {
    throw new AttentionError(
      'option',
      'wasmBinary',
      `wasmBinary is ${shown(wasmBinary)}, expected an ArrayBuffer or Uint8Array`,
    );
  }
  if (wasmUrl !== undefined && typeof wasmUrl !== 'string' && !(wasmUrl instanceof URL)) {
    throw new AttentionError(
      'option',
      'wasmUrl',
      `wasmUrl is ${shown(wasmUrl)}, expected a string or URL`,
    );
  }
}

/**
 * The caller's bytes, fetched bytes, or those inside the package.
 * @param {Build} build
 * @param {Bytes} bytes
 * @returns {Promise<Uint8Array>}
 */
async function wasmBytes(build, { wasmBinary, wasmUrl }) {
  if (wasmBinary !== undefined) {
    return ArrayBuffer.isView(wasmBinary) ? wasmBinary : new Uint8Array(wasmBinary);
  }
  if (wasmUrl !== undefined) {
    let response;
    try {
      response = await fetch(wasmUrl);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new AttentionError('backend', 'wasmUrl', `${wasmUrl} could not be fetched: ${reason}`);
    }
    if (!response.ok) {
      throw new AttentionError('backend', 'wasmUrl', `${wasmUrl} answered ${response.status}`);
    }
    return new Uint8Array(await response.arrayBuffer());
  }
  const text = atob(build.wasmBase64);
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}
