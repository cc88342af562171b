// What a reader feels, in a real Chromium on the built site: `npm run bench -- page`.
//
// Every clock starts at the event's own time stamp, which the browser takes when the key or the pointer reaches it, and stops
// in a task queued by an animation-frame callback of the frame that shows the new maps: such a task runs when that frame's
// style, layout and paint are done. A second animation frame would add a wait for the next refresh, in which nothing of ours
// happens.
import { join } from 'node:path';
import { buildSite } from '../../build.mjs';
import { ROOT } from '../../paths.mjs';
import { ScriptError, step } from '../../run.mjs';
import { serveFolder } from '../../serve.mjs';
import { setUp } from '../../setup.mjs';
import { describeMachine } from '../machine.mjs';
import { NO_FRAME_LIMIT } from './browser.mjs';
import { measureHover } from './hover.mjs';
import { measureKeys } from './keys.mjs';
import { report } from './report.mjs';
import { measureSlider } from './slider.mjs';
import { PAGE_USAGE } from './usage.mjs';
import { measureViews } from './views.mjs';

/**
 * Prints medians and 95th percentiles, and what they were measured on.
 * @param {readonly string[]} words after the name of the benchmark
 * @returns {Promise<void>}
 * @throws {ScriptError} naming the word that is not understood
 */
export async function benchPage(words) {
  const unknown = words.find((word) => word !== '--json' && word !== '--no-build');
  if (unknown !== undefined)
    throw new ScriptError(`'${unknown}' is not understood.\n\n${PAGE_USAGE}`);
  if (!words.includes('--no-build')) await buildSite(await setUp({ browser: true }));
  const server = await serveFolder(join(ROOT, 'dist', 'site'));
  try {
    const measured = await measureAll(server.url);
    const all = { machine: describeMachine(), ...measured };
    console.log(words.includes('--json') ? JSON.stringify(all, null, 2) : report(all));
  } finally {
    await server.close();
  }
}

/** @param {string} url */
async function measureAll(url) {
  const work = await step('Typing without a frame limit', () => measureKeys(url, NO_FRAME_LIMIT));
  const shown = await step('Typing at the display’s 60 Hz', () => measureKeys(url, []));
  const slider = await step('Dragging a slider', () => measureSlider(url));
  const hover = await step('Hovering', () => measureHover(url));
  const views = await step('Using every view', () => measureViews(url));
  return { keys: { withoutFrameLimit: work, at60Hz: shown }, slider, hover, views };
}
