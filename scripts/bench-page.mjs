// From a keystroke to painted maps, in a real Chromium on the built site: `npm run bench -- page`.
//
// The clock starts at the key event's own time stamp, which the browser takes when the key reaches it, and
// stops in a task queued by the last animation-frame callback of the frame that shows the new maps: such
// a task runs when that frame's style, layout and paint are done. A second animation frame would add a wait
// for the next refresh, in which nothing of ours happens.
//
// Measured twice. Without a frame limit: the work alone, which the bar is for. At the display's 60 Hz: with the
// wait for the next refresh, up to 16.7 ms that no page can avoid.
import { cpus } from 'node:os';
import { join } from 'node:path';
import { buildSite } from './build.mjs';
import { launchChromium } from './chromium.mjs';
import { ROOT } from './paths.mjs';
import { step } from './run.mjs';
import { serveFolder } from './serve.mjs';
import { setUp } from './setup.mjs';

const BAR_MS = 16;
const HEADS = 8;

/** Enough that the 95th percentile rests on ten of them. */
const KEYSTROKES = 200;

/** First ones left out: the browser still compiles what they run. */
const WARM_UP = 30;

/** A fast typist's gap; shorter than the pause after which the page times its kernels. */
const GAP_MS = 90;

const NO_FRAME_LIMIT = ['--disable-frame-rate-limit', '--disable-gpu-vsync'];

/** 58 tokens; ten typed letters and spaces add up to five, so that n stays at 64 or below. */
const TEXT = Array.from(
  { length: 58 },
  (_, i) => ['the', 'cat', 'and', 'a', 'dog', 'ran'][i % 6],
).join(' ');
const TYPED = ' a bc d ef';

/**
 * Prints the median and the 95th percentile, and what they were measured on.
 * @returns {Promise<void>}
 */
export async function benchPage() {
  await buildSite(await setUp({ browser: true }));
  const server = await serveFolder(join(ROOT, 'dist', 'site'));
  try {
    const work = await step('Typing without a frame limit', () =>
      measure(server.url, NO_FRAME_LIMIT),
    );
    const shown = await step('Typing at the display’s 60 Hz', () => measure(server.url, []));
    report(work, shown);
  } finally {
    await server.close();
  }
}

/** @typedef {{ times: number[], tokens: [number, number], backend: string, browser: string }} Measured */

/**
 * @param {string} url
 * @param {string[]} args of the browser
 * @returns {Promise<Measured>}
 */
async function measure(url, args) {
  const browser = await launchChromium({ args });
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    await page.goto(`${url}#v=1&heads=${HEADS}&text=${encodeURIComponent(TEXT)}`);
    await page.waitForFunction(() => document.getElementById('timing')?.textContent !== '');
    const backend = (await page.textContent('#time-auto')) ?? '';
    await page.evaluate(watchKeys);
    await page.focus('#text');
    await page.keyboard.press('Control+End');
    for (let i = 0; i < KEYSTROKES + WARM_UP; i++) {
      const at = i % (2 * TYPED.length);
      const key = at < TYPED.length ? TYPED[at] : 'Backspace';
      await page.waitForTimeout(GAP_MS);
      await page.keyboard.press(key === ' ' ? 'Space' : key);
    }
    await page.waitForTimeout(GAP_MS);
    const { times, tokens } = await page.evaluate(() => Reflect.get(window, 'measured'));
    const version = browser.version();
    return {
      times: times.slice(-KEYSTROKES),
      tokens,
      backend: backend.replace('uses ', ''),
      browser: version,
    };
  } finally {
    await browser.close();
  }
}

/** Runs in the page: keeps the time of every keystroke that was followed by a new map. */
function watchKeys() {
  const map = document.querySelector('attention-map#map');
  const box = document.getElementById('text');
  if (!map || !box) throw new Error('The page has no map.');
  /** @type {{ times: number[], tokens: [number, number] }} */
  const measured = { times: [], tokens: [Number.POSITIVE_INFINITY, 0] };
  Reflect.set(window, 'measured', measured);
  const shown = () => Reflect.get(map, 'result');
  let pressed = 0;
  box.addEventListener('keydown', (event) => {
    pressed = event.timeStamp;
  });
  box.addEventListener('input', () => {
    const start = pressed;
    const before = shown();
    const afterFrame = () => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        if (shown() === before) return requestAnimationFrame(afterFrame);
        measured.times.push(performance.now() - start);
        const n = shown().weights.shape[1];
        measured.tokens = [Math.min(measured.tokens[0], n), Math.max(measured.tokens[1], n)];
      };
      port2.postMessage(null);
    };
    requestAnimationFrame(afterFrame);
  });
}

/**
 * @param {Measured} work
 * @param {Measured} shown
 */
function report(work, shown) {
  const [least, most] = work.tokens;
  const p95 = quantile(work.times, 0.95);
  console.log(`
Keystroke to painted maps: ${HEADS} heads, n = ${least}–${most}, ${work.backend}, ${work.times.length} keystrokes
                         median      p95
  without frame limit  ${show(work.times, 0.5)}  ${show(work.times, 0.95)}   bar ${BAR_MS} ms: ${p95 <= BAR_MS ? 'met' : 'MISSED'}
  at 60 Hz             ${show(shown.times, 0.5)}  ${show(shown.times, 0.95)}   of which up to 16.7 ms wait for the display

Chromium ${work.browser}, headless, 1280 × 900; ${cpus().length} × ${cpus()[0].model.trim()}; ${process.platform}`);
}

/**
 * @param {number[]} times
 * @param {number} share
 */
function show(times, share) {
  return `${quantile(times, share).toFixed(1)} ms`.padStart(8);
}

/**
 * @param {number[]} values
 * @param {number} share 0 … 1
 * @returns {number} the smallest value with that share at or below it
 */
function quantile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
}
