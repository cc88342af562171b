// Decoding step by step: the row that a step adds, the same row of the map computed at once, and what each costs.
import { node, setHidden, setText } from '../nodes.js';
import { byteSize, fixed, magnitude, tally, whole } from '../numbers.js';
import { cellPlace } from '../readout.js';
import { fill, isolate } from '../strings.js';
import { roomAbreast } from '../widgets/abreast.js';
import { Chart } from '../widgets/chart.js';
import { Facts } from '../widgets/facts.js';
import { mapContent } from '../widgets/map_content.js';
import { MatrixPanel } from '../widgets/matrix_panel.js';
import { NumberTable } from '../widgets/number_table.js';
import { PointedPanels } from '../widgets/pointed_panels.js';
import { settingsRow } from '../widgets/setting.js';
import { Stepper } from '../widgets/stepper.js';
import { dotProducts, heldBytes, multiplyAdds } from './cache_counts.js';

/** @typedef {import('./concept_figure.js').Acts} Acts */
/**
 * @template Model
 * @typedef {import('./concept_figure.js').ConceptFigure<Model>} ConceptFigure
 */
/** @typedef {import('../look.js').Look} Look */
/** @typedef {import('../widgets/matrix_panel.js').Cell} Cell */
/** @typedef {{ data: Float32Array, shape: readonly number[] }} Tensor */

/**
 * @typedef {object} CacheModel
 * @property {{ weights: Tensor, output: Tensor, rowSum: Tensor }} result of the causal map computed at once
 * @property {string[]} tokens
 * @property {number} step from 1
 * @property {Float32Array} prefill n × n weights, NaN for later keys
 * @property {Float32Array} prefillSum n
 * @property {Float32Array} decoded n × n weights, NaN for later keys and for rows that are not decoded
 * @property {Float32Array} decodedSum n
 * @property {number} rows decoded so far
 * @property {number} difference of weights, the largest
 * @property {number} outputDifference of outputs, the largest
 * @property {number} bytes of the engine's cache
 * @property {{ n: number, heads: number, keyValueHeads: number, keyWidth: number, valueWidth: number }} sizes
 */

/** More rows than this are a curve, not a table. */
const MOST_ROWS = 12;
/** @implements {ConceptFigure<CacheModel>} */
export class CacheFigure {
  #strings;
  #acts;
  #stepper;
  #sentence;
  #decoded;
  #prefill;
  #pointed;
  #facts;
  #row;
  #steps;
  #chart;
  /** @type {CacheModel | null} */
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
    const words = { label: strings.cacheSetting, back: strings.cacheBack, next: strings.cacheNext };
    this.#stepper = new Stepper(document, words, (step) => this.#go(step));
    this.#sentence = node(document, 'p', { class: 'sentence' });
    this.#pointed = new PointedPanels((at, spoken) => this.#read(at, spoken));
    this.#decoded = new MatrixPanel(document, strings, this.#pointed.of('decoded'));
    this.#prefill = new MatrixPanel(document, strings, this.#pointed.of('prefill'));
    this.readoutPlace = node(document, 'div');
    this.#facts = new Facts(document);
    this.#row = new NumberTable(document);
    this.#steps = new NumberTable(document);
    this.#chart = new Chart(document);
    this.root = node(document, 'div', { class: 'concept cache-figure' }, [
      settingsRow(document, strings.settings, [this.#stepper.root]),
      this.#sentence,
      node(document, 'div', { class: 'beside' }, [
        node(document, 'div', {}, [
          node(document, 'div', { class: 'beside' }, [this.#decoded.root, this.#prefill.root]),
          this.readoutPlace,
        ]),
        node(document, 'div', { class: 'tables' }, [this.#row.root, this.#steps.root]),
      ]),
      this.#facts.root,
      this.#chart.root,
    ]);
  }

  /** @param {number} step */
  #go(step) {
    const n = this.#shown?.sizes.n ?? 1;
    this.#acts.set({ step: step === n ? null : String(step) });
  }

  /**
   * @param {CacheModel} model
   * @param {Look} look
   */
  update(model, look) {
    this.#shown = model;
    const strings = this.#strings;
    const { tokens, step, sizes } = model;
    this.#stepper.update({
      step,
      count: sizes.n,
      text: fill(strings.cachePlace, { step, n: sizes.n }),
    });
    setText(
      this.#sentence,
      fill(step === 1 ? strings.cacheSentenceOne : strings.cacheSentence, {
        step,
        token: isolate(tokens[step - 1]),
        keys: step,
      }),
    );
    this.#showMaps(model, look);
    this.#showFacts(model);
    this.#showSteps(model);
    this.#showCurve(model, look);
    this.#read(this.#pointed.at, false);
  }

  /**
   * @param {CacheModel} model
   * @param {Look} look
   */
  #showMaps({ tokens, decoded, decodedSum, prefill, prefillSum, rows, sizes: { n } }, look) {
    const strings = this.#strings;
    const common = {
      ...mapContent(tokens, tokens, strings),
      room: roomAbreast(look, 3),
      tallest: look.tallest * 0.8,
    };
    this.#decoded.update(
      {
        ...common,
        title: strings.cacheDecoded,
        step: strings.cacheDecodedStep,
        label: fill(strings.cacheDecodedLabel, { rows, n }),
        values: decoded,
        sums: decodedSum,
        print: (index) => (Math.floor(index / n) < rows ? fixed(decoded[index] || 0) : ''),
      },
      look,
    );
    this.#prefill.update(
      {
        ...common,
        title: strings.cachePrefill,
        step: strings.cachePrefillStep,
        label: fill(strings.cachePrefillLabel, { n }),
        values: prefill,
        sums: prefillSum,
      },
      look,
    );
  }

  /** @param {CacheModel} model */
  #showFacts({ step, rows, difference, outputDifference, bytes, sizes }) {
    const strings = this.#strings;
    const { allWith, allWithout } = dotProducts(step);
    const { n, keyValueHeads, keyWidth, valueWidth } = sizes;
    const adds = (/** @type {number} */ dots) => tally(multiplyAdds(dots, sizes)).trim();
    this.#facts.update([
      {
        name: strings.cacheDifference,
        value: magnitude(difference),
        note: fill(strings.cacheDifferenceNote, {
          rows,
          outputs: magnitude(outputDifference),
        }),
      },
      {
        name: strings.cacheDots,
        value: whole(allWith),
        note: fill(strings.cacheDotsNote, { without: whole(allWithout) }),
      },
      {
        name: strings.cacheAdds,
        value: adds(allWith),
        note: fill(strings.cacheAddsNote, {
          without: adds(allWithout),
          width: keyWidth + valueWidth,
          keyWidth,
          valueWidth,
        }),
      },
      {
        name: strings.cacheBytes,
        value: byteSize(heldBytes(step, sizes)),
        note: fill(strings.cacheBytesNote, {
          t: step,
          heads: keyValueHeads,
          keyWidth,
          valueWidth,
          bytes: byteSize(bytes),
          n,
        }),
      },
    ]);
  }

  /** @param {CacheModel} model */
  #showSteps({ step, tokens, sizes: { n } }) {
    const strings = this.#strings;
    setHidden(this.#steps.root, n > MOST_ROWS);
    if (n > MOST_ROWS) return;
    const rows = tokens.map((token, index) => {
      const { stepWith, stepWithout } = dotProducts(index + 1);
      return {
        name: `${index + 1} ${token}`,
        cells: [whole(stepWith), whole(stepWithout)],
        muted: index >= step,
      };
    });
    const { allWith, allWithout } = dotProducts(n);
    rows.push({
      name: strings.cacheSum,
      cells: [whole(allWith), whole(allWithout)],
      muted: false,
    });
    this.#steps.update({
      caption: strings.cacheSteps,
      columns: [strings.cacheStep, strings.cacheWith, strings.cacheWithout],
      rows,
      on: step - 1,
    });
  }

  /**
   * @param {CacheModel} model
   * @param {Look} look
   */
  #showCurve({ step, sizes: { n } }, look) {
    const strings = this.#strings;
    setHidden(this.#chart.root, n === 1);
    const steps = Array.from({ length: n }, (_, index) => index + 1);
    const points = (/** @type {'allWith' | 'allWithout'} */ which) =>
      steps.map((t) => /** @type {const} */ ([t, dotProducts(t)[which]]));
    this.#chart.update({
      label: strings.cacheCurve,
      width: Math.min(look.room, look.em * 40),
      height: look.em * 13,
      x: {
        min: 1,
        max: Math.max(2, n),
        label: strings.cacheSetting,
        ...(n > MOST_ROWS ? {} : { ticks: steps }),
      },
      y: { min: 0, max: dotProducts(n).allWithout, label: strings.cacheCurveAxis, print: whole },
      series: [
        { name: strings.cacheWithout, kind: 'line', points: points('allWithout') },
        { name: strings.cacheWith, kind: 'line', points: points('allWith'), ink: 1 },
      ],
      marks: [{ x: step, text: `${strings.cacheStep} ${step}` }],
      look,
    });
  }

  /**
   * @param {CacheModel} model
   * @param {number} row
   */
  #showRow({ tokens, decoded, prefill, rows, sizes: { n } }, row) {
    const strings = this.#strings;
    setHidden(this.#row.root, n > MOST_ROWS);
    if (n > MOST_ROWS) return;
    this.#row.update({
      caption: fill(strings.cacheRow, { row, token: isolate(tokens[row]) }),
      columns: [
        strings.cacheKey,
        strings.cacheFromCache,
        strings.cacheFromPrefill,
        strings.cacheApart,
      ],
      rows: tokens.slice(0, row + 1).map((token, column) => {
        const [one, other] = [decoded, prefill].map((weights) => weights[row * n + column]);
        return {
          name: token,
          cells:
            row < rows
              ? [fixed(one, 4), fixed(other, 4), magnitude(Math.abs(one - other))]
              : ['–', fixed(other, 4), '–'],
        };
      }),
    });
  }

  /**
   * @param {{ name: string, cell: Cell } | null} at
   * @param {boolean} spoken
   */
  #read(at, spoken) {
    const model = this.#shown;
    if (!model) return;
    const current = { row: model.step - 1 };
    for (const panel of [this.#decoded, this.#prefill]) panel.highlight(at?.cell ?? current);
    this.#showRow(model, at?.cell.row ?? current.row);
    this.#acts.read(at ? this.#factsOf(model, at) : '', { spoken, locked: at?.cell.locked });
  }

  /**
   * @param {CacheModel} model
   * @param {{ name: string, cell: Cell }} at
   * @returns {string}
   */
  #factsOf({ tokens, decoded, prefill, rows, sizes: { n } }, { name, cell: { row, column } }) {
    const strings = this.#strings;
    const weight = (name === 'decoded' ? decoded : prefill)[row * n + column];
    const said =
      name === 'decoded' && row >= rows
        ? strings.cacheNotYet
        : column > row
          ? strings.cacheNoKey
          : fill(strings.cellWeight, { weight: fixed(weight, 4) });
    const place = cellPlace({ row, column }, { queryTokens: tokens, keyTokens: tokens }, strings);
    return `${place} · ${said}`;
  }
}
