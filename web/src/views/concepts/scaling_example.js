// The example of the view "scaling": its map with or without √d_k, and what that does to each row.
import { node, setText } from '../nodes.js';
import { fixed, plain } from '../numbers.js';
import { cellPlace, readoutLine, weightFact } from '../readout.js';
import { fill } from '../strings.js';
import { mapContent } from '../widgets/map_content.js';
import { MatrixPanel } from '../widgets/matrix_panel.js';
import { NumberTable } from '../widgets/number_table.js';
import { Switch } from '../widgets/setting.js';

/** @typedef {import('../look.js').Look} Look */
/** @typedef {import('./concept_figure.js').Acts} Acts */
/** @typedef {import('./scaling_figure.js').Example} Example */

/** More rows than this are a map, not a table. */
const MOST_ROWS = 12;
/** Narrower rooms have the table under the map. */
const BESIDE_EM = 52;

export class ScalingExample {
  #strings;
  #acts;
  #heading;
  #divide;
  #panel;
  #table;
  #variance;
  /** @type {Example | null} */
  #example = null;
  /** @type {Look | null} */
  #look = null;

  /**
   * @param {Document} document
   * @param {import('../strings.js').Strings} strings
   * @param {Acts} acts
   */
  constructor(document, strings, acts) {
    this.#strings = strings;
    this.#acts = acts;
    this.#heading = node(document, 'p', { class: 'part-heading' });
    this.#divide = new Switch(document, strings.scalingDivide, (on) =>
      acts.set({ scale: on ? 'on' : 'off' }),
    );
    this.#panel = new MatrixPanel(document, strings, (cell, spoken) => this.#read(cell, spoken));
    this.#table = new NumberTable(document);
    this.#variance = node(document, 'p', { class: 'sentence' });
    this.root = node(document, 'div', { class: 'part' }, [
      this.#heading,
      node(document, 'div', { class: 'controls' }, [this.#divide.root]),
      node(document, 'div', { class: 'beside' }, [
        this.#panel.root,
        node(document, 'div', { class: 'column' }, [this.#table.root]),
      ]),
      this.#variance,
    ]);
  }

  /**
   * @param {Example} example
   * @param {Look} look
   */
  update(example, look) {
    // It stands still while the sample beside it grows frame by frame.
    if (example === this.#example && this.#look && isSameLook(look, this.#look)) return;
    this.#example = example;
    this.#look = look;
    const strings = this.#strings;
    const { queryTokens, keyTokens, scaled, variance, keyWidth } = example;
    const wide = look.room >= look.em * BESIDE_EM;
    setText(this.#heading, example.isChapter ? strings.scalingChapter : strings.scalingOwn);
    this.#divide.update({ on: scaled });
    this.#panel.update(
      {
        title: scaled ? strings.scalingScaledTitle : strings.scalingRawTitle,
        step: scalingStep(scaled, keyWidth, strings),
        label: fill(strings.scalingExampleLabel, {
          queries: queryTokens.length,
          keys: keyTokens.length,
        }),
        values: example.weights,
        ...mapContent(queryTokens, keyTokens, strings),
        room: wide ? look.room * 0.42 : look.room,
        tallest: look.tallest * 0.6,
        largest: 3.4,
        sums: example.rowSum,
      },
      look,
    );
    this.#showRows(example);
    const sentences = [
      fill(strings.scalingExampleVariance, {
        width: keyWidth,
        raw: fixed(variance.raw, 3),
        rawSigma: fixed(Math.sqrt(variance.raw)),
        scaled: fixed(variance.scaled, 3),
        scaledSigma: fixed(Math.sqrt(variance.scaled)),
      }),
    ];
    // The reason is known for the chapter's own matrices only.
    if (example.isChapter && fixed(variance.scaled) !== fixed(1))
      sentences.push(fill(strings.scalingExampleSigma, { sigma: example.sigma }));
    setText(this.#variance, sentences.join(' '));
  }

  /** @param {Example} example */
  #showRows({ queryTokens, keyTokens, entropy, jacobian }) {
    const strings = this.#strings;
    const series = [entropy.scaled, entropy.raw, jacobian.scaled, jacobian.raw];
    const mean = (/** @type {Float32Array} */ values) =>
      values.reduce((sum, value) => sum + value, 0) / values.length;
    const few = queryTokens.length <= MOST_ROWS;
    this.#table.update({
      caption: fill(strings.scalingRows, {
        keys: keyTokens.length,
        most: fixed(Math.log(keyTokens.length), 4),
      }),
      columns: [
        strings.queriesAxisShort,
        strings.scalingEntropyScaled,
        strings.scalingEntropyRaw,
        strings.scalingJacobianScaled,
        strings.scalingJacobianRaw,
      ],
      rows: [
        ...(few ? queryTokens : []).map((name, row) => ({
          name,
          cells: series.map((values) => fixed(values[row], 4)),
        })),
        { name: strings.scalingMean, cells: series.map((values) => fixed(mean(values), 4)) },
      ],
      on: few ? (this.#panel.cell?.row ?? null) : null,
    });
  }

  /**
   * @param {import('../widgets/matrix_panel.js').Cell | null} cell
   * @param {boolean} spoken
   */
  #read(cell, spoken) {
    this.#panel.highlight(cell);
    const example = this.#example;
    if (!example) return;
    this.#showRows(example);
    if (!cell) {
      this.#acts.read('');
      return;
    }
    const strings = this.#strings;
    const { row, column } = cell;
    const weight = example.weights[row * example.keyTokens.length + column];
    const facts = [cellPlace(cell, example, strings), weightFact(weight, strings)];
    this.#acts.read(readoutLine(facts), { spoken, locked: cell.locked });
  }
}

/**
 * @param {boolean} scaled
 * @param {number} width d_k
 * @param {import('../strings.js').Strings} strings
 * @returns {string} what made the map
 */
export function scalingStep(scaled, width, strings) {
  if (!scaled) return strings.scalingRawStep;
  return fill(strings.scalingScaledStep, { width, divisor: plain(Math.sqrt(width)) });
}

/** @type {readonly (keyof Look)[]} */
const SEEN = ['room', 'tallest', 'em', 'dpr', 'ink', 'transform', 'domain', 'colours', 'signed'];

/**
 * @param {Look} a
 * @param {Look} b
 */
function isSameLook(a, b) {
  return SEEN.every((name) => a[name] === b[name]);
}
