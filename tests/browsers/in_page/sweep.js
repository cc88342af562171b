// One number for the bits of many results: what scalar, simd128, every browser and Node must agree on. Runs in Node and in pages.

/** @typedef {typeof import('attention-map')} Package */
/** @typedef {Awaited<ReturnType<Package['loadEngine']>>} Engine */
/** @typedef {ReturnType<Package['tensor']>} Tensor */

/** Around the widths of vectors and register tiles, and past one block of keys. */
const LENGTHS = [1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 33, 130];

const ALL = /** @type {const} */ ([
  ...['output', 'weights', 'rawScores', 'scaledScores', 'maskedScores'],
  ...['logSumExp', 'entropy', 'peak', 'rowSum', 'jacobianNorm'],
]);

/**
 * FNV-1a over the bytes of a call's results, and on from an earlier one.
 * @param {Record<string, Tensor>} results
 * @param {number} [from]
 * @returns {number}
 */
export function hashOf(results, from = 0x811c9dc5) {
  let hash = from;
  for (const name of Object.keys(results).sort()) {
    for (const byte of new Uint8Array(results[name].data.buffer))
      hash = Math.imul(hash ^ byte, 0x01000193);
  }
  return hash >>> 0;
}

/**
 * Every result of attention() over queries, keys and widths that differ, layers, a cache, tiles, low ranks and draws.
 * @param {Engine} engine
 * @returns {number}
 */
export function hashOfSweep(engine) {
  const draw = (/** @type {number[]} */ ...shape) => engine.normal({ seed: shape.length, shape });
  let hash = 0;
  const add = (/** @type {object} */ results) => {
    hash = hashOf(/** @type {Record<string, Tensor>} */ (results), hash);
  };
  LENGTHS.forEach((nQ, place) => {
    const nK = LENGTHS[(place * 5 + 3) % LENGTHS.length];
    const [dK, dV] = [LENGTHS[(place * 3 + 1) % 12], LENGTHS[(place * 7 + 4) % 12]];
    const inputs = { query: draw(4, nQ, dK), key: draw(2, nK, dK), value: draw(2, nK, dV) };
    for (const mask of /** @type {const} */ (['none', 'causal']))
      add(engine.attention({ ...inputs, mask, want: ALL }));
    add(engine.attention({ ...inputs, mask: { window: [2, 1], prefix: 1 }, want: ['output'] }));
    add(engine.lowRank({ matrix: draw(nQ, nK), rank: Math.min(nQ, nK) }));
  });
  const layer = { x: draw(17, 12), wq: draw(12, 20), wk: draw(12, 10), wv: draw(12, 6) };
  add(engine.multiHeadAttention({ ...layer, heads: 4, keyValueHeads: 2, mask: 'causal' }));
  return hash;
}
