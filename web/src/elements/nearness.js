// Whether a tag that is to be drawn lazily is near what the reader sees.

/** CSS px around the window: about a screen ahead of a reader who scrolls. */
const AHEAD_PX = 800;

/**
 * Tells once when the tag comes near; at once where nobody can tell (jsdom).
 * @param {Element} host
 * @param {() => void} near
 * @returns {() => void} wait no longer
 */
function whenNear(host, near) {
  if (typeof IntersectionObserver === 'undefined') {
    near();
    return () => {};
  }
  const seen = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      seen.disconnect();
      near();
    },
    { rootMargin: `${AHEAD_PX}px 0px` },
  );
  seen.observe(host);
  return () => seen.disconnect();
}

/** A page that is never idle must be printable too. */
const IDLE_MS = 3000;

/**
 * When the page has nothing else to do, or has had long enough; soon where it cannot say.
 * @param {() => void} work
 * @returns {() => void} not any more
 */
function whenIdle(work) {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(work, 200);
    return () => clearTimeout(timer);
  }
  const request = requestIdleCallback(work, { timeout: IDLE_MS });
  return () => cancelIdleCallback(request);
}

/**
 * Until a lazy tag is to be drawn.
 * @param {Element} host
 * @param {{ near: () => void, idle: () => void }} on idle: the page has time for what the drawing will need
 * @returns {() => void} wait no longer
 */
export function waitForReader(host, { near, idle }) {
  const stops = [whenNear(host, near), whenIdle(idle)];
  return () => {
    for (const stop of stops) stop();
  };
}
