// Curves, points and bars over two axes: SVG with real text, drawn anew from plain numbers. For some hundred points; maps of cells
// are canvases.
import { plain } from '../numbers.js';
import { placeMarks } from './mark_places.js';
import { along, ticks } from './ticks.js';

const SVG = 'http://www.w3.org/2000/svg';

/**
 * @typedef {object} ChartAxis
 * @property {number} min
 * @property {number} max
 * @property {boolean} [log]
 * @property {string} label
 * @property {(value: number) => string} [print] of ticks; none: as few digits as needed
 * @property {number[]} [ticks] none: round numbers
 */

/**
 * @typedef {object} ChartSeries
 * @property {string} name shown at its last point; empty for none
 * @property {'line' | 'dashes' | 'dots' | 'bars'} kind bars: from zero, as wide as `step` says
 * @property {readonly (readonly [number, number])[]} points points that are not finite interrupt a line
 * @property {number} [ink] 0: the text's colour, 1: the accent, 2: muted
 * @property {number} [step] for bars: the width of one along x
 */

/**
 * @typedef {object} ChartContent
 * @property {string} label what the whole says, for assistive technology
 * @property {number} width CSS px
 * @property {number} height CSS px
 * @property {ChartAxis} x
 * @property {ChartAxis} y
 * @property {readonly ChartSeries[]} series
 * @property {readonly { x: number, text: string }[]} [marks] upright lines with a word
 * @property {import('../look.js').Look} look
 */

/** @typedef {import('./mark_places.js').Box} Box */
/** @typedef {import('./mark_places.js').Path} Path */
/** @typedef {(x: number, y: number) => readonly [number, number]} Place px of a point of the axes */

/**
 * What the parts of a chart are placed by and made with.
 * @typedef {object} Frame
 * @property {number} em
 * @property {number} small px of the type
 * @property {Box} plot
 * @property {(said: string, x: number, y: number, anchor: string, name?: string) => Element} text
 * @property {(name: string, ends: number[]) => Element} line
 * @property {(text: string) => number} measure
 * @property {Place} place
 */

const INKS = ['ink', 'accent', 'muted'];
/** Against the figure's own. */
const TICK_TYPE = 0.85;

export class Chart {
  #document;

  /** @param {Document} document */
  constructor(document) {
    this.#document = document;
    this.root = /** @type {SVGSVGElement} */ (document.createElementNS(SVG, 'svg'));
    this.root.setAttribute('class', 'chart');
    this.root.setAttribute('part', 'chart');
    this.root.setAttribute('role', 'img');
  }

  /** @param {ChartContent} content */
  update(content) {
    const { width, height, label, x, y, look } = content;
    const { em, measure } = look;
    const small = em * TICK_TYPE;
    const print = { x: x.print ?? plain, y: y.print ?? plain };
    const yTicks = y.ticks ?? ticks(y, Math.max(2, Math.floor(height / (em * 2.6))));
    const left =
      Math.max(...yTicks.map((tick) => measure(print.y(tick)) * TICK_TYPE), em) + em * 0.6;
    const named = content.series.some(({ name }) => name);
    const longest = Math.max(0, ...content.series.map(({ name }) => measure(name) * TICK_TYPE));
    const right = named ? Math.min(longest + em * 0.6, width * 0.3) : em * 0.8;
    const plot = { left, top: em * 1.6, right: width - right, bottom: height - em * 2.9 };
    const xTicks =
      x.ticks ?? ticks(x, Math.max(2, Math.floor((plot.right - plot.left) / (em * 4.5))));
    const place = (/** @type {number} */ at, /** @type {number} */ value) =>
      /** @type {const} */ ([
        plot.left + along(x, at) * (plot.right - plot.left),
        plot.bottom - along(y, value) * (plot.bottom - plot.top),
      ]);
    const { root } = this;
    root.setAttribute('viewBox', `0 0 ${width} ${height}`);
    root.setAttribute('width', String(width));
    root.setAttribute('height', String(height));
    root.setAttribute('aria-label', label);
    const line = (/** @type {string} */ name, /** @type {number[]} */ [x1, y1, x2, y2]) =>
      this.#shape('line', name, { x1, y1, x2, y2 });
    const text = (
      /** @type {string} */ said,
      /** @type {number} */ tx,
      /** @type {number} */ ty,
      /** @type {string} */ anchor,
      name = 'tick',
    ) => {
      const shape = this.#shape('text', name, {
        x: tx,
        y: ty,
        'text-anchor': anchor,
        'font-size': small,
      });
      shape.textContent = said;
      return shape;
    };
    const frame = { em, small, plot, text, line, measure, place };
    const series = this.#allSeries(content.series, y, frame);
    root.replaceChildren(
      line('axis-line', [plot.left, plot.bottom, plot.right, plot.bottom]),
      ...yTicks.flatMap((tick) => {
        const at = place(x.min, tick)[1];
        return [
          line('grid-line', [plot.left, at, plot.right, at]),
          text(print.y(tick), plot.left - em * 0.4, at + small * 0.35, 'end'),
        ];
      }),
      ...xTicks.flatMap((tick) => {
        const at = place(tick, y.min)[0];
        return [
          line('axis-line', [at, plot.bottom, at, plot.bottom + em * 0.3]),
          text(print.x(tick), at, plot.bottom + em * 1.3, 'middle'),
        ];
      }),
      text(y.label, 0, em * 0.9, 'start', 'axis-name'),
      text(x.label, plot.right, height - em * 0.35, 'end', 'axis-name'),
      ...this.#marks(content.marks ?? [], content.series, series.words, frame),
      ...series.shapes,
    );
  }

  /**
   * @param {readonly { x: number, text: string }[]} marks
   * @param {readonly ChartSeries[]} series
   * @param {Box[]} words names of series
   * @param {Frame} frame
   * @returns {Element[]}
   */
  #marks(marks, series, words, { em, small, plot, text, line, measure, place }) {
    const on = marks.map(({ x, text: said }) => ({
      at: place(x, 0)[0],
      width: measure(said) * TICK_TYPE,
    }));
    const paths = series.flatMap(({ kind, points, step = 1 }) => {
      const at = points.map(([px, py]) => place(px, py));
      if (kind === 'dots') return at.map((point) => [point]);
      if (kind !== 'bars') return [at];
      return at.map(([left, top], bar) => {
        const right = place(points[bar][0] + step, 0)[0];
        return /** @type {Path} */ ([
          [left, plot.bottom],
          [left, top],
          [right, top],
          [right, plot.bottom],
        ]);
      });
    });
    const boxes = placeMarks(on, { plot, words, paths, line: small * 1.2, gap: em * 0.3 });
    return marks.flatMap(({ text: said }, index) => {
      const { left, right, top } = boxes[index];
      const { at } = on[index];
      const isLeft = right < at;
      return [
        line('mark-line', [at, plot.top, at, plot.bottom]),
        text(said, isLeft ? right : left, top + small, isLeft ? 'end' : 'start', 'mark-name'),
      ];
    });
  }

  /**
   * @param {readonly ChartSeries[]} all
   * @param {ChartAxis} y
   * @param {Frame} frame
   * @returns {{ shapes: Element[], words: Box[] }} words: where names stand
   */
  #allSeries(all, y, { em, small, plot, text, measure, place }) {
    const free = freePlaces();
    /** @type {Box[]} */
    const words = [];
    const shapes = all.flatMap((series) => {
      const { name, points, ink = 0 } = series;
      const shape = this.#series(series, place, y, em);
      const last = points.findLast(([px, py]) => Number.isFinite(px) && Number.isFinite(py));
      if (!name || !last) return shape;
      const [lx, ly] = place(...last);
      const left = Math.min(lx, plot.right) + em * 0.4;
      const foot = free(ly + em * 0.3, em * 0.9);
      const right = left + measure(name) * TICK_TYPE;
      words.push({ left, right, top: foot - small, bottom: foot + small * 0.2 });
      return [...shape, text(name, left, foot, 'start', `series-name ${INKS[ink]}`)];
    });
    return { shapes, words };
  }

  /**
   * @param {ChartSeries} series
   * @param {Place} place
   * @param {ChartAxis} y
   * @param {number} em
   * @returns {Element[]}
   */
  #series({ kind, points, ink = 0, step = 1 }, place, y, em) {
    const colour = INKS[ink];
    const finite = points.filter(([px, py]) => Number.isFinite(px) && Number.isFinite(py));
    if (kind === 'bars') {
      // One shape for all: a histogram that grows frame by frame has a hundred of them.
      const path = finite.map(([px, py]) => {
        const [from, top] = place(px, py);
        const [to] = place(px + step, py);
        const base = place(px, Math.max(0, y.min))[1];
        const width = Math.max(0.5, to - from - 1);
        const [left, foot, height] = [from + 0.5, base, top - base].map((at) => at.toFixed(2));
        return `M${left} ${foot}v${height}h${width.toFixed(2)}V${foot}z`;
      });
      return [this.#shape('path', `bar ${colour}`, { d: path.join('') || 'M0 0' })];
    }
    if (kind === 'dots') {
      return finite.map(([px, py]) => {
        const [cx, cy] = place(px, py);
        return this.#shape('circle', `dot ${colour}`, { cx, cy, r: em * 0.22 });
      });
    }
    const path = points
      .map(([px, py], index) => {
        if (!Number.isFinite(px) || !Number.isFinite(py)) return '';
        const before = points[index - 1];
        const goesOn = before && Number.isFinite(before[0]) && Number.isFinite(before[1]);
        return `${goesOn ? 'L' : 'M'}${place(px, py)
          .map((at) => at.toFixed(2))
          .join(' ')}`;
      })
      .join('');
    return [this.#shape('path', `curve ${kind} ${colour}`, { d: path || 'M0 0' })];
  }

  /**
   * @param {string} tag
   * @param {string} name
   * @param {Record<string, string | number>} attributes
   * @returns {Element}
   */
  #shape(tag, name, attributes) {
    const shape = this.#document.createElementNS(SVG, tag);
    shape.setAttribute('class', name);
    for (const [key, value] of Object.entries(attributes)) {
      shape.setAttribute(key, typeof value === 'number' ? String(Number(value.toFixed(2))) : value);
    }
    return shape;
  }
}

/**
 * Where names of series can stand without lying over those before them.
 * @returns {(y: number, line: number) => number} y, or the first line below that is free
 */
function freePlaces() {
  /** @type {number[]} */
  const taken = [];
  return (y, line) => {
    let at = y;
    while (taken.some((other) => Math.abs(other - at) < line * 0.98)) at += line * 0.25;
    taken.push(at);
    return at;
  };
}
