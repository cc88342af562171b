// The look of a figure as its host page decides it: theme, room, type, palette. Found once and kept, since asking a page that
// has just been written to makes the browser style and lay it out twice.
import { palette, signedPalette } from '../palettes.js';
import { isOnPaper, isPrinting } from './printer.js';
import { groundOf, schemeOf } from './theme.js';

/** @typedef {import('../views/look.js').Look} Look */

/** Room where nothing is laid out (jsdom, an element that is not rendered). */
const FALLBACK_ROOM_PX = 640;
/**
 * What paper has at least, A4 with margins of 2 cm: an announced printer does not tell its width, and what is too wide is cut off.
 */
const PAPER_PX = 640;
/** Of the window's height, so that a map and its readout fit on one screen. */
const TALLEST_SHARE = 0.78;
const TALLEST_PX = 680;

/** @type {WeakMap<Document, CanvasRenderingContext2D | null>} */
const rulers = new WeakMap();
/** Widths by font, then by text: measuring is the dearest part of a repaint. */
const widths = /** @type {Map<string, Map<string, number>>} */ (new Map());
/** A page where text is typed measures ever new words; old ones are dropped. */
const MOST_WIDTHS = 5000;

/**
 * @param {Document} document
 * @param {HostFacts} facts
 * @returns {(text: string) => number}
 */
function measurer(document, { font, em }) {
  if (!rulers.has(document))
    rulers.set(document, document.createElement('canvas').getContext('2d'));
  const ruler = rulers.get(document);
  let known = widths.get(font);
  if (!known || known.size > MOST_WIDTHS) {
    known = new Map();
    widths.set(font, known);
  }
  const cache = known;
  return (text) => {
    const found = cache.get(text);
    if (found !== undefined) return found;
    if (ruler) ruler.font = font;
    const width = ruler ? Math.ceil(ruler.measureText(text).width) : text.length * em * 0.55;
    cache.set(text, width);
    return width;
  };
}

/**
 * What the host page decides, as it was found.
 * @typedef {object} HostFacts
 * @property {import('../palettes.js').Scheme} scheme
 * @property {string} ground
 * @property {string} ink inherited by the tag
 * @property {string} text of the figure
 * @property {string} font
 * @property {number} em CSS px
 * @property {boolean} rtl whether lines begin at the right
 * @property {boolean} laid whether the tag has a place on the page
 * @property {number} room CSS px
 * @property {boolean} printed whether it is for paper, and no frame follows
 * @property {number} tallest CSS px
 * @property {number} dpr
 */

/**
 * Look at the host page. Asks for its styles and its layout, which a browser has at hand only after a frame.
 * @param {HTMLElement} host
 * @param {HTMLElement} root the frame inside the shadow root; what its styles need to know is set on it
 * @returns {HostFacts}
 */
export function readHost(host, root) {
  const view = host.ownerDocument.defaultView;
  const scheme = schemeOf(host);
  const ground = groundOf(host) ?? (scheme === 'dark' ? '#16181d' : '#fff');
  // As a fixed colour: mixed from currentColor, muted text inside muted text would fade twice.
  const ink = getComputedStyle(host).color;
  root.classList.toggle('dark', scheme === 'dark');
  setProperty(root, '--found-ground', ground);
  setProperty(root, '--found-ink', ink);
  const style = getComputedStyle(root);
  const em = Number.parseFloat(style.fontSize) || 13;
  const rtl = style.direction === 'rtl';
  root.classList.toggle('rtl', rtl);
  const laid = root.clientWidth > 0;
  // A pixel is kept back: the outline of the last column must not make the page scroll.
  const room = laid ? root.clientWidth - 1 : FALLBACK_ROOM_PX;
  const printed = isPrinting(view);
  return {
    scheme,
    ground,
    ink,
    text: style.color,
    // The shorthand "font" is empty in some browsers' computed styles, so it is put together here.
    font: `${style.fontStyle} ${style.fontWeight} ${em}px ${style.fontFamily}`,
    em,
    rtl,
    laid,
    room: printed && !isOnPaper(view) ? Math.min(room, PAPER_PX) : room,
    printed,
    tallest: Math.min(TALLEST_PX, (heightOf(view) || TALLEST_PX) * TALLEST_SHARE),
    dpr: view?.devicePixelRatio || 1,
  };
}

/**
 * @param {Window | null} view
 * @returns {number | undefined} CSS px that a reader sees at once
 */
function heightOf(view) {
  // A frame is made as tall as its figure, and says nothing of the reader's screen.
  return view && view.parent !== view ? view.screen.availHeight : view?.innerHeight;
}

/**
 * @param {HTMLElement} element
 * @param {string} name
 * @param {string} value
 */
function setProperty({ style }, name, value) {
  if (style.getPropertyValue(name) !== value) style.setProperty(name, value);
}

/**
 * @param {HostFacts} one
 * @param {HostFacts} other
 * @returns {boolean}
 */
export function sameHost(one, other) {
  const names = /** @type {(keyof HostFacts)[]} */ (Object.keys(one));
  return names.every((name) => one[name] === other[name]);
}

/**
 * The look of a figure on a host page.
 * @param {HostFacts} facts
 * @param {Document} document
 * @param {{ palette?: string, transform?: 'linear' | 'log', domain?: 'fixed' | 'map' }} choices
 * @param {Pick<Look, 'strings' | 'pixels'>} given
 * @returns {Look}
 */
export function lookOf(facts, document, choices, { strings, pixels }) {
  const { scheme, room, tallest, dpr, em, text, printed } = facts;
  return {
    colours: palette(choices.palette ?? 'ink', scheme),
    signed: signedPalette(scheme),
    transform: choices.transform ?? 'linear',
    domain: choices.domain ?? 'fixed',
    room,
    tallest,
    dpr,
    em,
    measure: measurer(document, facts),
    ink: text,
    scheme,
    printed,
    strings,
    pixels,
  };
}
