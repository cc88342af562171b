// The example books of npm's generators: really built, then opened from disk or from a server of this machine.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { installNpmGenerators } from '../../scripts/books.mjs';
import { NPM_BOOKS } from './harness/catalogue.js';
import { testBooks } from './harness/shelf.js';

testBooks(NPM_BOOKS, installNpmGenerators, async ({ book, site }) => {
  if (book.generator === 'mystmd') await assertFrame(site);
});

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
  const pictures = allNodes(frames[0]).filter(({ type }) => type === 'image');
  assert.deepEqual(
    pictures.map(({ urlSource }) => urlSource),
    ['static.svg'],
  );
  assert.equal(nodes.filter(({ type }) => type === 'caption').length, 1);
}

/** @typedef {{ type: string, src?: string, urlSource?: string, children?: Node[] }} Node */

/** @param {Node} node @returns {Node[]} itself and all below it */
function allNodes(node) {
  return [node, ...(node.children ?? []).flatMap(allNodes)];
}
