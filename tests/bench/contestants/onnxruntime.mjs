// onnxruntime-web on its wasm provider. Its interface takes JavaScript's arrays and gives fresh ones: mode E alone. A graph is
// written in each way that the operators offer; weights of layers and the keys of a decode step are constants of the graph.
import { encodeModel, MICROSOFT } from './onnx_model.mjs';
import { causalMask, joinHeads, splitHeads } from './rows.mjs';

/** @typedef {import('./contestant.mjs').Work} Work */
/** @typedef {import('./contestant.mjs').Arrays} Arrays */
/** @typedef {import('./contestant.mjs').Prepared} Prepared */
/** @typedef {import('./onnx_model.mjs').Graph} Graph */

/**
 * As much of the package as is used.
 * @typedef {{ data: Float32Array }} OrtTensor
 * @typedef {{ run(feeds: Record<string, OrtTensor>): Promise<Record<string, OrtTensor>>, release(): Promise<void> }} Session
 * @typedef {{
 *   env: { versions: { web?: string, common: string }, logLevel: string, wasm: { numThreads: number, wasmPaths?: string } },
 *   Tensor: new (type: 'float32', data: Float32Array, shape: readonly number[]) => OrtTensor,
 *   InferenceSession: { create(model: Uint8Array, options: object): Promise<Session> },
 * }} Ort
 * @typedef {{ graph: Graph, feeds: Record<string, Float32Array>, isJoined: boolean }} Built isJoined: the output is [n, h·d]
 */

/** The first opset with an Attention operator. */
const OPSET = 23;

/** @type {import('./contestant.mjs').Create} */
export async function create({ environment, load, locate }) {
  const ort = /** @type {Ort} */ (await load('onnxruntime-web'));
  ort.env.wasm.numThreads = 1;
  ort.env.logLevel = 'error';
  if (environment === 'chromium')
    ort.env.wasm.wasmPaths = locate('node_modules/onnxruntime-web/dist/');
  return {
    version: ort.env.versions.web ?? ort.env.versions.common,
    modes: ({ kind }) => (kind === 'picture' ? [] : ['E']),
    variants: ({ kind, weights }) => {
      if (kind === 'product') return ['MatMul'];
      if (kind === 'layer') return ['MatMul', 'Attention', 'MultiHeadAttention'];
      return weights ? ['MatMul', 'Attention'] : ['MatMul', 'Attention', 'MultiHeadAttention'];
    },
    prepare: (work, inputs, _, variant) => prepare(ort, work, build(work, inputs, variant)),
  };
}

/**
 * @param {Ort} ort
 * @param {Work} work
 * @param {Built} built
 * @returns {Promise<Prepared>}
 */
async function prepare(ort, { heads, nQ, dK }, { graph, feeds, isJoined }) {
  const session = await ort.InferenceSession.create(encodeModel(graph), {
    executionProviders: ['wasm'],
    graphOptimizationLevel: 'all',
  });
  const tensors = Object.fromEntries(
    graph.inputs.map(({ name, shape }) => [name, new ort.Tensor('float32', feeds[name], shape)]),
  );
  const run = () => session.run(tensors);
  return {
    run,
    isAsync: true,
    result: async () => {
      const { output, weights } = await run();
      const data = isJoined ? splitHeads(output.data, heads, nQ, dK) : output.data;
      return { output: data, weights: weights?.data };
    },
    free: () => {
      session.release();
    },
  };
}

/**
 * @param {Work} work
 * @param {Arrays} inputs
 * @param {string} variant
 * @returns {Built}
 */
function build(work, inputs, variant) {
  if (work.kind === 'product') return buildProduct(work, inputs);
  return work.kind === 'layer'
    ? buildLayer(work, inputs, variant)
    : buildAttention(work, inputs, variant);
}

/** @param {Work} work @param {Arrays} inputs @returns {Built} */
function buildProduct({ nQ, dModel }, { left, right }) {
  const graph = {
    inputs: [{ name: 'left', shape: [nQ, dModel] }],
    outputs: [{ name: 'output', shape: [nQ, dModel] }],
    constants: [{ name: 'right', shape: [dModel, dModel], values: right }],
    nodes: [{ op: 'MatMul', inputs: ['left', 'right'], outputs: ['output'] }],
    opset: OPSET,
  };
  return { graph, feeds: { left }, isJoined: false };
}

/**
 * @param {Work} work
 * @param {Arrays} inputs
 * @param {string} variant
 * @returns {Built}
 */
function buildAttention(work, { query, key, value }, variant) {
  const { heads, nQ, nK, dK, kind, weights } = work;
  const isDecode = kind === 'decode';
  const isJoined = variant === 'MultiHeadAttention';
  const queries = [1, heads, nQ, dK];
  const keys = isJoined && !isDecode ? [1, nK, heads * dK] : [1, heads, nK, dK];
  const output = isJoined ? [1, nQ, heads * dK] : queries;
  const lay = (/** @type {Float32Array} */ values, /** @type {number} */ n) =>
    isJoined ? joinHeads(values, heads, n, dK) : values;
  const held = isDecode ? { key, value } : { key: lay(key, nK), value: lay(value, nK) };
  const ports = [
    { name: 'key', shape: keys },
    { name: 'value', shape: keys },
  ];
  /** @type {Graph} */
  const graph = {
    inputs: [{ name: 'query', shape: output }, ...(isDecode ? [] : ports)],
    outputs: [
      { name: 'output', shape: output },
      ...(weights ? [{ name: 'weights', shape: [1, heads, nQ, nK] }] : []),
    ],
    constants: isDecode
      ? ports.map((port) => ({ ...port, values: port.name === 'key' ? key : value }))
      : [],
    nodes: [],
    opset: OPSET,
  };
  addAttention(graph, work, variant, ['query', 'key', 'value'], 'output');
  return { graph, feeds: { query: lay(query, nQ), ...held }, isJoined };
}

/**
 * Adds attention to a graph, in the way that the variant names.
 * @param {Graph} graph
 * @param {Work} work
 * @param {string} variant
 * @param {[string, string, string]} sources
 * @param {string} output
 */
function addAttention(graph, work, variant, sources, output) {
  const { heads, causal, weights, kind } = work;
  if (variant === 'Attention') {
    graph.nodes.push({
      op: 'Attention',
      inputs: sources,
      outputs: weights ? [output, '', '', 'weights'] : [output],
      attributes: {
        is_causal: Number(causal),
        // The fourth output as it is after softmax.
        ...(weights ? { qk_matmul_output_mode: 3 } : {}),
        ...(kind === 'layer' ? { q_num_heads: heads, kv_num_heads: heads } : {}),
      },
    });
  } else if (variant === 'MultiHeadAttention') {
    graph.nodes.push({
      op: 'MultiHeadAttention',
      domain: MICROSOFT,
      inputs: sources,
      outputs: [output],
      attributes: { num_heads: heads, unidirectional: Number(causal) },
    });
  } else {
    addProducts(graph, work, sources, output);
  }
}

/**
 * Attention as two products with a softmax between them, on [1, h, n, d].
 * @param {Graph} graph
 * @param {Work} work
 * @param {[string, string, string]} sources
 * @param {string} output
 */
function addProducts({ constants, nodes }, work, [query, key, value], output) {
  const { nQ, nK, dK, causal } = work;
  constants.push({ name: 'scale', shape: [1], values: Float32Array.of(1 / Math.sqrt(dK)) });
  nodes.push(
    { op: 'Transpose', inputs: [key], outputs: ['turned'], attributes: { perm: [0, 1, 3, 2] } },
    { op: 'MatMul', inputs: [query, 'turned'], outputs: ['raw'] },
    { op: 'Mul', inputs: ['raw', 'scale'], outputs: ['scaled'] },
  );
  if (causal) {
    constants.push({ name: 'mask', shape: [1, 1, nQ, nK], values: causalMask(work) });
    nodes.push({ op: 'Add', inputs: ['scaled', 'mask'], outputs: ['masked'] });
  }
  nodes.push(
    {
      op: 'Softmax',
      inputs: [causal ? 'masked' : 'scaled'],
      outputs: ['weights'],
      attributes: { axis: -1 },
    },
    { op: 'MatMul', inputs: ['weights', value], outputs: [output] },
  );
}

/**
 * @param {Work} work
 * @param {Arrays} inputs
 * @param {string} variant
 * @returns {Built}
 */
function buildLayer(work, inputs, variant) {
  const { heads, nQ, dK, dModel } = work;
  const rows = [1, nQ, dModel];
  /** @type {Graph} */
  const graph = {
    inputs: [{ name: 'x', shape: rows }],
    outputs: [{ name: 'output', shape: rows }],
    constants: ['wq', 'wk', 'wv', 'wo'].map((name) => ({
      name,
      shape: [dModel, dModel],
      values: inputs[name],
    })),
    nodes: ['q', 'k', 'v'].map((name) => ({
      op: 'MatMul',
      inputs: ['x', `w${name}`],
      outputs: [name],
    })),
    opset: OPSET,
  };
  const integers = (/** @type {string} */ name, /** @type {number[]} */ ...sizes) =>
    graph.constants.push({
      name,
      shape: [sizes.length],
      values: BigInt64Array.from(sizes, BigInt),
    });
  if (variant === 'MatMul') {
    integers('apart', 1, nQ, heads, dK);
    integers('together', 1, nQ, dModel);
    const swap = { perm: [0, 2, 1, 3] };
    for (const name of ['q', 'k', 'v']) {
      graph.nodes.push(
        { op: 'Reshape', inputs: [name, 'apart'], outputs: [`${name}4`] },
        { op: 'Transpose', inputs: [`${name}4`], outputs: [`${name}h`], attributes: swap },
      );
    }
    addAttention(graph, work, variant, ['qh', 'kh', 'vh'], 'mixed');
    graph.nodes.push(
      { op: 'Transpose', inputs: ['mixed'], outputs: ['back'], attributes: swap },
      { op: 'Reshape', inputs: ['back', 'together'], outputs: ['concat'] },
    );
  } else {
    addAttention(graph, work, variant, ['q', 'k', 'v'], 'concat');
  }
  graph.nodes.push({ op: 'MatMul', inputs: ['concat', 'wo'], outputs: ['output'] });
  return { graph, feeds: { x: inputs.x }, isJoined: false };
}
