// Vite for the page: `npm run dev` serves web/demo from the sources; a build writes dist/site, whose URLs
// are all relative, and puts the standalone script beside it: one classic file that defines the tag.
import { fileURLToPath } from 'node:url';
import { build, defineConfig } from 'vite';
import { singlePage } from './single_page.js';

const here = (/** @type {string} */ path) => fileURLToPath(new URL(path, import.meta.url));

const PACKAGE = 'attention-map';
const SITE = here('../dist/site');
const STANDALONE = `${PACKAGE}.js`;

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
 * Writes the standalone script once the site is there: a module cannot be loaded from file://, a
 * classic script with the wasm bytes inside can.
 * @returns {import('vite').Plugin}
 */
function standalone() {
  return {
    name: 'attention-map:standalone',
    apply: 'build',
    async writeBundle() {
      await build({
        configFile: false,
        publicDir: false,
        logLevel: 'warn',
        resolve: { alias },
        build: {
          outDir: SITE,
          emptyOutDir: false,
          chunkSizeWarningLimit: 1000,
          lib: {
            entry: here('src/register.js'),
            formats: ['iife'],
            name: 'attentionMap',
            fileName: () => STANDALONE,
          },
          rolldownOptions: { output: { codeSplitting: false } },
        },
      });
    },
  };
}

export default defineConfig({
  root: here('demo'),
  base: './',
  cacheDir: here('../node_modules/.vite'),
  resolve: { alias },
  plugins: [
    standalone(),
    singlePage({
      template: here('demo/single.html'),
      style: here('demo/single.css'),
      entry: here('demo/single.js'),
      outDir: SITE,
      alias,
    }),
  ],
  server: { fs: { allow: [here('..')] } },
  build: {
    outDir: SITE,
    emptyOutDir: true,
    // The polyfill and small assets as data: URLs are for other browsers and other policies than ours.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    // The three wasm cores are text in modules, each loaded only where it runs.
    chunkSizeWarningLimit: 1000,
  },
});
