// docs/textbooks.md says what the example books do: a section for each, every line of code taken from its sources, and the
// same words as the README beside it.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { ROOT } from '../../scripts/paths.mjs';
import { filesUnder } from '../../scripts/stamp.mjs';
import { ALL_BOOKS } from './harness/catalogue.js';

const BOOKS = fileURLToPath(new URL('.', import.meta.url));
/** Folders here that are no books. */
const OTHERS = ['beside', 'harness', 'sites'];

const [intro, ...sections] = readFileSync(join(ROOT, 'docs', 'textbooks.md'), 'utf8').split(
  /^## /m,
);

/** Sections after those of the books; their code is run by tests/browser/embedding and tests/package/widget. */
const OTHER_SECTIONS = ['In a frame', 'In a live notebook'];

test('every book has a section, and every section a book', () => {
  const headings = sections.map((section) => section.split('\n', 1)[0]);
  assert.deepEqual(headings, [...ALL_BOOKS.map(({ title }) => title), ...OTHER_SECTIONS]);
  const folders = readdirSync(BOOKS, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !OTHERS.includes(entry.name))
    .map(({ name }) => name);
  assert.deepEqual(folders.sort(), ALL_BOOKS.map(({ generator }) => generator).sort());
});

test('the figures that the page begins with are those of the books', () => {
  const [inside, inFile, ...more] = codeBlocks(intro);
  assert.deepEqual(more, []);
  for (const name of ['pandoc', 'bookdown', 'asciidoctor', 'nbconvert', 'reveal', 'marp'])
    assert.ok(sourcesOf(name).includes(inside), `the figure of ${name} is another one`);
  assert.ok(sourcesOf('jekyll').includes(inFile), 'the figure of jekyll is another one');
});

for (const book of ALL_BOOKS) {
  test(`${book.title}: code stands in the book as it stands in the docs and in its README`, () => {
    const section = sections.find((text) => text.startsWith(`${book.title}\n`)) ?? '';
    const blocks = codeBlocks(section);
    assert.ok(blocks.length > 0);
    const known = `${sourcesOf(book.generator)}\n${commandOf(book)}\n`;
    for (const block of blocks)
      assert.ok(known.includes(block), `not in ${book.generator}:\n${block}`);
    const readme = readFileSync(join(BOOKS, book.generator, 'README.md'), 'utf8');
    assert.equal(readme.trimEnd(), `# ${section}`.trimEnd());
  });
}

/** @param {string} markdown @returns {string[]} its fenced blocks, each with the end of its last line */
function codeBlocks(markdown) {
  return [...markdown.matchAll(/^(`{3,4})\w+\n(.*?)^\1$/gms)].map(([, , code]) => code);
}

/** @param {string} generator @returns {string} all texts of its book */
function sourcesOf(generator) {
  return filesUnder(join(BOOKS, generator))
    .filter((file) => basename(file) !== 'README.md')
    .map((file) => {
      const text = readFileSync(file, 'utf8');
      return file.endsWith('.ipynb') ? cellsOf(text) : text;
    })
    .join('\n');
}

/** @param {string} notebook @returns {string} what stands in its cells */
function cellsOf(notebook) {
  /** @type {{ cells: { source: string[] }[] }} */
  const { cells } = JSON.parse(notebook);
  return cells.map(({ source }) => `${source.join('')}\n`).join('\n');
}

/** @param {import('./harness/bindery.js').Book} book @returns {string} as an author types it */
function commandOf({ build: [program, args] }) {
  const quoted = args.map((word) => (/[("]/.test(word) ? `'${word}'` : word));
  return [basename(program), ...quoted].join(' ');
}
