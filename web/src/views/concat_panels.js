// The concat of all heads with the bounds between them, W_O, and the output: three matrices beside each other, and a line that says
// what is pointed at.
import { signedScale } from './colour_scale.js';
import { node, setHidden, setText } from './nodes.js';
import { fixed } from './numbers.js';
import { fill, isolate } from './strings.js';
import { MatrixPanel } from './widgets/matrix_panel.js';

/** @typedef {import('./heads_workbench.js').Workbench} Workbench */
/** @typedef {import('./look.js').Look} Look */
/** @typedef {import('./picture.js').Picture} Picture */
/** @typedef {import('./widgets/matrix_panel.js').Cell} Cell */

/** Narrower rooms have the panels under each other. */
const BESIDE_EM = 52;

export class ConcatPanels {
  #strings;
  #panels;
  #line;
  /** @type {{ bench: Workbench, layer: NonNullable<Workbench['layer']>, picture: Picture } | null} */
  #shown = null;

  /**
   * @param {Document} document
   * @param {import('./strings.js').Strings} strings
   */
  constructor(document, strings) {
    this.#strings = strings;
    const panel = (/** @type {(cell: Cell) => string} */ read, /** @type {string} */ part) => {
      const made = new MatrixPanel(
        document,
        strings,
        (cell) => {
          made.highlight(cell);
          setText(this.#line, cell ? read(cell) : strings.workbenchPanelsHint);
          this.#line.classList.toggle('idle', !cell);
        },
        part,
      );
      return made;
    };
    this.#panels = {
      concat: panel((cell) => this.#readConcat(cell), 'concat'),
      wo: panel((cell) => this.#readMatrix(cell), 'output-weights'),
      output: panel((cell) => this.#readOutput(cell), 'layer-output'),
    };
    this.#line = node(document, 'p', {
      class: 'part-line idle',
      text: strings.workbenchPanelsHint,
    });
    const roots = Object.values(this.#panels).map(({ root }) => root);
    this.root = node(document, 'div', {}, [
      node(document, 'div', { class: 'beside' }, roots),
      this.#line,
    ]);
  }

  /**
   * @param {Workbench} bench
   * @param {NonNullable<Workbench['layer']>} layer
   * @param {Picture} picture
   * @param {Look} look
   */
  update(bench, layer, picture, look) {
    this.#shown = { bench, layer, picture };
    const { heads, order } = bench;
    const { concat, output, wo, valueWidth } = layer;
    const strings = this.#strings;
    const wide = look.room >= look.em * BESIDE_EM;
    const room = (/** @type {number} */ share) => (wide ? look.room * share : look.room);
    const [queries, columns] = concat.shape;
    const tokens = picture.queryTokens;
    const common = {
      room: room(wo ? 0.38 : 0.62),
      tallest: look.tallest * 0.7,
      rows: queries,
      rowTokens: tokens,
      down: strings.queriesAxisShort,
    };
    const names = order.map((head) => fill(strings.head, { head }));
    this.#panels.concat.update(
      {
        ...common,
        title: strings.workbenchConcat,
        step: fill(strings.workbenchConcatStep, { heads, width: valueWidth }),
        label: fill(strings.workbenchConcatLabel, { heads, queries, columns }),
        values: concat.data,
        columns,
        columnTokens: names,
        block: valueWidth,
        across: fill(strings.workbenchModelWidth, { width: columns }),
        scale: signedScale(concat.data),
      },
      look,
    );
    setHidden(this.#panels.wo.root, !wo);
    setHidden(this.#panels.output.root, !wo);
    if (!wo) return;
    const [rows, width] = wo.shape;
    const across = fill(strings.workbenchModelWidth, { width });
    this.#panels.wo.update(
      {
        ...common,
        title: strings.workbenchOutputMatrix,
        step: strings.workbenchOutputMatrixStep,
        label: fill(strings.workbenchOutputMatrixLabel, { rows, columns: width }),
        values: wo.data,
        room: room(0.18),
        rows,
        columns: width,
        rowTokens: null,
        columnTokens: null,
        across,
        down: strings.workbenchConcatDown,
        scale: signedScale(wo.data),
      },
      look,
    );
    this.#panels.output.update(
      {
        ...common,
        title: strings.workbenchOutput,
        step: strings.workbenchOutputStep,
        label: fill(strings.workbenchOutputLabel, { queries, columns: width }),
        values: output.data,
        columns: width,
        columnTokens: null,
        across,
        scale: signedScale(output.data),
      },
      look,
    );
  }

  /** @param {Cell} cell of the concat */
  #readConcat({ row, column }) {
    if (!this.#shown) return '';
    const { bench, layer, picture } = this.#shown;
    const place = Math.floor(column / layer.valueWidth);
    return fill(this.#strings.workbenchCell, {
      row,
      token: isolate(picture.queryTokens[row]),
      head: bench.order[place],
      component: column % layer.valueWidth,
      value: fixed(layer.concat.data[row * layer.concat.shape[1] + column], 6),
    });
  }

  /** @param {Cell} cell of W_O */
  #readMatrix({ row, column }) {
    if (!this.#shown?.layer.wo) return '';
    const { layer } = this.#shown;
    const { wo } = this.#shown.layer;
    return fill(this.#strings.workbenchMatrixCell, {
      row: row % layer.valueWidth,
      head: Math.floor(row / layer.valueWidth),
      column,
      value: fixed(wo.data[row * wo.shape[1] + column], 6),
    });
  }

  /** @param {Cell} cell of the output */
  #readOutput({ row, column }) {
    if (!this.#shown) return '';
    const { layer } = this.#shown;
    return fill(this.#strings.workbenchOutputCell, {
      row,
      token: isolate(this.#shown.picture.queryTokens[row]),
      column,
      value: fixed(layer.output.data[row * layer.output.shape[1] + column], 6),
    });
  }
}
