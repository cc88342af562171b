// single.html: the page of one figure as one file, its script and style inside and named by their hashes in its own policy.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../paths.mjs';
import { bundleClassic, EVERYTHING } from './classic.mjs';

const DEMO = join(ROOT, 'web', 'demo');

/** Where it is written; the build of the site takes it from there. */
export const SINGLE_FOLDER = join(ROOT, 'dist', 'single');

/** Writes it. After the generated modules. */
export async function writeSinglePage() {
  const script = inScriptElement(
    await bundleClassic({
      entry: join(DEMO, 'single.js'),
      name: 'attentionMapPage',
      suffixes: EVERYTHING,
    }),
  );
  const sheet = readFileSync(join(DEMO, 'single.css'), 'utf8').trim();
  // Functions, since a text may hold what means something in a replacement.
  const page = readFileSync(join(DEMO, 'single.html'), 'utf8')
    .replace('%SCRIPT_HASH%', () => hashOf(script))
    .replace('%STYLE_HASH%', () => hashOf(sheet))
    .replace('<style></style>', () => `<style>${sheet}</style>`)
    .replace('<script></script>', () => `<script>${script}</script>`);
  mkdirSync(SINGLE_FOLDER, { recursive: true });
  writeFileSync(join(SINGLE_FOLDER, 'single.html'), page);
}

/**
 * @param {string} code
 * @returns {string} the same program, without what would end the element or begin a comment in it
 */
function inScriptElement(code) {
  return code.trim().replace(/<(?=\/script|script|!--)/gi, '\\x3C');
}

/** @param {string} text */
function hashOf(text) {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
