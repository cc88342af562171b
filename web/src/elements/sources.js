// Where the data of a tag comes from: `.data`, a JSON script inside it, a file, or the words in its attributes.
import { AttentionError } from '../errors.js';
import { readData, readJson } from '../readers/json.js';

/** @typedef {import('../readers/json.js').Input} Input */

/**
 * @param {Element} element
 * @returns {string | null} the text of its first JSON script child
 */
export function scriptText(element) {
  for (const child of element.children) {
    if (child.localName === 'script' && child.getAttribute('type') === 'application/json') {
      const text = child.textContent ?? '';
      // While the page is still being parsed the script may be there and empty.
      return text.trim() === '' ? null : text;
    }
  }
  return null;
}

/**
 * Fetch what `src` names.
 * @param {string} src
 * @param {string} base the page's address
 * @param {AbortSignal} signal
 * @returns {Promise<Input>}
 * @throws {AttentionError} for what is no address, other kinds of file, answers that are no success, and bad content
 */
export async function fetchSource(src, base, signal) {
  const url = address(src, base);
  if (!/\.json$/i.test(url.pathname)) {
    throw new AttentionError('option', 'src', `src is '${src}', expected a .json file`);
  }
  const answer = await fetch(url, { signal }).catch((error) => {
    // A browser does not say more than that it failed.
    const reason = error instanceof Error ? error.message : String(error);
    throw new AttentionError('option', 'src', `src '${src}' cannot be fetched: ${reason}`);
  });
  if (!answer.ok) {
    throw new AttentionError('option', 'src', `src '${src}' was answered with ${answer.status}`);
  }
  return readJson(await answer.text());
}

/**
 * @param {string} src
 * @param {string} base
 * @returns {URL}
 * @throws {AttentionError}
 */
function address(src, base) {
  try {
    return new URL(src, base);
  } catch {
    throw new AttentionError('option', 'src', `src is '${src}', expected an address`);
  }
}

/** Reads each data object and each script once, however often the tag computes. */
export class SourceMemory {
  /** @type {{ from: unknown, input: Input } | null} */
  #last = null;

  /**
   * @param {unknown} from
   * @param {() => Input} read
   * @returns {Input}
   */
  recall(from, read) {
    const known = this.#last;
    if (known && known.from === from) return known.input;
    const input = read();
    this.#last = { from, input };
    return input;
  }

  /** The same object may hold something else now. */
  forget() {
    this.#last = null;
  }
}

/**
 * The input that holds now, by rank: data, file, script child, attributes.
 * @param {SourceMemory} memory
 * @param {object} given
 * @param {unknown} given.data what `.data` was set to; null for nothing
 * @param {Input | null} given.file what `src` brought
 * @param {string | null} given.script
 * @param {string[] | undefined} given.tokens
 * @param {string[] | undefined} given.keyTokens
 * @returns {Input | null} null where the tag has nothing to draw
 * @throws {AttentionError} as readData
 */
export function chooseInput(memory, { data, file, script, tokens, keyTokens }) {
  let read = file;
  if (data !== null && data !== undefined) read = memory.recall(data, () => readData(data));
  else if (!read && script) read = memory.recall(script, () => readJson(script));
  if (read) {
    // Attributes label what came without tokens of its own.
    // A file of attributes alone, on a tag that has the words.
    const kind = read.kind === 'none' && tokens ? 'tokens' : read.kind;
    return {
      ...read,
      kind,
      tokens: read.tokens ?? tokens ?? null,
      keyTokens: read.keyTokens ?? keyTokens ?? null,
    };
  }
  if (!tokens) return null;
  return { kind: 'tokens', tokens, keyTokens: keyTokens ?? null, tensors: {}, settings: {} };
}
