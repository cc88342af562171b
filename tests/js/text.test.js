// What text becomes which tokens. Oracle: UAX #29 word boundaries and the documented rules.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cutText, DEFAULT_TOKEN_CAP, LONGEST_TOKEN, tokenize } from '../../web/src/readers/text.js';

const tokensOf = (/** @type {string} */ text) => tokenize(text).tokens;
const graphemes = (/** @type {string} */ text) =>
  [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)].length;

test('words and punctuation are tokens, spaces are not', () => {
  assert.deepEqual(tokensOf('The cat, tired,\tsat\ndown.'), [
    'The',
    'cat',
    ',',
    'tired',
    ',',
    'sat',
    'down',
    '.',
  ]);
  assert.deepEqual(tokensOf("didn't pay 3.14 (or 1,000)"), [
    "didn't",
    'pay',
    '3.14',
    '(',
    'or',
    '1,000',
    ')',
  ]);
});

test('text without a visible mark has no token', () => {
  for (const text of ['', ' ', '\n\t\r ', '\u00A0\u3000', '\u200B\uFEFF', '\u0000\u0007']) {
    assert.deepEqual(tokenize(text), { tokens: [], total: 0, truncated: false });
  }
});

test('emoji of several code points stay one token', () => {
  const family = '\u{1F468}\u200D\u{1F469}\u200D\u{1F467}';
  const flag = '\u{1F1EB}\u{1F1F7}';
  const hand = '\u{1F44B}\u{1F3FD}';
  assert.deepEqual(tokensOf(`${family} ${flag} ${hand}`), [family, flag, hand]);
});

test('Arabic, Chinese, Japanese, Thai and Devanagari are cut into words', () => {
  assert.deepEqual(tokensOf('القطة نامت.'), ['القطة', 'نامت', '.']);
  assert.deepEqual(tokensOf('我爱自然语言').join(''), '我爱自然语言');
  assert.ok(tokensOf('我爱自然语言').length > 1);
  assert.ok(tokensOf('私は猫が好きです').length > 3);
  assert.ok(tokensOf('ฉันรักแมว').length > 1);
  assert.deepEqual(tokensOf('नमस्ते दुनिया'), ['नमस्ते', 'दुनिया']);
});

test('canonically equal spellings give the same token', () => {
  assert.deepEqual(tokensOf('cafe\u0301'), tokensOf('caf\u00E9'));
});

test('half a surrogate pair becomes U+FFFD, so that a URL can carry the token', () => {
  const { tokens } = tokenize('a \uD83D b');
  assert.deepEqual(tokens, ['a', '\uFFFD', 'b']);
  assert.doesNotThrow(() => encodeURIComponent(tokens.join(' ')));
});

test('the cap keeps the first tokens and reports them all', () => {
  const text = Array.from({ length: 300 }, (_, i) => `w${i}`).join(' ');
  const { tokens, total, truncated } = tokenize(text, { cap: 64 });
  assert.equal(tokens.length, 64);
  assert.equal(tokens[63], 'w63');
  assert.equal(total, 300);
  assert.equal(truncated, true);
  assert.equal(tokenize(text).tokens.length, DEFAULT_TOKEN_CAP);
  const exact = tokenize('a b c', { cap: 3 });
  assert.deepEqual([exact.total, exact.truncated], [3, false]);
});

test('a word without end becomes pieces, never inside a grapheme', () => {
  const accented = 'e\u0323\u0301'.repeat(101);
  const { tokens, total } = tokenize(accented, { cap: 2 });
  assert.equal(total, 3);
  assert.deepEqual(tokens.map(graphemes), [LONGEST_TOKEN, LONGEST_TOKEN]);
  assert.equal(tokenize(accented).tokens.join(''), accented.normalize('NFC'));
});

test('a text is cut before the grapheme that crosses the limit', () => {
  assert.equal(cutText('abc', 3), 'abc');
  assert.equal(cutText('abcd', 3), 'abc');
  assert.equal(cutText('ae\u0301b', 2), 'a');
  const flags = '\u{1F1EB}\u{1F1F7}'.repeat(50);
  assert.equal(cutText(flags, 102), flags.slice(0, 100));
  const family = '\u{1F468}\u200D\u{1F469}\u200D\u{1F467}';
  assert.equal(cutText(`ab${family}`, 7), 'ab');
});

test('a grapheme longer than the limit is cut between code points', () => {
  assert.equal(cutText(`e${'\u0301'.repeat(9)}`, 4), `e${'\u0301'.repeat(3)}`);
  assert.equal(cutText('\u{1F468}\u200D\u{1F469}', 1), '');
});

test('a long text gives the tokens of its parts', () => {
  const sentence = 'Don’t stop, 3.5 times.\n';
  const once = tokensOf(sentence);
  const { tokens, total } = tokenize(sentence.repeat(2000), { cap: 12000 });
  assert.equal(total, once.length * 2000);
  assert.deepEqual(tokens.slice(-once.length), once);
});

test('wrong arguments are refused by name', () => {
  assert.throws(() => tokenize(/** @type {string} */ (/** @type {unknown} */ (7))), {
    name: 'AttentionError',
    code: 'option',
    argument: 'text',
  });
  for (const cap of [0, -1, 2.5, Number.NaN, 2 ** 53]) {
    const message = `cap is ${cap}, expected a whole number from 1 to 9007199254740991`;
    assert.throws(() => tokenize('a', { cap }), { code: 'option', argument: 'cap', message });
  }
  for (const options of [null, 3, Symbol('s')]) {
    assert.throws(() => tokenize('a', /** @type {never} */ (options)), {
      name: 'AttentionError',
      argument: 'options',
      message: `options is ${String(options)}, expected an object, { cap } say`,
    });
  }
  assert.throws(() => tokenize('a', /** @type {never} */ ({ cap: Symbol('c') })), {
    name: 'AttentionError',
    argument: 'cap',
  });
});
