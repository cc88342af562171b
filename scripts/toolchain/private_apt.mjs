// Private apt states: package lists and downloads in folders of our own, which need no root and leave the system's alone.
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { aptGet, candidateVersion } from '../apt.mjs';
import { capture, ScriptError } from '../run.mjs';

const KEYRING = '/usr/share/keyrings/debian-archive-keyring.gpg';

/**
 * An apt state with the machine's own sources and installed packages.
 * @param {string} folder
 * @returns {string[]} options for apt-get and apt-cache
 */
export function machineOptions(folder) {
  return stateOptions(join(folder, 'machine'));
}

/**
 * An apt state that knows Debian 13 alone, out of the archive that the machine uses, and nothing as installed.
 * @param {string} folder
 * @param {string} archive the address
 * @returns {string[]} options for apt-get and apt-cache
 */
export function trixieOptions(folder, archive) {
  if (!existsSync(KEYRING))
    throw new ScriptError(`${KEYRING} is missing: install debian-archive-keyring.`);
  const state = join(folder, 'trixie');
  const options = stateOptions(state);
  const sources = join(state, 'debian13.sources');
  writeFileSync(
    sources,
    [
      'Types: deb',
      `URIs: ${archive}`,
      'Suites: trixie',
      'Components: main',
      `Signed-By: ${KEYRING}`,
      '',
    ].join('\n'),
  );
  const status = join(state, 'status');
  writeFileSync(status, '');
  return [
    ...options,
    ...setting('Dir::Etc::sourcelist', sources),
    ...setting('Dir::Etc::sourceparts', '/dev/null'),
    ...setting('Dir::Etc::preferencesparts', '/dev/null'),
    ...setting('Dir::State::status', status),
  ];
}

/**
 * Fetches the lists of a private state.
 * @param {string[]} options
 */
export async function updatePrivateLists(options) {
  await aptGet([...options, ...setting('Acquire::Languages', 'none'), 'update']);
}

/**
 * The packages that an installation of `names` would add to the system, dependencies included.
 * @param {string[]} names
 * @param {string[]} options
 */
export function missingPackages(names, options) {
  const simulated = capture('apt-get', [
    ...options,
    '-s',
    'install',
    '--no-install-recommends',
    ...names,
  ]);
  if (simulated.status !== 0) throw new ScriptError(`${simulated.stdout}${simulated.stderr}`);
  return [...simulated.stdout.matchAll(/^Inst (\S+)/gm)].map(
    ([, name]) => /** @type {string} */ (name),
  );
}

/**
 * Downloads packages; what has arrived before is checked by apt and not fetched again.
 * @param {string[]} names
 * @param {string} folder where the files go
 * @param {string[]} options
 * @returns {Promise<Map<string, string>>} file by name
 */
export async function download(names, folder, options) {
  const unknown = names.filter((name) => candidateVersion(name, options) === null);
  if (unknown.length > 0) throw new ScriptError(`apt does not know ${unknown.join(', ')}.`);
  await aptGet([...options, 'download', ...names], { cwd: folder });
  const files = readdirSync(folder);
  return new Map(
    names.map((name) => {
      // apt writes the colon of an epoch as %3a.
      const version = /** @type {string} */ (candidateVersion(name, options)).replaceAll(
        ':',
        '%3a',
      );
      const file = files.find(
        (entry) => entry.startsWith(`${name}_${version}_`) && entry.endsWith('.deb'),
      );
      if (file === undefined) throw new ScriptError(`apt did not download ${name} ${version}.`);
      return [name, join(folder, file)];
    }),
  );
}

/**
 * @param {string} state
 */
function stateOptions(state) {
  const lists = join(state, 'lists');
  const cache = join(state, 'cache');
  mkdirSync(join(lists, 'partial'), { recursive: true });
  mkdirSync(join(cache, 'archives', 'partial'), { recursive: true });
  return [
    ...setting('Dir::State::lists', lists),
    ...setting('Dir::Cache', cache),
    // apt's download user may not enter the cache folder of root.
    ...(process.getuid?.() === 0 ? setting('APT::Sandbox::User', 'root') : []),
  ];
}

/**
 * @param {string} name
 * @param {string} value
 */
function setting(name, value) {
  return ['-o', `${name}=${value}`];
}
