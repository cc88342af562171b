// A chart, which is SVG already: its marks with the styles that the page gives them.
import { fontOf } from './text_shapes.js';

/** What says where a mark is and how large. */
const GEOMETRY = [
  'x',
  'y',
  'x1',
  'y1',
  'x2',
  'y2',
  'cx',
  'cy',
  'r',
  'width',
  'height',
  'd',
  'text-anchor',
];

/**
 * @param {SVGSVGElement} chart
 * @param {import('./shapes.js').Box} box where it stands
 * @param {Window} view
 * @returns {import('./shapes.js').Chart}
 */
export function readChart(chart, box, view) {
  const width = chart.viewBox.baseVal.width || box.width;
  const marks = Array.from(chart.querySelectorAll('line, path, rect, circle, text'), (mark) => {
    const style = view.getComputedStyle(mark);
    const attributes = GEOMETRY.flatMap((name) => {
      const value = mark.getAttribute(name);
      return value === null ? [] : [/** @type {const} */ ([name, value])];
    });
    return {
      tag: mark.localName,
      attributes: Object.fromEntries(attributes),
      text: mark.localName === 'text' ? (mark.textContent ?? '') : '',
      fill: style.fill,
      stroke: style.stroke,
      line: Number.parseFloat(style.strokeWidth) || 0,
      dashes: style.strokeDasharray === 'none' ? '' : style.strokeDasharray.replaceAll('px', ''),
      opacity: Number(style.opacity),
      font: fontOf(style),
    };
  });
  return { kind: 'chart', ...box, scale: box.width / width, marks };
}
