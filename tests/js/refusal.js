// What the tests of refusals share: good arguments, ways to spoil them, and what an error must say.
import assert from 'node:assert/strict';
import { AttentionError, tensor } from 'attention-map';

/** @param {...number} shape */
export const ramp = (...shape) => {
  const size = shape.reduce((a, b) => a * b, 1);
  return tensor(
    Float32Array.from({ length: size }, (_, k) => Math.sin(k + 1)),
    shape,
  );
};

/**
 * @param {ReturnType<typeof tensor>} from
 * @param {number} place
 * @param {number} value
 */
export const poisoned = (from, place, value) => {
  const data = Float32Array.from(from.data);
  data[place] = value;
  return { data, shape: from.shape };
};

export const query = ramp(4, 3, 6);
export const key = ramp(2, 5, 6);
export const value = ramp(2, 5, 7);
export const good = { query, key, value };
export const x = ramp(3, 8);
export const layer = {
  x,
  wq: ramp(8, 4),
  wk: ramp(8, 4),
  wv: ramp(8, 6),
  wo: ramp(6, 5),
  heads: 2,
};

/** A caller that TypeScript does not watch. @param {Record<string, unknown>} options @returns {never} */
export const untyped = (options) => /** @type {never} */ (options);

/**
 * @typedef {[name: string, options: Record<string, unknown>, code: string, argument: string, message: RegExp]} Refusal
 */

/**
 * @param {unknown} error
 * @param {string} code
 * @param {string | RegExp} argument
 * @param {RegExp} message
 */
export function checkError(error, code, argument, message) {
  assert.ok(error instanceof AttentionError, `${error}`);
  assert.equal(error.code, code);
  if (typeof argument === 'string') assert.equal(error.argument, argument);
  else assert.match(error.argument, argument);
  assert.match(error.message, message);
  return true;
}
