// What a contestant is: one way to do the work, prepared once and then run again and again.

/** @typedef {import('../works.mjs').Work} Work */
/** @typedef {import('../works.mjs').Arrays} Arrays */

/**
 * R: operands and results stay where the contestant computes. E: JavaScript's arrays in and out, results fresh in each call.
 * 'E into': the same with results prepared by the caller.
 * @typedef {'R' | 'E' | 'E into'} Mode
 * @typedef {{ output: ArrayLike<number> | null, weights?: ArrayLike<number> | null }} Found
 * @typedef {object} Prepared
 * @property {() => unknown} run one call; its promise is awaited where isAsync
 * @property {boolean} [isAsync]
 * @property {() => Found | Promise<Found>} result one more call, and what it gave
 * @property {() => void} [free]
 * @typedef {object} Contestant
 * @property {string} version of the software, and how it is set
 * @property {(work: Work) => Mode[]} modes that it can do the work in; none: it cannot
 * @property {(work: Work, mode: Mode) => string[]} variants ways in which it can; the fastest one races
 * @property {(work: Work, inputs: Arrays, mode: Mode, variant: string) => Prepared | Promise<Prepared>} prepare
 */

/**
 * What a contestant gets from the side it runs on.
 * @typedef {object} Surroundings
 * @property {'node' | 'chromium'} environment
 * @property {number} [workers] how many threads compute; without it, the one that calls
 * @property {(name: string) => Promise<unknown>} load imports an npm package by its name
 * @property {(path: string) => Promise<Uint8Array<ArrayBuffer>>} readBytes of a file, from the project's folder
 * @property {(path: string) => string} locate where a package finds its own files, from tests/bench
 */

/** @typedef {(surroundings: Surroundings) => Promise<Contestant>} Create */

/**
 * An instance of a small wasm module without an environment of its own; what it imports is answered with 0.
 * @param {Uint8Array<ArrayBuffer>} bytes
 */
export async function instantiate(bytes) {
  const module = await WebAssembly.compile(bytes);
  /** @type {Record<string, Record<string, () => number>>} */
  const imports = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module)) {
    imports[from] ??= {};
    imports[from][name] = () => 0;
  }
  const { exports } = await WebAssembly.instantiate(module, imports);
  const call = (/** @type {string} */ name, /** @type {number[]} */ ...numbers) =>
    Reflect.apply(/** @type {(...numbers: number[]) => number} */ (exports[name]), null, numbers);
  const memory = /** @type {WebAssembly.Memory} */ (exports.memory);
  if ('_initialize' in exports) call('_initialize');
  const view = (/** @type {number} */ address, /** @type {number} */ count) =>
    new Float32Array(memory.buffer, address, count);
  return {
    call,
    /** Fresh each time: growth replaces the buffer. */
    view,
    /** Room for floats, and a copy of them in it. */
    put: (/** @type {Float32Array} */ values) => {
      const address = call('reserve', values.length);
      view(address, values.length).set(values);
      return address;
    },
    read: (/** @type {number} */ address, /** @type {number} */ count) =>
      view(address, count).slice(),
  };
}
