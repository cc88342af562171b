// Light or dark, as the host page is: told by the colour of its text, which every way of switching changes.
import { luminance } from '../palettes.js';

/** @typedef {import('../palettes.js').Scheme} Scheme */

/**
 * The channels of a computed colour.
 * @param {string} text "rgb(…)", "rgba(…)" or "color(srgb …)"
 * @returns {[number, number, number, number] | null} red, green, blue 0…255 and alpha 0…1
 */
export function parseColour(text) {
  const numbers = text.match(/-?[\d.]+(?:e-?\d+)?%?/g);
  if (!numbers || numbers.length < 3) return null;
  const scale = /^color\(\s*srgb/.test(text) ? 255 : 1;
  if (scale === 1 && !/^rgba?\(/.test(text)) return null;
  const [red, green, blue, alpha = 1] = numbers.map((part) =>
    part.endsWith('%') ? Number.parseFloat(part) / 100 : Number(part),
  );
  return [red * scale, green * scale, blue * scale, alpha];
}

/**
 * @param {HTMLElement} element
 * @returns {Scheme} `--attention-map-color-scheme` where the page sets it, otherwise by its text colour
 */
export function schemeOf(element) {
  const style = getComputedStyle(element);
  const told = style.getPropertyValue('--attention-map-color-scheme').trim();
  if (told === 'light' || told === 'dark') return told;
  const colour = parseColour(style.color);
  // Text lighter than middle grey (of luminance 0.18) stands on something dark.
  return colour && luminance([colour[0], colour[1], colour[2]]) > 0.18 ? 'dark' : 'light';
}

/**
 * The colour that the element stands on.
 * @param {HTMLElement} element
 * @returns {string | null} the first opaque background up the tree; null where nobody set one
 */
export function groundOf(element) {
  /** @type {Element | null} */
  let at = element;
  while (at) {
    const background = getComputedStyle(at).backgroundColor;
    const colour = parseColour(background);
    if (colour && colour[3] > 0.98) return background;
    const root = at.getRootNode();
    at = at.assignedSlot ?? at.parentElement ?? (root instanceof ShadowRoot ? root.host : null);
  }
  return null;
}

/**
 * Be told when the page changes its colours: by a class, an attribute, a sheet, or with the system.
 * @param {HTMLElement} probe an element whose text colour is inherited and whose style has a transition on it
 * @param {() => void} changed
 * @returns {() => void} stop
 */
export function watchTheme(probe, changed) {
  const document = probe.ownerDocument;
  const view = document.defaultView;
  // An inherited colour that changes starts the probe's transition, whoever changed it. The two watches
  // below are for pages that change only the ground, or set --attention-map-color-scheme.
  probe.addEventListener('transitionend', changed);
  const attributes = new MutationObserver(changed);
  const filter = {
    attributes: true,
    attributeFilter: ['class', 'style', 'data-theme', 'data-bs-theme'],
  };
  attributes.observe(document.documentElement, filter);
  if (document.body) attributes.observe(document.body, filter);
  const system = view?.matchMedia?.('(prefers-color-scheme: dark)');
  system?.addEventListener('change', changed);
  return () => {
    probe.removeEventListener('transitionend', changed);
    attributes.disconnect();
    system?.removeEventListener('change', changed);
  };
}
