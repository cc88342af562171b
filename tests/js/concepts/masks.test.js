// Masks: the numbers of golden/NUMBERS.md §4 (NumPy, float64), and every kind of mask by its attributes.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { maskAttributes, paintedAttributes } from '../../../web/src/views/concepts/mask_setting.js';
import { close } from '../all_close.js';
import { modelOf } from './asked.js';

const { cases } = JSON.parse(
  readFileSync(new URL('../../golden/chapter.json', import.meta.url), 'utf8'),
);

test('causal hides 6 of 16 cells; the mass is what was above the diagonal, and the survivors are divided by the rest', async () => {
  const model = await modelOf({ view: 'masks', mask: 'causal' });
  assert.equal(model.hiddenCount, 6);
  close(model.mass, [0.6811, 0.3182, 0.2013, 0], 5e-5);
  close(model.before, cases.full.A.flat());
  close(model.weights, cases.causal.A.flat());
  for (let column = 0; column < 3; column++)
    close([model.before[8 + column] / (1 - model.mass[2])], [model.weights[8 + column]]);
  assert.equal(model.setting.kind, 'causal');
  assert.equal(model.row, 2);
});

test('padding hides a column; the row of the pad is still there', async () => {
  const model = await modelOf({ view: 'masks', mask: 'padding:1' });
  close(model.weights, cases.pad_last.A.flat());
  assert.deepEqual(Array.from(model.hidden), [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]);
  close(model.weights.subarray(12), [0.31390608, 0.37676923, 0.30932469, 0]);
  assert.equal(model.setting.kind, 'padding');
});

test('causal and padding together', async () => {
  const model = await modelOf({ view: 'masks', mask: 'causal padding:1' });
  close(model.weights, cases.pad_last_causal.A.flat());
  assert.deepEqual([model.setting.kind, model.setting.causal], ['padding', true]);
});

test('left padding with causal leaves row 0 without a key: zeros, and never NaN', async () => {
  const mask = '{"causal":true,"keep":[0,1,1,1]}';
  const model = await modelOf({ view: 'masks', mask });
  assert.deepEqual(model.noKey, [0]);
  assert.deepEqual(Array.from(model.weights.subarray(0, 4)), [0, 0, 0, 0]);
  assert.deepEqual(Array.from(model.output.subarray(0, 8)), [0, 0, 0, 0, 0, 0, 0, 0]);
  assert.ok(model.output.every(Number.isFinite));
  close([model.mass[0]], [1]);
  assert.deepEqual([model.setting.side, model.setting.padding], ['left', 1]);
});

test('documents are blocks along the diagonal, causal inside with the mask', async () => {
  const model = await modelOf({ view: 'masks', mask: 'causal', documents: '2' });
  assert.deepEqual(Array.from(model.hidden), [0, 1, 1, 1, 0, 0, 1, 1, 1, 1, 0, 1, 1, 1, 0, 0]);
  assert.equal(model.setting.kind, 'documents');
  assert.deepEqual(model.setting.starts, [2]);
});

test('what a setting says is what the attributes ask for', async () => {
  const base = /** @type {const} */ ({
    kind: 'none',
    causal: false,
    padding: 0,
    side: 'right',
    window: [Infinity, Infinity],
    prefix: 0,
    starts: [],
  });
  const kinds =
    /** @type {import('../../../web/src/views/concepts/mask_setting.js').MaskSetting[]} */ ([
      base,
      { ...base, kind: 'causal', causal: true },
      { ...base, kind: 'padding', padding: 2 },
      { ...base, kind: 'padding', padding: 2, side: 'left', causal: true },
      { ...base, kind: 'window', window: [1, 2] },
      { ...base, kind: 'window', window: [1, 0], causal: true },
      { ...base, kind: 'prefix', prefix: 2, causal: true },
      { ...base, kind: 'documents', starts: [1, 3], causal: true },
    ]);
  for (const setting of kinds) {
    const { mask, documents } = maskAttributes(setting, 4);
    const written = { view: 'masks', mask, ...(documents === null ? {} : { documents }) };
    assert.deepEqual((await modelOf(written)).setting, setting, mask);
  }
});

test('a painted mask begins as the one that it is painted over', async () => {
  const causal = await modelOf({ view: 'masks', mask: 'causal' });
  const cells = Uint8Array.from(causal.hidden);
  cells[1] = 0;
  const painted = await modelOf({ view: 'masks', mask: paintedAttributes(cells, 4).mask });
  assert.deepEqual(painted.hidden, cells);
  assert.equal(painted.setting.kind, 'painted');
  close(painted.weights.subarray(4), causal.weights.subarray(4));
  const open = await modelOf({
    view: 'masks',
    mask: paintedAttributes(new Uint8Array(16), 4).mask,
  });
  assert.equal(open.setting.kind, 'painted');
});

test('one token sees itself, or nothing', async () => {
  const alone = await modelOf({ view: 'masks', tokens: 'alone', mask: 'causal' });
  assert.deepEqual([alone.mass[0], alone.weights[0], alone.row], [0, 1, 0]);
  const padded = await modelOf({ view: 'masks', tokens: 'alone', mask: 'padding:1' });
  assert.deepEqual([padded.weights[0], padded.noKey], [0, [0]]);
});

test('what is out of the data is refused with the numbers', async () => {
  const option = (/** @type {string} */ argument, /** @type {RegExp} */ message) => ({
    name: 'AttentionError',
    code: 'option',
    argument,
    message,
  });
  await assert.rejects(
    modelOf({ view: 'masks', documents: '4' }),
    option('documents', /^documents is 4, but there are 4, counted from 0$/),
  );
  await assert.rejects(modelOf({ view: 'masks', row: '9' }), option('row', /row is 9/));
  await assert.rejects(modelOf({ view: 'masks', head: '1' }), option('head', /head is 1/));
  await assert.rejects(
    modelOf({ view: 'masks', tokens: 'a b', 'key-tokens': 'c d e', documents: '1' }),
    option('documents', /2 queries and 3 keys/),
  );
  await assert.rejects(
    modelOf({ view: 'masks' }, { weights: [[1]] }),
    option('view', /finished weights/),
  );
});
