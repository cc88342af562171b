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

/** @typedef {{ hex: string, dtype?: unknown, shape?: unknown }} Sent an array's bytes, as a notebook's message brings them */

/**
 * A page with the widget of a model, whose state is kept as window.state.
 * @param {Record<string, unknown>} state
 * @param {Sent | null} [sent] weights that arrive as the bytes of an array
 */
async function openWidget(state, sent = null) {
  const page = await harness.open('/notebook.html');
  await page.evaluate(
    async ([given, array]) => {
      const { default: widget } = await import(String('/web/src/anywidget.js'));
      /** @type {Record<string, unknown>} */
      const state = given;
      // The array begins one byte into its buffer, as in a notebook's message.
      const weightsOf = (/** @type {Sent} */ { hex, ...rest }) => {
        const bytes = Uint8Array.from(`00${hex}`.match(/../g) ?? [], (two) => Number(`0x${two}`));
        return {
          tokens: ['a', 'b'],
          weights: { data: new DataView(bytes.buffer, 1), shape: [2, 2], ...rest },
        };
      };
      if (array) state.data = weightsOf(array);
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
      /** @type {string[]} */
      const errors = [];
      el?.addEventListener('attention-map:error', (event) =>
        errors.push(String(Reflect.get(Object(event.detail.error), 'message'))),
      );
      const remove = widget.render({ model, el });
      const python = (/** @type {string} */ name, /** @type {unknown} */ value) => {
        state[name] = value;
        listeners.dispatchEvent(new Event(`change:${name}`));
      };
      Object.assign(window, { state, python, remove, saves: () => saved, errors, weightsOf });
      const tag = el?.querySelector('attention-map') ?? {};
      const refused = new Promise((resolve) =>
        el?.addEventListener('attention-map:error', resolve),
      );
      await Promise.race([Reflect.get(tag, 'ready'), refused]);
    },
    /** @type {const} */ ([state, sent]),
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

/**
 * @param {import('playwright-core').Page} page
 * @param {Sent} sent
 */
const send = (page, sent) =>
  page.evaluate(
    (array) => Reflect.get(window, 'python')('data', Reflect.get(window, 'weightsOf')(array)),
    sent,
  );

/** @param {import('playwright-core').Page} page @returns {Promise<string>} what the figure says is wrong */
const message = (page) =>
  page.evaluate(() => {
    const error = document
      .querySelector('#cell > attention-map')
      ?.shadowRoot?.querySelector('[part="error"]');
    return error?.checkVisibility() ? (error.querySelector('.detail')?.textContent ?? '') : '';
  });

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

/** What `np.array([[1, 0], [0.25, 0.75]], dtype).tobytes().hex()` prints; bfloat16 is the upper half of float32, as torch keeps it. */
const FRACTIONS = {
  float32: '0000803f000000000000803e0000403f',
  '<f4': '0000803f000000000000803e0000403f',
  '>f4': '3f800000000000003e8000003f400000',
  float64: '000000000000f03f0000000000000000000000000000d03f000000000000e83f',
  float16: '003c00000034003a',
  '<f2': '003c00000034003a',
  'torch.float16': '003c00000034003a',
  'torch.bfloat16': '803f0000803e403f',
};
/** `np.eye(2, dtype=…)`. */
const WHOLE = {
  int64: '0100000000000000000000000000000000000000000000000100000000000000',
  '>i8': '0000000000000001000000000000000000000000000000000000000000000001',
  int32: '01000000000000000000000001000000',
  uint16: '0100000000000100',
  int8: '01000001',
  bool: '01000001',
  '|b1': '01000001',
};

test('bytes with a shape are an array, of any type that NumPy and torch have for real numbers', async () => {
  const page = await openWidget({ mask: 'none' }, { hex: FRACTIONS.float32 });
  assert.deepEqual(await weights(page), WEIGHTS);
  const all = [...Object.entries(FRACTIONS), ...Object.entries(WHOLE)];
  for (const [dtype, hex] of all) {
    await send(page, { hex, dtype });
    const expected = dtype in FRACTIONS ? WEIGHTS : [1, 0, 0, 1];
    assert.deepEqual(await weights(page), expected, dtype);
  }
  assert.deepEqual(await page.evaluate(() => Reflect.get(window, 'errors')), []);
});

/** @type {[Sent, RegExp][]} */
const REFUSED = [
  [
    { hex: FRACTIONS.float32, dtype: 'complex64' },
    /^weights has dtype "complex64", expected float16, bfloat16, float32, .*uint64, bool, or as NumPy writes them, '<f4'$/,
  ],
  [{ hex: FRACTIONS.float32, dtype: 4 }, /^weights has dtype 4, expected float16/],
  [
    { hex: FRACTIONS.float32, dtype: 'float64' },
    /^weights has 16 bytes, expected 2 × 2 = 4 values of 8 bytes = 32$/,
  ],
  [{ hex: FRACTIONS.float32, shape: null }, /^weights has 16 bytes and the shape null/],
];

test('refused bytes are told in the figure, as all that the tag refuses, and to who listens at the output', async () => {
  for (const [sent, expected] of REFUSED) {
    const page = await openWidget({ mask: 'none' }, sent);
    assert.match(await message(page), expected);
    const { height, errors } = await page.evaluate(() => ({
      height: document.querySelector('#cell')?.getBoundingClientRect().height ?? 0,
      errors: Reflect.get(window, 'errors'),
    }));
    assert.ok(height > 20, `${height}`);
    assert.equal(errors.length, 1);
    assert.match(errors[0], expected);
    // What is right after it is drawn.
    await send(page, { hex: FRACTIONS.float32 });
    assert.deepEqual([await weights(page), await message(page)], [WEIGHTS, '']);
  }
});

test('refused data that comes later is told beside the last good map', async () => {
  const page = await openWidget({ mask: 'none' }, { hex: FRACTIONS.float32 });
  for (const [sent, expected] of REFUSED) {
    await send(page, sent);
    assert.deepEqual(await weights(page), WEIGHTS);
    assert.match(await message(page), expected);
    assert.match(await page.evaluate(() => Reflect.get(window, 'errors').at(-1)), expected);
  }
  await set(page, 'data', 'a text');
  await weights(page);
  assert.match(await message(page), /^the data is "a text", expected an object$/);
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
