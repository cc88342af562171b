// What people paste: Python's and NumPy's lists, dicts, words; and what is refused, with its line and column.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readNamedText } from '../../web/src/readers/file.js';
import { readLiteral } from '../../web/src/readers/python_literal.js';
import { checkError } from './refusal.js';

const literal = (/** @type {string} */ text) => readLiteral(text, 'pasted');

test('Python’s values are read as Python reads them', () => {
  assert.deepEqual(literal('[1, -2.5, .5, 1e-3, +4, 7.]'), [1, -2.5, 0.5, 0.001, 4, 7]);
  assert.deepEqual(literal('(1, 2)'), [1, 2]);
  assert.deepEqual(literal('(1,)'), [1]);
  assert.deepEqual(literal('(1)'), 1);
  assert.deepEqual(literal('()'), []);
  assert.deepEqual(literal('[[1, 2,], [3, 4,],]'), [
    [1, 2],
    [3, 4],
  ]);
  assert.deepEqual(literal('[True, False, None, true, null]'), [true, false, null, true, null]);
  assert.deepEqual(literal('[nan, -inf, np.inf, float("nan"), NaN]'), [
    Number.NaN,
    -Infinity,
    Infinity,
    Number.NaN,
    Number.NaN,
  ]);
  assert.deepEqual(literal(`['a', "b'", 'c\\'d', '\\n\\x41\\u732b\\U0001f600\\q']`), [
    'a',
    "b'",
    "c'd",
    '\nA猫😀\\q',
  ]);
  assert.deepEqual(literal('[np.float64(0.25), np.int64(3), np.str_("x")]'), [0.25, 3, 'x']);
  assert.deepEqual(
    literal("tensor([[1.]], device='cuda:0', dtype=torch.float16, grad_fn=<SoftmaxBackward0>)"),
    [[1]],
  );
  assert.deepEqual(literal('array([], shape=(0, 4), dtype=float32)'), []);
  assert.deepEqual(literal('[[1 2]\n [3 4]]'), [
    [1, 2],
    [3, 4],
  ]);
  assert.deepEqual(literal("['a' 'b']"), ['a', 'b']);
  assert.deepEqual(
    literal('a = [1]\nb = {"c": (2, 3)}; d = 4'),
    new Map(Object.entries({ a: [1], b: new Map([['c', [2, 3]]]), d: 4 })),
  );
  assert.deepEqual(literal('Out[12]: array([1.])'), [1]);
});

test('what means nothing is refused with its place, and nothing is ever run', () => {
  for (const [text, place, problem] of /** @type {[string, RegExp, RegExp][]} */ ([
    ['[1, 2', /line 1, column 6/, /expected a comma or ]/],
    ['[1, 2 3]', /line 1, column 7/, /commas between all values, or between none/],
    ['[1\n 2, 3]', /line 2, column 4/, /commas between all/],
    ['[1, ..., 3]', /line 1, column 5/, /printed shortened: use \.tolist\(\)/],
    ['[[1 2 ... 3]]', /line 1, column 7/, /printed shortened/],
    ['[1, …]', /column 5/, /printed shortened/],
    ['[1j]', /column 3/, /complex/],
    ['[1.2.3]', /column 5/, /expected a number/],
    ['[0x10]', /column 3/, /expected a number/],
    ['[open("x")]', /column 2/, /expected a number, a string or a list/],
    ['__import__("os")', /column 1/, /expected a number, a string or a list/],
    ['array(open("x"))', /column 7/, /expected a number, a string or a list/],
    ['[lambda: 1]', /column 2/, /expected a number/],
    ['{1: 2}', /column 2/, /a name in quotes/],
    ['{"a" 2}', /column 6/, /a colon/],
    ['{"a": 1, "a": 2}', /column 16/, /'a' is given twice/],
    ["['open]", /column 2/, /a string that ends/],
    ["['\\ud83']", /column 2/, /a string that ends/],
    ['[1] [2]', /column 5/, /the end of the text/],
    ['x = [1]\nprint(x)', /line 2, column 1/, /name = value/],
    ['-"a"', /column 2/, /expected a number/],
    ['-True', /column 6/, /a number after the sign/],
  ])) {
    assert.throws(
      () => literal(text),
      (error) =>
        checkError(error, 'option', 'pasted', place) &&
        checkError(error, 'option', 'pasted', problem),
      text,
    );
  }
  const deep = `${'['.repeat(100_000)}1${']'.repeat(100_000)}`;
  assert.throws(
    () => literal(deep),
    (error) => checkError(error, 'overflow', 'pasted', /at most 16 levels/),
  );
});

test('a dict by its names, a list of words, words, one token a line', () => {
  const dict = readNamedText(
    "{'query': [[1, 0]], 'k': [[1., 0.]], 'value': ((2,),), 'tokens': ['a'], 'mask': {'causal': True}, 'scale': None}".replace(
      ", 'scale': None",
      '',
    ),
  );
  assert.deepEqual(
    [dict.kind, dict.tokens, dict.settings.mask],
    ['attention', ['a'], { causal: true }],
  );
  assert.deepEqual(dict.tensors.value, { data: Float32Array.of(2), shape: [1, 1] });
  assert.deepEqual(readNamedText("['The', 'cat']").tokens, ['The', 'cat']);
  assert.deepEqual(readNamedText('["The", "cat"]').tokens, ['The', 'cat']);
  assert.deepEqual(readNamedText('The cat\n sat\n\n42\n').tokens, ['The cat', ' sat', '42']);
  assert.deepEqual(readNamedText('  The cat, 3 of them ').tokens, [
    'The',
    'cat,',
    '3',
    'of',
    'them',
  ]);
  assert.deepEqual(readNamedText('[CLS] the cat [SEP]').tokens, ['[CLS]', 'the', 'cat', '[SEP]']);
  assert.deepEqual(readNamedText('[CLS]\nthe\n(cat)').tokens, ['[CLS]', 'the', '(cat)']);
  assert.deepEqual(readNamedText('[[[[1, 0], [0.5, 0.5]]]]').tensors.weights.shape, [1, 2, 2]);
  assert.deepEqual(readNamedText('a\tb\n1\t0\n0.5\t0.5').tokens, ['a', 'b']);
});

test('numbers that are no weights, and names that are none, are refused as in files', () => {
  for (const [text, code, argument, message] of /** @type {[string, string, string, RegExp][]} */ ([
    ['', 'option', 'pasted', /empty/],
    ['[[1, 2], [3, 4]]', 'option', 'weights', /row 0 of the 2 × 2 array sums to 3/],
    ['[[0.5, nan], [0, 1]]', 'not_finite', 'weights', /NaN at flat index 1/],
    ['[[0.5, inf], [0, 1]]', 'not_finite', 'weights', /Infinity at flat index 1/],
    ['[[1e39, 0], [0, 1]]', 'not_finite', 'weights', /weights\[0\]\[0\] is 1e\+39, beyond float32/],
    ['[[1, 0], [1]]', 'shape', 'weights', /expected an array of 2/],
    ['[1, 0]', 'rank', 'weights', /rank 1/],
    ['[[[[[1]]]]]', 'rank', 'weights', /rank/],
    ['[[[[1]]], [[[1]]]]', 'rank', 'weights', /batch of 1, not of 2/],
    ["{'w': [[1]]}", 'option', 'w', /unknown name "w": found "w"/],
    ["{'__proto__': {'polluted': 1}, 'weights': [[1]]}", 'option', '__proto__', /unknown name/],
    [
      "{'q': [[1]], 'query': [[1]], 'k': [[1]], 'v': [[1]]}",
      'option',
      'query',
      /given twice: as "q" and as "query"/,
    ],
    ['(7)', 'option', 'pasted', /found 7 alone/],
  ])) {
    assert.throws(
      () => readNamedText(text),
      (error) => checkError(error, code, argument, message),
      text,
    );
  }
  // A bias may hide.
  const bias = readNamedText(
    "{'q': [[1]], 'k': [[1], [1]], 'v': [[1], [2]], 'bias': [[0., -inf]]}",
  );
  assert.deepEqual(bias.tensors.bias.data, Float32Array.of(0, -Infinity));
});

test('code is read with its comments, its prompts and the comma that followed it', () => {
  const weights = (/** @type {string} */ text) => [...readNamedText(text).tensors.weights.data];
  for (const text of [
    '# of head 0\n[[1, 0],  # "The"\n [0.25, 0.75],  # it\'s all\n]',
    '[[1, 0], [0.25, 0.75]],',
    'weights = np.array([ # rows\n[1, 0], [0.25, 0.75]], dtype=np.float32)  # done',
    '>>> attn.tolist()\n[[1, 0], [0.25, 0.75]]',
    'In [3]: w\nOut[3]:\narray([[1.  , 0.  ],\n       [0.25, 0.75]])',
  ])
    assert.deepEqual(weights(text), [1, 0, 0.25, 0.75], text);
  const call = readNamedText('q = [[1]],\nk = [[2], [3]],\nv = [[4], [5]],  # of one head');
  assert.deepEqual(
    ['query', 'key', 'value'].map((name) => [...call.tensors[name].data]),
    [[1], [2, 3], [4, 5]],
  );
  // A "#" before words is one of them.
  assert.deepEqual(readNamedText('#1 the cat').tokens, ['#1', 'the', 'cat']);
  assert.throws(
    () => readNamedText('[[1, 0], [1, 0]],,'),
    (error) =>
      checkError(error, 'option', 'pasted', /line 1, column 18 .*expected the end of the text/),
  );
});

test('how a session shows an object is no list of words', () => {
  for (const text of [
    '<tf.Tensor: shape=(2, 2), dtype=float32, numpy=\narray([[1., 0.],[0.5, 0.5]], dtype=float32)>',
    '<__main__.Model object at 0x7f1c>',
  ])
    assert.throws(
      () => readNamedText(text),
      (error) =>
        checkError(error, 'option', 'pasted', /begins with '<.*how Python shows an object/),
    );
  assert.deepEqual(readNamedText('<s> the cat </s>').tokens, ['<s>', 'the', 'cat', '</s>']);
});
