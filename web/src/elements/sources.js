// Where the data of a tag comes from: `.data`, a file, a JSON script inside it, or the words in its attributes.
import { AttentionError } from '../errors.js';
import { readData, readJson } from '../readers/json.js';

/** @typedef {import('../readers/json.js').Input} Input */

/** The media types that are JSON: application/json, text/json, …+json, in any case, whatever their parameters. */
const JSON_TYPE = /^\s*(?:text\/json|application\/(?:[\w.-]+\+)?json)\s*(?:;.*)?$/i;

/**
 * @param {Element} element
 * @returns {string | null} the text of its first JSON script child
 */
export function scriptText(element) {
  for (const child of element.children) {
    if (child.localName === 'script' && JSON_TYPE.test(child.getAttribute('type') ?? '')) {
      const text = child.textContent ?? '';
      // While the page is still being parsed the script may be there and empty.
      return text.trim() === '' ? null : text;
    }
  }
  return null;
}

/** Children that nobody sees. */
const UNSEEN = ['script', 'style', 'template'];

/**
 * @param {Element} element
 * @returns {boolean} whether a reader sees nothing of it while it has no data: no fallback of the author's, no place for files
 */
export function isBlank(element) {
  const isSeen = [...element.children].some(({ localName }) => !UNSEEN.includes(localName));
  const hasText = [...element.childNodes].some(
    (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
  );
  return !isSeen && !hasText && !element.hasAttribute('drop');
}

/**
 * Fetch what `src` names: .json, .npy, .npz, .safetensors, .csv, .txt, or whatever its first bytes say.
 * @param {string} src
 * @param {string} base the page's address
 * @param {AbortSignal} signal
 * @returns {Promise<Input>}
 * @throws {AttentionError} for what is no address, answers that are no success, what is too large, and bad content
 */
export async function fetchSource(src, base, signal) {
  const url = address(src, base);
  // Read where they are needed only: most tags have their words in an attribute.
  const readers = import('../readers/file.js');
  const [answer, { LARGEST_FILE, readFile }] = await Promise.all([
    fetchAnswer(url, src, signal),
    readers,
  ]);
  const bytes = await readBody(answer, src, LARGEST_FILE);
  const name = url.pathname.slice(url.pathname.lastIndexOf('/') + 1);
  return readFile(bytes, { name });
}

/**
 * @param {URL} url
 * @param {string} src
 * @param {AbortSignal} signal
 * @returns {Promise<Response>}
 */
async function fetchAnswer(url, src, signal) {
  const answer = await fetch(url, { signal }).catch((error) => refuseFetch(src, error));
  if (answer.ok) return answer;
  throw new AttentionError('option', 'src', `src '${src}' was answered with ${answer.status}`);
}

/**
 * @param {Response} answer
 * @param {string} src
 * @param {number} most bytes
 * @returns {Promise<Uint8Array>} unpacked by the browser, where the server has packed it
 */
async function readBody(answer, src, most) {
  /** @type {Uint8Array[]} */
  const parts = [];
  let size = 0;
  const reader = answer.body?.getReader();
  for (;;) {
    // A connection that breaks off is an error here, as one that never was.
    const part = await reader?.read().catch((error) => refuseFetch(src, error));
    if (!part?.value) break;
    size += part.value.length;
    if (size > most) {
      reader?.cancel().catch(() => {});
      const problem = `src '${src}' has more than ${most} bytes, which are not read`;
      throw new AttentionError('overflow', 'src', problem);
    }
    parts.push(part.value);
  }
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/**
 * @param {string} src
 * @param {unknown} error of a browser, which does not say more than that it failed
 * @returns {never}
 */
function refuseFetch(src, error) {
  const reason = error instanceof Error ? error.message : String(error);
  throw new AttentionError('option', 'src', `src '${src}' cannot be fetched: ${reason}`);
}

/**
 * @param {string} src
 * @param {string} base
 * @returns {URL}
 * @throws {AttentionError}
 */
function address(src, base) {
  // It would be the page itself.
  if (src.trim() === '') throw new AttentionError('option', 'src', 'src is empty');
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
 * @param {Input | null} given.file what was opened, or what `src` brought
 * @param {string | null} given.script
 * @param {string[] | undefined} given.tokens
 * @param {string[] | undefined} given.keyTokens
 * @returns {Input | null} null where the tag has nothing to draw
 * @throws {AttentionError} as readData; code 'option' for key-tokens alone
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
  if (tokens)
    return { kind: 'tokens', tokens, keyTokens: keyTokens ?? null, tensors: {}, settings: {} };
  if (!keyTokens) return null;
  const problem = `key-tokens has ${keyTokens.length}, and tokens none to ask about them`;
  throw new AttentionError('option', 'key-tokens', problem);
}
