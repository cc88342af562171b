// What `npm run bench -- page` prints.
import { HOVER } from './hover.mjs';
import { HEADS } from './keys.mjs';
import { SLIDER } from './slider.mjs';
import { VIEWS } from './views.mjs';

const KEY_BAR_MS = 16;
const SLIDER_BAR_MS = 16.7;
const TASK_BAR_MS = 50;

/** @typedef {import('./browser.mjs').Times} Times */
/** @typedef {import('./keys.mjs').Keys} Keys */

/**
 * @param {object} all
 * @param {import('../machine.mjs').Machine} all.machine
 * @param {{ withoutFrameLimit: Keys, at60Hz: Keys }} all.keys
 * @param {import('./slider.mjs').Slider} all.slider
 * @param {import('./hover.mjs').Hover} all.hover
 * @param {import('./views.mjs').View[]} all.views
 * @returns {string}
 */
export function report({ machine, keys, slider, hover, views }) {
  const { withoutFrameLimit: work, at60Hz: shown } = keys;
  const [least, most] = work.tokens;
  const longest = Math.max(0, ...hover.longTasks);
  return `
Keystroke to painted maps: ${HEADS} heads, n = ${least}–${most}, ${work.backend}, ${work.times.count} keystrokes that change the maps
                         median      p95
  without frame limit  ${row(work.times)}   bar ${KEY_BAR_MS} ms: ${verdict(work.times, KEY_BAR_MS)}
  at 60 Hz             ${row(shown.times)}   of which up to 16.7 ms wait for the display

Slider to painted maps: ${SLIDER.heads} heads and their mean, n = ${SLIDER.n}, d = ${SLIDER.width}, pooled to device pixels, one thread, ${slider.times.count} moves
  without frame limit  ${row(slider.times)}   bar ${SLIDER_BAR_MS} ms: ${verdict(slider.times, SLIDER_BAR_MS)}; the kernel's part ${slider.kernelMs.toFixed(1)} ms

Hover at n = ${HOVER.n}, ${HOVER.heads} heads: ${hover.cells} cells pointed at
  pointer to highlight ${row(hover.times)}
  tasks above ${TASK_BAR_MS} ms    ${hover.longTasks.length === 0 ? 'none: met' : `${hover.longTasks.length}, the longest ${longest.toFixed(0)} ms: MISSED`}

Every view, n = ${VIEWS.n}: tasks above ${TASK_BAR_MS} ms, the longest of them in ms
                 first drawing   in use
${views.map(viewRow).join('\n')}

Chromium ${work.browser}, headless, 1280 × 900; ${machine.cores} × ${machine.processor}; ${machine.system}; ${machine.date} UTC`;
}

/**
 * @param {Times} times
 * @param {number} bar ms, for the median
 */
function verdict({ median, p95 }, bar) {
  if (median > bar) return 'MISSED';
  return p95 > bar ? 'met by the median, not by the 95th percentile' : 'met';
}

/** @param {Times} times */
function row({ median, p95 }) {
  return [median, p95].map((ms) => `${ms.toFixed(1)} ms`.padStart(8)).join('  ');
}

/** @param {import('./views.mjs').View} view */
function viewRow({ view, drawing, use, refused }) {
  if (refused !== null) return `  ${view.padEnd(14)} refuses so many tokens`;
  const longest = (/** @type {number[]} */ tasks) =>
    tasks.length === 0 ? 'none' : `${tasks.length} × ${Math.max(...tasks).toFixed(0)}`;
  const verdict = use.length === 0 ? 'met' : 'MISSED';
  return `  ${view.padEnd(14)} ${longest(drawing).padStart(12)}   ${longest(use).padStart(6)}  ${verdict}`;
}
