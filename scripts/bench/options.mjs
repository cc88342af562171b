// What `npm run bench` may be asked for, and what it says to the rest.
import { WORKS } from '../../tests/bench/works.mjs';
import { ScriptError } from '../run.mjs';

/** Works of their own kind, run after the others. */
export const EXTRA_WORKS = ['two-workers', 'sweep'];

/** Peers by the short names of the command line. @type {Record<string, string>} */
export const PEERS = {
  js: 'plain JS',
  naive: 'naive C++',
  ort: 'onnxruntime-web',
  litert: 'LiteRT.js',
  tfjs: 'tfjs-wasm',
  numpy: 'NumPy + OpenBLAS',
};

export const ENVIRONMENTS = /** @type {const} */ (['chromium', 'node']);

const ROUNDS = 9;
const QUICK_ROUNDS = 3;
const MOST_ROUNDS = 99;

/**
 * @typedef {object} Options
 * @property {string[]} works ids
 * @property {('chromium' | 'node')[]} environments
 * @property {string[]} peers full names
 * @property {number} rounds
 * @property {boolean} build
 * @property {boolean} json
 */

export const KERNEL_USAGE = `  npm run bench                    the race: our kernels and the peers on the same work, in Chromium and in Node
      --work W1,W2-512             only these of ${[...WORKS.map(({ id }) => id), ...EXTRA_WORKS].join(', ')}
      --env chromium|node          only there
      --peers none|ort,litert      only these of ${Object.keys(PEERS).join(', ')}
      --rounds N                   samples of each contestant, 1 to ${MOST_ROUNDS}; ${ROUNDS} unless said otherwise
      --quick                      ${QUICK_ROUNDS} rounds: for a look, not for numbers to keep
      --no-build                   with what was built and installed before
      --json                       everything as one JSON document on stdout`;

/**
 * @param {readonly string[]} words after the name of the benchmark
 * @returns {Options}
 * @throws {ScriptError} naming the word that is not understood
 */
export function readOptions(words) {
  /** @type {Options} */
  const options = {
    works: [...WORKS.map(({ id }) => id), ...EXTRA_WORKS],
    environments: [...ENVIRONMENTS],
    peers: Object.values(PEERS),
    rounds: ROUNDS,
    build: true,
    json: false,
  };
  const left = words.flatMap((word) => splitAssignment(word));
  while (left.length > 0) {
    const word = /** @type {string} */ (left.shift());
    const value = () => {
      const next = left.shift();
      if (next === undefined || next.startsWith('--')) refuse(`${word} needs a value.`);
      return /** @type {string} */ (next);
    };
    if (word === '--json') options.json = true;
    else if (word === '--no-build') options.build = false;
    else if (word === '--quick') options.rounds = QUICK_ROUNDS;
    else if (word === '--rounds') options.rounds = readRounds(value());
    else if (word === '--work') options.works = readList(word, value(), options.works);
    else if (word === '--env') options.environments = readList(word, value(), ENVIRONMENTS);
    else if (word === '--peers') options.peers = readPeers(value());
    else refuse(`'${word}' is not understood.`);
  }
  return options;
}

/** @param {string} word `--name=value` or anything else */
function splitAssignment(word) {
  const at = word.startsWith('--') ? word.indexOf('=') : -1;
  return at < 0 ? [word] : [word.slice(0, at), word.slice(at + 1)];
}

/** @param {string} text */
function readRounds(text) {
  const rounds = Number(text);
  if (!/^\d+$/.test(text) || rounds < 1 || rounds > MOST_ROUNDS)
    refuse(`--rounds is '${text}', expected a whole number from 1 to ${MOST_ROUNDS}.`);
  return rounds;
}

/** @param {string} text */
function readPeers(text) {
  if (text === 'none') return [];
  if (text === 'all') return Object.values(PEERS);
  return readList('--peers', text, Object.keys(PEERS)).map((name) => PEERS[name]);
}

/**
 * @template {string} T
 * @param {string} option
 * @param {string} text names with commas between them
 * @param {readonly T[]} known
 * @returns {T[]} in the order of `known`
 */
function readList(option, text, known) {
  const asked = text.split(',');
  const unknown = asked.filter(
    (name) => !(/** @type {readonly string[]} */ (known).includes(name)),
  );
  if (unknown.length > 0)
    refuse(`${option} does not know '${unknown.join("', '")}'; it knows ${known.join(', ')}.`);
  return known.filter((name) => asked.includes(name));
}

/**
 * @param {string} reason
 * @returns {never}
 */
function refuse(reason) {
  throw new ScriptError(`${reason}\n\n${KERNEL_USAGE}`);
}
