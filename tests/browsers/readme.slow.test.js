// No gap of a browser is silent: the README says each, and with which browsers it was found.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { inReadme } from './gaps.js';

test('the README lists every known gap', () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  const text = readme.replace(/\s+/g, ' ');
  for (const gap of inReadme) assert.ok(text.includes(gap), `the README does not say: ${gap}`);
});
