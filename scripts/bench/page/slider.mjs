// A slider that is dragged under twelve heads of 512 tokens: all maps and their mean computed and painted, pooled to the pixels
// of the screen. On the engine that tags share, which is one thread.
import { NO_FRAME_LIMIT, openTag, timesOf, withPage } from './browser.mjs';

export const SLIDER = Object.freeze({ heads: 12, n: 512, width: 64 });

const MOVES = 120;
const WARM_UP = 20;
/** A hand sends as many as the display shows; fewer here, so that each answer is its own. */
const GAP_MS = 50;

/** @typedef {{ times: import('./browser.mjs').Times, kernelMs: number, browser: string }} Slider */

/**
 * @param {string} url
 * @returns {Promise<Slider>}
 */
export function measureSlider(url) {
  return withPage(NO_FRAME_LIMIT, async (page, browser) => {
    await openTag(page, url, { ...SLIDER, attributes: 'view="heads" head="all"' });
    await page.evaluate(watchSlider);
    const box = await page.locator('#slider').boundingBox();
    if (!box) throw new Error('The slider is not on the page.');
    const y = box.y + box.height / 2;
    await page.mouse.move(box.x + 10, y);
    await page.mouse.down();
    for (let move = 0; move < MOVES + WARM_UP; move++) {
      // Back and forth, so that every move is a new value.
      const along = Math.abs(((move * 7) % (box.width * 1.6)) - box.width * 0.8);
      await page.mouse.move(box.x + 12 + along, y);
      await page.waitForTimeout(GAP_MS);
    }
    await page.mouse.up();
    await page.waitForTimeout(500);
    const { times, kernelMs } = await page.evaluate(() => ({
      times: /** @type {number[]} */ (Reflect.get(window, 'measured')),
      kernelMs: Reflect.get(document.querySelector('attention-map') ?? {}, 'timeMs'),
    }));
    return { times: timesOf(times.slice(WARM_UP)), kernelMs, browser };
  });
}

/** Runs in the page: the slider sets the temperature, and every new picture is timed. */
function watchSlider() {
  const map = document.querySelector('attention-map');
  const slider = document.querySelector('input');
  if (!map || !slider) throw new Error('The page has no map.');
  /** @type {number[]} */
  const times = [];
  Reflect.set(window, 'measured', times);
  const shown = () => Reflect.get(map, 'result');
  let moved = 0;
  slider.addEventListener('pointermove', (event) => {
    moved = event.timeStamp;
  });
  slider.addEventListener('input', () => {
    const start = moved;
    const before = shown();
    map.setAttribute('temperature', (1.005 ** (Number(slider.value) - 200)).toFixed(4));
    const afterFrame = () => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        if (shown() === before) return requestAnimationFrame(afterFrame);
        times.push(performance.now() - start);
      };
      port2.postMessage(null);
    };
    requestAnimationFrame(afterFrame);
  });
}
