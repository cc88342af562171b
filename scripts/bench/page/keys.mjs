// From a keystroke to painted maps.
//
// Measured twice. Without a frame limit: the work alone, which the bar is for. At the display's 60 Hz: with the wait for the
// next refresh, up to 16.7 ms that no page can avoid.
import { timesOf, withPage } from './browser.mjs';

export const HEADS = 8;

/** Keys that draw new maps; enough that the 95th percentile rests on ten of them. */
const KEYSTROKES = 200;

/** First ones left out: the browser still compiles what they run. */
const WARM_UP = 30;

/** A fast typist's gap; shorter than the pause after which the page times its kernels. */
const GAP_MS = 90;

/** 58 tokens; ten typed letters and spaces add up to five, so that n stays at 64 or below. */
const TEXT = Array.from(
  { length: 58 },
  (_, i) => ['the', 'cat', 'and', 'a', 'dog', 'ran'][i % 6],
).join(' ');
const TYPED = ' a bc d ef';

/** @typedef {{ times: import('./browser.mjs').Times, tokens: [number, number], backend: string, browser: string }} Keys */

/**
 * @param {string} url
 * @param {string[]} args of the browser
 * @returns {Promise<Keys>}
 */
export function measureKeys(url, args) {
  return withPage(args, async (page, browser) => {
    await page.goto(`${url}#v=1&heads=${HEADS}&text=${encodeURIComponent(TEXT)}`);
    await page.waitForFunction(() => document.getElementById('timing')?.textContent !== '');
    const backend = (await page.textContent('#time-auto')) ?? '';
    await page.evaluate(watchKeys);
    await page.focus('#text');
    await page.keyboard.press('Control+End');
    let drawn = 0;
    for (let i = 0; drawn < KEYSTROKES + WARM_UP; i++) {
      const at = i % (2 * TYPED.length);
      const key = at < TYPED.length ? TYPED[at] : 'Backspace';
      await page.keyboard.press(key === ' ' ? 'Space' : key);
      await page.waitForTimeout(GAP_MS);
      // Asked when the key is long answered: a question would take the page's time from it.
      drawn = await page.evaluate(() => Reflect.get(window, 'measured').times.length);
    }
    const { times, tokens } = await page.evaluate(() => Reflect.get(window, 'measured'));
    return {
      times: timesOf(times.slice(-KEYSTROKES)),
      tokens,
      backend: backend.replace('uses ', ''),
      browser,
    };
  });
}

/**
 * Runs in the page: keeps the time of every keystroke that asked for new maps. A space behind the last word makes no token:
 * nothing is drawn for it, and what is drawn for the key after it is no answer to it.
 */
function watchKeys() {
  const map = document.querySelector('attention-map#map');
  const box = document.getElementById('text');
  if (!map || !box) throw new Error('The page has no map.');
  /** @type {{ times: number[], tokens: [number, number] }} */
  const measured = { times: [], tokens: [Number.POSITIVE_INFINITY, 0] };
  Reflect.set(window, 'measured', measured);
  const shown = () => Reflect.get(map, 'result');
  const asked = () => map.getAttribute('tokens');
  let pressed = { at: 0, asked: asked() };
  box.addEventListener('keydown', (event) => {
    pressed = { at: event.timeStamp, asked: asked() };
  });
  box.addEventListener('input', () => {
    const { at, asked: before } = pressed;
    const drawn = shown();
    const afterFrame = () => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        if (asked() === before) return;
        if (shown() === drawn) return requestAnimationFrame(afterFrame);
        measured.times.push(performance.now() - at);
        const n = shown().weights.shape[1];
        measured.tokens = [Math.min(measured.tokens[0], n), Math.max(measured.tokens[1], n)];
      };
      port2.postMessage(null);
    };
    requestAnimationFrame(afterFrame);
  });
}
