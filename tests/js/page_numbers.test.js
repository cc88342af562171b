// What the page says of the numbers that a reader has opened.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countHeads, describeFound } from '../../web/demo/numbers.js';

test('what was found is said with its sizes, its tokens, and whether anything is computed', () => {
  const weights = { kind: 'weights', shapes: { weights: [2, 4, 4] }, tokens: ['a', 'b', 'c', 'd'] };
  assert.equal(
    describeFound(weights),
    'Found weights 2 × 4 × 4; 4 tokens. Drawn as they are, nothing computed.',
  );
  const vectors = {
    kind: 'attention',
    shapes: { query: [3, 2], key: [3, 2], value: [3, 1] },
    tokens: null,
  };
  assert.equal(
    describeFound(vectors),
    'Found Q 3 × 2, K 3 × 2, V 3 × 1; no tokens: rows and columns are numbered. The weights are computed here, from these.',
  );
  assert.match(
    describeFound({ kind: 'tokens', shapes: {}, tokens: ['a'] }),
    /1 token and no numbers: untrained/,
  );
  assert.equal(
    describeFound({ kind: 'none', shapes: {}, tokens: null, attributes: { view: 'masks' } }),
    'A figure that was saved, shown as it was: view masks, with numbers of its own.',
  );
});

test('heads are counted where the shapes tell', () => {
  assert.equal(countHeads({ kind: 'weights', shapes: { weights: [2, 4, 4] } }), 2);
  assert.equal(countHeads({ kind: 'weights', shapes: { weights: [4, 4] } }), 1);
  assert.equal(countHeads({ kind: 'attention', shapes: { query: [3, 4, 2] } }), 3);
  assert.equal(countHeads({ kind: 'layer', shapes: { x: [3, 4] } }), 1);
});
