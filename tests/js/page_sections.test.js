// What a link carries besides the reader's words: the settings of the sections, and where it leads.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PAGE_DEFAULTS, readPage, writePage } from '../../web/demo/page_state.js';
import { DEFAULTS } from '../../web/demo/state.js';

test('sections and the place come back exactly, beside the words', () => {
  const state = {
    settings: { ...DEFAULTS, text: 'a & b = #c', heads: 2 },
    sections: {
      'masks.mask': '{"window":[1,0],"prefix":1}',
      'order.order': '2 0 3 1',
      'cross.align': '',
      'scaling.key-width': '1024',
    },
    at: 'masks',
  };
  assert.deepEqual(readPage(`#${writePage(state)}`), { state, problems: [] });
});

test('the page as it stands needs no fragment; a section alone makes a whole link', () => {
  assert.equal(writePage(PAGE_DEFAULTS), '');
  const sections = { 'scaling.seed': '3' };
  assert.equal(writePage({ ...PAGE_DEFAULTS, sections }), 'v=1&scaling.seed=3');
});

test('names that are none are left alone, and too long values are reported', () => {
  const long = 'x'.repeat(20_001);
  const { state, problems } = readPage(
    `v=1&__proto__=1&a.b.c=1&masks.onclick()=1&at=<b>&order.order=${long}`,
  );
  // Whether there is such a place, the page knows.
  assert.deepEqual(state, { ...PAGE_DEFAULTS, at: '<b>' });
  assert.deepEqual(problems, ['order.order is longer than 20000 characters.']);
});

test('another version and a plain anchor carry no sections', () => {
  for (const fragment of ['#masks', '#v=2&masks.mask=causal', '#masks.mask=causal'])
    assert.deepEqual(readPage(fragment).state, PAGE_DEFAULTS);
});
