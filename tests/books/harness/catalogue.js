// The example books: how each is built, and how its readers come to it.
import { join } from 'node:path';
import { BOOKS_FOLDER, SITES_FOLDER } from '../../../scripts/books.mjs';
import { ROOT } from '../../../scripts/paths.mjs';

/** @typedef {import('./bindery.js').Book} Book */

/** Debian's interpreter, which sees Debian's packages. */
const PYTHON = '/usr/bin/python3';

/** Shortcodes are found before pandoc could make their quotes round. */
export const MOCKED_QUARTO = Object.freeze([
  '-f',
  'markdown-smart',
  '--lua-filter',
  join(ROOT, 'tests', 'books', 'harness', 'mock_quarto.lua'),
]);

/** What an author does by hand: the extension and the script in their places, the picture beside the page. */
const QUARTO_STEPS = `cp -r '${join(ROOT, '_extensions')}' . && cp attention-map.js _extensions/attention-map/`;

/** @type {readonly Book[]} */
export const DEBIAN_BOOKS = [
  {
    generator: 'pandoc',
    title: 'pandoc',
    beside: '.',
    build: [
      'pandoc',
      ['book.md', '--self-contained', '-H', 'script.html', '-o', 'built/book.html'],
    ],
    site: 'built',
    page: 'book.html',
    opened: 'disk',
    version: ['pandoc', ['--version']],
  },
  {
    generator: 'bookdown',
    title: 'bookdown',
    beside: '.',
    build: ['Rscript', ['-e', 'bookdown::render_book("index.Rmd")']],
    site: '_book',
    page: 'looking-back.html',
    opened: 'disk',
    version: ['Rscript', ['-e', 'packageVersion("bookdown")']],
  },
  {
    generator: 'sphinx',
    title: 'Sphinx with MyST',
    beside: '_static',
    build: ['sphinx-build', ['-W', '-b', 'html', '.', '_build']],
    site: '_build',
    page: 'looking-back.html',
    opened: 'disk',
    version: [PYTHON, ['-c', 'import sphinx; print(sphinx.__version__)']],
  },
  {
    generator: 'mkdocs',
    title: 'MkDocs',
    beside: 'docs',
    build: ['mkdocs', ['build', '--strict']],
    site: 'site',
    page: 'looking-back/',
    opened: 'server',
    version: ['mkdocs', ['--version']],
  },
  {
    generator: 'jekyll',
    title: 'Jekyll',
    beside: '.',
    build: ['jekyll', ['build', '--disable-disk-cache']],
    site: '_site',
    page: 'looking-back.html',
    opened: 'server',
    version: ['jekyll', ['--version']],
  },
  {
    generator: 'asciidoctor',
    title: 'Asciidoctor',
    beside: '.',
    build: ['asciidoctor', ['book.adoc']],
    site: '.',
    page: 'book.html',
    opened: 'disk',
    version: ['asciidoctor', ['--version']],
  },
  {
    generator: 'hugo',
    title: 'Hugo',
    beside: 'static',
    build: ['hugo', []],
    site: 'public',
    page: 'looking-back/',
    opened: 'server',
    version: ['hugo', ['version']],
  },
  {
    generator: 'nbconvert',
    title: 'Jupyter notebooks (nbconvert)',
    beside: '.',
    build: [
      'jupyter-nbconvert',
      [
        'book.ipynb',
        '--to=html',
        '--template=book',
        '--TemplateExporter.extra_template_basedirs=templates',
      ],
    ],
    site: '.',
    page: 'book.html',
    opened: 'disk',
    version: ['jupyter-nbconvert', ['--version']],
  },
];

/** @type {Book} */
export const QUARTO_BOOK = {
  generator: 'quarto',
  title: 'Quarto',
  beside: '.',
  build: [
    'sh',
    [
      '-c',
      `${QUARTO_STEPS} && pandoc "$@"`,
      'sh',
      ...['book.qmd', '-s', '-o', 'book.html', ...MOCKED_QUARTO],
    ],
  ],
  site: '.',
  page: 'book.html',
  opened: 'disk',
  version: ['pandoc', ['--version']],
};

/** @type {readonly Book[]} */
export const NPM_BOOKS = [
  {
    generator: 'vitepress',
    title: 'VitePress',
    beside: 'public',
    build: [programOf(BOOKS_FOLDER, 'vitepress'), ['build']],
    site: '.vitepress/dist',
    page: 'looking-back.html',
    opened: 'server',
    version: versionFrom(BOOKS_FOLDER, 'vitepress'),
  },
  {
    generator: 'eleventy',
    title: 'Eleventy',
    beside: '.',
    build: [programOf(BOOKS_FOLDER, 'eleventy'), []],
    site: '_site',
    page: 'looking-back/',
    opened: 'server',
    version: [programOf(BOOKS_FOLDER, 'eleventy'), ['--version']],
  },
  {
    generator: 'reveal',
    title: 'reveal.js',
    beside: '.',
    build: ['cp', ['-r', '../node_modules/reveal.js/dist', 'reveal']],
    site: '.',
    page: 'talk.html',
    opened: 'disk',
    needsScripts: true,
    version: versionFrom(BOOKS_FOLDER, 'reveal.js'),
  },
  {
    generator: 'marp',
    title: 'Marp',
    beside: '.',
    build: [programOf(BOOKS_FOLDER, 'marp'), ['--no-stdin', '--html', 'talk.md']],
    site: '.',
    page: 'talk.html',
    opened: 'disk',
    version: [programOf(BOOKS_FOLDER, 'marp'), ['--version']],
  },
  {
    generator: 'mystmd',
    title: 'mystmd',
    beside: '.',
    build: [programOf(BOOKS_FOLDER, 'myst'), ['build', '--site', '--strict']],
    site: '.',
    page: 'map.html',
    opened: 'server',
    version: [programOf(BOOKS_FOLDER, 'myst'), ['--version']],
  },
];

/** @type {readonly Book[]} */
export const SITE_BOOKS = [
  {
    generator: 'docusaurus',
    below: SITES_FOLDER,
    title: 'Docusaurus',
    beside: 'static',
    build: [programOf(SITES_FOLDER, 'docusaurus'), ['build']],
    site: 'build',
    page: '',
    opened: 'server',
    version: versionFrom(SITES_FOLDER, '@docusaurus/core'),
  },
  {
    generator: 'starlight',
    below: SITES_FOLDER,
    title: 'Starlight',
    beside: 'public',
    build: [programOf(SITES_FOLDER, 'astro'), ['build']],
    site: 'dist',
    page: 'looking-back/',
    opened: 'server',
    version: versionFrom(SITES_FOLDER, '@astrojs/starlight'),
  },
];

export const ALL_BOOKS = Object.freeze([...DEBIAN_BOOKS, QUARTO_BOOK, ...NPM_BOOKS, ...SITE_BOOKS]);

/**
 * @param {string} folder
 * @param {string} name
 * @returns {string} the path of a program of npm's
 */
function programOf(folder, name) {
  return join(folder, 'node_modules', '.bin', name);
}

/**
 * For a package without a program that would say: VitePress takes `--version` for a wish to start its server.
 * @param {string} folder
 * @param {string} name
 * @returns {import('./bindery.js').Command}
 */
function versionFrom(folder, name) {
  return ['grep', ['"version"', join(folder, 'node_modules', name, 'package.json')]];
}
