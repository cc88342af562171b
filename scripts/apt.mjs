// Debian's package manager as the scripts use it: ask, install as root, download without root. Never sudo.
import { setTimeout as sleep } from 'node:timers/promises';
import { capture, hasProgram, run, ScriptError, say, step } from './run.mjs';

/** Seconds that apt waits for another installation to finish before it gives up. */
const LOCK_TIMEOUT_S = 300;
const LOCK_RETRY_MS = 5000;

export function isRoot() {
  return process.getuid?.() === 0;
}

export function hasApt() {
  return hasProgram('apt-get') && hasProgram('apt-cache') && hasProgram('dpkg-query');
}

/**
 * The version that apt would install, out of `apt-cache policy` output.
 * @param {string} policy
 * @returns {string | null} null when apt does not know the package
 */
export function parseCandidate(policy) {
  const version = /^ {2}Candidate: (\S+)$/m.exec(policy)?.[1];
  return version === undefined || version === '(none)' ? null : version;
}

/**
 * The version of a package that apt would install now.
 * @param {string} name
 * @param {string[]} [options] apt options that go before the command
 */
export function candidateVersion(name, options = []) {
  return parseCandidate(capture('apt-cache', [...options, 'policy', name]).stdout);
}

/**
 * @param {string} name
 */
export function isInstalled(name) {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: this is dpkg-query's own notation
  const { status, stdout } = capture('dpkg-query', ['-W', '-f', '${db:Status-Status}', name]);
  return status === 0 && stdout === 'installed';
}

/**
 * Runs apt-get, waiting while another apt holds a lock. `DPkg::Lock::Timeout` covers the installation
 * itself, but not the locks on package lists and downloads.
 * @param {string[]} args
 * @param {{ cwd?: string }} [options]
 */
export async function aptGet(args, { cwd } = {}) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C' };
  const deadline = performance.now() + LOCK_TIMEOUT_S * 1000;
  for (let waited = false; ; waited = true) {
    try {
      return await run('apt-get', ['-q', '-o', `DPkg::Lock::Timeout=${LOCK_TIMEOUT_S}`, ...args], {
        cwd,
        env,
      });
    } catch (error) {
      const locked =
        error instanceof ScriptError && /Could not get lock|Unable to lock/.test(error.message);
      if (!locked || performance.now() > deadline) throw error;
      if (!waited) say('  waiting for another apt to finish …');
      await sleep(LOCK_RETRY_MS);
    }
  }
}

/** Fetches the machine's package lists; root only. */
export function updateLists() {
  return step('Fetching package lists (apt-get update)', () => aptGet(['update']));
}

/**
 * What to type as root to get these packages.
 * @param {string[]} names
 */
function installCommand(names) {
  return `apt-get update && apt-get install --no-install-recommends ${names.join(' ')}`;
}

/**
 * Makes sure that Debian packages are installed; says first what it will install.
 * @param {string[]} names
 * @param {string} purpose what they are for, to finish the sentence "… needed for"
 * @throws {ScriptError} without root, with the command to type
 */
export async function ensureInstalled(names, purpose) {
  const missing = names.filter((name) => !isInstalled(name));
  if (missing.length === 0) return;
  if (!isRoot()) {
    throw new ScriptError(
      `Needed for ${purpose}, and not installed: ${missing.join(' ')}.\n` +
        `This script never calls sudo. As root, run:\n\n  ${installCommand(missing)}\n\nthen run the same command again.`,
    );
  }
  if (missing.some((name) => candidateVersion(name) === null)) await updateLists();
  const install = () => aptGet(['install', '-y', '--no-install-recommends', ...missing]);
  await step(`Installing for ${purpose}: ${missing.join(' ')}`, async () => {
    try {
      await install();
    } catch (error) {
      // Old lists name packages that the mirror has since replaced.
      if (!(error instanceof ScriptError) || !/404 |Unable to fetch/.test(error.message))
        throw error;
      await updateLists();
      await install();
    }
  });
}

/**
 * The address of the Debian archive that this machine itself installs from.
 * @param {string[]} [options] apt options
 * @returns {string | null} null when apt has no lists of Debian's
 */
export function debianArchive(options = []) {
  const format = '$(ORIGIN) $(COMPONENT) $(CODENAME) $(REPO_URI)';
  const { stdout } = capture('apt-get', [
    ...options,
    'indextargets',
    '--format',
    format,
    'Created-By: Packages',
  ]);
  return parseArchive(stdout);
}

/**
 * @param {string} targets lines of "origin component codename address"
 * @returns {string | null}
 */
export function parseArchive(targets) {
  for (const line of targets.split('\n')) {
    const [origin, component, codename, address] = line.split(' ');
    if (origin === 'Debian' && component === 'main' && /^[a-z]+$/.test(codename ?? '') && address)
      return address;
  }
  return null;
}
