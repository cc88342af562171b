// The ring around a setting that has the keyboard covers none of the words beside it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { useConcepts } from '../harness/concepts.js';

const concepts = useConcepts();

/** @type {readonly Record<string, string>[]} */
const FIGURES = [
  { view: 'sharing', share: 'low-rank' },
  { view: 'scaling' },
  { view: 'cache' },
  { view: 'cross' },
  { view: 'cost' },
  { view: 'temperature' },
  { view: 'sketch' },
];

for (const attributes of FIGURES) {
  test(`${attributes.view}: name, value and mark stay clear of the ring`, async () => {
    const page = await concepts.open({ ...attributes });
    for (const field of await page.locator('.controls :is(.slider, .number) input').all()) {
      if (!(await field.isVisible())) continue;
      await field.focus();
      // Keys, not the script, bring the ring.
      await page.keyboard.press('ArrowLeft');
      const { ring, words } = await field.evaluate((input) => {
        const { left, right, top, bottom } = input.getBoundingClientRect();
        const style = getComputedStyle(input);
        const out = Number.parseFloat(style.outlineWidth) + Number.parseFloat(style.outlineOffset);
        const label = /** @type {HTMLElement} */ (input.closest('label'));
        const range = document.createRange();
        const boxes = Array.from(label.querySelectorAll('.name, output, .slider-mark'), (text) => {
          range.selectNodeContents(text);
          const box = range.getBoundingClientRect();
          return { text: text.textContent, box };
        });
        const covers = (/** @type {DOMRect} */ box) =>
          box.width > 0 &&
          box.right > left - out &&
          box.left < right + out &&
          box.bottom > top - out &&
          box.top < bottom + out;
        return {
          ring: out,
          words: boxes.filter(({ box }) => covers(box)).map(({ text }) => text),
        };
      });
      assert.ok(ring >= 2, 'a ring');
      assert.deepEqual(words, []);
    }
  });
}
