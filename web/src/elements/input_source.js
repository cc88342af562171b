// What a tag draws: `.data` or what was opened, a file, a JSON script inside it, or the words in its attributes, and which of them
// holds now.
import { emit } from './emit.js';
import { readOpened } from './open_source.js';
import { chooseInput, fetchSource, SourceMemory, scriptText } from './sources.js';

/** @typedef {import('../readers/json.js').Input} Input */
/** @typedef {import('./attributes.js').Attributes} Attributes */

export class InputSource {
  #host;
  #on;
  /** @type {unknown} */
  #data = null;
  /** @type {{ src: string, input: Input } | null} */
  #file = null;
  /** What was opened since `.data` was set. @type {Input | null} */
  #opened = null;
  /** How often something was opened or set: an answer that comes after the next question is none. */
  #turn = 0;
  #memory = new SourceMemory();
  /** @type {AbortController | null} */
  #fetching = null;
  /** The file that is on its way. @type {string | null} */
  #awaited = null;

  /**
   * @param {Element} host
   * @param {{ arrived: () => void, failed: (error: unknown) => void }} on a file is there, or cannot be had
   */
  constructor(host, on) {
    this.#host = host;
    this.#on = on;
  }

  /** Whether it draws what was opened here, which nobody else has. */
  get isOpened() {
    return this.#opened !== null;
  }

  /** What the page set, or null. */
  get data() {
    return this.#data;
  }

  set data(/** @type {unknown} */ value) {
    this.#data = value ?? null;
    this.#opened = null;
    this.#turn += 1;
    this.#memory.forget();
  }

  /**
   * Take what a file or a text holds, as if it had been set as data.
   * @param {import('./open_source.js').Opened} source
   * @param {string} name
   * @returns {Promise<((refusal: unknown) => void) | null>} told what came of drawing it: null, or a refusal, which it throws after what held
   *   before holds again; null where something else was opened or set meanwhile
   * @throws {import('../errors.js').AttentionError} as readOpened, and told; what held before still does
   */
  async open(source, name) {
    this.#turn += 1;
    const turn = this.#turn;
    try {
      const input = await readOpened(source, name);
      if (turn !== this.#turn) return null;
      const [data, opened] = [this.#data, this.#opened];
      this.#data = null;
      this.#opened = input;
      return (refusal) => {
        if (refusal === null) return emit(this.#host, 'open', foundIn(input));
        if (this.#opened === input) [this.#data, this.#opened] = [data, opened];
        throw refusal;
      };
    } catch (error) {
      if (turn !== this.#turn) return null;
      this.#on.failed(error);
      throw error;
    }
  }

  /**
   * @param {Attributes} attributes
   * @returns {Input | null | undefined} null where there is nothing to draw, undefined while a file is on its way
   * @throws {AttentionError} as readData
   */
  read(attributes) {
    const { src } = attributes;
    const isSet = this.#data !== null || this.#opened !== null;
    if (src !== undefined && !isSet && this.#file?.src !== src) {
      // What is on its way already comes, however often it is asked for.
      if (this.#awaited !== src) this.#fetch(src);
      return undefined;
    }
    this.stop();
    // The author's words are those of the author's numbers.
    const words = this.#opened === null || this.#opened.kind === 'none' ? attributes : {};
    return chooseInput(this.#memory, {
      data: this.#data,
      file: this.#opened ?? (src === undefined ? null : (this.#file?.input ?? null)),
      script: scriptText(this.#host),
      tokens: words.tokens,
      keyTokens: words['key-tokens'],
    });
  }

  /** Wait for no file any more. */
  stop() {
    this.#fetching?.abort();
    this.#awaited = null;
  }

  /** @param {string} src */
  #fetch(src) {
    this.#fetching?.abort();
    const fetching = new AbortController();
    this.#fetching = fetching;
    this.#awaited = src;
    fetchSource(src, this.#host.ownerDocument.baseURI, fetching.signal).then(
      (input) => {
        if (fetching.signal.aborted) return;
        this.#awaited = null;
        this.#file = { src, input };
        this.#on.arrived();
      },
      (error) => {
        if (fetching.signal.aborted) return;
        this.#awaited = null;
        this.#on.failed(error);
      },
    );
  }
}

/**
 * @param {Input} input
 * @returns {{ kind: Input['kind'], shapes: Record<string, number[]>, tokens: string[] | null, attributes: Record<string, string> }}
 *   shapes by name; attributes: those of a figure that was saved
 */
function foundIn({ kind, tensors, tokens, attributes }) {
  const shapes = Object.entries(tensors).map(([name, { shape }]) => [name, [...shape]]);
  return { kind, shapes: Object.fromEntries(shapes), tokens, attributes: { ...attributes } };
}
