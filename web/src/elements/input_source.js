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

  /**
   * @param {Element} host
   * @param {{ arrived: () => void, failed: (error: unknown) => void }} on a file is there, or cannot be had
   */
  constructor(host, on) {
    this.#host = host;
    this.#on = on;
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
   * @returns {Promise<boolean>} whether it holds now: false where something else was opened or set meanwhile
   * @throws {import('../errors.js').AttentionError} as readOpened, and told; what held before still does
   */
  async open(source, name) {
    this.#turn += 1;
    const turn = this.#turn;
    try {
      const input = await readOpened(source, name);
      if (turn !== this.#turn) return false;
      this.#data = null;
      this.#opened = input;
      emit(this.#host, 'open', { kind: input.kind, shapes: shapesOf(input), tokens: input.tokens });
      return true;
    } catch (error) {
      if (turn !== this.#turn) return false;
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
      this.#fetch(src);
      return undefined;
    }
    this.stop();
    return chooseInput(this.#memory, {
      data: this.#data,
      file: this.#opened ?? (src === undefined ? null : (this.#file?.input ?? null)),
      script: scriptText(this.#host),
      tokens: attributes.tokens,
      keyTokens: attributes['key-tokens'],
    });
  }

  /** Wait for no file any more. */
  stop() {
    this.#fetching?.abort();
  }

  /** @param {string} src */
  #fetch(src) {
    this.#fetching?.abort();
    const fetching = new AbortController();
    this.#fetching = fetching;
    fetchSource(src, this.#host.ownerDocument.baseURI, fetching.signal).then(
      (input) => {
        if (fetching.signal.aborted) return;
        this.#file = { src, input };
        this.#on.arrived();
      },
      (error) => {
        if (!fetching.signal.aborted) this.#on.failed(error);
      },
    );
  }
}

/**
 * @param {Input} input
 * @returns {Record<string, number[]>} by name
 */
function shapesOf({ tensors }) {
  return Object.fromEntries(Object.entries(tensors).map(([name, { shape }]) => [name, [...shape]]));
}
