// custom-elements.json beyond what the analyzer finds in a class: the tag's name, its attributes, events, parts and custom properties,
// read from the sources that define them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../paths.mjs';
import { filesUnder } from '../stamp.mjs';

const CLASS = 'AttentionMapElement';

/** Of attributes that have no sentence in elements/concepts/settings.js. @type {Record<string, string>} */
const ATTRIBUTES = {
  tokens: 'words separated by spaces, or a JSON array of strings',
  'key-tokens': 'the keys, where they are other words than the queries',
  view: 'map, heads, stages, or the name of a concept',
  mask: "none, causal, padding:K, causal padding:K, or the engine's mask as JSON",
  heads: 'number of query heads',
  head: 'the head that is shown: an index from 0, all, or mean',
  scale: 'on (divide by √d_k), off, or a number',
  temperature: 'a number above 0',
  palette: 'a colour scale',
  transform: 'linear or log',
  domain: 'fixed ([0, 1]) or map (up to the largest weight)',
  seed: 'of the untrained weights',
  src: 'a file with the data',
  height: 'what the tag takes of the page before it is drawn, in px',
  drop: 'files may be dropped on it',
  alt: 'the picture in a sentence',
  controls: 'shows controls above the picture',
  loading: 'lazy: drawn when the reader comes near, or prints',
};

/** Each bubbles and crosses shadow roots. @type {Record<string, string>} */
const EVENTS = {
  ready: 'the first map is drawn',
  error: 'something cannot be drawn; detail.error',
  select: 'something else is pointed at or locked; detail: head, row, column, locked, weight',
  change: 'a reader used a control; detail: name, value of the attribute',
  time: 'the computation was measured; detail.timeMs',
  open: 'a file or a text was opened; detail: kind, shapes, tokens',
  link: 'a link is copied; detail: attributes, and href, which a listener may change',
};

/**
 * @typedef {{ name: string, description?: string }} Named
 * @typedef {{ name: string, privacy?: string, tagName?: string, customElement?: boolean, members?: { name: string, privacy?: string, static?: boolean }[],
 *   attributes?: Named[], events?: Named[], cssParts?: Named[], cssProperties?: Named[] }} Declaration
 * @typedef {{ modules: { path: string, declarations?: Declaration[] }[] }} Manifest
 */

/**
 * @param {Manifest} manifest as the analyzer wrote it
 * @returns {Promise<Manifest | null>} null where the class is not in it
 */
export async function completeManifest(manifest) {
  const declaration = manifest.modules
    .flatMap(({ declarations }) => declarations ?? [])
    .find(({ name }) => name === CLASS);
  if (!declaration) return null;
  const sources = ['elements', 'views'].flatMap((folder) =>
    filesUnder(join(ROOT, 'web', 'src', folder))
      .filter((file) => file.endsWith('.js'))
      .map((file) => readFileSync(file, 'utf8')),
  );
  Object.assign(declaration, {
    tagName: 'attention-map',
    customElement: true,
    members: declaration.members?.filter(
      (member) => member.privacy !== 'private' && !member.name.startsWith('#') && !member.static,
    ),
    attributes: await attributes(),
    events: events(sources),
    cssParts: names(sources, /(?:\bpart: |'part', )['`]([a-z -]+)['`]/g).map((name) => ({ name })),
    cssProperties: names(sources, /(--attention-map-[a-z-]+)/g).map((name) => ({ name })),
  });
  return manifest;
}

/** @returns {Promise<Named[]>} */
async function attributes() {
  // Not at the top: in a fresh clone it imports what the build has yet to make.
  const { attributeTable } = await import('../../web/src/elements/attributes.js');
  const settings = readFileSync(
    join(ROOT, 'web', 'src', 'elements', 'concepts', 'settings.js'),
    'utf8',
  );
  return Object.keys(attributeTable).map((name) => {
    const sentence = new RegExp(`/\\*\\* (.+) \\*/\\n  '?${name}'?:`).exec(settings)?.[1];
    return { name, description: ATTRIBUTES[name] ?? sentence };
  });
}

/**
 * @param {readonly string[]} sources
 * @returns {(Named & { type: { text: string } })[]}
 */
function events(sources) {
  return names(sources, /\bemit\([\w.#]+, '([a-z]+)'/g).map((name) => ({
    name: `attention-map:${name}`,
    type: { text: 'CustomEvent' },
    description: EVENTS[name],
  }));
}

/**
 * @param {readonly string[]} sources
 * @param {RegExp} pattern
 * @returns {string[]} what it finds, each once, in order
 */
function names(sources, pattern) {
  const found = sources.flatMap((text) =>
    [...text.matchAll(pattern)].flatMap(([, name]) => name.split(' ')),
  );
  return [...new Set(found)].sort();
}
