// Why √d_k: weights and histograms of raw and of scaled scores beside each other, means over the queries, and the example.
import { node, setText } from '../nodes.js';
import { fixed, whole } from '../numbers.js';
import { fill } from '../strings.js';
import { Chart } from '../widgets/chart.js';
import { MatrixPanel } from '../widgets/matrix_panel.js';
import { NumberTable } from '../widgets/number_table.js';
import { pushButton, Slider, settingsRow } from '../widgets/setting.js';
import { ScalingExample, scalingStep } from './scaling_example.js';

/** @typedef {import('./concept_figure.js').Acts} Acts */
/**
 * @template Model
 * @typedef {import('./concept_figure.js').ConceptFigure<Model>} ConceptFigure
 */
/** @typedef {import('../look.js').Look} Look */
/** @typedef {{ data: Float32Array, shape: readonly number[] }} Tensor */

/**
 * @typedef {object} Tally
 * @property {number} variance of all scores
 * @property {number} entropy mean over the queries, nats
 * @property {number} peak mean of the largest weight
 * @property {number} jacobian mean of the Jacobian's Frobenius norm
 * @property {number[]} histogram shares of all scores by bin
 * @property {number} outside share of scores beyond the bins
 * @property {Float32Array} weights of the first queries, shown × keys
 */

/**
 * @typedef {object} Example
 * @property {boolean} isChapter
 * @property {number} head
 * @property {number} keyWidth
 * @property {string[]} queryTokens
 * @property {string[]} keyTokens
 * @property {number} sigma of the chapter's weight matrices
 * @property {boolean} scaled which weights are shown
 * @property {Float32Array} weights n_q × n_k, NaN where masked
 * @property {Float32Array} rowSum n_q
 * @property {{ raw: number, scaled: number }} variance of all scores
 * @property {{ raw: Float32Array, scaled: Float32Array }} entropy n_q, nats
 * @property {{ raw: Float32Array, scaled: Float32Array }} jacobian n_q
 */

/**
 * @typedef {object} ScalingModel
 * @property {Record<string, Tensor>} result of the example
 * @property {number} keyWidth d_k
 * @property {number} seed
 * @property {number} queries
 * @property {number} keys of each
 * @property {number} shown queries on the maps
 * @property {number} done queries that are counted in
 * @property {Tally} raw
 * @property {Tally} scaled
 * @property {{ from: number, width: number, count: number }} bins
 * @property {Example} example
 */

/** The slider's ends, as powers of 2. */
const LOWEST = 2;
const HIGHEST = 10;
/** Narrower rooms have scaled under raw. */
const BESIDE_EM = 44;

/** @implements {ConceptFigure<ScalingModel>} */
export class ScalingFigure {
  #strings;
  #acts;
  #slider;
  #state;
  #sides;
  #numbers;
  #gradient;
  #example;
  /** @type {ScalingModel | null} */
  #model = null;

  /**
   * @param {Document} document
   * @param {import('../strings.js').Strings} strings
   * @param {Acts} acts
   */
  constructor(document, strings, acts) {
    this.#strings = strings;
    this.#acts = acts;
    this.hint = strings.panelHint;
    this.#slider = new Slider(document, strings.scalingWidth, (place) =>
      acts.set({ 'key-width': String(Math.round(2 ** place)) }),
    );
    const again = pushButton(document, strings.scalingResample, () => {
      if (this.#model) acts.set({ seed: String(this.#model.seed + 1) });
    });
    this.#state = node(document, 'p', { class: 'sentence' });
    this.#sides = [0, 1].map(() => {
      const panel = new MatrixPanel(document, strings, (cell, spoken) => this.#read(cell, spoken));
      const chart = new Chart(document);
      const root = node(document, 'div', { class: 'column' }, [panel.root, chart.root]);
      return { panel, chart, root };
    });
    this.#numbers = new NumberTable(document);
    this.#gradient = node(document, 'p', { class: 'sentence' });
    this.readoutPlace = node(document, 'div');
    this.#example = new ScalingExample(document, strings, acts);
    this.root = node(document, 'div', { class: 'concept scaling' }, [
      settingsRow(document, strings.settings, [this.#slider.root, again]),
      this.#state,
      node(
        document,
        'div',
        { class: 'beside' },
        this.#sides.map(({ root }) => root),
      ),
      this.#numbers.root,
      this.#gradient,
      this.readoutPlace,
      this.#example.root,
    ]);
  }

  /**
   * @param {ScalingModel} model
   * @param {Look} look
   */
  update(model, look) {
    this.#model = model;
    const strings = this.#strings;
    const { keyWidth, done, queries, keys, seed } = model;
    this.#slider.update({
      place: Math.log2(keyWidth),
      min: LOWEST,
      max: HIGHEST,
      text: whole(keyWidth),
    });
    setText(
      this.#state,
      fill(strings.scalingState, { done: whole(done), queries: whole(queries), keys, seed }),
    );
    const wide = look.room >= look.em * BESIDE_EM;
    this.#showSide(0, model, look, wide);
    this.#showSide(1, model, look, wide);
    this.#showNumbers(model);
    this.#example.update(model.example, look);
  }

  /**
   * @param {0 | 1} side raw or scaled
   * @param {ScalingModel} model
   * @param {Look} look
   * @param {boolean} wide
   */
  #showSide(side, { keyWidth, done, keys, shown, bins, ...model }, look, wide) {
    const strings = this.#strings;
    const { panel, chart } = this.#sides[side];
    const tally = side === 0 ? model.raw : model.scaled;
    const kind = side === 0 ? strings.scalingRaw : strings.scalingScaled;
    const title = side === 0 ? strings.scalingRawTitle : strings.scalingScaledTitle;
    const room = wide ? look.room * 0.47 : look.room;
    const numbered = (/** @type {number} */ count) =>
      Array.from({ length: count }, (_, at) => String(at));
    panel.update(
      {
        title,
        step: scalingStep(side === 1, keyWidth, strings),
        label: fill(strings.scalingMapLabel, { title, queries: shown, keys }),
        values: tally.weights,
        rows: shown,
        columns: keys,
        rowTokens: numbered(shown),
        columnTokens: numbered(keys),
        across: strings.keysAxisShort,
        down: strings.queriesAxisShort,
        scale: 'weights',
        room,
        tallest: look.tallest * 0.65,
        largest: 1.8,
        // Rows that are not computed yet have no numbers.
        print: (cell) => (cell < done * keys ? fixed(tally.weights[cell]) : ''),
      },
      look,
    );
    const deviation = done > 0 ? fixed(Math.sqrt(tally.variance)) : fixed(Number.NaN);
    const end = -bins.from;
    chart.update({
      label: fill(strings.scalingHistogram, { kind, deviation }),
      width: Math.min(room, look.em * 34),
      height: look.em * 12,
      x: {
        min: -end,
        max: end,
        ticks: [-1, -0.5, 0, 0.5, 1].map((share) => share * end),
        label: fill(strings.scalingScore, { kind, deviation }),
      },
      y: { min: 0, max: Math.max(0.05, ...tally.histogram) * 1.05, label: strings.scalingShare },
      series: [
        {
          name: '',
          kind: 'bars',
          step: bins.width,
          points: tally.histogram.flatMap((share, bin) =>
            share > 0 ? [/** @type {const} */ ([bins.from + bin * bins.width, share])] : [],
          ),
        },
      ],
      look,
    });
  }

  /** @param {ScalingModel} model */
  #showNumbers({ raw, scaled, keys, done }) {
    const strings = this.#strings;
    const row = (/** @type {string} */ name, /** @type {Tally} */ tally) => ({
      name,
      cells: [
        fixed(tally.variance, tally.variance < 2 ? 3 : tally.variance < 100 ? 2 : 1),
        fixed(tally.entropy, 3),
        fixed(tally.peak, 3),
        fixed(tally.jacobian, 3),
      ],
    });
    this.#numbers.update({
      caption: fill(strings.scalingNumbers, { keys, most: fixed(Math.log(keys), 4) }),
      columns: [
        strings.scalingScores,
        strings.scalingVariance,
        strings.scalingEntropy,
        strings.scalingPeak,
        strings.scalingJacobian,
      ],
      rows: [row(strings.scalingRaw, raw), row(strings.scalingScaled, scaled)],
    });
    const sentence =
      raw.jacobian < scaled.jacobian ? strings.scalingSmaller : strings.scalingLarger;
    const values = {
      raw: fixed(raw.jacobian, 3),
      scaled: fixed(scaled.jacobian, 3),
      ratio: `${fixed((100 * raw.jacobian) / scaled.jacobian, 0)} %`,
    };
    setText(this.#gradient, done > 0 ? fill(sentence, values) : '');
  }

  /**
   * @param {import('../widgets/matrix_panel.js').Cell | null} cell
   * @param {boolean} spoken
   */
  #read(cell, spoken) {
    for (const { panel } of this.#sides) panel.highlight(cell);
    if (!cell || !this.#model) {
      this.#acts.read('');
      return;
    }
    const { raw, scaled, keys } = this.#model;
    const { row, column } = cell;
    const text = fill(this.#strings.scalingCell, {
      row,
      column,
      raw: fixed(raw.weights[row * keys + column], 4),
      scaled: fixed(scaled.weights[row * keys + column], 4),
    });
    this.#acts.read(text, { spoken, locked: cell.locked });
  }
}
