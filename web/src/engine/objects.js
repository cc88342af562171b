// Objects of the core as classes. The core gives functions by "Kind.method" (cpp/wasm/bindings.cpp): `new` returns an address, `delete`
// frees it, every other takes it first.

/** @typedef {(...numbers: unknown[]) => unknown} CoreFunction */
/** @typedef {Record<string, CoreFunction>} Functions */

/** Frees what was forgotten without delete(). @type {FinalizationRegistry<() => void>} */
const forgotten = new FinalizationRegistry((free) => free());

/**
 * Adds a class for each kind of object: `new core.Block()`, its methods, and delete().
 * @template {object} Core
 * @param {Core} core as Emscripten's glue gives it
 * @returns {Core} the same
 */
export function addObjects(core) {
  const functions = /** @type {Functions} */ (core);
  for (const name of Object.keys(functions)) {
    const [kind, method] = name.split('.');
    if (method === 'new') Object.assign(core, { [kind]: classOf(kind, functions) });
  }
  return core;
}

/**
 * @param {string} kind
 * @param {Functions} functions
 */
function classOf(kind, functions) {
  const free = functions[`${kind}.delete`];

  class CoreObject {
    #address;

    /** @param {unknown[]} values */
    constructor(...values) {
      const address = functions[`${kind}.new`](...values);
      this.#address = address;
      forgotten.register(this, () => free(address), this);
    }

    /** What the core takes in its place. */
    valueOf() {
      if (this.#address === 0) throw new Error(`${kind} was deleted`);
      return this.#address;
    }

    delete() {
      free(this.valueOf());
      this.#address = 0;
      forgotten.unregister(this);
    }
  }

  for (const [name, call] of Object.entries(functions)) {
    const [of, method] = name.split('.');
    if (of !== kind || method === undefined || method === 'new' || method === 'delete') continue;
    Object.defineProperty(CoreObject.prototype, method, {
      /** @param {unknown[]} values @this {CoreObject} */
      value(...values) {
        return call(this.valueOf(), ...values);
      },
    });
  }
  return CoreObject;
}
