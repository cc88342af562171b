// The classic scripts: one file each, which defines the tag wherever a <script> is allowed, from file:// too. attention-map.js has the
// everyday views and the simd128 core, attention-map-all.js every view and every core.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../paths.mjs';
import { ScriptError } from '../run.mjs';

/** The first browsers with wasm SIMD, DecompressionStream and color-mix(). */
export const BROWSER_FLOOR = ['chrome111', 'firefox113', 'safari16.4'];

/** Suffixes of what has every view and every core in one file. @type {readonly string[]} */
export const EVERYTHING = ['all', 'classic'];

/**
 * File, and what stands in place of NAME.js where there is a NAME.<suffix>.js.
 * @type {readonly { file: string, suffixes: readonly string[] }[]}
 */
export const CLASSIC_SCRIPTS = [
  { file: 'attention-map.js', suffixes: ['everyday', 'classic'] },
  { file: 'attention-map-all.js', suffixes: EVERYTHING },
];

/** Where they are written. */
export const CLASSIC_FOLDER = join(ROOT, 'dist', 'standalone');

/** The package's entries by their public names, for what imports them as a reader would. */
const ALIAS = [{ find: /^attention-map\/(\w+)$/, replacement: join(ROOT, 'web', 'src', '$1.js') }];

/** Writes them. After the generated modules. */
export async function writeClassicScripts() {
  mkdirSync(CLASSIC_FOLDER, { recursive: true });
  for (const { file, suffixes } of CLASSIC_SCRIPTS) {
    const entry = join(ROOT, 'web', 'src', 'register.js');
    const code = await bundleClassic({
      entry,
      name: 'attentionMap',
      suffixes,
      banner: banner(file),
    });
    writeFileSync(join(CLASSIC_FOLDER, file), code);
  }
}

/**
 * @param {{ entry: string, name: string, suffixes: readonly string[], banner?: string }} options name: of the one variable that it makes
 * @returns {Promise<string>} one script with all that its entry needs
 */
export async function bundleClassic({ entry, name, suffixes, banner = '' }) {
  const { build } = await import('vite');
  const outputs = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    resolve: { alias: ALIAS },
    plugins: [replacements(suffixes), nothingLater(), tightStyles()],
    build: {
      write: false,
      target: BROWSER_FLOOR,
      chunkSizeWarningLimit: 1000,
      lib: { entry, formats: ['iife'], name },
      rolldownOptions: { output: { codeSplitting: false, postBanner: banner } },
    },
  });
  const [{ output }] = /** @type {{ output: { code: string }[] }[]} */ (
    Array.isArray(outputs) ? outputs : [outputs]
  );
  return coresFirst(output[0].code);
}

/** How the one function of a script begins. */
const OPENING = '(function(){';

/**
 * gzip fits its codes to a text block by block: base64 in the midst of a program costs both of them, some kilobytes in all.
 * @param {string} code
 * @returns {string} the same, with the bytes of its cores before everything else
 */
function coresFirst(code) {
  /** @type {string[]} */
  const cores = [];
  const rest = code.replace(/(["'`])([\w+/]{4000,}={0,2})\1/g, (_, quote, text) => {
    cores.push(`core$${cores.length}=${quote}${text}${quote}`);
    return `core$${cores.length - 1}`;
  });
  const [before, ...after] = rest.split(OPENING);
  if (cores.length === 0 || after.length === 0 || code.includes('core$'))
    throw new ScriptError('A classic script is not one function with its cores as text in it.');
  return `${before}${OPENING}var ${cores.join()};${after.join(OPENING)}`;
}

/** @param {string} file */
function banner(file) {
  return `/*! ${file}: attention-map, MIT licence; parts of others: THIRD_PARTY_NOTICES.txt */`;
}

/**
 * @param {readonly string[]} suffixes
 * @returns {import('vite').Plugin}
 */
function replacements(suffixes) {
  return {
    name: 'attention-map:replacements',
    enforce: 'pre',
    async resolveId(source, importer) {
      const resolved = await this.resolve(source, importer, { skipSelf: true });
      if (!resolved?.id.endsWith('.js')) return null;
      const others = suffixes.map((suffix) => resolved.id.replace(/\.js$/, `.${suffix}.js`));
      return others.find((other) => existsSync(other)) ?? null;
    },
  };
}

/**
 * One file has nothing to load later, and a bundler wraps every module that an import() can reach: they are imported at the top.
 * @returns {import('vite').Plugin}
 */
function nothingLater() {
  return {
    name: 'attention-map:nothing-later',
    transform(code, id) {
      if (!id.startsWith(join(ROOT, 'web', 'src')) || !code.includes('import(')) return null;
      const head = new Set();
      const rest = code
        .replace(/\/\*[\s\S]*?\*\//g, '')
        .replace(/\bimport\('(\.[^']+)'\)/g, (_, path) => {
          const name = `later_${path.replace(/\W/g, '_')}`;
          head.add(`import * as ${name} from '${path}';`);
          return `Promise.resolve(${name})`;
        });
      return `${[...head].join('\n')}\n${rest}`;
    },
  };
}

/**
 * Style sheets are text to a minifier of JavaScript.
 * @returns {import('vite').Plugin}
 */
function tightStyles() {
  return {
    name: 'attention-map:tight-styles',
    enforce: 'pre',
    transform(code, id) {
      if (!/\/(?:\w+_)?styles\.js$/.test(id)) return null;
      return code.replace(/(?<=Styles = `)[^`]*(?=`)/g, (sheet) =>
        sheet
          .replace(/\/\*[\s\S]*?\*\//g, '')
          .replace(/\s+/g, ' ')
          .replace(/ ?([{};,>]) ?/g, '$1')
          .replace(/: /g, ':')
          .replace(/(?<![\d.])0\.(?=\d)/g, '.')
          .replace(/;}/g, '}'),
      );
    },
  };
}
