// A snapshot on a canvas, as large as one likes: what a PNG file is made of.

/** @typedef {import('./shapes.js').Shape} Shape */
/** @typedef {import('./shapes.js').Snapshot} Snapshot */
/** @typedef {CanvasRenderingContext2D} Context */

/** A side that every browser can make (iOS has 16,777,216 px of area). */
const MOST_AREA = 16_777_216;

/**
 * @param {Document} document
 * @param {Snapshot} snapshot
 * @param {number} scale device px of a CSS px; less where that would be more than browsers can make
 * @returns {HTMLCanvasElement}
 */
export function canvasPicture(document, { x, y, width, height, ground, shapes }, scale) {
  const most = Math.sqrt(MOST_AREA / (width * height));
  const factor = Math.min(scale, most);
  const canvas = document.createElement('canvas');
  canvas.width = Math.floor(width * factor);
  canvas.height = Math.floor(height * factor);
  const context = canvas.getContext('2d');
  if (!context) return canvas;
  context.scale(factor, factor);
  context.fillStyle = ground;
  context.fillRect(0, 0, width, height);
  context.translate(-x, -y);
  for (const shape of shapes) {
    context.save();
    paint(context, shape);
    context.restore();
  }
  return canvas;
}

/**
 * @param {Context} context
 * @param {Shape} shape
 */
function paint(context, shape) {
  switch (shape.kind) {
    case 'rectangle':
      paintRectangle(context, shape);
      break;
    case 'line':
      context.strokeStyle = shape.stroke;
      context.lineWidth = shape.line;
      context.beginPath();
      context.moveTo(shape.x1, shape.y1);
      context.lineTo(shape.x2, shape.y2);
      context.stroke();
      break;
    case 'cells':
      paintCells(context, shape);
      break;
    case 'image':
      context.imageSmoothingEnabled = shape.smooth;
      context.drawImage(shape.canvas, shape.x, shape.y, shape.width, shape.height);
      break;
    case 'ramp':
      paintRamp(context, shape);
      break;
    case 'hatch':
      paintHatch(context, shape);
      break;
    case 'text':
      paintText(context, shape);
      break;
    case 'chart':
      context.translate(shape.x, shape.y);
      context.scale(shape.scale, shape.scale);
      for (const mark of shape.marks) paintMark(context, mark);
  }
}

/** @param {Context} context @param {Extract<Shape, { kind: 'rectangle' }>} shape */
function paintRectangle(context, { x, y, width, height, fill, stroke, line }) {
  if (fill) {
    context.fillStyle = fill;
    context.fillRect(x, y, width, height);
  }
  if (!stroke) return;
  context.strokeStyle = stroke;
  context.lineWidth = line;
  context.strokeRect(x, y, width, height);
}

/** @param {Context} context @param {Extract<Shape, { kind: 'cells' }>} shape */
function paintCells(context, { x, y, width, height, fills, columns }) {
  const [across, down] = [width / columns, (height * columns) / fills.length];
  fills.forEach((fill, cell) => {
    if (!fill) return;
    const column = cell % columns;
    context.fillStyle = fill;
    context.fillRect(x + column * across, y + ((cell - column) / columns) * down, across, down);
  });
}

/** @param {Context} context @param {Extract<Shape, { kind: 'ramp' }>} shape */
function paintRamp(context, { x, y, width, height, colours }) {
  const gradient = context.createLinearGradient(x, 0, x + width, 0);
  colours.forEach((colour, place) => {
    gradient.addColorStop(place / Math.max(1, colours.length - 1), colour);
  });
  context.fillStyle = gradient;
  context.fillRect(x, y, width, height);
}

/** Between two lines of a hatch, along x. */
const HATCH_PX = 5.5;

/** @param {Context} context @param {Extract<Shape, { kind: 'hatch' }>} shape */
function paintHatch(context, { x, y, width, height, stroke }) {
  context.beginPath();
  context.rect(x, y, width, height);
  context.clip();
  context.strokeStyle = stroke;
  context.lineWidth = 0.8;
  context.beginPath();
  for (let at = x; at < x + width + height; at += HATCH_PX) {
    context.moveTo(at, y);
    context.lineTo(at - height, y + height);
  }
  context.stroke();
}

/** @param {import('./shapes.js').Font} font */
const fontText = ({ style, weight, size, family }) => `${style} ${weight} ${size}px ${family}`;

/** @param {Context} context @param {Extract<Shape, { kind: 'text' }>} shape */
function paintText(context, { text, x, y, fill, font, upright, clip }) {
  if (clip) {
    context.beginPath();
    context.rect(clip.x, clip.y, clip.width, clip.height);
    context.clip();
  }
  context.font = fontText(font);
  context.fillStyle = fill;
  context.translate(x, y);
  if (upright) context.rotate(-Math.PI / 2);
  context.fillText(text, 0, 0);
}

/** @param {Context} context @param {import('./shapes.js').ChartMark} mark */
function paintMark(context, { tag, attributes, text, fill, stroke, line, dashes, opacity, font }) {
  const number = (/** @type {string} */ name) => Number(attributes[name] ?? 0);
  context.globalAlpha = opacity;
  if (tag === 'text') {
    context.font = fontText(font);
    context.fillStyle = fill;
    const anchor = attributes['text-anchor'];
    context.textAlign = anchor === 'middle' ? 'center' : anchor === 'end' ? 'right' : 'left';
    context.fillText(text, number('x'), number('y'));
    return;
  }
  const path = new Path2D(tag === 'path' ? attributes.d : undefined);
  if (tag === 'rect') path.rect(number('x'), number('y'), number('width'), number('height'));
  if (tag === 'circle') path.arc(number('cx'), number('cy'), number('r'), 0, 2 * Math.PI);
  if (tag === 'line') {
    path.moveTo(number('x1'), number('y1'));
    path.lineTo(number('x2'), number('y2'));
  }
  if (fill !== 'none' && tag !== 'line') {
    context.fillStyle = fill;
    context.fill(path);
  }
  if (stroke === 'none' || line === 0) return;
  context.strokeStyle = stroke;
  context.lineWidth = line;
  context.setLineDash(dashes ? dashes.split(/[\s,]+/).map(Number) : []);
  context.stroke(path);
}
