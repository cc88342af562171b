// Data that readers and authors bring: src of every kind, files dropped, chosen and pasted, and what is refused.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, afterEach, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { unzipSync } from 'fflate';
import { drawn, htmlPage, openHarness, partText, samples } from './harness/pages.js';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('attention-map/element').AttentionMapElement} Tag */

const golden = JSON.parse(readFileSync(new URL('../golden/files.json', import.meta.url), 'utf8'));
/** @type {Record<string, { bytes: Buffer, tensors: Record<string, { shape: number[], data: number[] }> }>} */
const files = Object.fromEntries(
  golden.files.map(
    (/** @type {{ name: string, file: string, tensors: never }} */ { name, file, tensors }) => [
      name,
      { bytes: Buffer.from(file, 'base64'), tensors },
    ],
  ),
);
const weights = [
  [1, 0, 0],
  [0.25, 0.75, 0],
  [0.5, 0.125, 0.375],
];
const csv = `,a,b,"c, d"\n${weights.map((row, k) => [['a', 'b', '"c, d"'][k], ...row].join(',')).join('\n')}\n`;

/** @type {import('./harness/pages.js').Harness} */
let harness;
before(async () => {
  const binary = 'application/octet-stream';
  harness = await openHarness({
    '/drop.html': {
      body: htmlPage(
        '<h1>Drop</h1><attention-map drop><script type="application/json">{"weights":[[1,0],[0.5,0.5]]}</script></attention-map>',
      ),
    },
    '/empty.html': {
      body: htmlPage('<h1>Empty</h1><attention-map drop><p>Nothing yet.</p></attention-map>'),
    },
    '/plain.html': {
      body: htmlPage('<h1>Plain</h1><attention-map tokens="one two"></attention-map>'),
    },
    '/data/half.npy': { body: files['half.npy'].bytes, type: binary },
    '/data/qkv.npz': { body: files['qkv.npz'].bytes, type: binary },
    '/data/short': { body: files['short.npz'].bytes, type: binary },
    '/data/b.safetensors': { body: files['bfloat16.safetensors'].bytes, type: binary },
    '/data/map.csv': { body: csv, type: 'text/csv' },
    '/data/map.json': { body: JSON.stringify({ v: 1, weights }) },
    '/data/packed.npy': {
      body: gzipSync(files['half.npy'].bytes),
      type: binary,
      headers: { 'content-encoding': 'gzip' },
    },
    '/data/gone.npy': { body: '<!doctype html><title>Not found</title>', type: 'text/html' },
    '/data/cut.npy': { body: files['half.npy'].bytes.subarray(0, 150), type: binary },
    '/data/gzip.npy': { body: gzipSync(files['half.npy'].bytes), type: binary },
  });
});
after(() => harness.close());
afterEach(() => harness.closePages());

/**
 * @param {Page} page
 * @returns {Promise<{ shape: number[], weights: number[] } | null>} what the tag shows
 */
const shown = (page) =>
  page.evaluate(() => {
    const result = /** @type {Tag} */ (document.querySelector('attention-map')).result;
    return result && { shape: result.weights.shape, weights: Array.from(result.weights.data) };
  });

/** Wait for a map of so many heads, rows and columns. @param {Page} page @param {number[]} shape */
const mapOf = (page, shape) =>
  page.waitForFunction(
    (wanted) =>
      String(/** @type {Tag} */ (document.querySelector('attention-map')).result?.weights.shape) ===
      wanted,
    String(shape),
  );

/** Wait for a refusal. @param {Page} page @param {RegExp} pattern */
async function refused(page, pattern) {
  await page.waitForFunction(() =>
    document.querySelector('attention-map')?.shadowRoot?.querySelector('.error:not([hidden])'),
  );
  assert.match(await partText(page, 'error'), pattern);
}

/** @param {Page} page @param {string} src */
const setSource = (page, src) =>
  page.evaluate(
    (value) => document.querySelector('attention-map')?.setAttribute('src', value),
    src,
  );

/**
 * Let a file go over the tag, as a hand would.
 * @param {Page} page
 * @param {{ name: string, bytes: Uint8Array }[]} dropped
 * @param {('dragstart' | 'dragenter' | 'drop' | 'dragend')[]} events
 */
const drag = (page, dropped, events) =>
  page.evaluate(
    ([given, names]) => {
      const transfer = new DataTransfer();
      for (const { name, coded } of given) {
        const bytes = Uint8Array.from(atob(coded), (letter) => letter.charCodeAt(0));
        transfer.items.add(new File([bytes], name));
      }
      const tag = document.querySelector('attention-map');
      return names.map((name) => {
        const event = new DragEvent(name, {
          dataTransfer: transfer,
          bubbles: true,
          cancelable: true,
        });
        tag?.dispatchEvent(event);
        return event.defaultPrevented;
      });
    },
    /** @type {const} */ ([
      dropped.map(({ name, bytes }) => ({ name, coded: Buffer.from(bytes).toString('base64') })),
      events,
    ]),
  );

test('src takes every kind, by ending and by first bytes, packed by the server or not', async () => {
  const page = await harness.open('/plain.html');
  await drawn(page);
  for (const [src, shape] of /** @type {[string, number[]][]} */ ([
    ['data/half.npy', [2, 4, 4]],
    ['data/map.csv', [1, 3, 3]],
    ['data/packed.npy', [2, 4, 4]],
    ['data/map.json?v=2', [1, 3, 3]],
    ['data/qkv.npz', [2, 4, 4]],
    ['data/map.csv', [1, 3, 3]],
    ['data/short', [2, 4, 4]],
    ['data/map.csv', [1, 3, 3]],
    ['data/b.safetensors', [2, 4, 4]],
  ])) {
    await page.evaluate(() => document.querySelector('attention-map')?.removeAttribute('tokens'));
    await setSource(page, src);
    await mapOf(page, shape);
  }
  await setSource(page, 'data/half.npy');
  await mapOf(page, [2, 4, 4]);
  await setSource(page, 'data/packed.npy');
  await page.waitForTimeout(100);
  assert.deepEqual((await shown(page))?.weights, files['half.npy'].tensors.weights.data);
  assert.equal(await partText(page, 'error'), '');
  assert.deepEqual(harness.takeTroubles(), []);
});

test('src that brings something else is refused by name, and the last picture stays', async () => {
  const page = await harness.open('/plain.html');
  await drawn(page);
  const before = await samples(page, 'map');
  for (const [src, pattern] of /** @type {[string, RegExp][]} */ ([
    ['data/nowhere.npy', /src 'data\/nowhere\.npy' was answered with 404[\s\S]*stays/],
    ['data/gone.npy', /'gone\.npy' holds an HTML page/],
    ['data/cut.npy', /weights has 22 bytes, expected 2 × 4 × 4 = 32 values of 2 bytes = 64/],
    ['data/gzip.npy', /'gzip\.npy' is packed by gzip/],
  ])) {
    await setSource(page, src);
    await page.waitForFunction(
      (wanted) =>
        new RegExp(wanted).test(
          document.querySelector('attention-map')?.shadowRoot?.querySelector('.error')
            ?.textContent ?? '',
        ),
      pattern.source.replace('[\\s\\S]*stays', ''),
    );
    await refused(page, pattern);
    assert.deepEqual(await samples(page, 'map'), before);
  }
  // The browser's own line about the 404.
  assert.match(harness.takeTroubles().join(), /^console: Failed to load resource.*404[^,]*$/);
});

test('a dropped file is drawn; while it hovers the figure says so; one that is none keeps the picture', async () => {
  const page = await harness.open('/drop.html');
  await drawn(page);
  const hovered = () =>
    page.evaluate(
      () => document.querySelector('attention-map')?.shadowRoot?.querySelector('.hovered') !== null,
    );
  await page.locator('attention-map').getByRole('button', { name: 'Open a file' }).waitFor();
  assert.deepEqual(
    await drag(page, [{ name: 'half.npy', bytes: files['half.npy'].bytes }], ['dragenter']),
    [true],
  );
  assert.equal(await hovered(), true);
  assert.match(await partText(page, 'files'), /Let go to draw it/);
  await page.evaluate(() =>
    document.querySelector('attention-map')?.dispatchEvent(new DragEvent('dragleave')),
  );
  assert.equal(await hovered(), false);
  await drag(page, [{ name: 'half.npy', bytes: files['half.npy'].bytes }], ['dragenter', 'drop']);
  await mapOf(page, [2, 4, 4]);
  assert.equal(await hovered(), false);
  assert.deepEqual((await shown(page))?.weights, files['half.npy'].tensors.weights.data);
  await page.waitForFunction(() =>
    document
      .querySelector('attention-map')
      ?.shadowRoot?.querySelector('.files .said')
      ?.textContent?.includes('half.npy'),
  );
  const before = await samples(page, 'map');
  await drag(page, [{ name: 'cut.npy', bytes: files['half.npy'].bytes.subarray(0, 40) }], ['drop']);
  await refused(
    page,
    /the header of weights has 118 bytes, but the file ends after 40[\s\S]*stays/,
  );
  assert.deepEqual(await samples(page, 'map'), before);
  await drag(
    page,
    [1, 2].map((k) => ({ name: `${k}.npy`, bytes: files['half.npy'].bytes })),
    ['drop'],
  );
  await refused(page, /unknown name "1".*understood: weights/);
  // Arrays that belong together.
  const arrays = Object.entries(unzipSync(files['qkv.npz'].bytes));
  await drag(
    page,
    arrays.map(([name, bytes]) => ({ name, bytes })),
    ['drop'],
  );
  await page.waitForFunction(
    (text) =>
      document.querySelector('attention-map')?.shadowRoot?.querySelector('.files .said')
        ?.textContent === text,
    `${arrays.map(([name]) => name).join(', ')} are shown.`,
  );
  const [heads, n] = files['qkv.npz'].tensors.query.shape;
  assert.deepEqual((await shown(page))?.shape, [heads, n, n]);
  // What is dragged out of the figure itself is let alone, and what comes after it is not.
  const whole = [{ name: 'half.npy', bytes: files['half.npy'].bytes }];
  assert.deepEqual(await drag(page, whole, ['dragstart', 'dragenter', 'drop', 'dragend']), [
    false,
    false,
    false,
    false,
  ]);
  assert.equal(await hovered(), false);
  assert.deepEqual(await drag(page, whole, ['dragenter']), [true]);
  assert.deepEqual(harness.takeTroubles(), []);
});

test('the button is reached by keyboard and opens what is chosen, on a tag that shows nothing yet', async () => {
  const page = await harness.open('/empty.html');
  // Asked for early: the browser is told to hand choosers over, which takes a moment.
  const chooser = page.waitForEvent('filechooser');
  await page.evaluate(() => customElements.whenDefined('attention-map'));
  await page.locator('attention-map').getByRole('button', { name: 'Open a file' }).waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await (await chooser).setFiles({
    name: 'attentions.safetensors',
    mimeType: 'application/octet-stream',
    buffer: files['attentions.safetensors'].bytes,
  });
  await mapOf(page, [2, 4, 4]);
  assert.deepEqual(
    (await shown(page))?.weights,
    files['attentions.safetensors'].tensors.weights.data,
  );
  assert.deepEqual(harness.takeTroubles(), []);
});

test('what is pasted while the figure has the focus is drawn; elsewhere a paste is let alone', async () => {
  const page = await harness.open('/drop.html', {
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  await drawn(page);
  await page.locator('attention-map').getByRole('button', { name: 'Open a file' }).waitFor();
  await page.evaluate(
    (text) => navigator.clipboard.writeText(text),
    `array([${weights.map((row) => `[${row.join(', ')}]`).join(',\n       ')}], dtype=float32)`,
  );
  await page.keyboard.press('Control+V');
  await page.waitForTimeout(100);
  assert.deepEqual((await shown(page))?.shape, [1, 2, 2]);
  await page.locator('attention-map [part~="map"]').first().click();
  await page.keyboard.press('Control+V');
  await mapOf(page, [1, 3, 3]);
  assert.deepEqual((await shown(page))?.weights, weights.flat());
  await page.evaluate(() => navigator.clipboard.writeText('[[0.5, ..., 0.5]]'));
  await page.keyboard.press('Control+V');
  await refused(
    page,
    /line 1, column 8 \(‘\.\.\., 0\.5\]\]’\): the numbers were printed shortened[\s\S]*stays/,
  );
  assert.deepEqual(harness.takeTroubles(), []);
});

test('el.open() takes text, bytes, Blobs and Files, rejects what is refused, and the last one asked for wins', async () => {
  const page = await harness.open('/plain.html');
  await drawn(page);
  const told = await page.evaluate(async (coded) => {
    const tag = /** @type {Tag} */ (document.querySelector('attention-map'));
    tag.removeAttribute('tokens');
    const bytes = Uint8Array.from(atob(coded), (letter) => letter.charCodeAt(0));
    /** @type {string[]} */
    const said = [];
    document.addEventListener('attention-map:error', (event) => {
      const { error } = /** @type {CustomEvent} */ (event).detail;
      said.push(`${error.code} ${error.argument}`);
    });
    const of = async (
      /** @type {unknown} */ source,
      /** @type {{ name?: string }} */ options = {},
    ) => {
      try {
        await tag.open(/** @type {never} */ (source), options);
        return String(tag.result?.weights.shape);
      } catch (error) {
        return error instanceof Error && 'code' in error
          ? `${error.code}: ${error.message.slice(0, 60)}`
          : String(error);
      }
    };
    const answers = [
      await of('[[1, 0], [0.5, 0.5]]'),
      await of(bytes),
      await of('tokens\n'),
      await of(bytes.buffer),
      await of('a;b\n1;0\n0,5;0,5', { name: 'x.csv' }),
      await of(new Blob(['{"weights": [[1]]}']), { name: 'x.json' }),
      await of(new File([bytes], 'half.npy')),
      await of(7),
      await of({ query: [[1]] }),
      await of('{"query": [[1, 2]], "key": [[1]], "value": [[1]]}'),
    ];
    const first = tag.open('[[1]]');
    const second = tag.open('[[0.5, 0.5]]');
    await Promise.all([first, second]);
    answers.push(String(tag.result?.weights.shape));
    tag.data = { weights: [[1, 0, 0]] };
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    answers.push(String(tag.result?.weights.shape));
    return { answers, said };
  }, files['half.npy'].bytes.toString('base64'));
  assert.deepEqual(told.answers, [
    '1,2,2',
    '2,4,4',
    '1,1,1',
    '2,4,4',
    `option: row 2, column 0 is "0,5", expected a number with a decimal p`,
    '1,1,1',
    '2,4,4',
    'option: source is 7, expected a File, a Blob, bytes or a text',
    'option: source is an object, expected a File, a Blob, bytes or a tex',
    "shape: key has width 1, expected query's d_k = 2",
    '1,1,2',
    '1,1,3',
  ]);
  assert.deepEqual(told.said, ['option csv', 'option source', 'option source', 'shape key']);
  assert.deepEqual(harness.takeTroubles(), []);
});

test('a file that can be read and not drawn gives way to what held before; the next good one is not blamed', async () => {
  const page = await harness.open('/drop.html');
  await drawn(page);
  const found = await page.evaluate(async () => {
    const tag = /** @type {Tag} */ (document.querySelector('attention-map'));
    const frame = () => new Promise((resolve) => requestAnimationFrame(() => resolve(null)));
    const shown = () => [.../** @type {any} */ (tag.result).weights.data];
    const opened = /** @type {string[]} */ ([]);
    tag.addEventListener('attention-map:open', () => opened.push('open'));
    tag.setAttribute('mask', 'causal');
    const refused = await tag.open('[[0.5, 0.5], [0.5, 0.5]]').then(
      () => 'drawn',
      (/** @type {Error} */ error) => error.name,
    );
    // What is computed next is what held before, and mends the fault.
    tag.setAttribute('mask', 'none');
    await frame();
    await frame();
    const before = shown();
    const error = tag.shadowRoot?.querySelector('[part~="error"]');
    const isMended = /** @type {HTMLElement} */ (error).hidden;
    await tag.open('[[0.25, 0.75], [0.5, 0.5]]');
    return { refused, before, isMended, after: shown(), opened };
  });
  assert.deepEqual(found, {
    refused: 'AttentionError',
    before: [1, 0, 0.5, 0.5],
    isMended: true,
    after: [0.25, 0.75, 0.5, 0.5],
    opened: ['open'],
  });
});
