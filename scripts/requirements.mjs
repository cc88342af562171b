// The programs that the project needs from the system, and how to get them: apt where there is apt, else a message.
import { existsSync } from 'node:fs';
import { ensureInstalled, hasApt } from './apt.mjs';
import { findChromium } from './chromium.mjs';
import { findFirefox } from './firefox.mjs';
import { capture, hasProgram, ScriptError } from './run.mjs';
import { hasWebKit } from './webkit.mjs';

/** Versions that Vite, and `require()` of this package's ES modules, need. */
const MINIMUM_NODE = [20, 19];

/**
 * @typedef {object} Requirement
 * @property {string} name what to look for, as a person would call it
 * @property {string[]} packages Debian's packages for it
 * @property {() => boolean | Promise<boolean>} isThere
 */

/** @type {Requirement[]} */
export const BUILD_TOOLS = [
  { name: 'cmake', packages: ['cmake'], isThere: () => hasProgram('cmake') },
  { name: 'ninja', packages: ['ninja-build'], isThere: () => hasProgram('ninja') },
  {
    name: 'python3, which runs Emscripten',
    packages: ['python3'],
    isThere: () => hasProgram('python3'),
  },
  {
    name: 'doctest',
    packages: ['doctest-dev'],
    // Where there is no apt, CMake fetches a pinned version.
    isThere: () => !hasApt() || existsSync('/usr/include/doctest/doctest.h'),
  },
];

/** @type {Requirement[]} */
export const NATIVE_TOOLS = [
  {
    name: 'a C++20 compiler (g++ or clang++)',
    packages: ['g++'],
    isThere: () =>
      hasProgram(process.env.CXX || 'c++') || hasProgram('g++') || hasProgram('clang++'),
  },
];

/** @type {Requirement[]} */
export const BROWSER = [
  {
    name: 'Chromium (or CHROME_PATH=/path/to/chrome)',
    // Without recommended packages there would be no font to draw text with.
    packages: ['chromium', 'fonts-liberation'],
    isThere: async () => (await findChromium()) !== null,
  },
];

/** What `npm run test:all` drives besides Chromium. @type {Requirement[]} */
export const OTHER_BROWSERS = [
  {
    name: 'Firefox (or FIREFOX_PATH=/path/to/firefox)',
    packages: ['firefox-esr', 'fonts-liberation'],
    isThere: () => findFirefox() !== null,
  },
  {
    name: 'WebKitGTK: WebKitWebDriver and Xvfb',
    packages: ['webkit2gtk-driver', 'xvfb', 'fonts-liberation'],
    isThere: hasWebKit,
  },
];

/** The same clang as the formatter's; its runtimes are a package of their own. @type {Requirement[]} */
export const FUZZER = [
  {
    name: 'clang++-19 with its runtimes (sanitizers and libFuzzer)',
    packages: ['clang-19', 'libclang-rt-19-dev'],
    isThere: () => hasProgram('clang++-19') && existsSync(fuzzerLibrary()),
  },
];

/** Where clang would look for libFuzzer; its bare name when it finds none. */
function fuzzerLibrary() {
  const machine = process.arch === 'arm64' ? 'aarch64' : 'x86_64';
  const name = `libclang_rt.fuzzer-${machine}.a`;
  return capture('clang++-19', [`-print-file-name=${name}`]).stdout.trim();
}

/** @type {Requirement[]} */
export const BENCHMARK_LIBRARY = [
  {
    name: 'Google Benchmark',
    packages: ['libbenchmark-dev'],
    // Where there is no apt, CMake fetches a pinned version.
    isThere: () => !hasApt() || existsSync('/usr/include/benchmark/benchmark.h'),
  },
];

/** @type {Requirement[]} */
export const FORMATTERS = [
  { name: 'clang-format', packages: ['clang-format-19'], isThere: () => clangFormat() !== null },
];

/**
 * The formatter to use. Versions differ in what they write: the project's is 19, which Debian 12 and 13 both have under
 * this name; elsewhere whatever is there must do.
 * @returns {string | null}
 */
export function clangFormat() {
  const names = hasApt() ? ['clang-format-19'] : ['clang-format-19', 'clang-format'];
  return names.find(hasProgram) ?? null;
}

/**
 * Makes sure that the system has these; installs what is missing in one go.
 * @param {Requirement[]} requirements
 * @param {string} purpose
 * @throws {ScriptError} naming everything that is missing
 */
export async function ensureRequirements(requirements, purpose) {
  const missing = [];
  for (const requirement of requirements) {
    if (!(await requirement.isThere())) missing.push(requirement);
  }
  if (missing.length === 0) return;
  if (hasApt()) {
    await ensureInstalled(
      missing.flatMap(({ packages }) => packages),
      purpose,
    );
    return;
  }
  const names = missing.map(({ name }) => `  ${name}`).join('\n');
  throw new ScriptError(
    `Needed for ${purpose}, and not found:\n\n${names}\n\nInstall them, then run the same command again.`,
  );
}

/**
 * @throws {ScriptError} if this Node is too old
 */
export function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  const [leastMajor, leastMinor] = MINIMUM_NODE;
  if (major > leastMajor || (major === leastMajor && minor >= leastMinor)) return;
  throw new ScriptError(
    `Node ${MINIMUM_NODE.join('.')} or newer is needed; this is ${process.versions.node}.`,
  );
}
