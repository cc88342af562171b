// The texts of concepts and workbench count right: one head is no "1 heads".
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { conceptStrings } from '../../../web/src/views/concepts/strings.js';
import { fill } from '../../../web/src/views/strings.js';
import { workbenchStrings } from '../../../web/src/views/workbench_strings.js';

/** Texts whose counts are never 1, with the reason. */
const NEVER_ONE = new Map([
  ['cacheSentence', 'the first step has a sentence of its own'],
  ['crossIsSplit', 'one query has a sentence of its own'],
  ['masksKeys', 'one key has a text of its own'],
  ['masksIsDocuments', 'one text has a sentence of its own'],
  ['scalingState', '2,000 queries with 16 keys each, always'],
  ['scalingMapLabel', 'the same'],
  ['sharingSentenceFirst', 'groups of one have a sentence of their own'],
  ['sharingSentenceMean', 'the same'],
  ['sharingSome', 'of more heads than there is room for'],
]);
const NOUNS =
  /(?<!\S|× )1 (?:query |key\/value )?(heads|queries|keys|tokens|components|rows|columns|weights|scores|tiles|products|lines|texts|steps|cells|maps)\b/;

test('a count of one is followed by one thing', () => {
  const all = { ...conceptStrings, ...workbenchStrings };
  const wrong = [];
  for (const [name, text] of Object.entries(all)) {
    const ones = Object.fromEntries(
      Array.from(text.matchAll(/\{(\w+)/g), ([, place]) => [place, '1']),
    );
    const isWrong = NOUNS.test(fill(text, ones));
    if (isWrong && !NEVER_ONE.has(name)) wrong.push(`${name}: ${fill(text, ones)}`);
    if (NEVER_ONE.has(name)) assert.ok(isWrong, `${name} needs no exception`);
  }
  assert.deepEqual(wrong, []);
});
