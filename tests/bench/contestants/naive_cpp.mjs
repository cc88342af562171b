// A straightforward port to C++, compiled by the same Emscripten, with and without -ffast-math: naive.cpp.
import { instantiate } from './contestant.mjs';

/** @typedef {import('./contestant.mjs').Work} Work */
/** @typedef {import('./contestant.mjs').Arrays} Arrays */

/** @type {import('./contestant.mjs').Create} */
export async function create({ readBytes }) {
  /** @type {Record<string, Uint8Array<ArrayBuffer>>} */
  const bytes = {
    '-O3': await readBytes('build/wasm-simd128/bench/naive.wasm'),
    '-ffast-math': await readBytes('build/wasm-simd128/bench/naive_fast.wasm'),
  };
  return {
    version: '-O3 -msimd128',
    modes: ({ kind }) => (kind === 'picture' ? [] : ['R']),
    variants: () => Object.keys(bytes),
    prepare: async (work, inputs, _, variant) =>
      prepare(await instantiate(bytes[variant]), work, inputs),
  };
}

/**
 * @param {Awaited<ReturnType<typeof instantiate>>} wasm its own, so that its memory goes with it
 * @param {Work} work
 * @param {Arrays} inputs
 */
function prepare(
  { call, put, read },
  { kind, heads, nQ, nK, dK, causal, weights, dModel },
  inputs,
) {
  const count = kind === 'layer' || kind === 'product' ? nQ * dModel : heads * nQ * dK;
  const places = Object.values(inputs).map(put);
  const output = call('reserve', count);
  const cells = weights ? heads * nQ * nK : 0;
  const stored = weights ? call('reserve', cells) : 0;
  const scratch = kind === 'layer' ? call('reserve', 4 * nQ * dModel) : 0;
  const run = () => {
    if (kind === 'product') return call('multiply', ...places, output, nQ, dModel, dModel);
    if (kind === 'layer') return call('layer', ...places, output, scratch, heads, nQ, dModel);
    return call('attend', ...places, output, stored, heads, nQ, nK, dK, Number(causal));
  };
  return {
    run,
    result: () => {
      run();
      return { output: read(output, count), weights: weights ? read(stored, cells) : null };
    },
  };
}
