// What a tag draws where it has attributes and nothing else.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AttentionError } from 'attention-map';
import { chooseInput, SourceMemory } from '../../web/src/elements/sources.js';

/** @param {{ tokens?: string[], keyTokens?: string[] }} words */
const chosen = ({ tokens, keyTokens }) =>
  chooseInput(new SourceMemory(), { data: null, file: null, script: null, tokens, keyTokens });

test('words are drawn, with keys of their own or without; nothing is nothing', () => {
  assert.deepEqual(chosen({ tokens: ['a'], keyTokens: ['b', 'c'] })?.keyTokens, ['b', 'c']);
  assert.deepEqual(chosen({ tokens: ['a'] })?.tokens, ['a']);
  assert.equal(chosen({}), null);
});

test('keys that no token asks about are refused', () => {
  assert.throws(
    () => chosen({ keyTokens: ['a', 'b'] }),
    (error) =>
      error instanceof AttentionError &&
      error.code === 'option' &&
      error.argument === 'key-tokens' &&
      /key-tokens has 2/.test(error.message),
  );
});
