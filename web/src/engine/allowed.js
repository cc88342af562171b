// Whether this page may compile wasm at all.
import { AttentionError } from '../errors.js';

/** The shortest module there is: a zero byte, "asm", and version 1. */
const EMPTY = Uint8Array.from([0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);

/**
 * Asked with a module of eight bytes.
 * @throws {AttentionError} code 'backend', saying what the page's policy would have to allow
 */
export async function checkAllowed() {
  if (typeof WebAssembly !== 'object') {
    throw new AttentionError('backend', 'backend', 'WebAssembly is not available here');
  }
  try {
    await WebAssembly.compile(EMPTY);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new AttentionError(
      'backend',
      'backend',
      /content.security.policy|unsafe-eval|\bCSP\b/i.test(reason)
        ? "the Content Security Policy of this page forbids WebAssembly; its script-src would have to allow 'wasm-unsafe-eval'"
        : `WebAssembly does not work here: ${reason}`,
    );
  }
}
