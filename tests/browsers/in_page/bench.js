// What the engine's tests have at hand inside a page.
import { AttentionError, loadEngine, tensor } from 'attention-map';
import { relaxedSimd, simd } from 'wasm-feature-detect';
import { hashOf, hashOfSweep } from './sweep.js';

/** @type {Worker[]} every worker that the page starts */
const started = [];
globalThis.Worker = class extends Worker {
  /** @param {ConstructorParameters<typeof Worker>} args */
  constructor(...args) {
    super(...args);
    started.push(this);
  }
};

/** Every module of wasm that is made an instance here. */
const made = { cores: 0 };
const { instantiate } = WebAssembly;
Object.assign(WebAssembly, {
  instantiate: (/** @type {unknown[]} */ ...args) => {
    // The detectors compile, and never run, modules of some bytes.
    made.cores += 1;
    return Reflect.apply(instantiate, WebAssembly, args);
  },
});

/** @param {number} phase @param {...number} shape */
const waves = (phase, ...shape) =>
  tensor(
    Float32Array.from({ length: shape.reduce((a, b) => a * b, 1) }, (_, k) =>
      Math.sin(phase + 12.9898 * k),
    ),
    shape,
  );

export const bench = {
  AttentionError,
  loadEngine,
  tensor,
  hashOf,
  hashOfSweep,
  started,
  made,
  waves,
  /** What the browser itself says that it runs. */
  detected: async () => ({
    scalar: true,
    simd128: await simd(),
    'relaxed-simd': await relaxedSimd(),
  }),
  /** @param {number} h @param {number} n @param {number} d */
  inputs: (h, n, d) => ({
    query: waves(1, h, n, d),
    key: waves(2, h, n, d),
    value: waves(3, h, n, d),
    mask: /** @type {const} */ ('causal'),
  }),
};
/** @typedef {typeof bench} Bench */
