// When a page is printed: announced while it still has the screen's width, then, where the browser says so, laid out for paper.

/** Windows that a printer was announced to, until it is done. @type {WeakSet<Window>} */
const announced = new WeakSet();

/**
 * @param {Window | null} view
 * @returns {boolean} whether the page has the paper's width
 */
export function isOnPaper(view) {
  return view?.matchMedia?.('print').matches ?? false;
}

/**
 * @param {Window | null} view
 * @returns {boolean} whether what is drawn now is printed, and no frame follows
 */
export function isPrinting(view) {
  return view !== null && (announced.has(view) || isOnPaper(view));
}

/**
 * Print waits for no frame and no observer, and pages change their width and colours for it.
 * @param {Window | null} view
 * @param {{ print: () => void, over: () => void }} on print: before the page is printed, and again once it has the paper's
 *   width; over: it is the screen's again
 * @returns {() => void} stop watching
 */
export function watchPrinter(view, { print, over }) {
  if (!view) return () => {};
  const before = () => {
    announced.add(view);
    print();
  };
  const after = () => {
    announced.delete(view);
    over();
  };
  const paper = view.matchMedia?.('print');
  // Chromium tells between laying the page out and drawing it; Firefox prints a copy made at the announcement.
  const laid = () => (paper.matches ? print() : over());
  view.addEventListener('beforeprint', before);
  view.addEventListener('afterprint', after);
  paper?.addEventListener('change', laid);
  return () => {
    view.removeEventListener('beforeprint', before);
    view.removeEventListener('afterprint', after);
    paper?.removeEventListener('change', laid);
  };
}
