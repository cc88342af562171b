// The look of a figure as its host page decides it: theme, room, type, palette.
import { palette, signedPalette } from '../palettes.js';
import { groundOf, schemeOf } from './theme.js';

/** @typedef {import('../views/look.js').Look} Look */

/** Room where nothing is laid out (jsdom, an element that is not rendered). */
const FALLBACK_ROOM_PX = 640;
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
 * @param {CSSStyleDeclaration} style
 * @param {number} em CSS px
 * @returns {(text: string) => number}
 */
function measurer(document, style, em) {
  if (!rulers.has(document))
    rulers.set(document, document.createElement('canvas').getContext('2d'));
  const ruler = rulers.get(document);
  // The shorthand "font" is empty in some browsers' computed styles, so it is put together here.
  const font = `${style.fontStyle} ${style.fontWeight} ${em}px ${style.fontFamily}`;
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
 * Look at the host page, and set on the root what its styles need to know.
 * @param {HTMLElement} host
 * @param {HTMLElement} root the frame inside the shadow root
 * @param {{ palette?: string, transform?: 'linear' | 'log', domain?: 'fixed' | 'map' }} choices
 * @param {Pick<Look, 'strings' | 'pixels'>} given
 * @returns {Look}
 */
export function hostLook(host, root, choices, { strings, pixels }) {
  const document = host.ownerDocument;
  const view = document.defaultView;
  const scheme = schemeOf(host);
  root.classList.toggle('dark', scheme === 'dark');
  root.style.setProperty(
    '--found-ground',
    groundOf(host) ?? (scheme === 'dark' ? '#16181d' : '#fff'),
  );
  // As a fixed colour: mixed from currentColor, muted text inside muted text would fade twice.
  root.style.setProperty('--found-ink', getComputedStyle(host).color);
  const style = getComputedStyle(root);
  const em = Number.parseFloat(style.fontSize) || 13;
  return {
    colours: palette(choices.palette ?? 'ink', scheme),
    signed: signedPalette(scheme),
    transform: choices.transform ?? 'linear',
    domain: choices.domain ?? 'fixed',
    // A pixel is kept back: the outline of the last column must not make the page scroll.
    room: root.clientWidth > 0 ? root.clientWidth - 1 : FALLBACK_ROOM_PX,
    tallest: Math.min(TALLEST_PX, (view?.innerHeight || TALLEST_PX) * TALLEST_SHARE),
    dpr: view?.devicePixelRatio || 1,
    em,
    measure: measurer(document, style, em),
    ink: style.color,
    strings,
    pixels,
  };
}
