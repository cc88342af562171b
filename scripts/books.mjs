// The textbook generators that the example books are built with: Debian's packages, and npm's in a folder of their own.
// `node scripts/books.mjs` gets them all; the tests of tests/books get what each of them needs.
import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from './paths.mjs';
import { ensureRequirements } from './requirements.mjs';
import { capture, hasProgram, isMain, run, runMain, step } from './run.mjs';
import { once } from './stamp.mjs';

/** Where books are built, below the npm generators, so that a book's own files find them. */
export const BOOKS_FOLDER = join(ROOT, 'build', 'books');

const PURPOSE = 'building the example books';

/** The same below the two generators of whole sites, whose packages are many. */
export const SITES_FOLDER = join(BOOKS_FOLDER, 'sites');

/** @typedef {import('./requirements.mjs').Requirement} Requirement */

/** Python's modules as Debian's own interpreter sees them. @param {string} module */
const hasPython = (module) => capture('/usr/bin/python3', ['-c', `import ${module}`]).status === 0;

/** @param {string} library */
const hasR = (library) => capture('Rscript', ['-e', `library(${library})`]).status === 0;

/** @type {Requirement[]} */
export const DEBIAN_GENERATORS = [
  { name: 'pandoc', packages: ['pandoc'], isThere: () => hasProgram('pandoc') },
  {
    name: 'R with bookdown',
    packages: ['r-cran-bookdown'],
    isThere: () => hasR('bookdown'),
  },
  {
    name: 'Sphinx (sphinx-build)',
    packages: ['python3-sphinx'],
    isThere: () => hasProgram('sphinx-build'),
  },
  {
    name: 'myst-parser for Sphinx',
    packages: ['python3-myst-parser'],
    isThere: () => hasPython('myst_parser'),
  },
  { name: 'mkdocs', packages: ['mkdocs'], isThere: () => hasProgram('mkdocs') },
  { name: 'jekyll', packages: ['jekyll'], isThere: () => hasProgram('jekyll') },
  { name: 'asciidoctor', packages: ['asciidoctor'], isThere: () => hasProgram('asciidoctor') },
  { name: 'hugo', packages: ['hugo'], isThere: () => hasProgram('hugo') },
  {
    name: 'nbconvert (jupyter-nbconvert)',
    packages: ['jupyter-nbconvert'],
    isThere: () => hasProgram('jupyter-nbconvert'),
  },
];

/**
 * Installs what is missing of Debian's generators, as root; else says what to install.
 * @throws {import('./run.mjs').ScriptError} naming everything that is missing
 */
export const ensureDebianGenerators = () => ensureRequirements(DEBIAN_GENERATORS, PURPOSE);

/**
 * Installs npm's generators of a lock file, when they are not those that are there.
 * @param {string} folder below tests/books, with a package.json and its lock
 * @param {string} into where they go: the same folder below build/books
 * @throws {import('./run.mjs').ScriptError} with npm's words
 */
async function installFrom(folder, into) {
  const source = join('tests', 'books', folder);
  await once(
    {
      stamp: join('build', 'books', folder, 'node_modules', '.attention-map-stamp'),
      inputs: [join(source, 'package-lock.json')],
      outputs: [join('build', 'books', folder, 'node_modules')],
    },
    () =>
      step(`Installing for ${PURPOSE}: npm ci of ${source}`, async () => {
        await mkdir(into, { recursive: true });
        for (const name of ['package.json', 'package-lock.json'])
          await copyFile(join(ROOT, source, name), join(into, name));
        await run('npm', ['ci', '--prefer-offline', '--no-audit', '--no-fund'], { cwd: into });
      }),
  );
}

/** VitePress, Eleventy, reveal.js, Marp and mystmd. */
export const installNpmGenerators = () => installFrom('.', BOOKS_FOLDER);

/** Docusaurus and Starlight: some 440 MB. */
export const installSiteGenerators = () => installFrom('sites', SITES_FOLDER);

if (isMain(import.meta)) {
  await runMain(async () => {
    await ensureDebianGenerators();
    await installNpmGenerators();
    await installSiteGenerators();
  });
}
