// A drawn figure as a list of shapes: what an SVG file and a large PNG are written from. It is read off the page, so that a file
// shows what the reader sees, in the same places, whatever the view.
import { cellRectangles } from './cells.js';
import { readChart } from './chart_shapes.js';
import { closeHoles, edgesDown } from './holes.js';
import { readText } from './text_shapes.js';

/** Of Node, which is no global in Node. */
const ELEMENT_NODE = 1;
const TEXT_NODE = 3;

/** What is for using the figure, and not of the picture. */
const LEFT_OUT =
  '.controls, .readout .locked, .push:not(.head-toggles [aria-pressed="true"]), .steps, .unseen, .idle, .error, details, input, select, textarea, [hidden]';

/**
 * All in CSS px from the corner of the figure.
 * @typedef {{ x: number, y: number, width: number, height: number }} Box
 * @typedef {{ kind: 'rectangle', fill: string | null, stroke: string | null, line: number } & Box} Rectangle
 * @typedef {{ kind: 'line', x1: number, y1: number, x2: number, y2: number, stroke: string, line: number }} Line
 * @typedef {{ kind: 'ramp', colours: string[] } & Box} Ramp colours from left to right, evenly
 * @typedef {{ kind: 'hatch', stroke: string } & Box} Hatch
 * @typedef {{ kind: 'image', canvas: HTMLCanvasElement, smooth: boolean } & Box} Image
 * @typedef {{ kind: 'cells', fills: (string | null)[], columns: number } & Box} Cells rectangles row by row
 * @typedef {{ kind: 'text', text: string, x: number, y: number, fill: string, font: Font, upright: boolean, clip: Box | null, box: Box }} Text
 *   x, y: where its baseline begins; upright: read from below; box: what it covers
 * @typedef {{ style: string, weight: string, size: number, family: string }} Font
 * @typedef {{ kind: 'chart', scale: number, marks: ChartMark[] } & Box} Chart
 * @typedef {{ tag: string, attributes: Record<string, string>, text: string, fill: string, stroke: string, line: number,
 *   dashes: string, opacity: number, font: Font }} ChartMark
 * @typedef {Rectangle | Line | Ramp | Hatch | Image | Cells | Text | Chart} Shape
 */

/**
 * @typedef {object} Snapshot
 * @property {number} x CSS px of its left edge, from the corner of the figure
 * @property {number} y
 * @property {number} width CSS px
 * @property {number} height CSS px
 * @property {string} ground CSS colour
 * @property {Shape[]} shapes from the lowest to the uppermost
 */

/**
 * @param {HTMLElement} figure as it is drawn now
 * @param {string} ground the colour that it stands on
 * @returns {Snapshot}
 */
export function snapshot(figure, ground) {
  const frame = figure.getBoundingClientRect();
  /** @type {Record<'hatch' | 'cells' | 'above', Shape[]>} */
  const layers = { hatch: [], cells: [], above: [] };
  const view = /** @type {Window} */ (figure.ownerDocument.defaultView);
  const visit = (/** @type {Element} */ element) => {
    if (element.matches(LEFT_OUT)) return;
    const style = view.getComputedStyle(element);
    if (style.display === 'none' || style.visibility === 'hidden') return;
    const box = boxOf(element, frame);
    if (element.localName === 'svg') {
      layers.above.push(readChart(/** @type {SVGSVGElement} */ (element), box, view));
      return;
    }
    if (element.localName === 'canvas') {
      const canvas = /** @type {HTMLCanvasElement} */ (element);
      if (box.width > 0 && canvas.width > 0) layers.cells.push(readCanvas(canvas, box, style));
      return;
    }
    readBox(element, box, style, layers);
    for (const child of element.childNodes) {
      if (child.nodeType === ELEMENT_NODE) visit(/** @type {Element} */ (child));
      else if (child.nodeType === TEXT_NODE)
        layers.above.push(...readText(/** @type {globalThis.Text} */ (child), frame, view));
    }
  };
  visit(figure);
  const shapes = [...layers.hatch, ...layers.cells, ...layers.above];
  closeHoles(shapes);
  return { ...extentOf(shapes), ground, shapes };
}

/** Around what is drawn. */
const MARGIN_PX = 14;

/**
 * Figures may begin below their settings and end before the room that they have: files are cut where the shapes end.
 * @param {Shape[]} shapes
 * @returns {Box}
 */
function extentOf(shapes) {
  const edges = shapes.map((shape) => {
    const [top, bottom] = edgesDown(shape);
    if (shape.kind === 'line') return [shape.x1, top, shape.x2, bottom];
    const { x, width } = shape.kind === 'text' ? (shape.clip ?? shape.box) : shape;
    return [x, top, x + width, bottom];
  });
  const least = (/** @type {number} */ side) => Math.min(...edges.map((edge) => edge[side]));
  const most = (/** @type {number} */ side) => Math.max(...edges.map((edge) => edge[side]));
  if (edges.length === 0) return { x: 0, y: 0, width: 1, height: 1 };
  const x = Math.floor(least(0)) - MARGIN_PX;
  const y = Math.floor(least(1)) - MARGIN_PX;
  return {
    x,
    y,
    width: Math.ceil(most(2)) + MARGIN_PX - x,
    height: Math.ceil(most(3)) + MARGIN_PX - y,
  };
}

/**
 * @param {Element} element
 * @param {DOMRect} frame
 * @returns {Box}
 */
function boxOf(element, frame) {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left - frame.left, y: top - frame.top, width, height };
}

/**
 * @param {HTMLCanvasElement} canvas
 * @param {Box} box
 * @param {CSSStyleDeclaration} style
 * @returns {Shape}
 */
function readCanvas(canvas, box, style) {
  const cells = cellRectangles(canvas);
  if (cells) return { kind: 'cells', ...cells, ...box };
  return { kind: 'image', canvas, smooth: style.imageRendering !== 'pixelated', ...box };
}

/**
 * Ground, borders, outline, hatch and rules of one box.
 * @param {Element} element
 * @param {Box} box
 * @param {CSSStyleDeclaration} style
 * @param {Record<'hatch' | 'cells' | 'above', Shape[]>} layers
 */
function readBox(element, box, style, layers) {
  const { classList } = element;
  if (element.matches('.plate.hatched')) layers.hatch.push(hatchOf(box, style));
  if (classList.contains('hatch')) layers.above.push(hatchOf(box, style));
  if (classList.contains('ramp')) {
    const colours = style.backgroundImage.match(/rgba?\([^)]*\)/g) ?? [];
    layers.above.push({ kind: 'ramp', colours, ...box });
  }
  if (classList.contains('rules') && classList.contains('shown'))
    layers.above.push(...rulesOf(box, style));
  const fill = isClear(style.backgroundColor) ? null : style.backgroundColor;
  if (fill) layers.above.push({ kind: 'rectangle', fill, stroke: null, line: 0, ...box });
  layers.above.push(...bordersOf(box, style));
  const outline = Number.parseFloat(style.outlineWidth);
  if (style.outlineStyle === 'solid' && outline > 0 && !isClear(style.outlineColor)) {
    layers.above.push({
      kind: 'rectangle',
      fill: null,
      stroke: style.outlineColor,
      line: outline,
      x: box.x - outline / 2,
      y: box.y - outline / 2,
      width: box.width + outline,
      height: box.height + outline,
    });
  }
}

/**
 * @param {string} colour computed
 * @returns {boolean}
 */
function isClear(colour) {
  // Not a blue of 0: rgb(150, 110, 0).
  return colour === 'transparent' || /^rgba.*,\s*0\)$|\/\s*0\)$/.test(colour);
}

/**
 * @param {Box} box
 * @param {CSSStyleDeclaration} style
 * @returns {Hatch}
 */
function hatchOf(box, style) {
  return { kind: 'hatch', stroke: style.getPropertyValue('--hatch').trim() || style.color, ...box };
}

/**
 * @param {Box} box
 * @param {CSSStyleDeclaration} style
 * @returns {Line[]} between the cells of a plate
 */
function rulesOf({ x, y, width, height }, style) {
  const stroke = style.getPropertyValue('--ground').trim() || '#fff';
  const across = Number.parseFloat(style.getPropertyValue('--cell-width'));
  const down = Number.parseFloat(style.getPropertyValue('--cell-height'));
  /** @type {Line[]} */
  const lines = [];
  const count = (/** @type {number} */ length, /** @type {number} */ cell) =>
    cell > 0 ? Math.round(length / cell) : 0;
  for (let column = 1; column < count(width, across); column++) {
    const at = x + column * across;
    lines.push({ kind: 'line', x1: at, y1: y, x2: at, y2: y + height, stroke, line: 1 });
  }
  for (let row = 1; row < count(height, down); row++) {
    const at = y + row * down;
    lines.push({ kind: 'line', x1: x, y1: at, x2: x + width, y2: at, stroke, line: 1 });
  }
  return lines;
}

/**
 * @param {Box} box
 * @param {CSSStyleDeclaration} style
 * @returns {Line[]}
 */
function bordersOf({ x, y, width, height }, style) {
  const [right, bottom] = [x + width, y + height];
  const sides = /** @type {const} */ ([
    ['Top', x, y, right, y],
    ['Right', right, y, right, bottom],
    ['Bottom', x, bottom, right, bottom],
    ['Left', x, y, x, bottom],
  ]);
  return sides.flatMap(([side, x1, y1, x2, y2]) => {
    const line = Number.parseFloat(style[`border${side}Width`]);
    const stroke = style[`border${side}Color`];
    if (!(line > 0) || style[`border${side}Style`] !== 'solid' || isClear(stroke)) return [];
    return [{ kind: /** @type {const} */ ('line'), x1, y1, x2, y2, stroke, line }];
  });
}
