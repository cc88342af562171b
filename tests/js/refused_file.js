// What the tests of refused files share: a file goes in, and an error of that code, argument and message comes out.
import assert from 'node:assert/strict';
import { readFile } from '../../web/src/readers/file.js';
import { checkError } from './refusal.js';

/** @typedef {[what: string, bytes: Uint8Array | string, code: string, argument: string, message: RegExp, name?: string]} Case */

/**
 * @param {Case[]} cases
 * @param {string} name of the file
 */
export async function refuses(cases, name) {
  for (const [what, content, code, argument, message, as = name] of cases) {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content;
    await assert.rejects(
      readFile(bytes, { name: as }),
      (error) => checkError(error, code, argument, message),
      what,
    );
  }
}
