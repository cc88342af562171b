// Emscripten on Debian 12, whose own package is too old: a private prefix in the user's cache folder, made of clang 19
// from bookworm and of Emscripten and Binaryen from trixie. The system's packages and its libc stay as they are.
//
//   emscripten/   trixie's Emscripten, without its tests and the archives that this project does not link
//   trixie/       binaryen's tools and the newer libc that they need, unpacked, not installed
//   binaryen/bin/ a wrapper per tool, which starts it through trixie's own loader
//   bookworm/     clang, lld and llvm, unpacked: only without root
//   llvm/bin/     a wrapper per LLVM tool: only without root
//   installed.json  written last: which packages the prefix was made of
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { debianArchive, ensureInstalled, isInstalled, isRoot, updateLists } from '../apt.mjs';
import { CACHE } from '../paths.mjs';
import { ScriptError, say, step } from '../run.mjs';
import { withLock } from './lock.mjs';
import {
  download,
  machineOptions,
  missingPackages,
  trixieOptions,
  updatePrivateLists,
} from './private_apt.mjs';
import { smokeTest } from './smoke_test.mjs';
import {
  unpack,
  unpackEmscripten,
  writeConfig,
  writeLibraryWrappers,
  writeLoaderWrappers,
} from './unpack.mjs';

/** Raised whenever the recipe below changes, so that an older prefix is made anew. */
const RECIPE = 1;
const FOLDER = join(CACHE, `emscripten-debian12-${RECIPE}`);
const UNFINISHED = `${FOLDER}.making-`;
const DOWNLOADS = join(CACHE, 'downloads');
const STAMP = 'installed.json';

const LLVM_PACKAGES = ['clang-19', 'lld-19', 'llvm-19'];
const LLVM_TOOLS = ['clang-19', 'clang++-19', 'wasm-ld-19', 'llvm-ar-19', 'llvm-nm-19'];
const TRIXIE_PACKAGES = [
  'emscripten',
  'node-acorn',
  'binaryen',
  'libc6',
  'libstdc++6',
  'libgcc-s1',
];

/**
 * The prefix, if it is complete and LLVM is still where it expects it.
 * @returns {{ folder: string, version: string } | null}
 */
export function findPrefix() {
  const stamp = join(FOLDER, STAMP);
  if (!existsSync(stamp)) return null;
  const { llvmRoot, version } = JSON.parse(readFileSync(stamp, 'utf8'));
  const root = llvmRoot ?? join(FOLDER, 'llvm', 'bin');
  const complete = LLVM_TOOLS.every((tool) => existsSync(join(root, tool)));
  return complete ? { folder: join(FOLDER, 'emscripten'), version } : null;
}

/**
 * Makes the prefix, unless another process has just done so. About 300 MB are downloaded, and kept until the prefix is
 * complete, so that an interrupted run goes on where it stopped.
 * @returns {Promise<{ folder: string, version: string }>}
 */
export function makePrefix() {
  return withLock(`${FOLDER}.lock`, async () => {
    const ready = findPrefix();
    if (ready) return ready;
    say(
      `Installing into ${FOLDER}: Emscripten, Binaryen and their libraries from Debian 13 (unpacked, not installed)`,
    );
    await ensureInstalled(['python3'], 'Emscripten');
    const llvmOnSystem = await provideSystemLlvm();
    removeUnfinished();
    const temporary = mkdtempSync(UNFINISHED);
    try {
      await fill(temporary, llvmOnSystem);
      // Whatever stands there has no stamp, or has lost its LLVM.
      rmSync(FOLDER, { recursive: true, force: true });
      renameSync(temporary, FOLDER);
    } finally {
      rmSync(temporary, { recursive: true, force: true });
    }
    rmSync(DOWNLOADS, { recursive: true, force: true });
    const made = findPrefix();
    if (!made) throw new ScriptError(`${FOLDER} was made, but is not complete.`);
    return made;
  });
}

/** What interrupted runs left behind; the lock says that nobody is at work on them. */
function removeUnfinished() {
  for (const name of readdirSync(CACHE)) {
    if (name.startsWith(basename(UNFINISHED))) rmSync(join(CACHE, name), { recursive: true });
  }
}

/**
 * Gets clang, lld and llvm into the system where that is possible.
 * @returns {Promise<boolean>} whether they are there
 */
async function provideSystemLlvm() {
  if (isRoot()) {
    if (debianArchive() === null) await updateLists();
    await ensureInstalled(LLVM_PACKAGES, 'compiling to WebAssembly');
  }
  return LLVM_PACKAGES.every(isInstalled);
}

/**
 * @param {string} prefix an empty folder
 * @param {boolean} llvmOnSystem
 */
async function fill(prefix, llvmOnSystem) {
  const machine = machineOptions(DOWNLOADS);
  if (debianArchive() === null || !llvmOnSystem) {
    await step('Fetching package lists of this system', () => updatePrivateLists(machine));
  }
  const archive = debianArchive() ?? debianArchive(machine);
  if (archive === null)
    throw new ScriptError('apt knows no Debian archive: /etc/apt names none that answers.');
  if (!llvmOnSystem) await unpackLlvm(prefix, machine);

  const trixie = trixieOptions(DOWNLOADS, archive);
  await step('Fetching package lists of Debian 13', () => updatePrivateLists(trixie));
  const debs = await step(`Downloading ${TRIXIE_PACKAGES.join(', ')} (250 MB)`, () =>
    download(TRIXIE_PACKAGES, DOWNLOADS, trixie),
  );
  await step('Unpacking Emscripten and Binaryen', async () => {
    for (const [name, deb] of debs) {
      await (name === 'emscripten'
        ? unpackEmscripten(deb, prefix)
        : unpack(deb, join(prefix, 'trixie')));
    }
  });
  writeLoaderWrappers(prefix);
  writeConfig(prefix, llvmOnSystem);
  const version = await step('Compiling and running a first program', () =>
    smokeTest(join(prefix, 'emscripten')),
  );
  const packages = [...debs.values()].map((deb) => deb.slice(deb.lastIndexOf('/') + 1));
  const stamp = { version, llvmRoot: llvmOnSystem ? '/usr/bin' : undefined, packages };
  writeFileSync(join(prefix, STAMP), `${JSON.stringify(stamp, null, 2)}\n`);
}

/**
 * @param {string} prefix
 * @param {string[]} machine
 */
async function unpackLlvm(prefix, machine) {
  const names = missingPackages(LLVM_PACKAGES, machine);
  const debs = await step(
    `Downloading ${LLVM_PACKAGES.join(', ')} and what they need (${names.length} packages)`,
    () => download(names, DOWNLOADS, machine),
  );
  await step('Unpacking clang, lld and llvm', async () => {
    for (const deb of debs.values()) await unpack(deb, join(prefix, 'bookworm'));
  });
  writeLibraryWrappers(prefix);
}
