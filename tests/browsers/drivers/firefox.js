// Firefox, by puppeteer-core over WebDriver BiDi.
import { launchFirefox } from '../../../scripts/firefox.mjs';
import { answeringJson } from './driver.js';

/** @typedef {import('puppeteer-core').KeyInput} KeyInput */

/** @type {import('./driver.js').Launch} */
export async function firefox() {
  const browser = await launchFirefox();
  const page = await browser.newPage();
  await page.setViewport({ width: 900, height: 700 });
  return {
    name: 'Firefox',
    version: (await browser.version()).replace(/^firefox\//, ''),
    open: async (url) => {
      await page.goto(url, { timeout: 120_000 });
    },
    call: async (source, args) =>
      /** @type {string} */ (
        await page.evaluate(`(${answeringJson(source)})(...${JSON.stringify(args)})`)
      ),
    moveTo: (x, y) => page.mouse.move(x, y),
    click: (x, y) => page.mouse.click(x, y),
    press: async (key) => {
      const names = /** @type {KeyInput[]} */ (key.split('+'));
      const last = names.pop();
      for (const name of names) await page.keyboard.down(name);
      if (last) await page.keyboard.press(last);
      for (const name of names.reverse()) await page.keyboard.up(name);
    },
    tap: (x, y) => page.touchscreen.tap(x, y),
    wheel: async (x, y, deltaY) => {
      await page.mouse.move(x, y);
      await page.mouse.wheel({ deltaY });
    },
    screenshot: () => page.screenshot({ encoding: 'base64' }),
    close: () => browser.close(),
  };
}
