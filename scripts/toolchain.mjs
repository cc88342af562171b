// Finds or makes an Emscripten, and prints the folder of its programs: `node scripts/toolchain.mjs`.
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { candidateVersion, ensureInstalled, hasApt, isRoot, updateLists } from './apt.mjs';
import { capture, isMain, runMain, ScriptError, say } from './run.mjs';
import {
  chooseToolchain,
  explainNone,
  isNewEnough,
  parseEmccVersion,
} from './toolchain/choose.mjs';
import { findPrefix, makePrefix } from './toolchain/debian12.mjs';

/**
 * @typedef {object} Toolchain
 * @property {string} folder that holds emcc, em++ and emcmake
 * @property {string} version
 * @property {string} source where it came from, in words
 */

/**
 * A new enough Emscripten; installs one where there is none.
 * @returns {Promise<Toolchain>}
 * @throws {import('./run.mjs').ScriptError} with what to install
 */
export async function ensureToolchain() {
  const facts = gatherFacts();
  if (
    facts.apt &&
    facts.candidate === null &&
    isRoot() &&
    !facts.installed.some((found) => isNewEnough(found.version))
  ) {
    await updateLists();
    facts.candidate = candidateVersion('emscripten');
  }
  const choice = chooseToolchain(facts);
  switch (choice.kind) {
    case 'installed':
      return { folder: dirname(choice.emcc), version: choice.version, source: 'already installed' };
    case 'apt':
      await ensureInstalled(['emscripten'], 'compiling to WebAssembly');
      return { folder: '/usr/bin', version: choice.version, source: "the distribution's package" };
    case 'prefix':
      return { ...(findPrefix() ?? (await makePrefix())), source: 'private prefix for Debian 12' };
    case 'none':
      throw new ScriptError(explainNone(facts));
  }
}

/**
 * @returns {import('./toolchain/choose.mjs').Facts}
 */
function gatherFacts() {
  const apt = hasApt();
  return {
    installed: findEmcc(),
    system: readSystem(),
    apt,
    candidate: apt ? candidateVersion('emscripten') : null,
  };
}

/** Every emcc on PATH and under $EMSDK that answers with a version. */
function findEmcc() {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  if (process.env.EMSDK) folders.push(join(process.env.EMSDK, 'upstream', 'emscripten'));
  return [...new Set(folders)]
    .map((folder) => join(folder, process.platform === 'win32' ? 'emcc.bat' : 'emcc'))
    .filter((emcc) => existsSync(emcc))
    .flatMap((emcc) => {
      const version = parseEmccVersion(capture(emcc, ['--version']).stdout);
      return version === null ? [] : [{ emcc, version }];
    });
}

function readSystem() {
  const text = existsSync('/etc/os-release') ? readFileSync('/etc/os-release', 'utf8') : '';
  const value = (/** @type {string} */ key) =>
    new RegExp(`^${key}="?([^"\n]*)"?$`, 'm').exec(text)?.[1] ?? '';
  return { id: value('ID'), version: value('VERSION_ID') };
}

if (isMain(import.meta)) {
  await runMain(async () => {
    const { folder, version, source } = await ensureToolchain();
    say(`Emscripten ${version} (${source})`);
    console.log(folder);
  });
}
