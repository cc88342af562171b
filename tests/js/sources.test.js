// What a tag draws where it has attributes and nothing else.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AttentionError, loadEngine } from 'attention-map';
import { embeddedLayer } from '../../web/src/elements/layer_input.js';
import { chooseInput, SourceMemory, scriptText } from '../../web/src/elements/sources.js';

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

test('a list of no keys is refused by its own name', async () => {
  const engine = await loadEngine({ backend: 'scalar' });
  const input = chosen({ tokens: ['a'], keyTokens: [] });
  assert.ok(input);
  assert.throws(
    () => embeddedLayer(/** @type {never} */ (engine), input, {}),
    (error) =>
      error instanceof AttentionError &&
      error.code === 'shape' &&
      error.argument === 'key-tokens' &&
      /key-tokens is empty/.test(error.message),
  );
});

test('a script child of any media type that is JSON is data, any other is not', () => {
  const read = (/** @type {string | null} */ type) =>
    scriptText(
      /** @type {never} */ ({
        children: [{ localName: 'script', getAttribute: () => type, textContent: '{}' }],
      }),
    );
  for (const type of [
    'application/json',
    'text/json',
    'Application/JSON; charset=utf-8',
    'application/ld+json',
  ])
    assert.equal(read(type), '{}', type);
  for (const type of [null, '', 'module', 'text/javascript', 'application/jsonp', 'importmap'])
    assert.equal(read(type), null, String(type));
});
