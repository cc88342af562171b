// What a link carries: settings out and in again, exactly, and what happens to links that make no sense.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  BACKENDS,
  DEFAULTS,
  MASKS,
  readState,
  TEXT_CAP,
  writeState,
} from '../../web/demo/state.js';

/** @typedef {import('../../web/demo/state.js').Settings} Settings */

/**
 * @param {Partial<Settings>} changes
 */
function assertReturns(changes) {
  const settings = { ...DEFAULTS, ...changes };
  assert.deepEqual(readState(`#${writeState(settings)}`), { settings, problems: [] });
}

test('every setting comes back exactly', () => {
  for (const mask of MASKS) assertReturns({ mask });
  for (const heads of [1, 2, 4, 8]) assertReturns({ heads });
  for (const head of ['all', 'mean', '0', '7']) assertReturns({ head });
  for (const temperature of [0.1, 0.355, 1, 3.16, 10]) assertReturns({ temperature });
  for (const seed of [0, 1, Number.MAX_SAFE_INTEGER]) assertReturns({ seed });
  for (const backend of BACKENDS) assertReturns({ backend });
  assertReturns({ scale: false, padding: 64 });
});

test('every text comes back exactly', () => {
  const texts = [
    '',
    ' two  spaces\n\nand lines\t',
    'a=b&c#d?e+f%20%',
    'e\u0301 and \u00E9 stay apart',
    'القطة 我爱 \u{1F468}\u200D\u{1F469}\u200D\u{1F467}',
    '<img src=x onerror=alert(1)>',
    '猫'.repeat(TEXT_CAP),
  ];
  for (const text of texts) assertReturns({ text });
});

test('the defaults need no fragment, and only differences are written', () => {
  assert.equal(writeState(DEFAULTS), '');
  assert.equal(writeState({ ...DEFAULTS, heads: 2 }), 'v=1&heads=2');
});

test('an empty fragment or an anchor carries nothing', () => {
  for (const fragment of ['', '#', '#use', '#heads=2']) {
    assert.deepEqual(readState(fragment), { settings: DEFAULTS, problems: [] });
  }
});

test('a value that makes no sense keeps its default and is reported by name', () => {
  const wrong = {
    heads: ['3', '0', '', '8.0001', 'eight'],
    mask: ['future', ''],
    scale: ['true', '1'],
    temperature: ['0', '-1', 'NaN', 'Infinity', '1e1', '0x1', '11'],
    seed: ['-1', '1.5', '9007199254740992', ' 1'],
    padding: ['0', '65', 'all'],
    head: ['8', '-1'],
    backend: ['webgpu'],
    text: ['x'.repeat(5 * TEXT_CAP + 1)],
  };
  for (const [name, values] of Object.entries(wrong)) {
    for (const value of values) {
      const { settings, problems } = readState(
        `v=1&${name}=${encodeURIComponent(value)}&scale=off`,
      );
      assert.equal(problems.length, 1, `${name}=${value}`);
      assert.match(problems[0], new RegExp(`^${name} is `));
      assert.ok(problems[0].length < 200);
      const kept = name === 'scale' ? DEFAULTS : { ...DEFAULTS, scale: false };
      assert.deepEqual(settings, kept);
    }
  }
});

test('a broken encoding is no crash', () => {
  const { settings, problems } = readState('#v=1&text=%E0%A4%A&heads=%zz');
  assert.equal(settings.heads, DEFAULTS.heads);
  assert.equal(problems.length, 1);
});

test('a later version is named, and nothing of it is guessed', () => {
  const { settings, problems } = readState('#v=2&heads=2');
  assert.deepEqual(settings, DEFAULTS);
  assert.deepEqual(problems, ['The link has version “2”; this page reads version 1.']);
});
