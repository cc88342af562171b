// The compiled core: which backend, its bytes, one instance per page.
import { relaxedSimd, simd } from 'wasm-feature-detect';
import { AttentionError, shown } from '../errors.js';
import { VERSION } from '../version.js';
import { checkAllowed } from './allowed.js';
import { BUILDS } from './builds.js';
import { nameAt } from './core_names.js';
import { TOO_OLD } from './inflate.js';
import { addObjects } from './objects.js';
import { passesSelfTest } from './self_test.js';
import { unpack } from './unpack.js';

/** @typedef {import('./builds.js').Backend} Backend */
/** @typedef {import('./builds.js').Build} Build */
/** @typedef {import('./given_bytes.js').Bytes} Bytes */

/**
 * What Embind registers (cpp/wasm/bindings.cpp), its objects as classes (objects.js). Addresses are bytes in wasm memory, 0 for
 * "none"; names are addresses too (core_names.js); statuses are code | argument << 8, 0 for ok.
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
 *   kept(wq: PackedWeights | null, wk: PackedWeights | null, wv: PackedWeights | null, wo: PackedWeights | null): void,
 *   outputs(...addressesAndCounts: number[]): void,
 *   run(options: Options, outputs: Outputs, scratch: Scratch): number,
 * }} LayerCall
 * @typedef {Handle & {
 *   pack(weights: number, floats: number, outIn: boolean, depth: number, blocks: number, columns: number): number,
 * }} PackedWeights
 * @typedef {Handle & {
 *   create(keyValueHeads: number, keyWidth: number, valueWidth: number, capacity: number): number,
 *   append(count: number, key: number, keyCount: number, value: number, valueCount: number): number,
 *   attend(call: AttentionCall, options: Options, outputs: Outputs, scratch: Scratch): number,
 *   truncate(length: number): number,
 *   length(): number,
 *   bytes(): number,
 * }} CoreCache
 * @typedef {Handle & { draw(scale: number, to: number, count: number): number }} NormalStream
 * @typedef {{
 *   HEAPU8: Uint8Array, HEAPF32: Float32Array,
 *   Block: new () => Block, Scratch: new () => Scratch, Options: new () => Options, Outputs: new () => Outputs,
 *   PackedWeights: new () => PackedWeights, AttentionCall: new () => AttentionCall, LayerCall: new () => LayerCall, KeyValueCache: new () => CoreCache,
 *   NormalStream: new (seedLow: number, seedHigh: number) => NormalStream,
 *   pixels(nQ: number, nK: number, width: number, height: number, weights: number, cells: number, maxPool: boolean, log: boolean, low: number, high: number, options: Options, scratch: Scratch, palette: number, rgba: number, rgbaBytes: number): number,
 *   normal(seedLow: number, seedHigh: number, skip: number, scale: number, to: number, count: number): void,
 *   lowRank(rows: number, columns: number, rank: number, matrix: number, floats: number, left: number, leftCount: number, right: number, rightCount: number, singularValues: number, count: number, scratch: Scratch): number,
 *   codeName(status: number): number, argumentName(status: number): number, backendName(): number,
 * }} Core
 * @typedef {{ core: Core, bytes: Uint8Array }} Loaded a core, and the wasm that it was made of
 * @typedef {{ given: Uint8Array | null, loaded: Promise<Loaded> }} Entry given null: made of the bytes inside the package
 */

/** From fastest to slowest. @type {readonly Backend[]} */
export const BACKENDS = ['relaxed-simd', 'simd128', 'scalar'];

/** @type {Record<Backend, () => Promise<boolean>>} */
const DETECTORS = { 'relaxed-simd': relaxedSimd, simd128: simd, scalar: async () => true };

/**
 * The core to run: the best that the browser accepts and that passes its self-test, or the one asked for and no other.
 * @param {Backend | 'auto'} backend
 * @param {Bytes} bytes
 * @returns {Promise<Loaded & { backend: Backend }>}
 */
export async function loadCore(backend, bytes) {
  if (backend !== 'auto' && !BACKENDS.includes(backend)) {
    throw new AttentionError(
      'option',
      'backend',
      `backend is ${shown(backend)}, expected 'auto', '${BACKENDS.join("', '")}'`,
    );
  }
  const isGiven = bytes.wasmBinary !== undefined || bytes.wasmUrl !== undefined;
  const reader = isGiven ? await import('./given_bytes.js') : null;
  reader?.checkBytes(bytes);
  await checkAllowed();
  const given = reader && (await reader.givenBytes(bytes));
  if (backend !== 'auto') return { ...(await instantiate(backend, given)), backend };
  /** @type {unknown} */
  let failure = new AttentionError('backend', 'backend', TOO_OLD);
  for (const candidate of BACKENDS) {
    if (!BUILDS[candidate] || !(await DETECTORS[candidate]())) continue;
    try {
      return { ...(await instantiate(candidate, given)), backend: candidate };
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

/**
 * One core per page, version, backend and bytes, even where this module is loaded twice: bytes other than those that run already
 * get a core of their own.
 * @param {Backend} backend
 * @param {Uint8Array | null} given null: the bytes inside the package
 * @returns {Promise<Loaded>}
 */
async function instantiate(backend, given) {
  const entries = entriesOf(backend);
  const running =
    given === null
      ? entries.find((entry) => entry.given === null)
      : await findRunning(entries, given);
  if (running !== undefined) return running.loaded;
  /** @type {Entry} */
  const entry = { given, loaded: start(backend, given) };
  entries.push(entry);
  // A failure may pass (a blocked fetch): the next call tries again.
  entry.loaded.catch(() => entries.splice(entries.indexOf(entry), 1));
  return entry.loaded;
}

/**
 * The cores of one backend in this page.
 * @param {Backend} backend
 * @returns {Entry[]}
 */
function entriesOf(backend) {
  const key = Symbol.for(`attention-map/core@${VERSION}`);
  const page = /** @type {Record<symbol, Map<Backend, Entry[]> | undefined>} */ (
    /** @type {unknown} */ (globalThis)
  );
  page[key] ??= new Map();
  const entries = page[key].get(backend) ?? [];
  page[key].set(backend, entries);
  return entries;
}

/**
 * The core that was started from these bytes, be they the caller's or the package's.
 * @param {readonly Entry[]} entries
 * @param {Uint8Array} given
 * @returns {Promise<Entry | undefined>}
 */
async function findRunning(entries, given) {
  const packaged = entries.find((entry) => entry.given === null);
  const own = await packaged?.loaded.catch(() => undefined);
  if (own !== undefined && areEqual(own.bytes, given)) return packaged;
  return entries.find((entry) => entry.given !== null && areEqual(entry.given, given));
}

/**
 * @param {Uint8Array} a
 * @param {Uint8Array} b
 */
function areEqual(a, b) {
  return a.length === b.length && a.every((byte, k) => byte === b[k]);
}

/**
 * @param {Backend} backend
 * @param {Uint8Array | null} given null: the bytes inside the package
 * @returns {Promise<Loaded>}
 */
async function start(backend, given) {
  if (!(await DETECTORS[backend]())) {
    throw new AttentionError(
      'backend',
      'backend',
      `backend '${backend}' cannot run here: this engine lacks its instructions`,
    );
  }
  const load = BUILDS[backend];
  if (!load) {
    throw new AttentionError(
      'backend',
      'backend',
      `backend '${backend}' is in attention-map-all.js; this script has ${Object.keys(BUILDS).join(', ')}`,
    );
  }
  // The bytes inside the package are not fetched for those who bring their own.
  const build = given ? null : await load();
  const createModule = build?.createModule ?? (await import('../generated/glue.js')).default;
  let bytes;
  let core;
  try {
    bytes = given ?? (await unpack(/** @type {Build} */ (build)));
    core = addObjects(/** @type {Core} */ (await createModule({ wasmBinary: bytes })));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new AttentionError('backend', 'backend', `backend '${backend}' did not start: ${reason}`);
  }
  const found = nameAt(core, core.backendName());
  if (found !== backend) {
    throw new AttentionError(
      'backend',
      'backend',
      `the wasm given is for '${found}', expected '${backend}'`,
    );
  }
  if (!passesSelfTest(core)) {
    throw new AttentionError(
      'backend',
      'backend',
      `backend '${backend}' gave a wrong answer in its self-test`,
    );
  }
  return { core, bytes };
}
