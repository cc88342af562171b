// Names that the core knows: codes, arguments, its backend.

/** @typedef {import('./core.js').Core} Core */

/**
 * @param {Core} core
 * @param {number} address of letters of ASCII that end with a 0
 * @returns {string}
 */
export function nameAt({ HEAPU8 }, address) {
  return String.fromCharCode(...HEAPU8.subarray(address, HEAPU8.indexOf(0, address)));
}

/**
 * @param {Core} core
 * @param {number} status not 0
 * @returns {{ code: import('../errors.js').ErrorCode, argument: string }}
 */
export function namesOf(core, status) {
  const code = nameAt(core, core.codeName(status));
  return {
    code: /** @type {import('../errors.js').ErrorCode} */ (code),
    argument: nameAt(core, core.argumentName(status)),
  };
}
