// TensorFlow.js on its wasm backend. Of its products only the plain one, of two matrices, goes to XNNPACK: so it also races
// head by head. Mode R alone: tensors live in the backend, and so do the results; reading one back takes longer than any of
// the work, which says nothing about kernels.
import { causalMask } from './rows.mjs';

/** @typedef {import('./contestant.mjs').Work} Work */
/** @typedef {import('./contestant.mjs').Arrays} Arrays */
/** @typedef {import('./contestant.mjs').Prepared} Prepared */

/**
 * As much of the packages as is used.
 * @typedef {{ dataSync(): Float32Array, dispose(): void }} TfTensor
 * @typedef {{
 *   version_core: string, env(): { set(flag: string, value: boolean): void },
 *   setBackend(name: string): Promise<boolean>, ready(): Promise<void>,
 *   tensor(values: Float32Array, shape: number[]): TfTensor, tidy<T>(work: () => T): T,
 *   matMul(a: TfTensor, b: TfTensor, turnsA?: boolean, turnsB?: boolean): TfTensor,
 *   mul(a: TfTensor, b: number): TfTensor, add(a: TfTensor, b: TfTensor): TfTensor, softmax(a: TfTensor): TfTensor,
 *   reshape(a: TfTensor, shape: number[]): TfTensor, transpose(a: TfTensor, order?: number[]): TfTensor,
 *   split(a: TfTensor, parts: number, axis: number): TfTensor[], concat(parts: TfTensor[], axis: number): TfTensor,
 * }} Tf
 * @typedef {{ setWasmPaths(folder: string): void }} TfWasm
 * @typedef {{ output: TfTensor[], weights: TfTensor[] }} Outcome parts, head by head or whole
 */

const AT_ONCE = 'all heads at once';
const BY_HEAD = 'head by head';

/** @type {import('./contestant.mjs').Create} */
export async function create({ load, locate }) {
  const tf = /** @type {Tf} */ (namesOf(await load('@tensorflow/tfjs-core')));
  const wasm = /** @type {TfWasm} */ (namesOf(await load('@tensorflow/tfjs-backend-wasm')));
  wasm.setWasmPaths(locate('node_modules/@tensorflow/tfjs-backend-wasm/dist/'));
  tf.env().set('WASM_HAS_MULTITHREAD_SUPPORT', false);
  if (!(await tf.setBackend('wasm'))) throw new Error('the wasm backend does not start');
  await tf.ready();
  return {
    version: tf.version_core,
    modes: ({ kind }) => (kind === 'picture' ? [] : ['R']),
    variants: ({ kind, nQ }) => {
      if (kind === 'product') return ['matMul'];
      // All at once is several times slower already at 512.
      return nQ > 512 ? [BY_HEAD] : [BY_HEAD, AT_ONCE];
    },
    prepare: (work, inputs, _, variant) => prepare(tf, work, inputs, variant),
  };
}

/**
 * Node wraps what is no ES module.
 * @param {unknown} module
 */
function namesOf(module) {
  return Reflect.get(/** @type {object} */ (module), 'default') ?? module;
}

/**
 * @param {Tf} tf
 * @param {Work} work
 * @param {Arrays} inputs
 * @param {string} variant
 * @returns {Prepared}
 */
function prepare(tf, work, inputs, variant) {
  /** @type {TfTensor[]} */
  const held = [];
  const keep = (/** @type {Float32Array} */ values, /** @type {number[]} */ shape) => {
    const tensor = tf.tensor(values, shape);
    held.push(tensor);
    return tensor;
  };
  const compute = plan(tf, work, inputs, variant, keep);
  const take = (/** @type {TfTensor[]} */ parts) => join(parts.map((part) => part.dataSync()));
  return {
    // Whatever a call made is gone at its end.
    run: () => tf.tidy(() => void compute()),
    result: () =>
      tf.tidy(() => {
        const { output, weights } = compute();
        return { output: take(output), weights: take(weights) };
      }),
    free: () => {
      for (const tensor of held) tensor.dispose();
    },
  };
}

/** @param {Float32Array[]} parts */
function join(parts) {
  const whole = new Float32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/**
 * @param {Tf} tf
 * @param {Work} work
 * @param {Arrays} inputs
 * @param {string} variant
 * @param {Tf['tensor']} keep a tensor that stays
 * @returns {() => Outcome}
 */
function plan(tf, work, inputs, variant, keep) {
  const { kind, heads, nQ, nK, dK, dModel } = work;
  if (kind === 'product') {
    const left = keep(inputs.left, [nQ, dModel]);
    const right = keep(inputs.right, [dModel, dModel]);
    return () => ({ output: [tf.matMul(left, right)], weights: [] });
  }
  const mask = work.causal ? keep(causalMask(work), [nQ, nK]) : null;
  if (kind === 'layer') {
    const x = keep(inputs.x, [nQ, dModel]);
    const [wq, wk, wv, wo] = ['wq', 'wk', 'wv', 'wo'].map((name) =>
      keep(inputs[name], [dModel, dModel]),
    );
    return () => {
      const projected = [wq, wk, wv].map((weights) => tf.matMul(x, weights));
      const concat = layerHeads(tf, work, projected, mask, variant);
      return { output: [tf.matMul(concat, wo)], weights: [] };
    };
  }
  const source = (/** @type {Float32Array} */ values, /** @type {number} */ n) =>
    variant === AT_ONCE
      ? [keep(values, [heads, n, dK])]
      : Array.from({ length: heads }, (_, head) =>
          keep(values.subarray(head * n * dK, (head + 1) * n * dK), [n, dK]),
        );
  const queries = source(inputs.query, nQ);
  const keys = source(inputs.key, nK);
  const values = source(inputs.value, nK);
  return () => {
    const each = queries.map((query, head) =>
      attend(tf, work, query, keys[head], values[head], mask, variant),
    );
    return {
      output: each.map(({ output }) => output),
      weights: work.weights ? each.map(({ weights }) => weights) : [],
    };
  };
}

/**
 * @param {Tf} tf
 * @param {Work} work
 * @param {TfTensor} query
 * @param {TfTensor} key
 * @param {TfTensor} value
 * @param {TfTensor | null} mask
 * @param {string} variant
 */
function attend(tf, { dK }, query, key, value, mask, variant) {
  const raw =
    variant === AT_ONCE ? tf.matMul(query, key, false, true) : tf.matMul(query, tf.transpose(key));
  const scaled = tf.mul(raw, 1 / Math.sqrt(dK));
  const weights = tf.softmax(mask ? tf.add(scaled, mask) : scaled);
  return { weights, output: tf.matMul(weights, value) };
}

/**
 * @param {Tf} tf
 * @param {Work} work
 * @param {TfTensor[]} projected query, key and value, [n, h·d]
 * @param {TfTensor | null} mask
 * @param {string} variant
 * @returns {TfTensor} [n, h·d]
 */
function layerHeads(tf, work, projected, mask, variant) {
  const { heads, nQ, dK, dModel } = work;
  if (variant === AT_ONCE) {
    const [query, key, value] = projected.map((rows) =>
      tf.transpose(tf.reshape(rows, [nQ, heads, dK]), [1, 0, 2]),
    );
    const { output } = attend(tf, work, query, key, value, mask, variant);
    return tf.reshape(tf.transpose(output, [1, 0, 2]), [nQ, dModel]);
  }
  const [queries, keys, values] = projected.map((rows) => tf.split(rows, heads, 1));
  const outputs = queries.map(
    (query, head) => attend(tf, work, query, keys[head], values[head], mask, variant).output,
  );
  return tf.concat(outputs, 1);
}
