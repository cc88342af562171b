// A pointer that passes over the enlarged one of eight heads of 1,024 tokens: tasks that hold the page up, as the browser
// itself reports them (above 50 ms), and the time from the pointer to the highlight on screen.
import { NO_FRAME_LIMIT, openTag, timesOf, withPage } from './browser.mjs';

export const HOVER = Object.freeze({ heads: 8, n: 1024, width: 64 });

const MOVES = 200;
const GAP_MS = 25;

/** @typedef {{ times: import('./browser.mjs').Times, longTasks: number[], cells: number, browser: string }} Hover longTasks in ms */

/**
 * @param {string} url
 * @returns {Promise<Hover>}
 */
export function measureHover(url) {
  return withPage(NO_FRAME_LIMIT, async (page, browser) => {
    await openTag(page, url, { ...HOVER, attributes: 'view="heads" head="0" mask="causal"' });
    // The first drawing, and the look at the page after it, are over.
    await page.waitForTimeout(1500);
    const box = await page.evaluate(watchHover);
    for (let move = 0; move < MOVES; move++) {
      const at = move / MOVES;
      await page.mouse.move(
        box.left + box.width * (0.02 + 0.96 * at),
        box.top + box.height * (0.5 + 0.48 * Math.sin(at * 17)),
      );
      await page.waitForTimeout(GAP_MS);
    }
    await page.waitForTimeout(500);
    const { times, longTasks, cells } = await page.evaluate(() => Reflect.get(window, 'measured'));
    return { times: timesOf(times), longTasks, cells, browser };
  });
}

/** Runs in the page. */
function watchHover() {
  const map = document.querySelector('attention-map');
  const plate = map?.shadowRoot?.querySelector('[part~="map"]');
  if (!map || !plate) throw new Error('The page has no map.');
  plate.scrollIntoView({ block: 'center' });
  /** @type {{ times: number[], longTasks: number[], cells: number }} */
  const measured = { times: [], longTasks: [], cells: 0 };
  Reflect.set(window, 'measured', measured);
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) measured.longTasks.push(duration);
  }).observe({ type: 'longtask' });
  let moved = 0;
  window.addEventListener(
    'pointermove',
    (event) => {
      moved = event.timeStamp;
    },
    true,
  );
  map.addEventListener('attention-map:select', () => {
    measured.cells += 1;
    const start = moved;
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => measured.times.push(performance.now() - start);
      port2.postMessage(null);
    });
  });
  const { left, top, width, height } = plate.getBoundingClientRect();
  return { left, top, width, height };
}
