// A jump to a section that stays where it led: figures above it are drawn only now, and grow.

/** Figures near a section are drawn within this time on a slow machine. */
const HOLD_MS = 3000;

/** What says that readers go their own way. */
const OWN_WAY = ['wheel', 'touchstart', 'pointerdown', 'keydown'];

/**
 * Bring an element to the top of the window, and keep it there while the page above it grows, until the reader does something.
 * @param {Window} page
 * @param {Element} element
 */
export function holdInPlace(page, element) {
  const goTo = () => element.scrollIntoView({ behavior: 'instant' });
  goTo();
  // Asked when the page changes its height, which is after its layout and before it is painted.
  const growth = new ResizeObserver(goTo);
  growth.observe(page.document.body);
  const stop = () => {
    growth.disconnect();
    clearTimeout(timer);
    for (const name of OWN_WAY) page.removeEventListener(name, stop, true);
  };
  const timer = setTimeout(stop, HOLD_MS);
  for (const name of OWN_WAY)
    page.addEventListener(name, stop, { capture: true, passive: true, once: true });
}
