// Vite for the page: `npm run dev` serves web/demo from the sources; a build writes dist/site, whose URLs
// are all relative, and puts the classic scripts and single.html beside it.
import { cpSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const here = (/** @type {string} */ path) => fileURLToPath(new URL(path, import.meta.url));

const PACKAGE = 'attention-map';
const SITE = here('../dist/site');

/** The package's entries by their public names: the page imports what a reader would. */
const alias = ['', '/register', '/element', '/text', '/embedding'].map((entry) => ({
  find: new RegExp(`^${PACKAGE}${entry}$`),
  replacement: here(`src/${sourceOf(entry)}`),
}));

/**
 * The source file of an entry.
 * @param {string} entry
 */
function sourceOf(entry) {
  if (entry === '') return 'index.js';
  return entry === '/text' || entry === '/embedding'
    ? `readers${entry}.js`
    : `${entry.slice(1)}.js`;
}

/**
 * Puts what is one file each beside the page, which links to them: the classic scripts and the page of one figure. scripts/build has
 * made them.
 * @returns {import('vite').Plugin}
 */
function oneFiles() {
  return {
    name: 'attention-map:one-files',
    apply: 'build',
    writeBundle() {
      for (const folder of ['standalone', 'single'])
        cpSync(here(`../dist/${folder}`), SITE, { recursive: true });
    },
  };
}

export default defineConfig({
  root: here('demo'),
  base: './',
  cacheDir: here('../node_modules/.vite'),
  resolve: { alias },
  plugins: [oneFiles()],
  server: { fs: { allow: [here('..')] } },
  build: {
    outDir: SITE,
    emptyOutDir: true,
    target: ['chrome111', 'firefox113', 'safari16.4'],
    // The polyfill and small assets as data: URLs are for other browsers and other policies than ours.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    // The three wasm cores are text in modules, each loaded only where it runs.
    chunkSizeWarningLimit: 1000,
  },
});
