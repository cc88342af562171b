// LiteRT.js: TensorFlow Lite's graphs on XNNPACK. Mode R keeps the inputs in wasm memory and leaves the results there.
import { causalMask, transpose } from './rows.mjs';
import { ABSENT, Graph } from './tflite_model.mjs';

/** @typedef {import('./contestant.mjs').Work} Work */
/** @typedef {import('./contestant.mjs').Arrays} Arrays */
/** @typedef {import('./contestant.mjs').Mode} Mode */
/** @typedef {import('./contestant.mjs').Prepared} Prepared */

/**
 * As much of the package as is used.
 * @typedef {{ toTypedArray(): Float32Array, delete(): void }} LiteRtTensor
 * @typedef {{ run(inputs: LiteRtTensor[]): Promise<LiteRtTensor[]>, delete(): void }} Model
 * @typedef {{
 *   loadLiteRt(wasmFolder: string, options: { threads: boolean }): Promise<unknown>,
 *   loadAndCompile(model: Uint8Array, options: object): Promise<Model>,
 *   Tensor: new (values: Float32Array, shape: readonly number[]) => LiteRtTensor,
 * }} LiteRt
 * @typedef {{ graph: Graph, inputs: { values: Float32Array, shape: number[] }[] }} Built
 */

/** @type {import('./contestant.mjs').Create} */
export async function create({ environment, workers, load, locate, readBytes }) {
  if (environment === 'node') throw new Error('LiteRT.js runs in browsers only');
  const threads = workers ?? 1;
  const litert = /** @type {LiteRt} */ (await load('@litertjs/core'));
  const flatbuffers = /** @type {import('./tflite_model.mjs').Flatbuffers} */ (
    await load('flatbuffers')
  );
  await litert.loadLiteRt(locate('node_modules/@litertjs/core/wasm/'), { threads: threads > 1 });
  const manifest = await readBytes('tests/bench/node_modules/@litertjs/core/package.json');
  const { version } = JSON.parse(new TextDecoder().decode(manifest));
  return {
    version,
    modes: ({ kind }) => (kind === 'picture' ? [] : workers === undefined ? ['R', 'E'] : ['E']),
    variants: () => ['graph'],
    prepare: async (work, inputs, mode) => {
      const built = build(work, inputs);
      const model = await litert.loadAndCompile(built.graph.encode(flatbuffers), {
        accelerator: 'wasm',
        cpuOptions: { numThreads: threads },
      });
      return prepare(litert, model, built, mode);
    },
  };
}

/**
 * @param {LiteRt} litert
 * @param {Model} model
 * @param {Built} built
 * @param {Mode} mode
 * @returns {Prepared}
 */
function prepare(litert, model, { inputs }, mode) {
  const upload = () => inputs.map(({ values, shape }) => new litert.Tensor(values, shape));
  const kept = mode === 'R' ? upload() : null;
  const call = async (/** @type {boolean} */ takesResults) => {
    const given = kept ?? upload();
    const results = await model.run(given);
    const taken = takesResults ? results.map((result) => result.toTypedArray().slice()) : [];
    for (const result of results) result.delete();
    if (kept === null) for (const tensor of given) tensor.delete();
    return taken;
  };
  return {
    run: () => call(mode !== 'R'),
    isAsync: true,
    result: async () => {
      const [output, weights] = await call(true);
      return { output, weights };
    },
    free: () => {
      for (const tensor of kept ?? []) tensor.delete();
      model.delete();
    },
  };
}

/**
 * @param {Work} work
 * @param {Arrays} arrays
 * @returns {Built}
 */
function build(work, arrays) {
  const graph = new Graph();
  /** @type {Built['inputs']} */
  const inputs = [];
  const input = (/** @type {Float32Array} */ values, /** @type {number[]} */ ...shape) => {
    inputs.push({ values, shape });
    return graph.input(shape);
  };
  const { kind, heads, nQ, nK, dK, dModel } = work;
  const connect = (/** @type {number} */ tensor, /** @type {Float32Array} */ weights) => {
    // Stored with the outputs first.
    const turned = graph.constant([dModel, dModel], transpose(weights, dModel, dModel));
    return graph.apply('FULLY_CONNECTED', [tensor, turned, ABSENT], [nQ, dModel]);
  };
  if (kind === 'product') {
    graph.output(connect(input(arrays.left, nQ, dModel), arrays.right));
  } else if (kind === 'layer') {
    addLayer(graph, work, input(arrays.x, nQ, dModel), arrays, connect);
  } else {
    const keys = [1, heads, nK, dK];
    const query = input(arrays.query, 1, heads, nQ, dK);
    const isDecode = kind === 'decode';
    const key = isDecode ? graph.constant(keys, arrays.key) : input(arrays.key, ...keys);
    const value = isDecode ? graph.constant(keys, arrays.value) : input(arrays.value, ...keys);
    const { output, weights } = addAttention(graph, work, query, key, value);
    graph.output(output);
    if (work.weights) graph.output(weights);
  }
  return { graph, inputs };
}

/**
 * @param {Graph} graph
 * @param {Work} work
 * @param {number} query
 * @param {number} key
 * @param {number} value
 */
function addAttention(graph, work, query, key, value) {
  const { heads, nQ, nK, dK, causal } = work;
  const cells = [1, heads, nQ, nK];
  const scale = graph.constant([1], Float32Array.of(1 / Math.sqrt(dK)));
  const raw = graph.apply('BATCH_MATMUL', [query, key], cells, { turnsRight: true });
  let scores = graph.apply('MUL', [raw, scale], cells);
  if (causal) {
    const mask = graph.constant([1, 1, nQ, nK], causalMask(work));
    scores = graph.apply('ADD', [scores, mask], cells);
  }
  const weights = graph.apply('SOFTMAX', [scores], cells);
  return {
    weights,
    output: graph.apply('BATCH_MATMUL', [weights, value], [1, heads, nQ, dK]),
  };
}

/**
 * @param {Graph} graph
 * @param {Work} work
 * @param {number} x
 * @param {Arrays} arrays
 * @param {(tensor: number, weights: Float32Array) => number} connect
 */
function addLayer(graph, work, x, { wq, wk, wv, wo }, connect) {
  const { heads, nQ, dK, dModel } = work;
  const apart = [1, nQ, heads, dK];
  const byHead = [1, heads, nQ, dK];
  const sizes = graph.constant([4], Int32Array.from(apart));
  const swap = graph.constant([4], Int32Array.of(0, 2, 1, 3));
  const project = (/** @type {Float32Array} */ weights) =>
    graph.apply(
      'TRANSPOSE',
      [graph.apply('RESHAPE', [connect(x, weights), sizes], apart), swap],
      byHead,
    );
  const { output } = addAttention(graph, work, project(wq), project(wk), project(wv));
  const back = graph.apply('TRANSPOSE', [output, swap], apart);
  const together = graph.constant([2], Int32Array.of(nQ, dModel));
  graph.output(connect(graph.apply('RESHAPE', [back, together], [nQ, dModel]), wo));
}
