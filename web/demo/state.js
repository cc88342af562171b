// What the reader has set, and how a link carries it: `#v=1&text=…&heads=8`. Pure: strings in, strings out.
// It stands after the `#`, so the reader's text is never sent to the server that serves the page.

/** Tokens drawn at most: 64 × 64 cells still show their labels, and one keystroke fits in a frame. */
export const TOKEN_CAP = 64;

/** Characters (UTF-16 code units) read at most; a link stays short enough to be mailed. */
export const TEXT_CAP = 4000;

/** Of a link, whoever wrote it. */
const LONGEST_TEXT = 5 * TEXT_CAP;

export const HEADS = Object.freeze([1, 2, 4, 8]);
export const MASKS = Object.freeze(['none', 'causal', 'padding', 'causal padding']);
export const BACKENDS = Object.freeze(
  /** @type {const} */ (['auto', 'relaxed-simd', 'simd128', 'scalar']),
);

/** @typedef {(typeof BACKENDS)[number]} Backend */
export const TEMPERATURES = Object.freeze({ lowest: 0.1, highest: 10 });

const VERSION = 1;

/**
 * @typedef {object} Settings
 * @property {string} text at most TEXT_CAP code units are drawn
 * @property {string} mask one of MASKS
 * @property {number} padding how many of the last tokens are padding, when the mask says so
 * @property {boolean} scale divide by √d_k
 * @property {number} temperature
 * @property {number} heads one of HEADS
 * @property {string} head the enlarged one: an index, 'mean', or 'all' for none
 * @property {number} seed of the embedding table and the projections, 0 … 2^53 − 1
 * @property {Backend} backend
 */

/** @type {Readonly<Settings>} */
export const DEFAULTS = Object.freeze({
  text: 'The cat that chased the mouse was tired, so the cat slept.',
  mask: 'none',
  padding: 2,
  scale: true,
  temperature: 1,
  heads: 8,
  head: '0',
  seed: 0,
  backend: 'auto',
});

/**
 * One field of a link: its text into a value (undefined: it makes no sense), a value into its text.
 * @template T
 * @typedef {{ read: (text: string) => T | undefined, write: (value: T) => string, expected: string }} Field
 */

/**
 * @template {string} Choice
 * @param {readonly Choice[]} choices
 * @returns {Field<Choice>}
 */
const choice = (choices) => ({
  read: (text) => choices.find((name) => name === text),
  write: (value) => value,
  expected: choices.join(', '),
});

/**
 * @param {(value: number) => boolean} accepts
 * @param {string} expected
 * @returns {Field<number>}
 */
const number = (accepts, expected) => ({
  // Number('') is 0 and Number('0x10') is 16; a link holds plain decimals only.
  read: (text) => (/^\d+(\.\d+)?$/.test(text) && accepts(Number(text)) ? Number(text) : undefined),
  write: String,
  expected,
});

/** @type {{ [K in keyof Settings]: Field<Settings[K]> }} */
const FIELDS = {
  text: {
    // The page reads as much of it as of what is typed, and says so in the same place.
    read: (text) => (text.length <= LONGEST_TEXT ? text : undefined),
    write: (text) => text,
    expected: `at most ${LONGEST_TEXT} characters`,
  },
  mask: choice(MASKS),
  padding: number(
    (value) => Number.isInteger(value) && value >= 1 && value <= TOKEN_CAP,
    `a whole number from 1 to ${TOKEN_CAP}`,
  ),
  scale: {
    read: (text) => (text === 'on' ? true : text === 'off' ? false : undefined),
    write: (value) => (value ? 'on' : 'off'),
    expected: 'on, off',
  },
  temperature: number(
    (value) => value >= TEMPERATURES.lowest && value <= TEMPERATURES.highest,
    `a number from ${TEMPERATURES.lowest} to ${TEMPERATURES.highest}`,
  ),
  heads: number((value) => HEADS.includes(value), HEADS.join(', ')),
  head: choice([
    'all',
    'mean',
    ...Array.from({ length: Math.max(...HEADS) }, (_, head) => String(head)),
  ]),
  seed: number(Number.isSafeInteger, 'a whole number from 0 to 2^53 − 1'),
  backend: choice(BACKENDS),
};

/**
 * The fragment that brings these settings back; only what differs from the defaults is written.
 * @param {Settings} settings
 * @returns {string} without the `#`; empty for the defaults
 */
export function writeState(settings) {
  const parameters = new URLSearchParams();
  for (const name of settingNames()) writeField(parameters, name, settings);
  const text = parameters.toString();
  return text === '' ? '' : `v=${VERSION}&${text}`;
}

/**
 * @template {keyof Settings} K
 * @param {URLSearchParams} parameters
 * @param {K} name
 * @param {Settings} settings
 */
function writeField(parameters, name, settings) {
  if (settings[name] !== DEFAULTS[name]) parameters.set(name, FIELDS[name].write(settings[name]));
}

/**
 * The settings that a fragment carries. What cannot be read keeps its default and is reported.
 * @param {string} fragment with or without the `#`; one without `v` (an anchor) carries nothing
 * @returns {{ settings: Settings, problems: string[] }} problems: one sentence each
 */
export function readState(fragment) {
  const parameters = new URLSearchParams(fragment.replace(/^#/, ''));
  const settings = { ...DEFAULTS };
  const version = parameters.get('v');
  if (version === null) return { settings, problems: [] };
  if (version !== String(VERSION)) {
    const problem = `The link has version “${shorten(version)}”; this page reads version ${VERSION}.`;
    return { settings, problems: [problem] };
  }
  const problems = settingNames().flatMap((name) => readField(parameters, name, settings));
  return { settings, problems };
}

/**
 * @template {keyof Settings} K
 * @param {URLSearchParams} parameters
 * @param {K} name
 * @param {Settings} settings changed where the field can be read
 * @returns {string[]}
 */
function readField(parameters, name, settings) {
  const text = parameters.get(name);
  if (text === null) return [];
  const value = FIELDS[name].read(text);
  if (value === undefined)
    return [`${name} is “${shorten(text)}”, expected ${FIELDS[name].expected}.`];
  settings[name] = value;
  return [];
}

/** @returns {(keyof Settings)[]} */
function settingNames() {
  return /** @type {(keyof Settings)[]} */ (Object.keys(DEFAULTS));
}

/**
 * Enough of a value to recognise it in a note.
 * @param {string} text
 */
function shorten(text) {
  const points = Array.from(text);
  return points.length <= 24 ? text : `${points.slice(0, 24).join('')}…`;
}
