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

/**
 * @param {globalThis.Text} node
 * @param {boolean} upright
 * @returns {{ text: string, box: DOMRect }[]} its lines on the page
 */
function linesOf(node, upright) {
  const range = node.ownerDocument.createRange();
  range.selectNodeContents(node);
  if (upright || range.getClientRects().length <= 1) {
    const text = node.data.replace(/\s+/g, ' ').trim();
    return [{ text, box: range.getBoundingClientRect() }];
  }
  /** @type {{ text: string, box: DOMRect }[]} */
  const lines = [];
  for (const { index, 0: word } of node.data.matchAll(/\S+/g)) {
    range.setStart(node, index);
    range.setEnd(node, index + word.length);
    const box = range.getBoundingClientRect();
    const last = lines.at(-1);
    if (last && Math.abs(last.box.top - box.top) < box.height / 2) last.text += ` ${word}`;
    else lines.push({ text: word, box });
  }
  return lines;
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
