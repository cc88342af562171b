// A mask as a reader sets it: one kind with its numbers, and the attributes that say so.

/** @typedef {'none' | 'causal' | 'padding' | 'window' | 'prefix' | 'documents' | 'painted'} MaskKind */

/**
 * @typedef {object} MaskSetting
 * @property {MaskKind} kind
 * @property {boolean} causal no query sees a later key
 * @property {number} padding keys that are padding
 * @property {'right' | 'left'} side where the padding stands
 * @property {[number, number]} window keys before and after a query's place; Infinity: all
 * @property {number} prefix first keys that are open to all
 * @property {number[]} starts tokens that a text begins with, ascending, without 0
 */

/** @type {readonly MaskKind[]} */
export const MASK_KINDS = ['none', 'causal', 'padding', 'window', 'prefix', 'documents', 'painted'];

/** Kinds that go together with causal or without it. @type {readonly MaskKind[]} */
export const WITH_CAUSAL = ['padding', 'window', 'documents'];

/**
 * The attributes that ask for a mask; null: the attribute goes.
 * @param {MaskSetting} setting of any kind but 'painted'
 * @param {number} keys n_k
 * @returns {{ mask: string, documents: string | null }}
 */
export function maskAttributes(setting, keys) {
  const documents = setting.kind === 'documents' ? setting.starts.join(' ') : null;
  return { mask: maskText(setting, keys), documents };
}

/**
 * @param {MaskSetting} setting
 * @param {number} keys
 * @returns {string}
 */
function maskText({ kind, causal, padding, side, window, prefix }, keys) {
  const also = causal ? { causal } : {};
  if (kind === 'padding') {
    if (side === 'right') return `${causal ? 'causal ' : ''}padding:${padding}`;
    const keep = Array.from({ length: keys }, (_, key) => Number(key >= padding));
    return JSON.stringify({ ...also, keep });
  }
  if (kind === 'window') {
    // JSON has no Infinity: as many keys as there are is as good.
    return JSON.stringify({ ...also, window: window.map((reach) => Math.min(reach, keys)) });
  }
  if (kind === 'prefix') return JSON.stringify({ causal: true, prefix });
  if (kind === 'documents') return causal ? 'causal' : 'none';
  return kind === 'causal' ? 'causal' : 'none';
}

/**
 * @param {Uint8Array} hidden n_q × n_k
 * @param {number} columns
 * @returns {{ mask: string, documents: null }} that hides just these cells
 */
export function paintedAttributes(hidden, columns) {
  const rows = Array.from({ length: hidden.length / columns }, (_, row) =>
    Array.from(hidden.subarray(row * columns, (row + 1) * columns), (cell) => 1 - cell),
  );
  return { mask: JSON.stringify({ allowed: rows }), documents: null };
}
