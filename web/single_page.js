// Writes single.html: the page of one figure as one file, its script and style inside and named by their hashes in its own policy.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';

/**
 * @param {{ template: string, style: string, entry: string, outDir: string, alias: import('vite').Alias[] }} options
 *   template: a page with an empty style and script, and %STYLE_HASH% and %SCRIPT_HASH%
 * @returns {import('vite').Plugin}
 */
export function singlePage({ template, style, entry, outDir, alias }) {
  return {
    name: 'attention-map:single-page',
    apply: 'build',
    async writeBundle() {
      const script = inScriptElement(await bundle(entry, alias));
      const sheet = readFileSync(style, 'utf8').trim();
      // Functions, since a text may hold what means something in a replacement.
      const page = readFileSync(template, 'utf8')
        .replace('%SCRIPT_HASH%', () => hashOf(script))
        .replace('%STYLE_HASH%', () => hashOf(sheet))
        .replace('<style></style>', () => `<style>${sheet}</style>`)
        .replace('<script></script>', () => `<script>${script}</script>`);
      writeFileSync(join(outDir, 'single.html'), page);
    },
  };
}

/**
 * @param {string} entry
 * @param {import('vite').Alias[]} alias
 * @returns {Promise<string>} one classic script
 */
async function bundle(entry, alias) {
  const outputs = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    resolve: { alias },
    build: {
      write: false,
      chunkSizeWarningLimit: 2000,
      lib: { entry, formats: ['iife'], name: 'attentionMapPage' },
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
  const [{ output }] = /** @type {{ output: { code: string }[] }[]} */ (
    Array.isArray(outputs) ? outputs : [outputs]
  );
  return output[0].code;
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
