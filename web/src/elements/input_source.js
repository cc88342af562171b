// What a tag draws: `.data`, a file, a JSON script inside it, or the words in its attributes, and which of them holds now.
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
    this.#memory.forget();
  }

  /**
   * @param {Attributes} attributes
   * @returns {Input | null | undefined} null where there is nothing to draw, undefined while a file is on its way
   * @throws {AttentionError} as readData
   */
  read(attributes) {
    const { src } = attributes;
    if (src !== undefined && this.#data === null && this.#file?.src !== src) {
      this.#fetch(src);
      return undefined;
    }
    this.stop();
    return chooseInput(this.#memory, {
      data: this.#data,
      file: src === undefined ? null : (this.#file?.input ?? null),
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
