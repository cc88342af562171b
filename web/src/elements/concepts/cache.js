// The key/value cache (ch. 16.3): decoding row by row with the engine's own cache, beside the causal map computed at once.
import { AttentionError } from '../../errors.js';
import { CacheFigure } from '../../views/concepts/cache_figure.js';
import { headOf } from '../head_axis.js';
import { projectionsOf } from './example.js';
import { biasOf, chosenHead } from './one_head.js';
import { chosenStep } from './places.js';
import { resultWhenRead } from './result_when_read.js';

/** @typedef {import('./concept.js').Asked} Asked */
/** @typedef {import('../../readers/json.js').Tensor} Tensor */
/** @typedef {import('../../views/concepts/cache_figure.js').CacheModel} CacheModel */

/** So many steps take a few milliseconds: the page goes on between them. */
const STEPS_AT_ONCE = 24;

const WANT = /** @type {const} */ (['weights', 'output', 'rowSum']);

/**
 * @param {Asked} asked
 * @returns {Generator<CacheModel, void>}
 */
function* compute(asked) {
  const { engine, example, attributes, arrays } = asked;
  const heads = projectionsOf(engine, example, 'cache');
  const head = chosenHead(attributes, example.heads);
  const [, n] = heads.query.shape;
  const [groups, columns] = heads.key.shape;
  if (n !== columns) {
    throw new AttentionError(
      'option',
      'view',
      `view 'cache' decodes one sequence, but there are ${n} queries and ${columns} keys`,
    );
  }
  const step = chosenStep(attributes.step, n);
  const group = Math.floor((head * groups) / example.heads);
  const attend = (/** @type {{ into?: { weights: Tensor } }} */ more) =>
    engine.attention({
      query: headOf(heads.query, head),
      key: headOf(heads.key, group),
      value: headOf(heads.value, group),
      ...example.scaling,
      ...(example.bias ? { bias: biasOf(example.bias, head) } : {}),
      mask: 'causal',
      want: [...WANT],
      ...more,
    });
  const prefill = attend({ into: { weights: arrays.tensor('prefill', [1, n, n]) } });
  hatchFuture(prefill.weights.data, n);
  const decoding = new Decoding(asked, heads, head);
  try {
    /** @type {CacheModel} */
    const model = {
      // What is drawn lies in arrays that are written to again, later keys hatched.
      result: resultWhenRead(WANT, () => attend({})),
      tokens: example.tokens,
      step,
      prefill: prefill.weights.data,
      prefillSum: prefill.rowSum.data,
      decoded: decoding.weights,
      decodedSum: decoding.rowSum,
      rows: 0,
      difference: 0,
      outputDifference: 0,
      bytes: 0,
      sizes: decoding.sizes,
    };
    if (step > STEPS_AT_ONCE) yield { ...model, bytes: decoding.bytes };
    while (decoding.rows < step) {
      decoding.go(Math.min(step, decoding.rows + STEPS_AT_ONCE));
      yield {
        ...model,
        ...decoding.comparedWith(prefill),
        rows: decoding.rows,
        bytes: decoding.bytes,
      };
    }
  } finally {
    decoding.free();
  }
}

/** The rows of one head as decoding gives them: a key and a value appended, then one query. */
class Decoding {
  #heads;
  #head;
  #cache;
  #scaling;
  #bias;
  /** @type {Float32Array} */
  #outputs;
  #compared = { rows: 0, apart: { difference: 0, outputDifference: 0 } };
  rows = 0;

  /**
   * @param {Asked} asked
   * @param {import('./example.js').Projections} heads
   * @param {number} head that is written down
   */
  constructor({ engine, example, arrays }, heads, head) {
    const [keyValueHeads, n, keyWidth] = heads.key.shape;
    const valueWidth = heads.value.shape[2];
    this.#heads = heads;
    this.#head = head;
    this.#scaling = example.scaling;
    this.#bias = example.bias;
    this.#cache = engine.createCache({ keyValueHeads, keyWidth, valueWidth, capacity: n });
    this.#outputs = new Float32Array(n * valueWidth);
    this.sizes = { n, heads: heads.query.shape[0], keyValueHeads, keyWidth, valueWidth };
    /** NaN for rows that are not there yet, as the weights. */
    this.rowSum = new Float32Array(n).fill(Number.NaN);
    this.weights = arrays.floats('decoded', n * n).fill(Number.NaN);
  }

  /** Bytes that the engine's cache holds. */
  get bytes() {
    return this.#cache.bytes;
  }

  /** @param {number} end rows that are there then */
  go(end) {
    const { n, valueWidth } = this.sizes;
    for (let row = this.rows; row < end; row++) {
      const at = (/** @type {Tensor} */ tensor) => rowOfHeads(tensor, row);
      this.#cache.append({ key: at(this.#heads.key), value: at(this.#heads.value) });
      const { weights, output, rowSum } = this.#cache.attend({
        query: at(this.#heads.query),
        ...this.#scaling,
        want: ['weights', 'output', 'rowSum'],
        ...(this.#bias ? { bias: biasOfRow(this.#bias, row) } : {}),
      });
      const held = row + 1;
      const from = this.#head * held;
      this.weights.set(weights.data.subarray(from, from + held), row * n);
      this.rowSum[row] = rowSum.data[this.#head];
      const first = this.#head * valueWidth;
      this.#outputs.set(output.data.subarray(first, first + valueWidth), row * valueWidth);
    }
    this.rows = end;
  }

  /**
   * @param {Record<string, Tensor>} prefill
   * @returns {{ difference: number, outputDifference: number }} the largest, over the rows that are decoded
   */
  comparedWith({ weights, output }) {
    const { n, valueWidth } = this.sizes;
    // What was compared before stays as it is.
    const { rows, apart } = this.#compared;
    let { difference, outputDifference } = apart;
    for (let row = rows; row < this.rows; row++) {
      for (let cell = row * n; cell <= row * n + row; cell++)
        difference = Math.max(difference, Math.abs(this.weights[cell] - weights.data[cell]));
    }
    for (let place = rows * valueWidth; place < this.rows * valueWidth; place++) {
      const between = Math.abs(this.#outputs[place] - output.data[place]);
      outputDifference = Math.max(outputDifference, between);
    }
    this.#compared = { rows: this.rows, apart: { difference, outputDifference } };
    return this.#compared.apart;
  }

  free() {
    this.#cache.free();
  }
}

/**
 * @param {Tensor} tensor [h, n, d]
 * @param {number} row
 * @returns {Tensor} [h, 1, d]
 */
function rowOfHeads({ data, shape: [heads, n, width] }, row) {
  const picked = new Float32Array(heads * width);
  for (let head = 0; head < heads; head++) {
    const from = (head * n + row) * width;
    picked.set(data.subarray(from, from + width), head * width);
  }
  return { data: picked, shape: [heads, 1, width] };
}

/**
 * @param {Tensor} bias [n, n] or [1|h, n, n]
 * @param {number} row
 * @returns {Tensor} [1|h, 1, row + 1]: what the keys held have of it
 */
function biasOfRow({ data, shape }, row) {
  const n = /** @type {number} */ (shape.at(-1));
  const heads = shape.length === 2 ? 1 : shape[0];
  const picked = new Float32Array(heads * (row + 1));
  for (let head = 0; head < heads; head++) {
    const from = (head * n + row) * n;
    picked.set(data.subarray(from, from + row + 1), head * (row + 1));
  }
  return { data: picked, shape: [heads, 1, row + 1] };
}

/**
 * @param {Float32Array} weights n × n, NaN from now on for keys that are not there yet
 * @param {number} n
 */
function hatchFuture(weights, n) {
  for (let row = 0; row < n; row++) weights.fill(Number.NaN, row * n + row + 1, (row + 1) * n);
}

/** @type {import('./concept.js').Concept<CacheModel>} */
export const cache = {
  compute,
  figure: (document, strings, acts) => new CacheFigure(document, strings, acts),
  tables: ({ tokens, decoded, result, step, sizes }) => [
    {
      name: 'weights, decoded',
      rows: tokens.slice(0, step),
      columns: tokens,
      // A key that is not there yet has no weight.
      values: decoded.subarray(0, step * sizes.n).map((weight) => weight || 0),
    },
    { name: 'weights, causal map', rows: tokens, columns: tokens, values: result.weights.data },
  ],
};
