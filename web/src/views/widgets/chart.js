// Curves, points and bars over two axes: SVG with real text, drawn anew from plain numbers. For some hundred points; maps of cells
// are canvases.
import { plain } from '../numbers.js';
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

const INKS = ['ink', 'accent', 'muted'];

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
    const small = em * 0.85;
    const print = { x: x.print ?? plain, y: y.print ?? plain };
    const yTicks = y.ticks ?? ticks(y, Math.max(2, Math.floor(height / (em * 2.6))));
    const left = Math.max(...yTicks.map((tick) => measure(print.y(tick)) * 0.85), em) + em * 0.6;
    const named = content.series.some(({ name }) => name);
    const longest = Math.max(0, ...content.series.map(({ name }) => measure(name) * 0.85));
    const right = named ? Math.min(longest + em * 0.6, width * 0.3) : em * 0.8;
    const plot = { left, top: em * 1.6, right: width - right, bottom: height - em * 2.9 };
    const xTicks =
      x.ticks ?? ticks(x, Math.max(2, Math.floor((plot.right - plot.left) / (em * 4.5))));
    const place = (/** @type {number} */ at, /** @type {number} */ value) =>
      /** @type {const} */ ([
        plot.left + along(x, at) * (plot.right - plot.left),
        plot.bottom - along(y, value) * (plot.bottom - plot.top),
      ]);
    const free = freePlaces();
    const freeNames = freePlaces();
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
      ...(content.marks ?? []).flatMap(({ x: mark, text: said }) => {
        const at = place(mark, y.min)[0];
        const isRight = at > (plot.left + plot.right) / 2;
        const from = at + (isRight ? -em : em) * 0.3;
        const width = measure(said) * 0.85;
        const top = free(isRight ? from - width : from, width, plot.top + small, small * 1.2);
        return [
          line('mark-line', [at, plot.top, at, plot.bottom]),
          text(said, from, top, isRight ? 'end' : 'start', 'mark-name'),
        ];
      }),
      ...content.series.flatMap((series) =>
        this.#series(series, place, y, { em, plot, text, free: freeNames }),
      ),
    );
  }

  /**
   * @param {ChartSeries} series
   * @param {(x: number, y: number) => readonly [number, number]} place
   * @param {ChartAxis} y
   * @param {{ em: number, plot: { right: number }, text: (said: string, x: number, y: number, anchor: string, name?: string) => Element, free: ReturnType<typeof freePlaces> }} frame
   * @returns {Element[]}
   */
  #series({ name, kind, points, ink = 0, step = 1 }, place, y, { em, plot, text, free }) {
    const colour = INKS[ink];
    const finite = points.filter(([px, py]) => Number.isFinite(px) && Number.isFinite(py));
    /** @type {Element[]} */
    let shapes;
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
      shapes = [this.#shape('path', `bar ${colour}`, { d: path.join('') || 'M0 0' })];
    } else if (kind === 'dots') {
      shapes = finite.map(([px, py]) => {
        const [cx, cy] = place(px, py);
        return this.#shape('circle', `dot ${colour}`, { cx, cy, r: em * 0.22 });
      });
    } else {
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
      shapes = [this.#shape('path', `curve ${kind} ${colour}`, { d: path || 'M0 0' })];
    }
    const last = finite.at(-1);
    if (!name || !last) return shapes;
    const [lx, ly] = place(...last);
    shapes.push(
      text(
        name,
        Math.min(lx, plot.right) + em * 0.4,
        free(0, 1, ly + em * 0.3, em * 0.9),
        'start',
        `series-name ${colour}`,
      ),
    );
    return shapes;
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
 * Where words can stand without lying over those before them.
 * @returns {(left: number, width: number, y: number, line: number) => number} y, or the first line below that is free
 */
function freePlaces() {
  /** @type {{ left: number, right: number, y: number }[]} */
  const taken = [];
  return (left, width, y, line) => {
    const beside = taken.filter((other) => left < other.right && left + width > other.left);
    let at = y;
    while (beside.some((other) => Math.abs(other.y - at) < line * 0.98)) at += line * 0.25;
    taken.push({ left, right: left + width, y: at });
    return at;
  };
}
