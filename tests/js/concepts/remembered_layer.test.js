// What a tag remembers between two settings: the layer of its words and its projections, as long as they are the same.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exampleOf, projectionsOf } from '../../../web/src/elements/concepts/example.js';
import { RememberedLayer } from '../../../web/src/elements/concepts/remembered_layer.js';
import { loadEngine } from '../../../web/src/index.js';
import { readData } from '../../../web/src/readers/json.js';

/** @typedef {import('../../../web/src/elements/attributes.js').Attributes} Attributes */
/** @typedef {import('../../../web/src/readers/json.js').Input} Input */

const engine = await loadEngine();

/**
 * @param {string} text
 * @param {string} [keys]
 * @returns {Input} a new object each time, as attributes give it
 */
const words = (text, keys) => ({
  kind: 'tokens',
  tokens: text.split(' '),
  keyTokens: keys ? keys.split(' ') : null,
  tensors: {},
  settings: {},
});

test('other settings of the same words have the same layer, and it is projected once', () => {
  const remembered = new RememberedLayer();
  const of = (/** @type {Attributes} */ attributes) =>
    exampleOf(engine, words('a b c'), attributes, remembered);
  const [one, other] = [of({ seed: 3 }), of({ seed: 3, width: 2, temperature: 2, head: 0 })];
  assert.ok(one.layer && one.layer === other.layer);
  assert.equal(other.scaling.temperature, 2);
  assert.equal(projectionsOf(engine, one, 'x'), projectionsOf(engine, other, 'x'));
});

test('other words, keys, seeds and heads have a layer of their own, the one that is drawn anew', () => {
  const remembered = new RememberedLayer();
  /** @type {[Input | null, Attributes][]} */
  const asked = [
    [words('a b c'), {}],
    [words('a b d'), {}],
    [words('a b'), {}],
    [words('a b c', 'a b c'), {}],
    [words('a b c'), { seed: 1 }],
    [words('a b c'), { heads: 2 }],
    [{ ...words('a b c'), settings: { seed: 2 } }, {}],
    [{ ...words('a b c'), settings: { heads: 4 } }, {}],
    [null, {}],
    [null, { seed: 1 }],
    [null, { heads: 2 }],
  ];
  let before = null;
  for (const [input, attributes] of asked) {
    const { layer } = exampleOf(engine, input, attributes, remembered);
    assert.notEqual(layer, before);
    assert.deepEqual(layer, exampleOf(engine, input, attributes).layer);
    before = layer;
  }
});

test('data that is set again is read again, and another engine projects for itself', async () => {
  const data = { x: [[1, 2]], wq: [[1], [0]], wk: [[0], [1]], wv: [[1], [1]] };
  const remembered = new RememberedLayer();
  const [first, second] = [readData(data), readData(data)];
  const one = exampleOf(engine, first, {}, remembered);
  assert.equal(exampleOf(engine, { ...first }, { width: 1 }, remembered).layer, one.layer);
  assert.notEqual(exampleOf(engine, second, {}, remembered).layer, one.layer);
  const scalar = await loadEngine({ backend: 'scalar' });
  const projected = projectionsOf(engine, one, 'x');
  assert.deepEqual([...projected.query.data, ...projected.value.data], [1, 3]);
  assert.notEqual(projectionsOf(scalar, one, 'x'), projected);
});
