// Words beside the upright lines of a chart: places worked out by hand on a plot of 100 × 50 px with lines of words of 10 px.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { placeMarks } from '../../web/src/views/widgets/mark_places.js';

const plot = { left: 0, right: 100, top: 0, bottom: 50 };
const around = { plot, words: [], paths: [], line: 10, gap: 3 };

test('a word stands at the head of its line, on the roomier side', () => {
  const [one] = placeMarks([{ at: 20, width: 15 }], around);
  assert.deepEqual(one, { left: 23, right: 38, top: 0, bottom: 10 });
  const [other] = placeMarks([{ at: 80, width: 15 }], around);
  assert.deepEqual(other, { left: 62, right: 77, top: 0, bottom: 10 });
});

test('two words between two lines do not lie on each other', () => {
  const marks = [
    { at: 20, width: 30 },
    { at: 60, width: 30 },
  ];
  const [one, other] = placeMarks(marks, around);
  assert.deepEqual(one, { left: 23, right: 53, top: 0, bottom: 10 });
  // Left of its line it would begin at 27 px.
  assert.deepEqual(other, { left: 63, right: 93, top: 0, bottom: 10 });
  // With no room to the right either: the foot.
  const narrow = placeMarks([marks[0], { at: 75, width: 30 }], {
    ...around,
    words: [{ left: 90, right: 140, top: 0, bottom: 10 }],
  });
  assert.deepEqual(narrow[1], { left: 42, right: 72, top: 40, bottom: 50 });
});

test('a curve at the head sends a word to the foot, one at both between them', () => {
  const rising = /** @type {const} */ ([
    [0, 49],
    [50, 40],
    [100, 0],
  ]);
  const flat = /** @type {const} */ ([
    [0, 49],
    [100, 49],
  ]);
  const mark = [{ at: 100, width: 30 }];
  assert.deepEqual(placeMarks(mark, { ...around, paths: [rising] }), [
    { left: 67, right: 97, top: 40, bottom: 50 },
  ]);
  // From 40 at x = 50 to 0 at x = 100 it is above 27 px at x = 67: the fourth row is free, the first to third are not.
  assert.deepEqual(placeMarks(mark, { ...around, paths: [rising, flat] }), [
    { left: 67, right: 97, top: 30, bottom: 40 },
  ]);
});

test('words beside each other keep two gaps apart', () => {
  const beside = (/** @type {number} */ at) =>
    placeMarks(
      [
        { at: 20, width: 15 },
        { at, width: 15 },
      ],
      around,
    )[1];
  // The first ends at 38 px; the second, left of its line, begins 18 px before that.
  assert.deepEqual(beside(62), { left: 44, right: 59, top: 0, bottom: 10 });
  assert.deepEqual(beside(61), { left: 64, right: 79, top: 0, bottom: 10 });
});

test('an interrupted curve is no obstacle where it is not drawn', () => {
  const broken = /** @type {const} */ ([
    [0, 5],
    [Number.NaN, 5],
    [100, 5],
  ]);
  const [box] = placeMarks([{ at: 20, width: 15 }], { ...around, paths: [broken] });
  assert.equal(box.top, 0);
});
