// Attributes, walking keys, page colours and the stopwatch: the tag's pure parts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { attributeTable, parseMask, readAttributes } from '../../web/src/elements/attributes.js';
import { meanTime } from '../../web/src/elements/stopwatch.js';
import { parseColour } from '../../web/src/elements/theme.js';
import { AttentionError } from '../../web/src/errors.js';
import { walk } from '../../web/src/views/walk.js';

/** @param {Record<string, string>} attributes */
const element = (attributes) =>
  /** @type {Element} */ (
    /** @type {unknown} */ ({
      getAttribute: (/** @type {string} */ name) => attributes[name] ?? null,
    })
  );

test('importing the tag in Node defines nothing and needs no DOM', async () => {
  const { AttentionMapElement } = await import('attention-map/element');
  await import('attention-map/register');
  assert.equal(typeof AttentionMapElement, 'function');
  assert.deepEqual(AttentionMapElement.observedAttributes, Object.keys(attributeTable));
});

test('attributes are read into values, and missing ones stay undefined', () => {
  const read = readAttributes(
    element({
      tokens: ' The  cat\nsat ',
      view: 'stages',
      mask: 'causal padding:2',
      heads: '8',
      head: 'mean',
      scale: 'off',
      temperature: '0.5',
      seed: '7',
      controls: '',
    }),
  );
  assert.deepEqual(read, {
    tokens: ['The', 'cat', 'sat'],
    view: 'stages',
    mask: { causal: true, padding: 2 },
    heads: 8,
    head: 'mean',
    scale: 'off',
    temperature: 0.5,
    seed: 7,
    controls: true,
  });
});

test('tokens may be JSON, for tokens with spaces; words in brackets stay words', () => {
  assert.deepEqual(attributeTable.tokens('["New York", "is", "big"]'), ['New York', 'is', 'big']);
  assert.deepEqual(attributeTable.tokens('[CLS] the cat'), ['[CLS]', 'the', 'cat']);
  assert.deepEqual(attributeTable.tokens(''), []);
});

test('masks: words, and the object form', () => {
  assert.deepEqual(parseMask('none'), { causal: false, padding: 0 });
  assert.deepEqual(parseMask('causal'), { causal: true, padding: 0 });
  assert.deepEqual(parseMask('{"causal":true,"window":[2,0]}').object, {
    causal: true,
    window: [2, 0],
  });
});

test('attributes that say nothing are refused by name', () => {
  const bad = /** @type {[string, string][]} */ ([
    ['view', 'cube'],
    ['mask', 'cuasal'],
    ['mask', '{"causal":'],
    ['heads', '0'],
    ['heads', '1.5'],
    ['head', '-1'],
    ['scale', ''],
    ['scale', 'NaN'],
    ['temperature', '0'],
    ['temperature', '-1'],
    ['temperature', 'Infinity'],
    ['palette', '__proto__'],
    ['seed', '1e3'],
    ['tokens', '[1,2]'],
    ['tokens', '["The", "cat",]'],
    ['key-tokens', ' [ "a"'],
  ]);
  for (const [name, text] of bad) {
    assert.throws(
      () => readAttributes(element({ [name]: text })),
      (error) =>
        error instanceof AttentionError && error.code === 'option' && error.argument === name,
      `${name}="${text}"`,
    );
  }
});

test('keys walk the cells and stop at the edges', () => {
  const size = { rows: 30, columns: 4 };
  const go = (
    /** @type {string} */ key,
    /** @type {number} */ row,
    /** @type {number} */ column,
    ctrlKey = false,
  ) => {
    const to = walk({ key, ctrlKey }, { row, column }, size);
    return to && [to.row, to.column];
  };
  assert.deepEqual(go('ArrowRight', 0, 0), [0, 1]);
  assert.deepEqual(go('ArrowLeft', 0, 0), [0, 0]);
  assert.deepEqual(go('ArrowUp', 5, 2), [4, 2]);
  assert.deepEqual(go('ArrowDown', 29, 2), [29, 2]);
  assert.deepEqual(go('Home', 5, 2), [5, 0]);
  assert.deepEqual(go('End', 5, 2), [5, 3]);
  assert.deepEqual(go('Home', 5, 2, true), [0, 0]);
  assert.deepEqual(go('End', 5, 2, true), [29, 3]);
  assert.deepEqual(go('PageDown', 5, 2), [15, 2]);
  assert.deepEqual(go('PageUp', 5, 2), [0, 2]);
  assert.equal(go('Tab', 5, 2), null);
  assert.equal(go('ArrowRight', 5, 2, true), null);
  assert.equal(walk({ key: 'ArrowLeft', altKey: true }, { row: 0, column: 1 }, size), null);
});

test('computed colours are understood in the forms that browsers give', () => {
  assert.deepEqual(parseColour('rgb(27, 29, 34)'), [27, 29, 34, 1]);
  assert.deepEqual(parseColour('rgba(0, 0, 0, 0)'), [0, 0, 0, 0]);
  assert.deepEqual(parseColour('rgb(27 29 34 / 50%)'), [27, 29, 34, 0.5]);
  assert.deepEqual(parseColour('color(srgb 1 0 0.5 / 0.25)'), [255, 0, 127.5, 0.25]);
  assert.equal(parseColour('canvastext'), null);
});

test('a time is the mean over as many calls as span 10 ms', () => {
  let clock = 0;
  let calls = 0;
  const mean = meanTime(
    () => {
      calls += 1;
      clock += 0.3;
    },
    () => clock,
  );
  assert.equal(calls, 34);
  assert.ok(Math.abs(mean - 0.3) < 1e-9);
});
