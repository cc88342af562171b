// The example books of npm's generators: really built, then opened from disk or from a server of this machine.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BOOKS_FOLDER, installNpmGenerators } from '../../scripts/books.mjs';
import { testBooks } from './harness/shelf.js';

/** @param {string} name @returns {string} */
const program = (name) => join(BOOKS_FOLDER, 'node_modules', '.bin', name);

testBooks(
  [
    {
      generator: 'vitepress',
      title: 'VitePress',
      beside: 'public',
      build: [program('vitepress'), ['build']],
      site: '.vitepress/dist',
      page: 'looking-back.html',
      opened: 'server',
      version: [program('vitepress'), ['--version']],
    },
    {
      generator: 'eleventy',
      title: 'Eleventy',
      beside: '.',
      build: [program('eleventy'), []],
      site: '_site',
      page: 'looking-back/',
      opened: 'server',
      version: [program('eleventy'), ['--version']],
    },
    {
      generator: 'reveal',
      title: 'reveal.js',
      beside: '.',
      build: ['cp', ['-r', join(BOOKS_FOLDER, 'node_modules/reveal.js/dist'), 'reveal']],
      site: '.',
      page: 'talk.html',
      opened: 'disk',
      needsScripts: true,
      version: ['grep', ['"version"', join(BOOKS_FOLDER, 'node_modules/reveal.js/package.json')]],
    },
    {
      generator: 'marp',
      title: 'Marp',
      beside: '.',
      build: [program('marp'), ['--no-stdin', '--html', 'talk.md']],
      site: '.',
      page: 'talk.html',
      opened: 'disk',
      version: [program('marp'), ['--version']],
    },
    {
      generator: 'mystmd',
      title: 'mystmd (syntax tree, and the page in its frame)',
      beside: '.',
      build: [program('myst'), ['build', '--site', '--strict']],
      site: '.',
      page: 'map.html',
      opened: 'server',
      version: [program('myst'), ['--version']],
      inspect: assertFrame,
    },
  ],
  installNpmGenerators,
);

/**
 * What the themes draw from has the frame, its caption and the picture for print.
 * @param {string} site
 */
async function assertFrame(site) {
  const content = await readFile(join(site, '_build/site/content/index.json'), 'utf8');
  const nodes = allNodes(JSON.parse(content).mdast);
  const frames = nodes.filter(({ type }) => type === 'iframe');
  assert.deepEqual(
    frames.map(({ src }) => src),
    ['map.html'],
  );
  assert.deepEqual(
    allNodes(frames[0])
      .filter(({ type }) => type === 'image')
      .map(({ urlSource }) => urlSource),
    ['static.svg'],
  );
  assert.equal(nodes.filter(({ type }) => type === 'caption').length, 1);
}

/** @typedef {{ type: string, src?: string, urlSource?: string, children?: Node[] }} Node */

/** @param {Node} node @returns {Node[]} itself and all below it */
function allNodes(node) {
  return [node, ...(node.children ?? []).flatMap(allNodes)];
}
