// Where the words beside upright lines of a chart stand: clear of each other, of the names of curves and, where there is room, of the
// curves. Arithmetic only.

/** @typedef {{ left: number, right: number, top: number, bottom: number }} Box px */
/** @typedef {readonly (readonly [x: number, y: number])[]} Path px; a point that is not finite interrupts it */

/** What it costs to lie on something, in curves. */
const ON_WORDS = 100;
const OUTSIDE = 20;

/**
 * @param {readonly { at: number, width: number }[]} marks at: px of the line; width: of its word
 * @param {object} around
 * @param {Box} around.plot
 * @param {readonly Box[]} around.words that stand already
 * @param {readonly Path[]} around.paths curves
 * @param {number} around.line px of a line of words
 * @param {number} around.gap px between a line and its word; twice that between words
 * @returns {Box[]} of each word
 */
export function placeMarks(marks, { plot, words, paths, line, gap }) {
  const taken = [...words];
  const lines = marks.map(
    ({ at }) =>
      /** @type {Path} */ ([
        [at, plot.top],
        [at, plot.bottom],
      ]),
  );
  const obstacles = [...paths, ...lines];
  return marks.map((mark) => {
    const cost = (/** @type {Box} */ box) =>
      taken.filter((other) => touch(box, other, 2 * gap)).length * ON_WORDS +
      (box.left < plot.left || box.right > plot.right ? OUTSIDE : 0) +
      obstacles.filter((path) => meets(box, path)).length;
    const [first, ...others] = candidates(mark, { plot, line, gap });
    const best = others.reduce((least, box) => (cost(box) < cost(least) ? box : least), first);
    taken.push(best);
    return best;
  });
}

/**
 * Places in the order in which they are liked: at the head, at the foot, then row by row between them; on the roomier side first.
 * @param {{ at: number, width: number }} mark
 * @param {{ plot: Box, line: number, gap: number }} frame
 * @returns {Box[]}
 */
function candidates({ at, width }, { plot, line, gap }) {
  const left = { left: at - gap - width, right: at - gap };
  const right = { left: at + gap, right: at + gap + width };
  const sides = at > (plot.left + plot.right) / 2 ? [left, right] : [right, left];
  const rows = Math.max(1, Math.floor((plot.bottom - plot.top) / line));
  return Array.from({ length: rows }, (_, row) => {
    // 0, last, 1, last but one …
    const place = row % 2 === 0 ? row / 2 : rows - (row + 1) / 2;
    const top = plot.top + place * line;
    return sides.map((side) => ({ ...side, top, bottom: top + line }));
  }).flat();
}

/**
 * @param {Box} one
 * @param {Box} other
 * @param {number} gap px beside each other
 * @returns {boolean}
 */
function touch(one, other, gap) {
  return (
    one.left - gap < other.right &&
    one.right + gap > other.left &&
    one.top < other.bottom &&
    one.bottom > other.top
  );
}

/**
 * @param {Box} box
 * @param {Path} path
 * @returns {boolean} whether a stroke of the path goes through the box
 */
function meets(box, path) {
  return path.some(([x2, y2], index) => {
    const [x1, y1] = path[Math.max(0, index - 1)];
    const [from, to] = [
      Math.max(Math.min(x1, x2), box.left),
      Math.min(Math.max(x1, x2), box.right),
    ];
    // Comparisons with NaN are false, so that an interrupted stroke meets nothing.
    if (!(from <= to)) return false;
    const y = (/** @type {number} */ x) => y1 + ((x - x1) / (x2 - x1)) * (y2 - y1);
    const ends = x1 === x2 ? [y1, y2] : [y(from), y(to)];
    return Math.min(...ends) < box.bottom && Math.max(...ends) > box.top;
  });
}
