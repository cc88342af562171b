// Where nothing reaches into a band of a saved figure, what lies below moves up.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { closeHoles } from '../../web/src/views/export/holes.js';

/** @typedef {import('../../web/src/views/export/shapes.js').Shape} Shape */

/** @param {number} y @param {number} height */
const box = (y, height) => ({ x: 0, y, width: 10, height });
/** @param {number} y @param {number} height @returns {Shape} */
const filled = (y, height) => ({
  kind: 'rectangle',
  fill: '#000',
  stroke: null,
  line: 0,
  ...box(y, height),
});
/** @param {number} y @returns {Shape} */
const word = (y) => ({
  kind: 'text',
  text: 'a',
  x: 0,
  y: y + 12,
  fill: '#000',
  font: { style: 'normal', weight: '400', size: 12, family: 'serif' },
  upright: false,
  clip: box(y + 1, 14),
  box: box(y, 16),
});

test('a high band closes, and text moves with its baseline, its box and its clip', () => {
  const shapes = [word(200), filled(0, 100)];
  closeHoles(shapes);
  // 24 px are left of the 101 before what is seen of the text.
  assert.deepEqual(shapes, [word(200 - 77), filled(0, 100)]);
});

test('what stands beside a band keeps it open; low bands stay; several add up', () => {
  const beside = [filled(0, 100), filled(200, 10), filled(50, 170)];
  closeHoles(beside);
  assert.deepEqual(beside, [filled(0, 100), filled(200, 10), filled(50, 170)]);
  const low = [filled(0, 100), filled(140, 10)];
  closeHoles(low);
  assert.deepEqual(low, [filled(0, 100), filled(140, 10)]);
  const line = (/** @type {number} */ y) =>
    /** @type {Shape} */ ({
      kind: 'line',
      x1: 0,
      x2: 5,
      y1: y + 5,
      y2: y,
      stroke: '#000',
      line: 1,
    });
  const several = [filled(0, 10), filled(110, 10), line(220), line(230)];
  closeHoles(several);
  assert.deepEqual(several, [filled(0, 10), filled(34, 10), line(68), line(78)]);
  closeHoles([]);
});
