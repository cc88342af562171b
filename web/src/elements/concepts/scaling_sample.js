// Random queries against random keys, each component of variance 1: what softmax makes of their scores with and without 1/√d_k. The
// draws are NumPy's default_rng(seed): all queries first, then the keys of each. Computed in steps that are shorter than a frame.

/** @typedef {import('../shared_engine.js').Engine} Engine */
/** @typedef {import('../../views/concepts/scaling_figure.js').Tally} Tally */

export const QUERIES = 2000;
/** Of each query, its own. */
export const KEYS = 16;
/** Queries whose weights are shown. */
export const SHOWN = 16;
export const BINS = 64;
/** The histogram goes to so many √d_k on both sides: nearly all of a sum of d_k products of variance 1. */
const REACH = 4;
/** Random numbers of one step. */
const DRAWS = 32768;

export class ScalingSample {
  #engine;
  #steps;
  /** Queries that are counted in. */
  done = 0;

  /**
   * @param {Engine} engine
   * @param {number} keyWidth d_k
   * @param {number} seed
   */
  constructor(engine, keyWidth, seed) {
    this.#engine = engine;
    this.keyWidth = keyWidth;
    this.seed = seed;
    this.from = -REACH * Math.sqrt(keyWidth);
    this.binWidth = (-2 * this.from) / BINS;
    this.raw = new Counted(1, this);
    this.scaled = new Counted(1 / Math.sqrt(keyWidth), this);
    this.#steps = this.#all();
  }

  /**
   * Go on for one step.
   * @returns {boolean} whether there is more to do
   */
  step() {
    return !this.#steps.next().done;
  }

  /** @returns {Generator<undefined, void>} */
  *#all() {
    const stream = this.#engine.draws({ seed: this.seed });
    const width = this.keyWidth;
    const queries = new Float32Array(QUERIES * width);
    try {
      for (let from = 0; from < queries.length; from += DRAWS) {
        const { data } = stream.next({ shape: [Math.min(DRAWS, queries.length - from)] });
        queries.set(data, from);
        yield;
      }
      const batch = Math.max(1, Math.floor(DRAWS / (KEYS * width)));
      while (this.done < QUERIES) {
        const count = Math.min(batch, QUERIES - this.done);
        const key = stream.next({ shape: [count, KEYS, width] });
        const data = queries.subarray(this.done * width, (this.done + count) * width);
        // Each query is a head of its own, so that one call takes many.
        const query = { data, shape: [count, 1, width] };
        for (const counted of [this.raw, this.scaled])
          counted.add(this.#engine, query, key, this.done);
        this.done += count;
        yield;
      }
    } finally {
      stream.free();
    }
  }
}

/** What is counted of one scale. */
class Counted {
  #scale;
  #bins;
  #scores = { count: 0, sum: 0, squares: 0 };
  #sums = { entropy: 0, peak: 0, jacobianNorm: 0 };
  #queries = 0;
  #histogram = new Float64Array(BINS);
  #outside = 0;
  #weights = new Float32Array(SHOWN * KEYS);

  /**
   * @param {number} scale
   * @param {{ from: number, binWidth: number }} bins
   */
  constructor(scale, bins) {
    this.#scale = scale;
    this.#bins = bins;
  }

  /**
   * @param {Engine} engine
   * @param {import('../../readers/json.js').Tensor} query [count, 1, d_k]
   * @param {import('../../readers/json.js').Tensor} key [count, KEYS, d_k]
   * @param {number} from how many queries came before
   */
  add(engine, query, key, from) {
    const { weights, scaledScores, ...statistics } = engine.attention({
      query,
      key,
      scale: this.#scale,
      want: ['weights', 'scaledScores', 'entropy', 'peak', 'jacobianNorm'],
    });
    for (const name of /** @type {const} */ (['entropy', 'peak', 'jacobianNorm']))
      for (const value of statistics[name].data) this.#sums[name] += value;
    this.#queries += query.shape[0];
    this.#count(scaledScores.data);
    const shown = (SHOWN - from) * KEYS;
    if (shown > 0) this.#weights.set(weights.data.subarray(0, shown), from * KEYS);
  }

  /** @param {Float32Array} scores */
  #count(scores) {
    const { from, binWidth } = this.#bins;
    for (const score of scores) {
      this.#scores.sum += score;
      this.#scores.squares += score * score;
      const bin = Math.floor((score - from) / binWidth);
      if (bin >= 0 && bin < BINS) this.#histogram[bin] += 1;
      else this.#outside += 1;
    }
    this.#scores.count += scores.length;
  }

  /** @returns {Tally} so far; means of nothing are NaN */
  tally() {
    const { count, sum, squares } = this.#scores;
    const mean = sum / count;
    return {
      variance: squares / count - mean * mean,
      entropy: this.#sums.entropy / this.#queries,
      peak: this.#sums.peak / this.#queries,
      jacobian: this.#sums.jacobianNorm / this.#queries,
      histogram: Array.from(this.#histogram, (found) => (count > 0 ? found / count : 0)),
      outside: count > 0 ? this.#outside / count : 0,
      // A copy: the figure may still read it while more rows come.
      weights: this.#weights.slice(),
    };
  }
}
