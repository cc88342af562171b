// Which register tile the kernels run on. It changes speed and never a result.
import { gc } from 'wasm-feature-detect';
import { readChoice } from './arguments.js';

/** @typedef {{ tile: 'narrow' | 'wide', chosenBy: 'rule' | 'caller' }} Tuning */

/**
 * The rule: relaxed-simd takes the wide tile, 6×8 with twelve accumulators, where V8 keeps them in registers; V8 before 11.9 spills
 * them, which halves the speed, and an engine that knows wasm's garbage collection is newer than that. Without fused multiply-adds
 * the product needs registers of its own: simd128 stays with 4×8, as does scalar, which has no registers to win.
 * @param {import('./core.js').Backend} backend
 * @param {unknown} wanted 'auto' (default), 'narrow' or 'wide'
 * @returns {Promise<Tuning>}
 */
export async function chooseTuning(backend, wanted) {
  const choice = readChoice('tuning', wanted, ['auto', 'narrow', 'wide']);
  if (choice !== 'auto') return { tile: choice, chosenBy: 'caller' };
  const isWide = backend === 'relaxed-simd' && (await gc());
  return { tile: isWide ? 'wide' : 'narrow', chosenBy: 'rule' };
}
