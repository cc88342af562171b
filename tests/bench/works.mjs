// What is raced: shapes, inputs and useful operations of each piece of work. Runs in Node and in the browser.

/**
 * @typedef {object} Work
 * @property {string} id
 * @property {'attention' | 'decode' | 'layer' | 'product' | 'picture'} kind
 * @property {string} title
 * @property {number} heads
 * @property {number} nQ
 * @property {number} nK
 * @property {number} dK width of a head, and of its values
 * @property {boolean} causal
 * @property {boolean} weights whether the weights are a result too
 * @property {number} dModel of a layer; of a product, the columns
 * @property {number} flops useful ones: the lower triangle where causal, two per multiply-add
 * @property {boolean} [keepsAll] the mask is { causal: true, keep } with every key kept, instead of 'causal'
 */

/** @typedef {Record<string, Float32Array>} Arrays by name: query, key, value; x, wq, wk, wv, wo; left, right */

/** A model of the size of GPT-2 small. */
const HEADS = 12;
const WIDTH = 64;
const MODEL = 768;

/** In the order in which they run and are printed. @type {readonly Work[]} */
export const WORKS = [
  define({
    id: 'W1',
    title: 'one head, n = 64, output and weights',
    nQ: 64,
    weights: true,
    heads: 1,
    causal: false,
  }),
  ...[128, 512, 1024, 2048].map((n) =>
    define({ id: `W2-${n}`, title: `causal, n = ${n}, output`, nQ: n }),
  ),
  define({
    id: 'W2w-1024',
    title: 'causal, n = 1,024, output and weights',
    nQ: 1024,
    weights: true,
  }),
  define({
    id: 'W3',
    kind: 'layer',
    title: 'causal layer with projections, n = 512',
    nQ: 512,
    dModel: MODEL,
  }),
  define({
    id: 'W4',
    kind: 'product',
    title: 'one product, 512 × 768 × 768',
    nQ: 512,
    dModel: MODEL,
  }),
  define({
    id: 'W5',
    kind: 'decode',
    title: 'one decode step, 1,024 keys held',
    nQ: 1,
    nK: 1024,
    causal: false,
  }),
  define({
    id: 'picture',
    kind: 'picture',
    title: 'weights and pixels of 12 maps, n = 128',
    nQ: 128,
    weights: true,
  }),
];

/**
 * Shapes outside the table, each beside the work of the table that it is held against.
 * @type {readonly { neighbour: string, works: readonly Work[] }[]}
 */
export const SWEEP = [
  { neighbour: 'W2-128', works: [define({ id: 'n=100', title: 'n = 100', nQ: 100 })] },
  {
    neighbour: 'W2-512',
    works: [
      ...[63, 65, 80, 96, 128].map((dK) =>
        define({ id: `d=${dK}`, title: `d_k = d_v = ${dK}`, nQ: 512, dK }),
      ),
      define({ id: 'keep', title: '{ causal: true, keep }', nQ: 512, keepsAll: true }),
    ],
  },
  {
    neighbour: 'W2-1024',
    works: [1000, 1023].map((n) => define({ id: `n=${n}`, title: `n = ${n}`, nQ: n })),
  },
];

/**
 * @param {Partial<Work> & { id: string, title: string, nQ: number }} parts
 * @returns {Work}
 */
function define(parts) {
  const work = {
    kind: /** @type {Work['kind']} */ ('attention'),
    ...{ heads: HEADS, nK: parts.nQ, dK: WIDTH, causal: true, weights: false, dModel: 0 },
    ...parts,
    flops: 0,
  };
  work.flops = usefulFlops(work);
  return Object.freeze(work);
}

/** @param {Work} work */
function usefulFlops({ kind, heads, nQ, nK, dK, causal, dModel }) {
  if (kind === 'product') return 2 * nQ * dModel * dModel;
  const cells = causal ? (nQ * (nQ + 1)) / 2 : nQ * nK;
  const attention = heads * cells * 2 * (dK + dK);
  return kind === 'layer' ? attention + 4 * 2 * nQ * dModel * dModel : attention;
}

/**
 * The same numbers everywhere: uniform, of the size that trained models have.
 * @param {Work} work
 * @returns {Arrays}
 */
export function makeInputs({ kind, heads, nQ, nK, dK, dModel }) {
  const unit = Math.sqrt(3);
  if (kind === 'product') {
    return {
      left: uniform(11, nQ * dModel, unit),
      right: uniform(12, dModel * dModel, unit / Math.sqrt(dModel)),
    };
  }
  if (kind === 'layer') {
    const weights = (/** @type {number} */ seed) =>
      uniform(seed, dModel * dModel, unit / Math.sqrt(dModel));
    return {
      x: uniform(21, nQ * dModel, unit),
      ...{ wq: weights(22), wk: weights(23), wv: weights(24), wo: weights(25) },
    };
  }
  return {
    query: uniform(1, heads * nQ * dK, unit),
    key: uniform(2, heads * nK * dK, unit),
    value: uniform(3, heads * nK * dK, unit),
  };
}

/**
 * Uniform in [−amplitude, amplitude): a Weyl sequence through the finaliser of MurmurHash3 (Appleby 2011).
 * @param {number} seed
 * @param {number} count
 * @param {number} amplitude
 */
function uniform(seed, count, amplitude) {
  const values = new Float32Array(count);
  let state = Math.imul(seed, 0x9e3779b1);
  for (let k = 0; k < count; k++) {
    state = (state + 0x61c88647) | 0;
    let z = state;
    z = Math.imul(z ^ (z >>> 16), 0x85ebca6b);
    z = Math.imul(z ^ (z >>> 13), 0xc2b2ae35);
    z ^= z >>> 16;
    values[k] = amplitude * ((z >>> 0) / 0x80000000 - 1);
  }
  return values;
}

/** @param {string} id @returns {Work} */
export function findWork(id) {
  const found = [...WORKS, ...SWEEP.flatMap(({ works }) => works)].find((work) => work.id === id);
  if (!found) throw new Error(`There is no work '${id}'.`);
  return found;
}
