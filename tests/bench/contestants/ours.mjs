// The package itself, as a caller uses it; and for the bare product, which it offers only inside a layer, its kernel.
import { instantiate } from './contestant.mjs';

/** @typedef {import('./contestant.mjs').Work} Work */
/** @typedef {import('./contestant.mjs').Arrays} Arrays */
/** @typedef {import('./contestant.mjs').Mode} Mode */
/** @typedef {import('./contestant.mjs').Prepared} Prepared */
/** @typedef {Awaited<ReturnType<typeof import('../../../web/src/index.js')['loadEngine']>>} Engine */
/** @typedef {{ data: Float32Array, shape: number[] }} Tensor */
/** @typedef {'relaxed-simd' | 'simd128'} Backend */

/**
 * @param {Backend} backend
 * @returns {import('./contestant.mjs').Create}
 */
export const createOurs = (backend) => async (surroundings) => {
  const { workers, readBytes } = surroundings;
  const { loadEngine } = /** @type {typeof import('../../../web/src/index.js')} */ (
    await surroundings.load('attention-map')
  );
  const engine = await loadEngine({ backend, ...(workers === undefined ? {} : { workers }) });
  if (workers !== undefined && engine.workers !== workers)
    throw new Error(`${workers} workers were asked for, ${engine.workers} run`);
  return {
    version: `${engine.backend}, ${engine.tuning.tile} tile (by ${engine.tuning.chosenBy})`,
    modes: (work) => (workers === undefined ? modes(work, backend) : ['E']),
    variants: () => ['engine'],
    prepare: async (work, inputs, mode) => {
      if (workers !== undefined) return prepareAsync(engine, work, inputs);
      if (work.kind === 'product') {
        const bytes = await readBytes(`build/wasm-${backend}/bench/product.wasm`);
        return prepareProduct(await instantiate(bytes), engine, work, inputs, mode);
      }
      if (work.kind === 'layer') return prepareLayer(engine, work, inputs, mode);
      if (work.kind === 'decode') return prepareDecode(engine, work, inputs, mode);
      if (work.kind === 'picture') return preparePicture(engine, work, inputs);
      return prepareAttention(engine, work, inputs, mode);
    },
  };
};

/**
 * simd128 is there to be seen beside relaxed-simd, in one mode.
 * @param {Work} work
 * @param {Backend} backend
 * @returns {Mode[]}
 */
function modes(work, backend) {
  if (work.kind === 'picture') return ['E'];
  if (backend === 'simd128') return ['R'];
  return work.weights && work.nQ > 64 ? ['R', 'E', 'E into'] : ['R', 'E'];
}

/**
 * Tensors that the caller holds, or that stay in wasm memory.
 * @param {Engine} engine
 * @param {Mode} mode
 */
function tensors(engine, mode) {
  /** @type {{ free(): void }[]} */
  const held = [];
  const upload = (/** @type {Tensor} */ tensor) => {
    const resident = engine.upload(tensor);
    held.push(resident);
    return resident;
  };
  return {
    /** An operand of this mode. */
    operand: (/** @type {Float32Array} */ data, /** @type {number[]} */ shape) =>
      mode === 'R' ? upload({ data, shape }) : { data, shape },
    /** One that stays whatever the mode: weights of a layer. */
    constant: (/** @type {Float32Array} */ data, /** @type {number[]} */ shape) =>
      upload({ data, shape }),
    /** Prepared results; in mode E there are none. */
    into: (/** @type {Record<string, number[]>} */ shapes) => {
      if (mode === 'E') return undefined;
      const zeros = Object.entries(shapes).map(([name, shape]) => {
        const data = new Float32Array(shape.reduce((a, b) => a * b));
        return [name, mode === 'R' ? upload({ data, shape }) : { data, shape }];
      });
      return Object.fromEntries(zeros);
    },
    free: () => {
      for (const each of held) each.free();
    },
  };
}

/**
 * The numbers of a result, wherever it is.
 * @param {Tensor | { download(): Tensor } | undefined} tensor
 */
function numbers(tensor) {
  if (tensor === undefined) return null;
  return 'download' in tensor ? tensor.download().data : tensor.data;
}

/**
 * @param {() => Record<string, Tensor>} run
 * @param {() => void} free
 * @returns {Prepared}
 */
function prepared(run, free) {
  return {
    run,
    result: () => {
      const { output, weights } = run();
      return { output: numbers(output), weights: numbers(weights) };
    },
    free,
  };
}

/** @param {Work} work */
function maskOf({ causal, keepsAll, nK }) {
  if (keepsAll) return { causal: true, keep: new Uint8Array(nK).fill(1) };
  return causal ? /** @type {const} */ ('causal') : /** @type {const} */ ('none');
}

/**
 * @param {Engine} engine
 * @param {Work} work
 * @param {Arrays} inputs
 * @param {Mode} mode
 */
function prepareAttention(engine, work, inputs, mode) {
  const { heads, nQ, nK, dK } = work;
  const { operand, into, free } = tensors(engine, mode);
  /** @type {('output' | 'weights')[]} */
  const want = work.weights ? ['output', 'weights'] : ['output'];
  const options = {
    query: operand(inputs.query, [heads, nQ, dK]),
    key: operand(inputs.key, [heads, nK, dK]),
    value: operand(inputs.value, [heads, nK, dK]),
    mask: maskOf(work),
    want,
    into: into({
      output: [heads, nQ, dK],
      ...(work.weights ? { weights: [heads, nQ, nK] } : {}),
    }),
  };
  return prepared(() => engine.attention(options), free);
}

/**
 * @param {Engine} engine
 * @param {Work} work
 * @param {Arrays} inputs
 * @param {Mode} mode
 */
function prepareLayer(engine, work, inputs, mode) {
  const { heads, nQ, dModel } = work;
  const { operand, constant, into, free } = tensors(engine, mode);
  const square = [dModel, dModel];
  /** @type {'output'[]} */
  const want = ['output'];
  const options = {
    x: operand(inputs.x, [nQ, dModel]),
    wq: constant(inputs.wq, square),
    wk: constant(inputs.wk, square),
    wv: constant(inputs.wv, square),
    wo: constant(inputs.wo, square),
    heads,
    mask: maskOf(work),
    want,
    into: into({ output: [nQ, dModel] }),
  };
  return prepared(() => engine.multiHeadAttention(options), free);
}

/**
 * The keys are in the cache; a call is one step.
 * @param {Engine} engine
 * @param {Work} work
 * @param {Arrays} inputs
 * @param {Mode} mode
 */
function prepareDecode(engine, { heads, nQ, nK, dK }, inputs, mode) {
  const { operand, into, free } = tensors(engine, mode);
  const cache = engine.createCache({
    keyValueHeads: heads,
    keyWidth: dK,
    valueWidth: dK,
    capacity: nK,
  });
  const shape = [heads, nK, dK];
  cache.append({
    key: { data: inputs.key, shape },
    value: { data: inputs.value, shape },
  });
  /** @type {'output'[]} */
  const want = ['output'];
  const options = {
    query: operand(inputs.query, [heads, nQ, dK]),
    want,
    into: into({ output: [heads, nQ, dK] }),
  };
  return prepared(
    () => cache.attend(options),
    () => {
      cache.free();
      free();
    },
  );
}

/**
 * The kernel of the bare product; the right operand is packed before, as the peers pack theirs.
 * @param {Awaited<ReturnType<typeof instantiate>>} wasm
 * @param {Engine} engine
 * @param {Work} work
 * @param {Arrays} inputs
 * @param {Mode} mode
 * @returns {Prepared}
 */
function prepareProduct({ call, put, view, read }, engine, { nQ, dModel }, inputs, mode) {
  const count = nQ * dModel;
  const isWide = Number(engine.tuning.tile === 'wide');
  call('pack_right', put(inputs.right), dModel, dModel);
  const left = put(inputs.left);
  const to = call('reserve', count);
  const multiply = () => call('multiply', left, to, nQ, dModel, dModel, isWide);
  const whole = () => {
    view(left, count).set(inputs.left);
    multiply();
    return read(to, count);
  };
  return { run: mode === 'R' ? multiply : whole, result: () => ({ output: whole() }) };
}

/**
 * @param {Work} work
 * @param {Arrays} inputs
 */
function attentionOf(work, { query, key, value }) {
  const { heads, nQ, nK, dK } = work;
  return {
    query: { data: query, shape: [heads, nQ, dK] },
    key: { data: key, shape: [heads, nK, dK] },
    value: { data: value, shape: [heads, nK, dK] },
    mask: maskOf(work),
  };
}

/**
 * From query, key and value to one ImageData a head, the same at every run; weights stay in wasm memory on their way.
 * @param {Engine} engine
 * @param {Work} work
 * @param {Arrays} inputs
 * @returns {Prepared}
 */
function preparePicture(engine, work, inputs) {
  const { heads, nQ, nK } = work;
  const weights = engine.upload({
    data: new Float32Array(heads * nQ * nK),
    shape: [heads, nQ, nK],
  });
  const palette = Uint8Array.from({ length: 256 * 4 }, (_, k) => (k % 4 === 3 ? 255 : k >> 2));
  /** @type {'weights'[]} */
  const want = ['weights'];
  const options = {
    ...attentionOf(work, inputs),
    want,
    into: { weights },
  };
  // Painted over at every run, as a page does.
  const pictures = Array.from({ length: heads }, () =>
    // Node has no ImageData.
    typeof ImageData === 'undefined'
      ? { data: new Uint8ClampedArray(4 * nQ * nK) }
      : new ImageData(nK, nQ),
  );
  const run = () => {
    engine.attention(options);
    for (let head = 0; head < heads; head++) {
      const into = /** @type {Uint8ClampedArray<ArrayBuffer>} */ (pictures[head].data);
      engine.pixels({ weights, head, width: nK, height: nQ, palette, into });
    }
    return pictures;
  };
  return {
    run,
    result: () => {
      run();
      const { data } = weights.download();
      checkPictures(pictures, data, nQ * nK);
      return { output: null, weights: data };
    },
    free: () => weights.free(),
  };
}

/**
 * The palette is a ramp of greys, so that a pixel says its weight to half a step.
 * @param {{ data: ArrayLike<number> }[]} pictures
 * @param {Float32Array} weights
 * @param {number} cells of one head
 */
function checkPictures(pictures, weights, cells) {
  for (let k = 0; k < weights.length; k++) {
    const shown = pictures[Math.floor(k / cells)].data[4 * (k % cells)];
    if (!(Math.abs(shown - 255 * weights[k]) <= 0.501)) {
      throw new Error(`cell ${k} shows ${shown}, its weight is ${weights[k]}`);
    }
  }
}

/**
 * Heads in parallel, on workers.
 * @param {Engine} engine
 * @param {Work} work
 * @param {Arrays} inputs
 * @returns {Prepared}
 */
function prepareAsync(engine, work, inputs) {
  /** @type {'output'[]} */
  const want = ['output'];
  const options = {
    ...attentionOf(work, inputs),
    want,
  };
  const run = () => engine.attentionAsync(options);
  return {
    run,
    isAsync: true,
    result: async () => ({ output: (await run()).output.data }),
    free: () => {},
  };
}
