// What a tag tells of in .result: computed when it is read, for the reader alone, since what is drawn is in arrays that are written
// to again.

/** @typedef {import('../../readers/json.js').Tensor} Tensor */

/**
 * @template {string} Name
 * @param {readonly Name[]} names
 * @param {() => Record<string, Tensor>} call of the engine, on arguments that stay as they are
 * @returns {{ [each in Name]: Tensor }} computed once, when one of them is read first
 */
export function resultWhenRead(names, call) {
  /** @type {Record<string, Tensor> | null} */
  let made = null;
  const get = (/** @type {Name} */ name) => {
    made ??= call();
    return made[name];
  };
  const result = {};
  for (const name of names)
    Object.defineProperty(result, name, { enumerable: true, get: () => get(name) });
  return /** @type {{ [each in Name]: Tensor }} */ (result);
}
