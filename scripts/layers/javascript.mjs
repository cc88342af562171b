// Imports of the JavaScript sources against the layers.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { filesUnder } from '../stamp.mjs';
import { mayUse, withSlashes } from './arrows.mjs';

/** @type {import('./arrows.mjs').Arrows} */
const ARROWS = {
  index: ['engine', 'tensor', 'errors'],
  register: ['elements'],
  anywidget: ['elements'],
  element: ['elements'],
  elements: ['views', 'engine', 'readers', 'palettes'],
  engine: ['tensor', 'errors', 'workers', 'generated', 'version'],
  // Threads and who works where; what they compute is the engine's.
  workers: ['errors'],
  readers: ['tensor', 'errors'],
  tensor: ['errors'],
  views: ['palettes'],
  palettes: ['generated/palettes'],
};

/** Layers that one other alone may use: arrows lead through that one, imports do not. */
/** @type {Record<string, string>} */
const ONLY_IMPORTER = { generated: 'engine', workers: 'engine', 'generated/palettes': 'palettes' };

/**
 * @param {string} root the folder of a project
 * @returns {Promise<string[]>} one line per forbidden import
 */
export async function checkImports(root) {
  const { parseAst } = await import('vite');
  const manifest = readManifest(root);
  return filesUnder(join(root, 'web'))
    .filter((file) => /\.m?js$/.test(file))
    .map((file) => withSlashes(relative(root, file)))
    .filter((file) => !file.startsWith('web/src/generated/') && file !== 'web/vite.config.js')
    .flatMap((file) =>
      specifiers(parseAst(readFileSync(join(root, file), 'utf8'))).flatMap((specifier) => {
        const reason = forbids(file, specifier, manifest);
        return reason === null ? [] : [`${file} imports ${specifier}: ${reason}`];
      }),
    );
}

/**
 * @param {string} file
 * @param {string} specifier
 * @param {{ name: string, dependencies: string[] }} manifest
 * @returns {string | null} why not
 */
function forbids(file, specifier, { name, dependencies }) {
  const isDemo = file.startsWith('web/demo/');
  if (!specifier.startsWith('.')) {
    const allowed = isDemo ? [name, ...dependencies] : dependencies;
    const isAllowed = allowed.some(
      (entry) => specifier === entry || specifier.startsWith(`${entry}/`),
    );
    return isAllowed ? null : 'it is no dependency of the package';
  }
  const target = withSlashes(join(dirname(file), specifier));
  if (isDemo)
    return target.startsWith('web/demo/')
      ? null
      : `the page imports the package by its name, ${name}`;
  if (!target.startsWith('web/src/')) return 'it lies outside the package';
  const [from, to] = [layerOf(file), layerOf(target)];
  const only = ONLY_IMPORTER[to];
  if (only !== undefined && from !== to) return from === only ? null : `only ${only} may`;
  return mayUse(ARROWS, from, to) ? null : `${from} may not use ${to}`;
}

/**
 * The layer of a file of the package: its folder below web/src, or its own name.
 * @param {string} file
 */
function layerOf(file) {
  const path = file.slice('web/src/'.length);
  if (path === 'generated/palettes.js') return 'generated/palettes';
  return path.split('/')[0].replace(/\.m?js$/, '');
}

/**
 * Every module that a program names: imports, re-exports, import() and new URL(…, import.meta.url).
 * @param {unknown} tree a syntax tree (ESTree), or a part of one
 * @returns {string[]}
 */
function specifiers(tree) {
  if (typeof tree !== 'object' || tree === null) return [];
  const named =
    'type' in tree && tree.type === 'NewExpression'
      ? urlOfModule(tree)
      : valueAt(tree, ['source', 'value']);
  return [
    ...(typeof named === 'string' ? [named] : []),
    ...Object.values(tree).flatMap(specifiers),
  ];
}

/**
 * The first argument of `new URL('…', import.meta.url)`.
 * @param {object} node
 */
function urlOfModule(node) {
  const isUrl = valueAt(node, ['callee', 'name']) === 'URL';
  const isModule = valueAt(node, ['arguments', '1', 'object', 'type']) === 'MetaProperty';
  return isUrl && isModule ? valueAt(node, ['arguments', '0', 'value']) : undefined;
}

/**
 * @param {unknown} node
 * @param {string[]} keys
 * @returns {unknown} what lies there; undefined if a step is missing
 */
function valueAt(node, keys) {
  return keys.reduce(
    (/** @type {unknown} */ value, key) =>
      typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined,
    node,
  );
}

/**
 * @param {string} root
 */
function readManifest(root) {
  const file = join(root, 'package.json');
  const { name = '', dependencies = {} } = existsSync(file)
    ? JSON.parse(readFileSync(file, 'utf8'))
    : {};
  return { name, dependencies: Object.keys(dependencies) };
}
