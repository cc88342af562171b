// Temperature as a map, its rows in numbers, and the entropy over all temperatures.
import { node, setHidden } from '../nodes.js';
import { fixed, plain } from '../numbers.js';
import { cellPlace, weightFact } from '../readout.js';
import { fill } from '../strings.js';
import { Chart } from '../widgets/chart.js';
import { mapContent } from '../widgets/map_content.js';
import { MatrixPanel } from '../widgets/matrix_panel.js';
import { NumberTable } from '../widgets/number_table.js';
import { pushButton, Slider, Switch, settingsRow } from '../widgets/setting.js';

/** @typedef {import('./concept_figure.js').Acts} Acts */
/**
 * @template Model
 * @typedef {import('./concept_figure.js').ConceptFigure<Model>} ConceptFigure
 */
/** @typedef {import('../look.js').Look} Look */
/** @typedef {{ data: Float32Array, shape: readonly number[] }} Tensor */

/**
 * @typedef {object} TemperatureModel
 * @property {{ weights: Tensor, entropy: Tensor, peak: Tensor, rowSum: Tensor }} result
 * @property {string[]} queryTokens
 * @property {string[]} keyTokens
 * @property {Float32Array} weights n_q × n_k, NaN where masked
 * @property {Float32Array} entropy n_q, nats
 * @property {Float32Array} peak n_q
 * @property {Float32Array} rowSum n_q
 * @property {number} temperature
 * @property {number} keyWidth d_k
 * @property {number} scale factor on the raw scores, apart from the temperature
 * @property {boolean} scaled whether that factor is 1/√d_k
 * @property {[number, number]} ends of the slider and of the axis, as powers of 2: they take the temperature in
 * @property {[number, number][]} curve temperature and mean entropy in nats; as far as it is computed
 */

/** More rows than this are a map, not a table. */
const MOST_ROWS = 12;
/** Narrower rooms have the table and the curve under the map. */
const BESIDE_EM = 52;

/** @implements {ConceptFigure<TemperatureModel>} */
export class TemperatureFigure {
  #strings;
  #acts;
  #slider;
  #scale;
  #swap;
  #divisor;
  #panel;
  #table;
  #chart;
  #ends = { min: 0, max: 0 };
  /** @type {{ model: TemperatureModel, look: Look } | null} */
  #shown = null;

  /**
   * @param {Document} document
   * @param {import('../strings.js').Strings} strings
   * @param {Acts} acts
   */
  constructor(document, strings, acts) {
    this.#strings = strings;
    this.#acts = acts;
    this.hint = strings.panelHint;
    this.#slider = new Slider(document, strings.temperatureSetting, (place) =>
      acts.set({ temperature: temperatureText(2 ** place) }),
    );
    this.#scale = new Switch(document, strings.temperatureScaleSetting, (on) =>
      acts.set({ scale: on ? 'on' : 'off' }),
    );
    this.#swap = pushButton(document, '', () => this.#swapControls());
    this.#divisor = node(document, 'p', { class: 'sentence' });
    this.#panel = new MatrixPanel(document, strings, (cell, spoken) => this.#read(cell, spoken));
    this.readoutPlace = node(document, 'div');
    this.#table = new NumberTable(document);
    this.#chart = new Chart(document);
    this.root = node(document, 'div', { class: 'concept' }, [
      settingsRow(document, strings.settings, [this.#slider.root, this.#scale.root, this.#swap]),
      this.#divisor,
      node(document, 'div', { class: 'beside' }, [
        node(document, 'div', {}, [this.#panel.root, this.readoutPlace]),
        node(document, 'div', { class: 'column' }, [this.#table.root, this.#chart.root]),
      ]),
    ]);
  }

  /** The same map by the other control: √d_k into the temperature, or out of it. */
  #swapControls() {
    if (!this.#shown) return;
    const { model } = this.#shown;
    this.#acts.set({
      scale: model.scaled ? 'off' : 'on',
      temperature: temperatureText(swappedTemperature(model)),
    });
  }

  /**
   * @param {TemperatureModel} model
   * @param {Look} look
   */
  update(model, look) {
    this.#shown = { model, look };
    this.#showSettings(model);
    const strings = this.#strings;
    const { queryTokens, keyTokens, temperature } = model;
    const wide = look.room >= look.em * BESIDE_EM;
    this.#panel.update(
      {
        title: strings.temperatureWeights,
        step: fill(strings.temperatureStep, { divisor: plain(divisorOf(model)) }),
        label: fill(strings.temperatureLabel, {
          temperature: plain(temperature),
          queries: queryTokens.length,
          keys: keyTokens.length,
        }),
        values: model.weights,
        ...mapContent(queryTokens, keyTokens, strings),
        room: wide ? look.room * 0.5 : look.room,
        tallest: look.tallest * 0.8,
        sums: model.rowSum,
      },
      look,
    );
    this.#showRows(model);
    this.#showCurve(model, look, wide);
  }

  /** @param {TemperatureModel} model */
  #showSettings(model) {
    const strings = this.#strings;
    const { temperature, scaled, keyWidth, scale } = model;
    const divisor = plain(divisorOf(model));
    const root = Math.sqrt(keyWidth);
    this.#slider.update({
      place: Math.log2(temperature),
      ...this.#endsOf(model),
      step: 'any',
      text: plain(temperature),
    });
    this.#scale.update({ on: scaled });
    const swapped = swappedTemperature(model);
    // A scale of 0 or less has no temperature that does the same.
    setHidden(this.#swap, !(swapped > 0 && swapped < Infinity));
    this.#swap.textContent = fill(scaled ? strings.temperatureSwapOff : strings.temperatureSwapOn, {
      temperature: plain(swapped),
    });
    const sentence = scaled
      ? strings.temperatureDivisor
      : scale === 1
        ? strings.temperatureDivisorUnscaled
        : strings.temperatureDivisorOther;
    this.#divisor.textContent = fill(sentence, {
      width: keyWidth,
      divisor,
      temperature: plain(temperature),
      scale: plain(scale),
      equal: plain(1 / root),
    });
  }

  /**
   * A slider that is held does not shrink under the hand where it leaves a temperature beyond its usual ends.
   * @param {TemperatureModel} model
   * @returns {{ min: number, max: number }}
   */
  #endsOf({ ends: [min, max] }) {
    const held = this.#slider.root.matches(':focus-within') ? this.#ends : { min, max };
    this.#ends = { min: Math.min(min, held.min), max: Math.max(max, held.max) };
    return this.#ends;
  }

  /** @param {TemperatureModel} model */
  #showRows({ queryTokens, keyTokens, entropy, peak }) {
    const strings = this.#strings;
    const shown = queryTokens.length <= MOST_ROWS;
    const mean = (/** @type {Float32Array} */ values) =>
      values.reduce((sum, value) => sum + value, 0) / values.length;
    const rows = shown
      ? queryTokens.map((name, row) => ({
          name,
          cells: [fixed(entropy[row], 4), fixed(peak[row], 4)],
        }))
      : [];
    const most = Math.log(keyTokens.length);
    rows.push({
      name: strings.temperatureMean,
      cells: [fixed(mean(entropy), 4), fixed(mean(peak), 4)],
    });
    this.#table.update({
      caption: fill(strings.temperatureRows, { keys: keyTokens.length, most: fixed(most, 4) }),
      columns: [strings.queriesAxisShort, strings.temperatureEntropy, strings.temperaturePeak],
      rows,
      on: shown ? (this.#panel.cell?.row ?? null) : null,
    });
  }

  /**
   * @param {TemperatureModel} model
   * @param {Look} look
   * @param {boolean} wide
   */
  #showCurve({ curve, ends, temperature, keyTokens, keyWidth, scaled }, look, wide) {
    const strings = this.#strings;
    const most = Math.log(Math.max(2, keyTokens.length));
    const now = { x: temperature, text: `T = ${plain(temperature)}` };
    const equal = {
      x: 1 / Math.sqrt(keyWidth),
      text: fill(strings.temperatureMark, { width: keyWidth }),
    };
    this.#chart.update({
      label: strings.temperatureCurve,
      width: wide ? look.room * 0.44 : look.room,
      height: look.em * 16,
      x: { min: 2 ** ends[0], max: 2 ** ends[1], log: true, label: strings.temperatureSetting },
      y: { min: 0, max: most, label: strings.temperatureMeanEntropy },
      series: [{ name: '', kind: 'line', points: curve }],
      marks: scaled ? [now, equal] : [now],
      look,
    });
  }

  /**
   * @param {import('../widgets/matrix_panel.js').Cell | null} cell
   * @param {boolean} spoken
   */
  #read(cell, spoken) {
    this.#panel.highlight(cell);
    if (!this.#shown) return;
    const { model } = this.#shown;
    this.#showRows(model);
    if (!cell) {
      this.#acts.read('');
      return;
    }
    const strings = this.#strings;
    const weight = model.weights[cell.row * model.keyTokens.length + cell.column];
    const facts = [
      cellPlace(cell, model, strings),
      weightFact(weight, strings),
      `${strings.temperatureEntropy} ${fixed(model.entropy[cell.row], 4)}`,
    ];
    this.#acts.read(facts.join(' · '), { spoken, locked: cell.locked });
  }
}

/**
 * @param {TemperatureModel} model
 * @returns {number} what raw scores are divided by
 */
function divisorOf({ scale, temperature }) {
  return temperature / scale;
}

/**
 * @param {TemperatureModel} model
 * @returns {number} the temperature of the same map by the other control
 */
function swappedTemperature(model) {
  const divisor = divisorOf(model);
  return model.scaled ? divisor : divisor / Math.sqrt(model.keyWidth);
}

/**
 * @param {number} temperature
 * @returns {string} enough digits that √d_k in and out again gives the same map
 */
function temperatureText(temperature) {
  return String(Number(temperature.toPrecision(7)));
}
