// The notebook widget with a model as anywidget gives one: what it draws, what it follows, what it writes back, and that it goes.
import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { cellCentre, htmlPage, openHarness } from './harness/pages.js';

/** Two queries; what the bytes of a float32 array hold. */
const WEIGHTS = [1, 0, 0.25, 0.75];

/** @type {import('./harness/pages.js').Harness} */
let harness;
before(async () => {
  harness = await openHarness({
    '/notebook.html': { body: htmlPage('<div id="cell"></div>', '', '') },
  });
});
after(() => harness.close());
afterEach(async () => {
  await harness.closePages();
  assert.deepEqual(harness.takeTroubles(), []);
});

/**
 * A page with the widget of a model, whose state is kept as window.state.
 * @param {Record<string, unknown>} state
 * @param {number[] | null} [bytesOf] weights that arrive as the bytes of an array
 */
async function openWidget(state, bytesOf = null) {
  const page = await harness.open('/notebook.html');
  await page.evaluate(
    async ([given, values]) => {
      const { default: widget } = await import(String('/web/src/anywidget.js'));
      /** @type {Record<string, unknown>} */
      const state = given;
      if (values) {
        // As a notebook's message: the array begins one byte into its buffer.
        const bytes = new Uint8Array(1 + 4 * values.length);
        bytes.set(new Uint8Array(new Float32Array(values).buffer), 1);
        const data = new DataView(bytes.buffer, 1);
        state.data = { tokens: ['a', 'b'], weights: { data, shape: [2, 2], dtype: 'float32' } };
      }
      const listeners = new EventTarget();
      let saved = 0;
      const model = {
        get: (/** @type {string} */ name) => state[name],
        set: (/** @type {string} */ name, /** @type {unknown} */ value) => {
          state[name] = value;
        },
        save_changes: () => {
          saved += 1;
        },
        on: (/** @type {string} */ event, /** @type {() => void} */ listener) =>
          listeners.addEventListener(event, listener),
        off: (/** @type {string} */ event, /** @type {() => void} */ listener) =>
          listeners.removeEventListener(event, listener),
      };
      const el = document.querySelector('#cell');
      const remove = widget.render({ model, el });
      const python = (/** @type {string} */ name, /** @type {unknown} */ value) => {
        state[name] = value;
        listeners.dispatchEvent(new Event(`change:${name}`));
      };
      Object.assign(window, { state, python, remove, saves: () => saved });
      await Reflect.get(el?.querySelector('attention-map') ?? {}, 'ready');
    },
    /** @type {const} */ ([state, bytesOf]),
  );
  return page;
}

/** @param {import('playwright-core').Page} page */
const weights = (page) =>
  page.evaluate(async () => {
    for (let frames = 0; frames < 3; frames++)
      await new Promise((resolve) => requestAnimationFrame(resolve));
    const tag = document.querySelector('#cell > attention-map');
    return Array.from(
      Reflect.get(tag ?? {}, 'result').weights.data,
      (/** @type {number} */ w) => +w.toFixed(4),
    );
  });

/**
 * As Python sets a traitlet.
 * @param {import('playwright-core').Page} page
 * @param {string} name
 * @param {unknown} value
 */
const set = (page, name, value) =>
  page.evaluate(
    ([trait, given]) => Reflect.get(window, 'python')(trait, given),
    /** @type {const} */ ([name, value]),
  );

const nested = {
  tokens: ['a', 'b'],
  query: [
    [1, 0],
    [0, 1],
  ],
  key: [
    [1, 0],
    [0, 1],
  ],
  value: [
    [1, 0],
    [0, 1],
  ],
};
/** softmax(1/√2, 0). */
const SHARE = 0.6698;

test('nested lists are drawn, and a traitlet that changes is followed', async () => {
  const page = await openWidget({ data: nested, mask: 'none' });
  assert.deepEqual(await weights(page), [SHARE, 0.3302, 0.3302, SHARE]);
  await set(page, 'mask', 'causal');
  assert.deepEqual(await weights(page), [1, 0, 0.3302, SHARE]);
  await set(page, 'data', {
    ...nested,
    query: [
      [0, 0],
      [0, 0],
    ],
  });
  assert.deepEqual(await weights(page), [1, 0, 0.5, 0.5]);
});

test('bytes with a shape are an array', async () => {
  const page = await openWidget({ mask: 'none' }, WEIGHTS);
  assert.deepEqual(await weights(page), WEIGHTS);
});

test('what a reader points at and changes is written back, where there is a traitlet for it', async () => {
  const page = await openWidget({ data: nested, mask: 'none', selection: null, controls: true });
  const at = await cellCentre(page, 1, 0, { rows: 2, columns: 2 });
  await page.mouse.click(at.x, at.y);
  const selection = await page.evaluate(() => Reflect.get(window, 'state').selection);
  assert.deepEqual(
    [selection.row, selection.column, selection.locked, +selection.weight.toFixed(4)],
    [1, 0, true, 0.3302],
  );
  await page.locator('attention-map .controls input[value="causal"]').first().check();
  assert.equal(await page.evaluate(() => Reflect.get(window, 'state').mask), 'causal');
  const { palette, isSaved } = await page.evaluate(() => ({
    palette: 'palette' in Reflect.get(window, 'state'),
    isSaved: Reflect.get(window, 'saves')() > 0,
  }));
  assert.deepEqual([palette, isSaved], [false, true]);
});

test('its clean-up takes the tag and its listeners away', async () => {
  const page = await openWidget({ data: nested, mask: 'none' });
  await page.evaluate(() => {
    Object.assign(window, { kept: document.querySelector('attention-map') });
    Reflect.get(window, 'remove')();
  });
  await set(page, 'mask', 'causal');
  const left = await page.evaluate(() => [
    document.querySelectorAll('attention-map').length,
    Reflect.get(window, 'kept').getAttribute('mask'),
  ]);
  assert.deepEqual(left, [0, 'none']);
});
