// Everything around a tag that can make its drawing stale: theme, room, zoom, content, the printer.
import { watchPrinter } from './printer.js';
import { watchTheme } from './theme.js';

/**
 * @param {HTMLElement} host
 * @param {HTMLElement} probe inside its shadow tree (see theme.js)
 * @param {{ paint: () => void, compute: () => void, print: () => void }} on paint: only the looks changed;
 *   compute: the data may have; print: the page is about to be printed and waits for no frame (see printer.js)
 * @returns {() => void} stop watching
 */
export function watchHost(host, probe, { paint, compute, print }) {
  const view = host.ownerDocument.defaultView;
  const script = new MutationObserver(compute);
  script.observe(host, { childList: true, subtree: true, characterData: true });
  const stops = [
    watchTheme(probe, paint),
    watchWidth(host, paint),
    watchResolution(view, paint),
    watchPrinter(view, { print, over: paint }),
  ];
  return () => {
    script.disconnect();
    for (const stop of stops) stop();
  };
}

/**
 * @param {HTMLElement} host
 * @param {() => void} changed its width did; its height is what is drawn and never a reason to draw
 * @returns {() => void} stop
 */
function watchWidth(host, changed) {
  // jsdom lays nothing out and has no observer for it.
  if (typeof ResizeObserver === 'undefined') return () => {};
  let width = -1;
  const sizes = new ResizeObserver(([entry]) => {
    if (entry.contentRect.width === width) return;
    width = entry.contentRect.width;
    changed();
  });
  sizes.observe(host);
  return () => sizes.disconnect();
}

/**
 * @param {Window | null} view
 * @param {() => void} changed the page was zoomed, or its window moved to another screen
 * @returns {() => void} stop
 */
function watchResolution(view, changed) {
  if (!view?.matchMedia) return () => {};
  /** @type {MediaQueryList} */
  let query;
  const again = () => {
    query?.removeEventListener('change', again);
    query = view.matchMedia(`(resolution: ${view.devicePixelRatio}dppx)`);
    query.addEventListener('change', again);
    if (watching) changed();
  };
  let watching = false;
  again();
  watching = true;
  return () => query.removeEventListener('change', again);
}
