// What an author pastes to have a figure of this page in a page of their own, in each form that a book is written in. Pure: texts
// in, texts out.

/** Views that the small script has. */
const EVERYDAY = new Set(['map', 'heads', 'stages']);
/** What only the script with all has. */
const ONLY_ALL = ['workbench', 'drop'];

/** The page of one figure that a frame shows. */
const SINGLE = 'single.html';

/** CSS px of a frame until it says how tall its figure is. */
const LEAST_HEIGHT = 160;

/**
 * @typedef {object} Embedded
 * @property {Readonly<Record<string, string>>} attributes of the tag; an empty text for one that stands alone
 * @property {string} base address of the folder with the scripts, ending in a slash
 * @property {string} title what the figure is, for those who cannot see it
 * @property {number} height CSS px that it takes here
 */

/** @typedef {{ name: string, label: string, text: (figure: Embedded) => string }} Form */

/**
 * Every form by its name, in the order in which they are offered.
 * @type {readonly Form[]}
 */
export const forms = Object.freeze([
  { name: 'tag', label: 'the tag', text: ({ attributes }) => tagOf(attributes) },
  { name: 'html', label: 'HTML, Markdown', text: htmlOf },
  { name: 'iframe', label: 'iframe', text: iframeOf },
  {
    name: 'quarto',
    label: 'Quarto',
    text: (figure) => fenced('```{=html}', htmlOf(figure), '```'),
  },
  { name: 'myst', label: 'MyST', text: mystOf },
  {
    name: 'sphinx',
    label: 'Sphinx',
    text: (figure) => fenced('```{raw} html', htmlOf(figure), '```'),
  },
  { name: 'notebook', label: 'notebook', text: notebookOf },
]);

/**
 * @param {Readonly<Record<string, string>>} attributes
 * @returns {string} on one line
 */
export function tagOf(attributes) {
  const written = Object.entries(attributes).map(([name, value]) =>
    value === '' ? name : `${name}="${escapeMarkup(value)}"`,
  );
  return `<${['attention-map', ...written].join(' ')}></attention-map>`;
}

/**
 * Without blank lines and indentation, so that it means the same inside Markdown.
 * @param {Embedded} figure
 * @returns {string}
 */
function htmlOf({ attributes, base }) {
  const script = `attention-map${isEveryday(attributes) ? '' : '-all'}.js`;
  return `<script defer src="${escapeMarkup(base + script)}"></script>\n${tagOf(attributes)}`;
}

/**
 * @param {Readonly<Record<string, string>>} attributes
 * @returns {boolean} whether the small script will do
 */
function isEveryday(attributes) {
  return (
    EVERYDAY.has(attributes.view ?? 'map') &&
    !ONLY_ALL.some((name) => name in attributes) &&
    /\.json$|^$/.test(attributes.src ?? '')
  );
}

/**
 * @param {Embedded} figure
 * @returns {string}
 */
function iframeOf(figure) {
  const { base, title, height } = figure;
  const tall = Math.max(LEAST_HEIGHT, Math.ceil(height));
  return [
    `<iframe src="${escapeMarkup(addressOf(figure))}" title="${escapeMarkup(title)}" width="100%" height="${tall}" loading="lazy" style="border: 0"></iframe>`,
    `<script defer src="${escapeMarkup(`${base}embed.js`)}"></script>`,
  ].join('\n');
}

/**
 * @param {Embedded} figure
 * @returns {string} mystmd keeps frames and drops other markup
 */
function mystOf(figure) {
  return fenced(`:::{iframe} ${addressOf(figure)}`, ':width: 100%', ':::');
}

/**
 * @param {Embedded} figure
 * @returns {string} Python
 */
function notebookOf(figure) {
  const height = Math.max(LEAST_HEIGHT, Math.ceil(figure.height));
  // An address has no quotes left in it.
  return `from IPython.display import IFrame\nIFrame("${addressOf(figure)}", width="100%", height=${height})`;
}

/**
 * @param {Embedded} figure
 * @returns {string} of a page that shows this figure and nothing else
 */
function addressOf({ attributes, base }) {
  const state = new URLSearchParams({ v: '1', ...attributes });
  // Quotes would end the text that the address stands in.
  return `${base}${SINGLE}?${state.toString().replaceAll("'", '%27')}`;
}

/**
 * @param {string} before
 * @param {string} text
 * @param {string} after
 */
function fenced(before, text, after) {
  return [before, text, after].join('\n');
}

/**
 * Safe between double quotes, on one line, and inside a fence of Markdown.
 * @param {string} text
 * @returns {string}
 */
function escapeMarkup(text) {
  const names = /** @type {Record<string, string>} */ ({
    '&': '&amp;',
    '"': '&quot;',
    '<': '&lt;',
    '>': '&gt;',
    '\n': '&#10;',
    '\r': '&#13;',
    '\t': '&#9;',
    '`': '&#96;',
  });
  return text.replace(/[&"<>\n\r\t`]/g, (character) => names[character]);
}
