// Text as it stands on the page: one shape for each line of each piece of text.

/** @typedef {import('./shapes.js').Text} Text */
/** @typedef {import('./shapes.js').Font} Font */

/**
 * @param {CSSStyleDeclaration} style
 * @returns {Font}
 */
export function fontOf(style) {
  return {
    style: style.fontStyle,
    weight: style.fontWeight,
    size: Number.parseFloat(style.fontSize),
    family: style.fontFamily,
  };
}

/**
 * @param {globalThis.Text} node
 * @param {DOMRect} frame
 * @param {Window} view
 * @returns {Text[]} none for white space
 */
export function readText(node, frame, view) {
  const parent = node.parentElement;
  if (!parent || node.data.trim() === '') return [];
  const style = view.getComputedStyle(parent);
  const font = fontOf(style);
  const upright = parent.closest('.axis.rotated') !== null;
  const clip = clipOf(parent, style, frame);
  return linesOf(node, upright).map(({ text, box }) => {
    const [x, y] = upright
      ? [box.left + (box.width + font.size * ASCENT) / 2, box.bottom]
      : [box.left, box.top + (box.height + font.size * (ASCENT - DESCENT)) / 2];
    return {
      kind: 'text',
      text,
      x: x - frame.left,
      y: y - frame.top,
      fill: style.color,
      font,
      upright,
      clip,
      box: {
        x: box.left - frame.left,
        y: box.top - frame.top,
        width: box.width,
        height: box.height,
      },
    };
  });
}

/** Of the size of type: where most fonts have their baseline in a line. */
const ASCENT = 0.74;
const DESCENT = 0.02;

/** @typedef {{ left: number, top: number, width: number, height: number, bottom: number }} Place */
/** @typedef {{ text: string, box: Place }} Line */

/**
 * @param {globalThis.Text} node
 * @param {boolean} upright
 * @returns {Line[]} its lines on the page
 */
function linesOf(node, upright) {
  const range = node.ownerDocument.createRange();
  // From the first letter to the last: a space at an end has a width on the page, but none in the text.
  range.setStart(node, node.data.search(/\S/));
  range.setEnd(node, node.data.trimEnd().length);
  if (upright || range.getClientRects().length <= 1) {
    const text = node.data.replace(/\s+/g, ' ').trim();
    return [{ text, box: range.getBoundingClientRect() }];
  }
  /** @type {Line[]} */
  const lines = [];
  for (const { index, 0: word } of node.data.matchAll(/\S+/g)) {
    piecesOf(range, node, index, word).forEach((piece, at) => {
      const last = lines.at(-1);
      if (last && Math.abs(last.box.top - piece.box.top) < piece.box.height / 2) {
        last.text += at === 0 ? ` ${piece.text}` : piece.text;
        last.box = around(last.box, piece.box);
      } else lines.push(piece);
    });
  }
  return lines;
}

/**
 * @param {Range} range
 * @param {globalThis.Text} node
 * @param {number} start
 * @param {string} word
 * @returns {Line[]} the word, or its letters one by one where it is broken, at a hyphen say
 */
function piecesOf(range, node, start, word) {
  const piece = (/** @type {string} */ text, /** @type {number} */ at) => {
    range.setStart(node, at);
    range.setEnd(node, at + text.length);
    return { text, box: range.getBoundingClientRect() };
  };
  const whole = piece(word, start);
  if (range.getClientRects().length <= 1) return [whole];
  let at = start;
  return Array.from(word, (letter) => {
    at += letter.length;
    return piece(letter, at - letter.length);
  });
}

/**
 * @param {Place} a
 * @param {Place} b
 * @returns {Place}
 */
function around(a, b) {
  const left = Math.min(a.left, b.left);
  const top = Math.min(a.top, b.top);
  const bottom = Math.max(a.bottom, b.bottom);
  const width = Math.max(a.left + a.width, b.left + b.width) - left;
  return { left, top, width, height: bottom - top, bottom };
}

/**
 * @param {HTMLElement} parent
 * @param {CSSStyleDeclaration} style
 * @param {DOMRect} frame
 * @returns {import('./shapes.js').Box | null} where its text is cut; null where it is not
 */
function clipOf(parent, style, frame) {
  const isCut =
    parent.scrollWidth > parent.clientWidth || parent.scrollHeight > parent.clientHeight;
  if (style.overflowX !== 'hidden' || !isCut) return null;
  const { left, top, width, height } = parent.getBoundingClientRect();
  return { x: left - frame.left, y: top - frame.top, width, height };
}
