// How much room a panel keeps for its row labels: as much as the labels take that are shown, words or numbers.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { planPanel } from '../../web/src/views/widgets/panel_plan.js';

const EM = 16;

/** @param {string} text */
const measure = (text) => text.length * 8;

/**
 * @param {string[]} words
 * @param {number} room
 */
function planOf(words, room) {
  const look = /** @type {import('../../web/src/views/look.js').Look} */ (
    /** @type {unknown} */ ({ em: EM, dpr: 1, measure, tallest: 420 })
  );
  const count = words.length;
  return planPanel(
    { rows: count, columns: count, rowTokens: words, columnTokens: words, down: 'query', room },
    look,
  );
}

test('a number before its word has room beside the map, and the cells less', () => {
  const plan = planOf(
    Array.from({ length: 512 }, (_, index) => `w${index}`),
    420,
  );
  assert.ok(plan.left.numeric && plan.left.named);
  // Three digits of half a line of 21 px, a gap and the 32 px of w511.
  assert.ok(plan.leftWidth >= 3 * 10.5 + 32, `${plan.leftWidth} px`);
  assert.equal(plan.leftWidth, plan.left.extent);
  assert.ok(plan.leftWidth + EM + plan.column.length <= 420);
});

test('no room is kept for words that are not shown', () => {
  const words = Array.from({ length: 100 }, () => 'remarkable');
  const plan = planOf(words, 300);
  assert.ok(plan.left.numeric && !plan.left.named);
  // The caption is wider than two digits.
  assert.equal(plan.leftWidth, measure('query'));
  assert.equal(planOf(words.slice(0, 8), 300).leftWidth, measure('remarkable'));
});
