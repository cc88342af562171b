// Which Emscripten to take: a pure function of what the machine offers, so that every branch is tested on every machine.

/** The oldest Emscripten whose ES-module output runs in Node and whose relaxed-SIMD opcodes are the final ones. */
export const MINIMUM_VERSION = '3.1.69';

/**
 * @typedef {object} Facts
 * @property {{ emcc: string, version: string }[]} installed every emcc found, best place first
 * @property {{ id: string, version: string }} system ID and VERSION_ID of /etc/os-release
 * @property {boolean} apt whether apt is there
 * @property {string | null} candidate the Debian version of `emscripten` that apt offers
 */

/**
 * @typedef {{ kind: 'installed', emcc: string, version: string }
 *   | { kind: 'apt', version: string }
 *   | { kind: 'prefix' }
 *   | { kind: 'none' }} Choice
 */

/**
 * The first of: one that is there; the distribution's; a private prefix (Debian 12); none.
 * @param {Facts} facts
 * @returns {Choice}
 */
export function chooseToolchain({ installed, system, apt, candidate }) {
  const usable = installed.find(({ version }) => isNewEnough(version));
  if (usable) return { kind: 'installed', ...usable };
  if (apt && candidate !== null && isNewEnough(upstreamVersion(candidate))) {
    return { kind: 'apt', version: candidate };
  }
  if (apt && system.id === 'debian' && system.version === '12') return { kind: 'prefix' };
  return { kind: 'none' };
}

/**
 * @param {string} version such as '3.1.69'
 */
export function isNewEnough(version) {
  const actual = numbers(version);
  for (const [position, least] of numbers(MINIMUM_VERSION).entries()) {
    const part = actual[position] ?? 0;
    if (part !== least) return part > least;
  }
  return true;
}

/**
 * The upstream part of a Debian version: '1:3.1.69+dfsg-3' gives '3.1.69'.
 * @param {string} version
 */
export function upstreamVersion(version) {
  return /^(?:\d+:)?(\d+(?:\.\d+)*)/.exec(version)?.[1] ?? '0';
}

/**
 * The version in the first line that `emcc --version` prints.
 * @param {string} text
 * @returns {string | null}
 */
export function parseEmccVersion(text) {
  return /^emcc \(.*\) (\d+\.\d+\.\d+)/m.exec(text)?.[1] ?? null;
}

/**
 * What to say when there is nothing to take.
 * @param {Facts} facts
 */
export function explainNone({ installed, apt, candidate }) {
  const found = installed.map(({ emcc, version }) => `${emcc} is ${version}`);
  if (apt) found.push(candidate === null ? 'apt knows no emscripten' : `apt offers ${candidate}`);
  return [
    `Emscripten ${MINIMUM_VERSION} or newer is needed${found.length > 0 ? ` (${found.join('; ')})` : ''}. To install it:`,
    '',
    '  git clone https://github.com/emscripten-core/emsdk.git',
    `  ./emsdk/emsdk install ${MINIMUM_VERSION} && ./emsdk/emsdk activate ${MINIMUM_VERSION}`,
    '  . ./emsdk/emsdk_env.sh',
    '',
    'then run the same command again.',
  ].join('\n');
}

/**
 * @param {string} version
 */
function numbers(version) {
  return version.split('.').map(Number);
}
