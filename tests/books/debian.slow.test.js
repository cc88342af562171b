// The example books of the generators that Debian has: really built, then opened from disk or from a server of this machine.
import { ensureDebianGenerators } from '../../scripts/books.mjs';
import { testBooks } from './harness/shelf.js';

/** Debian's interpreter, which sees Debian's packages. */
const PYTHON = '/usr/bin/python3';

testBooks(
  [
    {
      generator: 'pandoc',
      title: 'pandoc --self-contained',
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
      build: ['sphinx-build', ['-q', '-W', '-b', 'html', '.', '_build']],
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
      title: 'nbconvert',
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
  ],
  ensureDebianGenerators,
);
