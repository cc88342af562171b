// The address bar as memory: settings into the fragment, quietly and not too often, and back on navigation.
import { readState, writeState } from './state.js';

// Safari refuses more than 100 changes of history in 30 seconds; one in 400 ms stays below.
const QUIET_MS = 400;

/**
 * @param {Window} page
 * @param {(read: ReturnType<typeof readState>) => void} onNavigate called when the reader goes back or
 *   changes the address by hand
 * @returns {{ initial: ReturnType<typeof readState>, save: (settings: import('./state.js').Settings) => void, flush: () => void }}
 *   flush writes at once what save has put off
 */
export function connectAddress(page, onNavigate) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  /** @type {import('./state.js').Settings | undefined} */
  let unsaved;
  /** @type {import('./state.js').Settings | undefined} */
  let last;
  const write = () => {
    clearTimeout(timer);
    if (unsaved === undefined) return;
    const fragment = writeState(unsaved);
    unsaved = undefined;
    const { pathname, search } = page.location;
    const hash = fragment === '' ? '' : `#${fragment}`;
    page.history.replaceState(null, '', `${pathname}${search}${hash}`);
  };
  // The last change must be there when the reader leaves and comes back.
  page.addEventListener('pagehide', write);
  page.addEventListener('hashchange', () => {
    const { hash } = page.location;
    if (hash !== '' && !new URLSearchParams(hash.slice(1)).has('v')) {
      // A link within the page has taken the place of the settings: they come back.
      unsaved = last;
      write();
      return;
    }
    clearTimeout(timer);
    unsaved = undefined;
    onNavigate(readState(hash));
  });
  return {
    initial: readState(page.location.hash),
    flush: write,
    save(settings) {
      unsaved = settings;
      last = settings;
      clearTimeout(timer);
      timer = setTimeout(write, QUIET_MS);
    },
  };
}
