// Every view on 512 tokens: a pointer passes over it, keys walk it, its sliders move. Tasks that hold the page up, as the browser
// itself reports them (above 50 ms), while it is used and while it is first drawn.
import { conceptNames } from '../../../web/src/elements/concepts/names.js';
import { openMarkup, withPage } from './browser.mjs';

export const VIEWS = Object.freeze({ n: 512, names: ['map', 'stages', 'heads', ...conceptNames] });

const MOVES = 40;
const KEYS = 25;
const SLIDER_STEPS = 8;
const GAP_MS = 40;

/** Where one head would say nothing. @type {Record<string, string>} */
const MORE = {
  heads: 'heads="8" head="0"',
  lines: 'heads="4"',
  census: 'heads="8"',
  sharing: 'heads="4"',
};

/** @typedef {{ view: string, drawing: number[], use: number[], refused: string | null }} View tasks above 50 ms, in ms */

/**
 * @param {string} url
 * @returns {Promise<View[]>}
 */
export function measureViews(url) {
  return withPage([], async (page) => {
    /** @type {View[]} */
    const found = [];
    const tokens = Array.from({ length: VIEWS.n }, (_, token) => `t${token}`).join(' ');
    for (const view of VIEWS.names) {
      await openMarkup(
        page,
        url,
        `<attention-map view="${view}" mask="causal" ${MORE[view] ?? ''} tokens="${tokens}"></attention-map>`,
        watchTasks,
      );
      await page.waitForTimeout(1500);
      const drawing = await page.evaluate(takeTasks);
      const refused = await page.evaluate(
        () =>
          document.querySelector('attention-map')?.shadowRoot?.querySelector('.error:not([hidden])')
            ?.textContent ?? null,
      );
      if (refused === null) await use(page);
      await page.waitForTimeout(300);
      found.push({ view, drawing, use: await page.evaluate(takeTasks), refused });
    }
    return found;
  });
}

/** @param {import('./browser.mjs').Page} page */
async function use(page) {
  const box = await page.locator('attention-map').boundingBox();
  if (!box) return;
  const height = Math.min(box.height, 800);
  for (let move = 0; move < MOVES; move++) {
    const at = move / MOVES;
    await page.mouse.move(
      box.x + box.width * (0.04 + 0.92 * at),
      box.y + height * (0.5 + 0.45 * Math.sin(at * 11)),
    );
    await page.waitForTimeout(GAP_MS);
  }
  const widget = page.locator('attention-map [role="application"]:visible').first();
  if ((await widget.count()) > 0) {
    await widget.focus();
    for (let key = 0; key < KEYS; key++) {
      await page.keyboard.press(key % 2 ? 'ArrowRight' : 'ArrowDown');
      await page.waitForTimeout(GAP_MS);
    }
  }
  const sliders = page.locator('attention-map input[type="range"]:visible:enabled');
  for (let place = 0; place < (await sliders.count()); place++) {
    await sliders.nth(place).focus();
    for (let step = 0; step < SLIDER_STEPS; step++) {
      await page.keyboard.press(step % 2 ? 'ArrowLeft' : 'ArrowRight');
      await page.waitForTimeout(3 * GAP_MS);
    }
  }
}

/** Runs in the page, before everything else. */
function watchTasks() {
  /** @type {number[]} */
  const tasks = [];
  Reflect.set(window, 'tasks', tasks);
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) tasks.push(duration);
  }).observe({ type: 'longtask' });
}

/** Runs in the page. @returns {number[]} since the last look */
function takeTasks() {
  return /** @type {number[]} */ (Reflect.get(window, 'tasks')).splice(0);
}
