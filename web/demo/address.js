// The address bar as memory: settings into the fragment, quietly and not too often, and back on navigation.
import { readPage, writePage } from './page_state.js';

/** @typedef {import('./page_state.js').PageState} PageState */

// Safari refuses more than 100 changes of history in 30 seconds; one in 400 ms stays below.
const QUIET_MS = 400;

/** Where the last change waits for a page that is loaded again before its address was written. */
const KEY = 'attention-map:unsaved';

/**
 * @param {Window} page
 * @param {object} on
 * @param {(read: ReturnType<typeof readPage>) => void} on.navigated the reader went back, or changed the address by hand
 * @param {(place: string) => PageState} on.followed a link within the page has taken the place of the settings: what the address
 *   shall say now
 * @returns {{ initial: ReturnType<typeof readPage>, save: (state: PageState) => void, flush: () => void }}
 *   flush writes at once what save has put off
 */
export function connectAddress(page, on) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  /** @type {PageState | undefined} */
  let unsaved;
  const write = () => {
    clearTimeout(timer);
    if (unsaved === undefined) return;
    const fragment = writePage(unsaved);
    unsaved = undefined;
    replaceHash(page, fragment);
  };
  const restored = takeUnsaved(page);
  if (restored !== null) replaceHash(page, restored);
  // The last change must be there when the reader leaves and comes back; a page that nobody sees may be ended without a word.
  page.document.addEventListener('visibilitychange', () => {
    if (page.document.visibilityState === 'hidden') write();
  });
  page.addEventListener('pagehide', () => {
    if (unsaved === undefined) return;
    // A reload has its address by now: writing it is too late.
    keepUnsaved(page, writePage(unsaved));
    write();
  });
  page.addEventListener('hashchange', () => {
    const { hash } = page.location;
    if (hash !== '' && !new URLSearchParams(hash.slice(1)).has('v')) {
      const state = on.followed(hash.slice(1));
      // The page as it stands has none: the link stays.
      if (writePage(state) === '') return;
      unsaved = state;
      write();
      return;
    }
    clearTimeout(timer);
    unsaved = undefined;
    on.navigated(readPage(hash));
  });
  return {
    initial: readPage(page.location.hash),
    flush: write,
    save(state) {
      unsaved = state;
      clearTimeout(timer);
      timer = setTimeout(write, QUIET_MS);
    },
  };
}

/**
 * @param {Window} page
 * @param {string} fragment without its #
 */
function replaceHash(page, fragment) {
  const { pathname, search } = page.location;
  const hash = fragment === '' ? '' : `#${fragment}`;
  page.history.replaceState(null, '', `${pathname}${search}${hash}`);
}

/**
 * @param {Window} page that is about to go
 * @param {string} fragment that its address should have
 */
function keepUnsaved(page, fragment) {
  try {
    page.sessionStorage.setItem(KEY, JSON.stringify([page.location.hash, fragment]));
  } catch {
    // Storage can be forbidden: the last moment's change is lost then.
  }
}

/**
 * @param {Window} page that has just come
 * @returns {string | null} the fragment that the same address should have had when this tab left it
 */
function takeUnsaved(page) {
  try {
    const kept = page.sessionStorage.getItem(KEY);
    page.sessionStorage.removeItem(KEY);
    const [entry] = page.performance.getEntriesByType('navigation');
    const isReload = entry !== undefined && 'type' in entry && entry.type === 'reload';
    const [hash, fragment] = JSON.parse(kept ?? '[]');
    const isSame = isReload && hash === page.location.hash && typeof fragment === 'string';
    return isSame ? fragment : null;
  } catch {
    return null;
  }
}
