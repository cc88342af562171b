// What the package's README leads to: files that are in the package, headings that are in them, and one picture that it says is not.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pack, ROOT } from './tarball.js';

/** @type {import('./tarball.js').Tarball} */
let tarball;
before(() => {
  tarball = pack();
});
after(() => tarball?.remove());

/** A heading's anchor, as code hosts make it. @param {string} heading */
const anchor = (heading) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-');

test('links of the README lead somewhere inside the package', () => {
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
  const links = [...readme.matchAll(/\]\(([^)]+)\)/g)].map(([, link]) => link);
  const relative = links.filter((link) => !/^\w+:/.test(link));
  assert.ok(relative.length > 3);
  const missing = relative.filter((link) => !tarball.files.includes(link.split('#')[0]));
  assert.deepEqual(missing, ['web/demo/screenshot-stages.png']);
  assert.match(readme, /picture above, `web\/demo\/screenshot-stages\.png`; the npm package has/);
  for (const link of relative) {
    const [file, fragment] = link.split('#');
    if (fragment === undefined) continue;
    const headings = readFileSync(join(ROOT, file), 'utf8').matchAll(/^#+ (.+)$/gm);
    const anchors = Array.from(headings, ([, heading]) => anchor(heading));
    assert.ok(anchors.includes(fragment), link);
  }
});
