// The four stages of attention as linked maps, raw → scaled → masked → weights, then × V = output
// (ch. 16.2.2, 16.2.4).
import { signedScale, weightScale } from './colour_scale.js';
import { NO_LABELS } from './geometry.js';
import { cellsFrom } from './matrix.js';
import { node } from './nodes.js';
import { fixed, largestMagnitude } from './numbers.js';
import { Panel } from './panel.js';
import { drawnWeight, printedWeight, sliceOf } from './picture.js';
import { scaledStep } from './scaled_step.js';
import { planStages } from './stages_plan.js';
import { fill } from './strings.js';
import { walkable } from './walkable.js';

/** @typedef {import('./look.js').Figure} Figure */
/** @typedef {import('./picture.js').HeadChoice} HeadChoice */
/** @typedef {import('./picture.js').Picture} Picture */
/** @typedef {import('./picture.js').Slice} Slice */
/** @typedef {import('./look.js').Look} Look */
/** @typedef {import('./stages_plan.js').StagesPlan} StagesPlan */

/** @implements {Figure} */
export class StagesFigure {
  #scores;
  #weights;
  #value;
  #output;
  /** @type {HeadChoice} */
  #head = 0;

  /**
   * @param {Document} document
   * @param {import('./strings.js').Strings} strings
   */
  constructor(document, strings) {
    this.#scores = {
      raw: new Panel(document, 'map'),
      scaled: new Panel(document, 'map'),
      masked: new Panel(document, 'map'),
    };
    this.#weights = new Panel(document, 'map');
    this.#value = new Panel(document, 'value');
    this.#output = new Panel(document, 'output');
    const maps = [...Object.values(this.#scores), this.#weights].map((panel) => panel.root);
    this.root = walkable(document, 'stages-figure', strings, [
      node(document, 'div', { class: 'stages' }, maps),
      node(document, 'div', { class: 'stages product' }, [this.#value.root, this.#output.root]),
    ]);
  }

  /** @returns {HTMLElement} */
  get widget() {
    return this.root;
  }

  /**
   * @param {Picture} picture
   * @param {Look} look
   * @param {HeadChoice | 'all'} choice
   */
  update(picture, look, choice) {
    // Scores of different heads have no common mean that a softmax would turn into the mean weights.
    this.#head = typeof choice === 'number' ? choice : 0;
    const slice = sliceOf(picture, this.#head);
    const plan = planStages(picture, slice, look);
    const { strings } = look;
    this.root.setAttribute(
      'aria-label',
      fill(strings.stagesLabel, {
        head: fill(strings.head, { head: this.#head }),
        queries: slice.rows,
        keys: slice.columns,
      }),
    );
    this.root.dataset.abreast = String(plan.abreast);
    this.#drawScores(picture, slice, plan, look);
    this.#drawProduct(picture, slice, plan, look);
    this.highlight(null);
  }

  /**
   * @param {Picture} picture
   * @param {Slice} slice
   * @param {StagesPlan} plan
   * @param {Look} look
   */
  #drawScores(picture, slice, plan, look) {
    const { strings } = look;
    const shared = signedScale(slice.scaled);
    const stages = [
      {
        panel: this.#scores.raw,
        title: strings.stageRaw,
        step: strings.stepRaw,
        values: slice.raw,
        scale: signedScale(slice.raw),
        hatched: false,
      },
      {
        panel: this.#scores.scaled,
        title: strings.stageScaled,
        step: scaledStep(picture, strings),
        values: slice.scaled,
        scale: shared,
        hatched: false,
      },
      {
        panel: this.#scores.masked,
        title: strings.stageMasked,
        step: picture.pattern ? strings.stepMasked : strings.stepUnmasked,
        values: slice.masked,
        scale: shared,
        hatched: picture.pattern !== null,
      },
    ];
    const { rows, columns } = slice;
    // Finished weights have no stages before them. The first of a line has the labels of its rows.
    let place = 0;
    for (const { panel, values, ...stage } of stages) {
      panel.root.hidden = !values;
      if (!values) continue;
      const cells = cellsFrom(values, rows, columns);
      const print = (/** @type {number} */ index) => fixed(values[index]);
      this.#drawMap(panel, { ...stage, ...cells, print, place }, picture, slice, plan, look);
      place += 1;
    }
    this.#drawMap(
      this.#weights,
      {
        title: strings.stageWeights,
        step: strings.stepWeights,
        place,
        painted: slice.painted,
        at: (/** @type {number} */ index) => drawnWeight(slice, index),
        hatched: picture.pattern !== null,
        print: (/** @type {number} */ index) => printedWeight(slice, index),
        scale: weightScale({ ...look, largest: () => largestMagnitude(slice.weights) }),
        colours: look.colours,
        sums: plan.sums,
      },
      picture,
      slice,
      plan,
      look,
    );
  }

  /**
   * @param {Panel} panel
   * @param {Pick<import('./matrix.js').MatrixContent, 'painted' | 'at' | 'hatched' | 'print' | 'scale'>
   *   & { title: string, step: string, place: number, sums?: boolean, colours?: Uint8ClampedArray }} stage
   * @param {Picture} picture
   * @param {Slice} slice
   * @param {StagesPlan} plan
   * @param {Look} look
   */
  #drawMap(panel, stage, picture, slice, plan, look) {
    const { strings } = look;
    panel.update({
      title: stage.title,
      step: stage.step,
      across: strings.keysAxisShort,
      down: strings.queriesAxisShort,
      rowTokens: picture.queryTokens,
      columnTokens: picture.keyTokens,
      left: plan.queries,
      top: plan.keysAcross,
      leftWidth: stage.place % plan.abreast === 0 ? plan.queriesWidth : 0,
      matrix: {
        painted: stage.painted,
        at: stage.at,
        hatched: stage.hatched,
        rows: slice.rows,
        columns: slice.columns,
        row: plan.row,
        column: plan.column,
        scale: stage.scale,
        colours: stage.colours ?? look.signed,
        look,
        print: stage.print,
      },
      sums: stage.sums ? slice : null,
    });
  }

  /**
   * @param {Picture} picture
   * @param {Slice} slice
   * @param {StagesPlan} plan
   * @param {Look} look
   */
  #drawProduct(picture, slice, plan, look) {
    const { strings } = look;
    const { value, output, valueWidth } = slice;
    this.#value.root.hidden = !value;
    this.#output.root.hidden = !output;
    if (!value || !output) return;
    const scale = signedScale(value, output);
    const common = {
      scale,
      hatched: false,
      column: plan.component,
      colours: look.signed,
      look,
    };
    const across = fill(strings.components, { width: valueWidth });
    this.#value.update({
      title: strings.stageValue,
      step: strings.stepValue,
      across,
      down: strings.keyDown,
      rowTokens: picture.keyTokens,
      columnTokens: null,
      left: plan.keysDown,
      top: NO_LABELS,
      leftWidth: plan.keysWidth,
      matrix: {
        ...common,
        ...cellsFrom(value, slice.columns, valueWidth),
        row: plan.keyRow,
        print: (index) => fixed(value[index]),
      },
      sums: null,
    });
    this.#output.update({
      title: strings.stageOutput,
      step: strings.stepOutput,
      across,
      down: strings.queriesAxisShort,
      rowTokens: picture.queryTokens,
      columnTokens: null,
      left: plan.queries,
      top: NO_LABELS,
      leftWidth: plan.queriesWidth,
      matrix: {
        ...common,
        ...cellsFrom(output, slice.rows, valueWidth),
        row: plan.row,
        print: (index) => fixed(output[index]),
      },
      sums: null,
    });
  }

  /** @param {import('./look.js').Focus | null} focus */
  highlight(focus) {
    const shown = focus?.head === this.#head ? focus : null;
    for (const panel of [...Object.values(this.#scores), this.#weights]) panel.highlight(shown);
    const locked = shown?.locked;
    this.#value.highlight(shown && { row: shown.column, locked });
    this.#output.highlight(shown && { row: shown.row, locked });
  }

  /**
   * @param {number} clientX
   * @param {number} clientY
   */
  locate(clientX, clientY) {
    for (const panel of [...Object.values(this.#scores), this.#weights]) {
      const cell = panel.matrix.plate.locate(clientX, clientY);
      if (cell) return { head: this.#head, ...cell };
    }
    return null;
  }
}
