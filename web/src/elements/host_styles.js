// The sheet of the tag itself: its frame, custom properties, controls, messages. Adopted, never inserted as
// markup, so that a page's Content-Security-Policy needs no 'unsafe-inline'.
import { belowStyles } from '../views/below_styles.js';
import { figureStyles } from '../views/styles.js';
import { widgetStyles } from '../views/widgets/styles.js';

const hostStyles = `
:host {
  display: block;
  font-size: var(--attention-map-font-size, max(0.8125em, 12px));
  font-family: var(--attention-map-font-family, inherit);
  line-height: 1.4;
  text-align: start;
  /* Cells are drawn in rows and columns, whichever way the page writes. */
  writing-mode: horizontal-tb;
  /* A page may move everything slowly; a size that is on its way would be taken for the size. */
  transition: none !important;
}
:host([hidden]) { display: none; }
.root {
  --text: var(--attention-map-ink, var(--found-ink, currentColor));
  --ink: color-mix(in srgb, var(--text) 60%, transparent);
  --muted: var(--attention-map-muted, color-mix(in srgb, var(--text) 72%, transparent));
  --rule: var(--attention-map-rule, color-mix(in srgb, var(--text) 24%, transparent));
  --hatch: var(--attention-map-hatch, color-mix(in srgb, var(--text) 20%, transparent));
  --ground: var(--attention-map-ground, var(--found-ground, Canvas));
  --accent: var(--attention-map-accent, #a8390a);
  color: var(--text);
  font-variant-numeric: tabular-nums lining-nums;
  /* A page that spaces or raises its letters must not do so to figures that were measured without. */
  letter-spacing: normal; word-spacing: normal; text-transform: none; text-indent: 0; white-space: normal; line-height: 1.4;
  position: relative;
  color-scheme: light;
}
.root.dark { color-scheme: dark; --accent: var(--attention-map-accent, #ffb27a); }
/* Notices a change of the inherited text colour, which is how a page turns dark (see theme.js). */
.probe { transition: color 1ms step-end; }
/* Cells and axes run from the left in every language; the figure stands at the edge where lines begin. */
.picture { isolation: isolate; }
.picture > *, .opened, .workbench, .table-room > * { direction: ltr; }
.root.rtl :is(.picture > *, .opened, .workbench) { width: max-content; max-width: 100%; }
/* A sentence runs as its first letter does, from the edge where the page's begin: else an English full stop would stand before it. */
.line, .note, .empty, .error > span, .said, summary, .sentence, .part-line, caption, dt, dd { unicode-bidi: plaintext; text-align: -webkit-match-parent; text-align: match-parent; }
button { unicode-bidi: plaintext; }
.map-grid:focus-visible, .stages-figure:focus-visible, .tile:focus-visible,
.controls :focus-visible, summary:focus-visible {
  outline: 2px solid var(--accent); outline-offset: 4px; border-radius: 2px;
}
/* Words stand 0.4em beside a setting. */
.controls :focus-visible { outline-offset: 1px; }
.map-grid:focus, .stages-figure:focus { outline-offset: 6px; }
.readout { margin: 0.9em 0 0; min-height: 2.8em; color: var(--text); overflow-wrap: anywhere; }
.readout .line { display: block; }
.readout .facts.idle, .readout .more { color: var(--muted); }
.readout .locked { color: var(--accent); }
.steps { display: none; gap: 0.5em; margin-top: 0.4em; direction: ltr; }
@media (pointer: coarse) { .steps { display: flex; } }
.steps button {
  font: inherit; color: inherit; background: none; border: 1px solid var(--rule); border-radius: 3px;
  min-width: 44px; min-height: 36px; touch-action: manipulation;
}
.note { margin: 0.4em 0 0; color: var(--muted); font-style: italic; }
.empty { margin: 0; color: var(--muted); font-style: italic; }
.error { margin: 0 0 1em; padding-block: 0.1em; padding-inline-start: 0.8em; border-inline-start: 3px solid var(--accent); }
.error .title { color: var(--accent); font-size: 1em; }
.error .detail { display: block; overflow-wrap: anywhere; }
.error .kept { display: block; color: var(--muted); }
details { margin-top: 0.7em; }
.below { display: flex; flex-wrap: wrap; gap: 0 2em; align-items: flex-start; }
.below > details { max-width: 100%; }
.below > details[open] { flex-basis: 100%; }
.save .buttons { display: flex; flex-wrap: wrap; gap: 0.5em; align-items: center; margin-top: 0.4em; }
.save .said { color: var(--muted); }
.save .link { font: inherit; color: inherit; background: transparent; border: 1px solid var(--rule); padding: 0.15em 0.4em; min-width: 16em; }
summary { color: var(--muted); cursor: pointer; width: max-content; max-width: 100%; min-height: 24px; line-height: 24px; }
.table-room { overflow-x: auto; }
.table-room th { max-width: 9em; overflow: hidden; text-overflow: ellipsis; }
.controls {
  display: flex; flex-wrap: wrap; gap: 0.5em 2em; align-items: center; margin: 0 0 1.4em;
  border-block: 1px solid var(--rule); padding-block: 0.5em;
}
.controls fieldset { display: flex; flex-wrap: wrap; gap: 0 0.9em; align-items: center; border: 0; margin: 0; padding: 0; min-width: 0; }
/* Without a box of its own: WebKit would put that above the choices. */
.controls legend { display: contents; color: var(--muted); font-style: italic; }
.controls label { display: inline-flex; gap: 0.4em; align-items: center; min-height: 28px; cursor: pointer; }
.controls .name { color: var(--muted); font-style: italic; }
.controls input { accent-color: var(--accent); margin: 0; min-width: 16px; min-height: 16px; }
.controls input[type="range"] { width: 8.5em; min-height: 24px; }
.controls output { min-width: 2.6em; }
.controls select {
  font: inherit; color: inherit; background: transparent; border: 1px solid var(--rule); border-radius: 3px;
  padding: 0.15em 0.4em; min-height: 26px;
}
.controls option { color: CanvasText; background: Canvas; }
.controls :disabled, .controls .off { opacity: 0.5; cursor: default; }
@media (forced-colors: active) {
  .root, .root.dark { --text: CanvasText; --muted: CanvasText; --ink: CanvasText; --rule: CanvasText; --accent: Highlight; }
}
@media print {
  .controls, details, .steps, .readout .facts.idle { display: none; }
  .readout { min-height: 0; }
  /* One that is longer than a page breaks between its panels. */
  :host { break-inside: avoid; }
}
`;

/** @type {WeakMap<Window, Map<string, CSSStyleSheet>>} */
const sheets = new WeakMap();

/**
 * Give a shadow root its styles: one constructed sheet for all tags of a window, or a style element where
 * there are none (jsdom).
 * @param {ShadowRoot} root
 */
export function adoptStyles(root) {
  if ('adoptedStyleSheets' in root) root.adoptedStyleSheets = [];
  addStyles(root, figureStyles + hostStyles + widgetStyles + belowStyles);
}

/**
 * @param {ShadowRoot | null} root
 * @returns {boolean} whether what adoptStyles gave it is there: a root that moves to another document loses it
 */
export function hasStyles(root) {
  return (
    root !== null && (root.adoptedStyleSheets?.length > 0 || root.querySelector('style') !== null)
  );
}

/**
 * Add the styles of what is drawn later, once.
 * @param {ShadowRoot} root
 * @param {string} text
 */
export function addStyles(root, text) {
  const document = root.ownerDocument;
  const view = document.defaultView;
  if (view && 'adoptedStyleSheets' in root && typeof view.CSSStyleSheet === 'function') {
    const sheet = sheetOf(view, text);
    if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets.push(sheet);
    return;
  }
  if (Array.from(root.querySelectorAll('style')).some((style) => style.textContent === text))
    return;
  const style = document.createElement('style');
  style.textContent = text;
  root.append(style);
}

/**
 * @param {Window & typeof globalThis} view
 * @param {string} text
 * @returns {CSSStyleSheet} one for all tags of the window
 */
function sheetOf(view, text) {
  const known = sheets.get(view) ?? new Map();
  sheets.set(view, known);
  let sheet = known.get(text);
  if (!sheet) {
    sheet = new view.CSSStyleSheet();
    sheet.replaceSync(text);
    known.set(text, sheet);
  }
  return sheet;
}
