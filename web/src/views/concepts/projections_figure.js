// X, the three matrices, their products and the map, linked: what is pointed at in one lights what it comes from and what it makes.
import { signedScale } from '../colour_scale.js';
import { node, setHidden } from '../nodes.js';
import { fixed, largestMagnitude, whole } from '../numbers.js';
import { fill } from '../strings.js';
import { CellEditor } from '../widgets/cell_editor.js';
import { MatrixPanel } from '../widgets/matrix_panel.js';
import { NumberTable } from '../widgets/number_table.js';
import { PointedPanels } from '../widgets/pointed_panels.js';
import { lightOf } from './projections_light.js';
import { planLanes } from './projections_plan.js';
import { divisorText, FACTOR_NAMES, numberInWords } from './projections_words.js';

/** @typedef {import('./concept_figure.js').Acts} Acts */
/**
 * @template Model
 * @typedef {import('./concept_figure.js').ConceptFigure<Model>} ConceptFigure
 */
/** @typedef {import('../look.js').Look} Look */
/** @typedef {import('../widgets/matrix_panel.js').Cell} Cell */
/** @typedef {{ data: Float32Array, shape: readonly number[] }} Tensor */
/** @typedef {'x' | 'wq' | 'wk' | 'wv'} FactorName */
/** @typedef {'q' | 'k' | 'v'} ProductName */
/** @typedef {import('./projections_plan.js').Place} Place */
/** @typedef {FactorName | ProductName | 'scores' | 'weights'} PanelName */

/**
 * @typedef {object} Product
 * @property {Float32Array} values rows × columns
 * @property {number} rows
 * @property {number} columns
 * @property {Uint8Array} changed 1 where the edits have moved a number
 * @property {number} count how many
 * @property {number} largest by how much at most
 */

/**
 * @typedef {object} ProjectionsModel
 * @property {{ query: Tensor, key: Tensor, value: Tensor, weights: Tensor }} result
 * @property {string[]} tokens
 * @property {Record<FactorName, Product & { before: Float32Array, first: number }>} factors first: index of the first column in the
 *   whole matrix, of which this is one head's
 * @property {Record<ProductName, Product>} products
 * @property {Float32Array} raw n × n scores before they are divided
 * @property {Product} scaled
 * @property {Product} weights NaN where masked
 * @property {Float32Array} rowSum
 * @property {number} keyWidth d_k
 * @property {number} valueWidth d_v
 * @property {number} divisor of raw scores
 * @property {boolean} plain whether that is √d_k
 * @property {boolean} shifted whether the products have biases added
 * @property {readonly { matrix: FactorName, row: number, column: number, value: number }[]} edits
 * @property {number | null} head null where there is one
 */

/** @type {readonly FactorName[]} */
const FACTORS = ['x', 'wq', 'wk', 'wv'];
/** @type {readonly ProductName[]} */
const PRODUCTS = ['q', 'k', 'v'];
const STEP = 0.1;
/** As far as the attribute may go. */
const LIMIT = 100;
/** Of a cell: eight of them stand beside each other. */
const CELL_DIGITS = 1;

/** @implements {ConceptFigure<ProjectionsModel>} */
export class ProjectionsFigure {
  #strings;
  #acts;
  #editor;
  #table;
  #idle;
  #lanes;
  #first;
  #pointed;
  /** @type {Record<PanelName, MatrixPanel>} */
  #panels;
  /** @type {{ model: ProjectionsModel, look: Look } | null} */
  #shown = null;
  /** The cell that the field stands for: the last of X or a W that was locked or walked to. */
  #edited = { matrix: /** @type {FactorName} */ ('x'), row: 0, column: 0 };

  /**
   * @param {Document} document
   * @param {import('../strings.js').Strings} strings
   * @param {Acts} acts
   */
  constructor(document, strings, acts) {
    this.#strings = strings;
    this.#acts = acts;
    this.hint = strings.projectionsHint;
    this.#pointed = /** @type {PointedPanels<PanelName>} */ (
      new PointedPanels((at, spoken) => this.#read(at, spoken))
    );
    const panel = (/** @type {PanelName} */ name) =>
      new MatrixPanel(document, strings, this.#pointed.of(name));
    this.#panels = {
      x: panel('x'),
      wq: panel('wq'),
      wk: panel('wk'),
      wv: panel('wv'),
      q: panel('q'),
      k: panel('k'),
      v: panel('v'),
      scores: panel('scores'),
      weights: panel('weights'),
    };
    this.#editor = this.#makeEditor(document);
    for (const name of FACTORS)
      this.#panels[name].root.addEventListener('keydown', (event) => this.#type(event));
    this.#table = new NumberTable(document);
    this.#idle = node(document, 'p', { class: 'sentence idle', text: strings.projectionsIdle });
    this.readoutPlace = node(document, 'div');
    const { x, wq, wk, wv, q, k, v, scores, weights } = this.#panels;
    const lane = (/** @type {MatrixPanel[]} */ ...panels) =>
      node(
        document,
        'div',
        { class: 'lane' },
        panels.map(({ root }) => root),
      );
    this.#lanes = node(document, 'div', { class: 'lanes' }, [
      lane(wq, q),
      lane(wk, k),
      lane(wv, v),
    ]);
    this.#first = node(document, 'div', { class: 'beside' }, [
      x.root,
      node(document, 'div', { class: 'edit-room' }, [
        this.#editor.root,
        this.readoutPlace,
        this.#idle,
        this.#table.root,
      ]),
    ]);
    this.root = node(document, 'div', { class: 'concept projections-figure' }, [
      this.#first,
      this.#lanes,
      node(document, 'div', { class: 'beside' }, [scores.root, weights.root]),
    ]);
  }

  /** @param {Document} document */
  #makeEditor(document) {
    const strings = this.#strings;
    return new CellEditor(
      document,
      strings,
      {
        group: strings.projectionsEditor,
        value: strings.projectionsValue,
        less: strings.projectionsLess,
        more: strings.projectionsMore,
        back: strings.projectionsBack,
        all: strings.projectionsAll,
      },
      { min: -LIMIT, max: LIMIT, step: STEP },
      {
        changed: (value) => this.#edit(value),
        all: () => this.#acts.set({ edits: null }),
        done: () => {
          const { matrix, ...cell } = this.#edited;
          this.#panels[matrix].root.focus();
          this.#panels[matrix].cell = { ...cell, locked: false };
        },
      },
    );
  }

  /**
   * @param {ProjectionsModel} model
   * @param {Look} look
   */
  update(model, look) {
    const last = model.edits.at(-1);
    // A page that comes with edits begins at the last of them.
    if (!this.#shown && last)
      this.#edited = { ...last, column: last.column - model.factors[last.matrix].first };
    this.#shown = { model, look };
    const { rows, columns } = model.factors[this.#edited.matrix];
    if (!(this.#edited.row < rows && this.#edited.column >= 0 && this.#edited.column < columns))
      this.#edited = { matrix: 'x', row: 0, column: 0 };
    const place = planLanes(model, look);
    this.#lanes.classList.toggle('wide', place.across === 3);
    this.#lanes.classList.toggle('two', place.across === 2);
    this.#showFactors(model, place);
    this.#showProducts(model, place);
    this.#showMaps(model, place);
    this.#showEditor(model);
    this.#showMoved(model);
    if (this.#pointed.at) this.#read(this.#pointed.at, false);
  }

  /**
   * What every panel of numbers has.
   * @param {Product} product
   * @param {string} name
   * @param {Place} place
   */
  #common({ values, rows, columns, changed }, name, { look, room, labels }) {
    const strings = this.#strings;
    const most = largestMagnitude(values);
    return {
      title: name,
      label: fill(strings.projectionsLabel, { name, rows, columns }),
      values,
      rows,
      columns,
      columnTokens: null,
      across: '',
      down: '',
      scale: signedScale(values),
      room,
      tallest: look.tallest * 0.7,
      largest: 3.4,
      labels,
      print: (/** @type {number} */ index) => fixed(values[index], CELL_DIGITS),
      widest: fixed(-Math.max(most, 0.8), CELL_DIGITS),
      changed,
    };
  }

  /**
   * @param {ProjectionsModel} model
   * @param {Place} place
   */
  #showFactors({ factors, tokens }, place) {
    const { look } = place;
    const strings = this.#strings;
    for (const name of FACTORS) {
      const factor = factors[name];
      const title = FACTOR_NAMES[name];
      const { rows, columns } = factor;
      const inputs = Array.from({ length: rows }, (_, index) => String(index));
      this.#panels[name].update(
        {
          ...this.#common(factor, title, place),
          label: fill(strings.projectionsLabelEdited, { name: title, rows, columns }),
          step: fill(name === 'x' ? strings.projectionsXStep : strings.projectionsWStep, {
            rows,
            columns,
          }),
          rowTokens: name === 'x' ? tokens : inputs,
        },
        look,
      );
    }
  }

  /**
   * @param {ProjectionsModel} model
   * @param {Place} place
   */
  #showProducts({ products, tokens }, place) {
    const { look } = place;
    const strings = this.#strings;
    const steps = {
      q: strings.projectionsStepQ,
      k: strings.projectionsStepK,
      v: strings.projectionsStepV,
    };
    for (const name of PRODUCTS) {
      this.#panels[name].update(
        {
          ...this.#common(products[name], name.toUpperCase(), place),
          step: steps[name],
          rowTokens: tokens,
        },
        look,
      );
    }
  }

  /**
   * @param {ProjectionsModel} model
   * @param {Place} place
   */
  #showMaps(model, place) {
    const { look } = place;
    const strings = this.#strings;
    const { tokens, scaled, weights, rowSum } = model;
    const map = (/** @type {Product} */ product, /** @type {string} */ name) => ({
      ...this.#common(product, name, place),
      rowTokens: tokens,
      columnTokens: tokens,
      across: strings.keysAxisShort,
      down: strings.queriesAxisShort,
      largest: 4.2,
      print: undefined,
      widest: undefined,
      labels: 0,
    });
    this.#panels.scores.update(
      {
        ...map(scaled, strings.projectionsScores),
        step: fill(strings.projectionsScoresStep, { divisor: divisorText(model) }),
      },
      look,
    );
    this.#panels.weights.update(
      {
        ...map(weights, strings.projectionsWeights),
        step: strings.projectionsWeightsStep,
        scale: 'weights',
        sums: rowSum,
      },
      look,
    );
  }

  /** @param {ProjectionsModel} model */
  #showEditor({ factors, edits }) {
    const { matrix, row, column } = this.#edited;
    const { values, columns, changed, first } = factors[matrix];
    const index = row * columns + column;
    this.#editor.update(
      {
        name: `${FACTOR_NAMES[matrix]}[${row}, ${first + column}]`,
        value: values[index],
        edited: changed[index] === 1,
      },
      edits.length > 0,
    );
  }

  /** @param {ProjectionsModel} model */
  #showMoved({ products, scaled, weights, edits }) {
    const strings = this.#strings;
    setHidden(this.#idle, edits.length > 0);
    setHidden(this.#table.root, edits.length === 0);
    const moved = [
      ...PRODUCTS.map((name) => ({ name: name.toUpperCase(), product: products[name] })),
      { name: strings.projectionsScores, product: scaled },
      { name: strings.projectionsWeights, product: weights },
    ];
    this.#table.update({
      caption: strings.projectionsMoved,
      columns: [strings.projectionsMatrix, strings.projectionsCount, strings.projectionsLargest],
      rows: moved.map(({ name, product: { count, values, largest } }) => {
        const of = { count: whole(count), all: whole(values.length) };
        const cells = [fill(strings.projectionsOf, of), fixed(largest, 4)];
        return { name, cells, muted: count === 0 };
      }),
    });
  }

  /**
   * @param {{ name: PanelName, cell: Cell } | null} at
   * @param {boolean} spoken
   */
  #read(at, spoken) {
    const light = at && lightOf(at.name, at.cell);
    for (const [name, panel] of Object.entries(this.#panels)) {
      const focus = light?.[/** @type {PanelName} */ (name)] ?? null;
      panel.highlight(focus && { ...focus, locked: at?.cell.locked });
    }
    if (!this.#shown) return;
    const { model } = this.#shown;
    if (at && isFactor(at.name) && (spoken || at.cell.locked)) {
      this.#edited = { matrix: at.name, row: at.cell.row, column: at.cell.column };
      this.#showEditor(model);
    }
    const said = at ? numberInWords(model, at.name, at.cell, this.#strings) : '';
    this.#acts.read(said, { spoken, locked: at?.cell.locked });
  }

  /**
   * A digit begins a number in the field.
   * @param {KeyboardEvent} event
   */
  #type(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || !/^[-\d.]$/.test(event.key)) return;
    this.#editor.begin();
  }

  /** @param {number | null} value null: what was there */
  #edit(value) {
    if (!this.#shown) return;
    const { edits, factors } = this.#shown.model;
    const { matrix, row, column } = this.#edited;
    const { first, before, columns } = factors[matrix];
    const inWhole = first + column;
    const others = edits.filter(
      (edit) => edit.matrix !== matrix || edit.row !== row || edit.column !== inWhole,
    );
    const same = value === null || Math.fround(value) === before[row * columns + column];
    const now = same ? others : [...others, { matrix, row, column: inWhole, value }];
    const text = now.map((edit) => `${edit.matrix}:${edit.row},${edit.column}=${edit.value}`);
    this.#acts.set({ edits: now.length > 0 ? text.join(' ') : null });
  }
}

/**
 * @param {PanelName} name
 * @returns {name is FactorName}
 */
function isFactor(name) {
  return FACTORS.some((factor) => factor === name);
}
