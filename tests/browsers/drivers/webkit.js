// WebKitGTK's MiniBrowser, by WebDriver: https://www.w3.org/TR/webdriver2/.
import { startWebKitDriver } from '../../../scripts/webkit.mjs';
import { answeringJson } from './driver.js';

/** Keys that have no character of their own (WebDriver 17.4.2). @type {Record<string, string>} */
const KEYS = {
  Tab: '\uE004',
  Enter: '\uE007',
  Shift: '\uE008',
  Control: '\uE009',
  Escape: '\uE00C',
  PageUp: '\uE00E',
  PageDown: '\uE00F',
  End: '\uE010',
  Home: '\uE011',
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
};

/** A function whose answer, or fault, goes to the callback that WebDriver appends to the arguments. */
const SCRIPT = (/** @type {string} */ source) => `
  const [args, done] = arguments;
  (${answeringJson(source)})(...args).then(
    (value) => done({ value }),
    (error) => done({ fault: String(error) + '\\n' + (error?.stack ?? '') }),
  );`;

/** @type {import('./driver.js').Launch} */
export async function webkit() {
  const { address, stop } = await startWebKitDriver();
  try {
    return await openSession(address, stop);
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * @param {string} address of the driver
 * @param {() => Promise<void>} stop
 * @returns {Promise<import('./driver.js').Driver>}
 */
async function openSession(address, stop) {
  const started = await request(`${address}/session`, 'POST', {
    capabilities: { alwaysMatch: {} },
  });
  const session = `${address}/session/${started.sessionId}`;
  const command = (/** @type {string} */ path, /** @type {object} */ body) =>
    request(`${session}/${path}`, 'POST', body);
  await command('timeouts', { script: 300_000, pageLoad: 120_000 });
  await command('window/rect', { width: 900, height: 740 });

  /** @param {string} id @param {string} type @param {object} extra @param {object[]} actions */
  const act = (id, type, extra, actions) =>
    command('actions', { actions: [{ id, type, ...extra, actions }] });
  const pointer = (/** @type {string} */ pointerType, /** @type {object[]} */ actions) =>
    act(pointerType, 'pointer', { parameters: { pointerType } }, actions);
  const move = (/** @type {number} */ x, /** @type {number} */ y) => ({
    type: 'pointerMove',
    duration: 0,
    x: Math.round(x),
    y: Math.round(y),
  });
  const press = [
    { type: 'pointerDown', button: 0 },
    { type: 'pointerUp', button: 0 },
  ];
  return {
    name: 'WebKitGTK',
    version: started.capabilities.browserVersion,
    open: async (url) => {
      await command('url', { url });
    },
    call: async (source, args) => {
      const { value, fault } = await command('execute/async', {
        script: SCRIPT(source),
        args: [args],
      });
      if (fault !== undefined) throw new Error(fault);
      return value;
    },
    moveTo: (x, y) => pointer('mouse', [move(x, y)]),
    click: (x, y) => pointer('mouse', [move(x, y), ...press]),
    press: (key) => {
      const names = key.split('+').map((name) => KEYS[name] ?? name);
      const down = names.map((value) => ({ type: 'keyDown', value }));
      const up = names.toReversed().map((value) => ({ type: 'keyUp', value }));
      return act('keyboard', 'key', {}, [...down, ...up]);
    },
    tap: (x, y) => pointer('touch', [move(x, y), ...press]),
    wheel: (x, y, deltaY) =>
      act('wheel', 'wheel', {}, [
        { type: 'scroll', x: Math.round(x), y: Math.round(y), deltaX: 0, deltaY },
      ]),
    screenshot: () => request(`${session}/screenshot`, 'GET'),
    close: async () => {
      await request(session, 'DELETE').catch(() => {});
      await stop();
    },
  };
}

/**
 * @param {string} url
 * @param {'GET' | 'POST' | 'DELETE'} method
 * @param {object} [body]
 */
async function request(url, method, body) {
  const answer = await fetch(url, { method, body: body && JSON.stringify(body) });
  const { value } = /** @type {{ value: any }} */ (await answer.json());
  if (!answer.ok) throw new Error(`WebDriver: ${value.error}: ${value.message}`);
  return value;
}
