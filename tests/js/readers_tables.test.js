// Tables with the comments and headers that NumPy writes (numpy.savetxt, header= and footer=), from a file and pasted alike.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readFile } from '../../web/src/readers/file.js';
import { readPasted } from '../../web/src/readers/pasted.js';
import { refuses } from './refused_file.js';

/** @param {string} text @returns {Promise<import('../../web/src/readers/json.js').Input[]>} */
const both = async (text) => [
  await readFile(Buffer.from(text), { name: 'x.csv' }),
  readPasted(text),
];

test('comments are no rows, and one that has a name for each column is the header', async () => {
  const rows = '1,0,0\n0.5,0.5,0\n0,0,1\n';
  const spaced = rows.replaceAll(',', ' ');
  for (const [text, tokens] of /** @type {[string, string[] | null][]} */ ([
    [`# a,b,c\n${rows}`, ['a', 'b', 'c']],
    [`# made by numpy, on Monday\n# a,b,c\n${rows}# the end\n`, ['a', 'b', 'c']],
    [`# made by numpy\r\n${rows.replaceAll('\n', '\r\n')}`, null],
    [`# a b c\n${spaced}# the end of it`, ['a', 'b', 'c']],
    [`# four words of comment\n${spaced}`, null],
    [`a b c\n${spaced}`, ['a', 'b', 'c']],
  ]))
    for (const input of await both(text)) {
      assert.deepEqual([...input.tensors.weights.data], [1, 0, 0, 0.5, 0.5, 0, 0, 0, 1], text);
      assert.deepEqual(input.tokens, tokens, text);
    }
});

test('"#" in a cell of its own is a token', async () => {
  for (const input of await both('#,cat,sat\n#,1,0\nsat,0.5,0.5\n')) {
    assert.deepEqual(
      [input.tokens, input.keyTokens],
      [
        ['#', 'sat'],
        ['cat', 'sat'],
      ],
    );
    assert.deepEqual([...input.tensors.weights.data], [1, 0, 0.5, 0.5]);
  }
});

test('decimal commas are refused by name when they are pasted, too', () => {
  assert.throws(() => readPasted('1;0\n0,5;0,5'), /"0,5", expected a number with a decimal point/);
});

test('words of a file that is none of those that are read are not drawn', async () => {
  for (const [name, text] of [
    ['icon.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['a.js', 'const x = 1;'],
    ['a.yaml', 'weights: 1'],
  ])
    await refuses(
      [[name, text, 'option', 'file', /"[a-z]+\.[a-z]+" holds no numbers, .*\.npy, \.npz/, name]],
      name,
    );
  const tokens = async (/** @type {string} */ name, text = 'the cat') =>
    (await readFile(Buffer.from(text), { name })).tokens;
  assert.deepEqual(await tokens('words'), ['the', 'cat']);
  assert.deepEqual(await tokens('words.txt'), ['the', 'cat']);
  // An address may end in anything, and answer with data.
  assert.deepEqual(await tokens('figure.php', '{"tokens":["a"]}'), ['a']);
});

test('a program’s imports stand before its numbers', async () => {
  const text =
    'import numpy as np\nfrom torch import tensor\n\nweights = np.array([[1, 0], [0.5, 0.5]])\n';
  const read = await readFile(Buffer.from(text), { name: 'w.py' });
  assert.deepEqual([...read.tensors.weights.data], [1, 0, 0.5, 0.5]);
  assert.deepEqual(readPasted('import the cat').tokens, ['import', 'the', 'cat']);
});
