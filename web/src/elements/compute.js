// From what the page gave to what a figure draws: one call of the engine for what is seen now, and everything else when it
// is first asked for.
import { cellsOf } from '../views/picture.js';
import { labels } from './labels.js';
import { maskPattern } from './mask_pattern.js';
import { cellOpener } from './open_cell.js';
import { readProblem } from './problem.js';
import { workbenchOf } from './workbench.js';

/** @typedef {import('./shared_engine.js').Engine} Engine */
/** @typedef {import('../readers/json.js').Input} Input */
/** @typedef {import('../views/picture.js').Cells} Cells */
/** @typedef {import('../views/picture.js').Picture} Picture */
/** @typedef {import('../views/picture.js').Tensor} Tensor */
/** @typedef {import('./attributes.js').Attributes} Attributes */
/** @typedef {import('./problem.js').Problem} Problem */
/** @typedef {import('./problem.js').Result} Result */
/** @typedef {import('./result_room.js').Place} Place */
/** @typedef {import('./result_room.js').ResultRoom} ResultRoom */

/**
 * @typedef {object} Computed
 * @property {Picture} picture
 * @property {Result} result computed and copied by name, when it is read
 * @property {Place | null} place where its weights are; null where they are the page's own
 * @property {() => Result} call the same computation again, to measure its time
 * @property {ReturnType<typeof cellOpener>} open the numbers behind a cell
 * @property {(() => import('../views/heads_workbench.js').Workbench) | null} workbench throws AttentionError for heads that are not
 *   there; null where none is asked for
 * @property {number} ms of the one call that was made; 0 where nothing is computed
 */

/** Results that cost no more together than alone. */
const TOGETHER = [
  ['query', 'key'],
  ['value', 'headOutput', 'output'],
  ['rawScores', 'scaledScores', 'maskedScores'],
];

/**
 * @param {Engine} engine
 * @param {Input} input
 * @param {Attributes} attributes go before the settings that came with the data
 * @param {ResultRoom} room whose spare place takes the weights
 * @returns {Computed}
 * @throws {AttentionError} the engine's, or for tokens that do not match the tensors
 */
export function compute(engine, input, attributes, room) {
  const problem = readProblem(engine, input, attributes);
  const want = wanted(problem, attributes);
  const place = problem.timed ? room.spare() : null;
  const call = () => problem.call(want, place ? { weights: place.target } : undefined);
  const started = performance.now();
  const first = callInto(engine, problem, want, place);
  const ms = problem.timed ? performance.now() - started : 0;
  const results = new Results(problem, first, place);
  const picture = pictureOf(engine, input, problem, results);
  const open = cellOpener(engine, problem, results, picture);
  const workbench =
    attributes.workbench && attributes.view === 'heads'
      ? onceAsked(() => workbenchOf(engine, problem, results, picture, attributes))
      : null;
  const result = results.byName(workbench);
  return { picture, result, place, call, open, workbench, ms };
}

/**
 * @param {Engine} engine
 * @param {Problem} problem
 * @param {readonly string[]} want
 * @param {Place | null} place
 * @returns {Result}
 */
function callInto(engine, problem, want, place) {
  // A shape that cannot be is the engine's to refuse, in its own words.
  const possible = problem.shape.every((size) => Number.isSafeInteger(size) && size > 0);
  if (!place || !possible) return problem.call(want);
  place.prepare(engine, problem.shape);
  return problem.call(want, { weights: place.target });
}

/**
 * What the figure shows: vectors only stand beside one head.
 * @param {Problem} problem
 * @param {Attributes} attributes
 * @returns {string[]}
 */
function wanted(
  { names, output, valueWidth },
  { view = 'map', head = view === 'heads' ? 'all' : 0 },
) {
  const seen = ['weights', 'entropy', 'rowSum'];
  if (view === 'stages') seen.push('rawScores', 'scaledScores', 'maskedScores');
  if (output && valueWidth > 0 && (view === 'stages' || typeof head === 'number'))
    seen.push('value', output);
  return names.filter((name) => seen.includes(name));
}

/**
 * @template Value
 * @param {() => Value} make
 * @returns {() => Value} makes it when it is first asked for
 */
function onceAsked(make) {
  /** @type {{ value: Value } | null} */
  let made = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** The engine's tensors by name: some there from the start, others computed when they are first read. */
class Results {
  #problem;
  #place;
  /** @type {Map<string, Tensor>} */
  #known;

  /**
   * @param {Problem} problem
   * @param {Result} first
   * @param {Place | null} place where the weights are, as long as it is not written to again
   */
  constructor(problem, first, place) {
    this.#problem = problem;
    this.#place = place;
    this.#known = new Map(Object.entries(first));
    if (place) {
      place.owner = this;
      this.#known.delete('weights');
    }
  }

  /**
   * @param {string} name
   * @returns {Tensor | undefined} undefined where there is none of that name
   */
  get(name) {
    if (!this.#problem.names.includes(name)) return undefined;
    if (!this.#known.has(name)) this.#add(name);
    return this.#known.get(name);
  }

  /** @param {string} name */
  #add(name) {
    if (name === 'weights' && this.#place?.owner === this) {
      this.#known.set(name, this.#place.copy());
      return;
    }
    const group = TOGETHER.find((names) => names.includes(name)) ?? [name];
    const missing = this.#problem.names.filter(
      (each) => group.includes(each) && !this.#known.has(each),
    );
    for (const [each, tensor] of Object.entries(this.#problem.call(missing)))
      this.#known.set(each, tensor);
  }

  /** @returns {Cells} the weights, where they are */
  cells() {
    return this.#place?.cells() ?? cellsOf(/** @type {Tensor} */ (this.get('weights')));
  }

  /**
   * @param {(() => import('../views/heads_workbench.js').Workbench) | null} workbench whose concat and output are shown
   * @returns {Result} an object that reads each when it is asked for it
   */
  byName(workbench) {
    const result = {};
    const shown = workbench && this.#problem.layer ? ['concat', 'output'] : [];
    for (const name of new Set([...this.#problem.names, ...shown])) {
      const get = () =>
        shown.includes(name)
          ? workbench?.().layer?.[/** @type {'concat' | 'output'} */ (name)]
          : this.get(name);
      Object.defineProperty(result, name, { get, enumerable: true });
    }
    return result;
  }
}

/**
 * @param {Engine} engine
 * @param {Input} input
 * @param {Problem} problem
 * @param {Results} results
 * @returns {Picture}
 */
function pictureOf(engine, input, problem, results) {
  const { shape, scale, temperature, keyWidth, valueWidth, given, output } = problem;
  const [, rows, columns] = shape;
  const tensor = (/** @type {string} */ name) => results.get(name);
  const { tokens, keyTokens } = input;
  return {
    queryTokens: labels(tokens, rows, 'tokens', columns === rows || keyTokens !== null),
    keyTokens: labels(keyTokens ?? tokens, columns, keyTokens ? 'key-tokens' : 'tokens', true),
    shape,
    weights: results.cells(),
    rowSum: /** @type {Tensor} */ (tensor('rowSum')),
    entropy: /** @type {Tensor} */ (tensor('entropy')),
    pattern: maskPattern(problem.mask, shape, problem.bias),
    scores: scoreReader(engine, problem, results),
    get rawScores() {
      return tensor('rawScores');
    },
    get scaledScores() {
      return tensor('scaledScores');
    },
    get maskedScores() {
      return tensor('maskedScores');
    },
    valueWidth,
    get value() {
      return given.value ?? tensor('value');
    },
    get output() {
      return output && valueWidth > 0 ? tensor(output) : undefined;
    },
    keyWidth,
    scale: scale ?? (keyWidth ? 1 / Math.sqrt(keyWidth) : undefined),
    temperature,
  };
}

/**
 * Scores of one row, computed when it is looked at: a map of a thousand tokens has a million that nobody reads.
 * @param {Engine} engine
 * @param {Problem} problem
 * @param {Results} results
 * @returns {Picture['scores']}
 */
function scoreReader(engine, { shape, given, bias, scale, temperature }, results) {
  const [heads, rows, columns] = shape;
  /** @type {{ at: number, scores: Float32Array } | null} */
  let last = null;
  return (head, row) => {
    const query = given.query ?? results.get('query');
    const key = given.key ?? results.get('key');
    if (!query || !key) return null;
    const at = head * rows + row;
    if (last?.at === at) return last.scores;
    const width = query.shape[2];
    const size = columns * width;
    const group = Math.floor((head * key.shape[0]) / heads);
    const { scaledScores } = engine.attention({
      query: { data: query.data.subarray(at * width, (at + 1) * width), shape: [1, 1, width] },
      key: {
        data: key.data.subarray(group * size, (group + 1) * size),
        shape: [1, columns, width],
      },
      ...(scale === undefined ? {} : { scale }),
      ...(temperature === undefined ? {} : { temperature }),
      want: ['scaledScores'],
    });
    const { data } = scaledScores;
    if (bias) {
      const first = (at * columns) % bias.data.length;
      for (let column = 0; column < columns; column++) data[column] += bias.data[first + column];
    }
    last = { at, scores: data };
    return data;
  };
}
