// What attention costs: measured times, counted bytes and operations, and the crossing with the recurrent network.
import { node, setHidden, setText } from '../nodes.js';
import { byteSize, duration, fixed, plain, tally, whole } from '../numbers.js';
import { fill } from '../strings.js';
import { Chart } from '../widgets/chart.js';
import { NumberTable } from '../widgets/number_table.js';
import { NumberField, pushButton, Slider, settingsRow } from '../widgets/setting.js';

/** @typedef {import('./concept_figure.js').Acts} Acts */
/**
 * @template Model
 * @typedef {import('./concept_figure.js').ConceptFigure<Model>} ConceptFigure
 */
/** @typedef {import('../look.js').Look} Look */

/**
 * @typedef {object} Series
 * @property {boolean} stored whether the map is kept
 * @property {{ n: number, ms: number, calls: number }[]} points
 * @property {{ n: number, ms: number } | null} stopped the n that is left out, and what it would take by n²
 *
 * @typedef {Series & { fit: { exponent: number, square: number } | null }} FittedSeries
 * @typedef {{ backend: string, ms: number | null, problem: string | null }} Race
 * @typedef {{ n: number, mapBytes: number, fusedBytes: number, operations: number, attention: number, recurrence: number }} Count
 */

/**
 * @typedef {object} CostModel
 * @property {Record<string, never>} result
 * @property {number} keyWidth d
 * @property {number} mostWidth
 * @property {number} n that the counts are pointed at
 * @property {string} backend
 * @property {number} run number of the last measurement, 0 for none
 * @property {boolean} running
 * @property {readonly number[]} sizes n that are measured
 * @property {number} longestMs
 * @property {number} raceSize
 * @property {FittedSeries[]} series empty before the first measurement
 * @property {Race[]} race
 * @property {Count[]} counts by n
 */

/** The slider's ends and those of the counted curves, as powers of 2. */
const LOWEST = 4;
const HIGHEST = 15;
/** Narrower rooms have tables under charts. */
const BESIDE_EM = 58;

/** @implements {ConceptFigure<CostModel>} */
export class CostFigure {
  #strings;
  #acts;
  #slider;
  #width;
  #button;
  #state;
  #measured;
  #times;
  #timeTable;
  #fits;
  #raceTable;
  #countTable;
  #formula;
  #compare;
  #steps;
  /** @type {CostModel | null} */
  #model = null;

  /**
   * @param {Document} document
   * @param {import('../strings.js').Strings} strings
   * @param {Acts} acts
   */
  constructor(document, strings, acts) {
    this.#strings = strings;
    this.#acts = acts;
    this.hint = '';
    this.#slider = new Slider(document, strings.costTokens, (place) =>
      acts.set({ n: String(Math.round(2 ** place)) }),
    );
    this.#width = new NumberField(document, strings, strings.costWidth, (width) =>
      acts.set({ 'key-width': String(width) }),
    );
    this.#button = pushButton(document, strings.costStart, () => this.#press());
    this.#state = node(document, 'p', { class: 'sentence', role: 'status' });
    this.#times = new Chart(document);
    this.#timeTable = new NumberTable(document);
    this.#fits = node(document, 'p', { class: 'sentence' });
    this.#raceTable = new NumberTable(document);
    this.#countTable = new NumberTable(document);
    this.#formula = node(document, 'p', { class: 'sentence', text: strings.costFormula });
    this.#compare = node(document, 'p', { class: 'sentence' });
    this.#steps = new Chart(document);
    this.#measured = node(document, 'div', { class: 'concept' }, [
      node(document, 'div', { class: 'beside' }, [
        this.#times.root,
        node(document, 'div', { class: 'column' }, [this.#timeTable.root, this.#raceTable.root]),
      ]),
      this.#fits,
    ]);
    this.root = node(document, 'div', { class: 'concept cost' }, [
      settingsRow(document, strings.settings, [this.#button, this.#width.root, this.#slider.root]),
      this.#state,
      this.#measured,
      this.#compare,
      node(document, 'div', { class: 'beside' }, [this.#steps.root, this.#countTable.root]),
      this.#formula,
    ]);
  }

  #press() {
    if (!this.#model) return;
    const { running, run } = this.#model;
    this.#acts.set({ run: running ? null : String(run + 1) });
  }

  /**
   * @param {CostModel} model
   * @param {Look} look
   */
  update(model, look) {
    this.#model = model;
    const strings = this.#strings;
    const { keyWidth, n } = model;
    const wide = look.room >= look.em * BESIDE_EM;
    this.#slider.update({
      place: Math.log2(n),
      min: LOWEST,
      max: HIGHEST,
      text: whole(n),
      mark: { place: Math.log2(keyWidth), text: strings.costTokensMark },
    });
    this.#width.update({ value: keyWidth, min: 1, max: model.mostWidth });
    this.#showState(model);
    setHidden(this.#measured, model.series.length === 0);
    if (model.series.length > 0) {
      this.#showTimes(model, look, wide);
      this.#showRace(model, wide);
    }
    this.#showCounts(model);
    this.#showSteps(model, look, wide);
  }

  /** @param {CostModel} model */
  #showState({ running, run, backend, series, race, sizes }) {
    const strings = this.#strings;
    const known = [
      ...series.flatMap(({ points }) => points),
      ...race.filter(({ ms }) => ms !== null),
    ];
    const left = series.reduce(
      (sum, { stopped }) => sum + (stopped ? sizes.filter((n) => n >= stopped.n).length : 0),
      race.filter(({ problem }) => problem !== null).length,
    );
    const all = 2 * sizes.length + race.length - left;
    const names = {
      backend,
      done: known.length,
      all,
      least: sizes[0],
      most: whole(sizes[sizes.length - 1]),
    };
    setText(
      this.#button,
      running ? strings.costStop : run > 0 ? strings.costAgain : strings.costStart,
    );
    const text = running
      ? strings.costRunning
      : run === 0
        ? strings.costIdle
        : known.length < all
          ? strings.costStopped
          : strings.costDone;
    setText(this.#state, fill(text, names));
    this.#state.classList.toggle('idle', run === 0 && !running);
  }

  /**
   * @param {CostModel} model
   * @param {Look} look
   * @param {boolean} wide
   */
  #showTimes({ series, sizes, keyWidth, longestMs }, look, wide) {
    const strings = this.#strings;
    const kind = (/** @type {Series} */ { stored }) =>
      stored ? strings.costStored : strings.costFused;
    const times = series.flatMap(({ points, fit }) => [
      ...points.map(({ ms }) => ms),
      ...points.flatMap(({ n }) => (fit ? [fit.square * n * n] : [])),
    ]);
    const [least, most] = [sizes[0], sizes[sizes.length - 1]];
    this.#times.update({
      label: strings.costChart,
      width: wide ? look.room * 0.5 : look.room,
      height: look.em * 20,
      x: {
        min: least,
        max: most,
        log: true,
        label: strings.costChartX,
        print: whole,
        ticks: sizes.filter((_, place) => wide || place % 2 === 0),
      },
      y: {
        min: 10 ** Math.floor(Math.log10(Math.min(0.1, ...times))),
        max: 10 ** Math.ceil(Math.log10(Math.max(10, ...times))),
        log: true,
        label: strings.costChartY,
      },
      series: series.flatMap((each, ink) => {
        const { points, fit } = each;
        const ends = points.length > 0 ? [points[0].n, points[points.length - 1].n] : [];
        return [
          {
            name: '',
            kind: /** @type {const} */ ('dashes'),
            ink,
            points: fit ? ends.map((n) => /** @type {const} */ ([n, fit.square * n * n])) : [],
          },
          {
            name: kind(each),
            kind: /** @type {const} */ ('dots'),
            ink,
            points: points.map(({ n, ms }) => /** @type {const} */ ([n, ms])),
          },
        ];
      }),
      look,
    });
    this.#timeTable.update({
      caption: fill(strings.costTimes, { width: keyWidth }),
      columns: [strings.costChartX, ...series.map(kind)],
      rows: sizes.map((n) => ({
        name: whole(n),
        cells: series.map(({ points }) =>
          duration(points.find((point) => point.n === n)?.ms ?? Number.NaN),
        ),
      })),
    });
    const sentences = series.flatMap((each) => [
      ...(each.fit
        ? [fill(strings.costFit, { kind: kind(each), exponent: fixed(each.fit.exponent) })]
        : []),
      ...(each.stopped
        ? [
            fill(strings.costLeftOut, {
              kind: kind(each),
              n: whole(each.stopped.n),
              time: duration(each.stopped.ms),
              limit: duration(longestMs),
            }),
          ]
        : []),
    ]);
    if (series.some(({ fit }) => fit)) sentences.push(strings.costDashes);
    setText(this.#fits, sentences.join(' '));
  }

  /**
   * @param {CostModel} model
   * @param {boolean} wide with room for a fourth column
   */
  #showRace({ race, raceSize, keyWidth }, wide) {
    const strings = this.#strings;
    const scalar = race[0]?.ms ?? Number.NaN;
    const operations = 4 * raceSize * raceSize * keyWidth;
    this.#raceTable.update({
      caption: fill(strings.costRace, { n: raceSize }),
      columns: [
        strings.costBackend,
        strings.costTime,
        strings.costAgainstScalar,
        ...(wide ? [strings.costRate] : []),
      ],
      rows: race.map(({ backend, ms, problem }) => ({
        name: backend,
        cells:
          ms === null
            ? [
                problem === null ? strings.costLoading : strings.costRefused,
                '',
                ...(wide ? [''] : []),
              ]
            : [
                duration(ms),
                fixed(scalar / ms),
                ...(wide ? [fixed(operations / ms / 1e6, 1)] : []),
              ],
        muted: ms === null,
      })),
    });
  }

  /** @param {CostModel} model */
  #showCounts({ counts, keyWidth, n }) {
    const strings = this.#strings;
    this.#countTable.update({
      caption: fill(strings.costCounts, { width: keyWidth }),
      columns: [
        strings.costChartX,
        strings.costMap,
        strings.costFusedMemory,
        strings.costOperations,
      ],
      rows: counts.map((count) => ({
        name: whole(count.n),
        cells: [byteSize(count.mapBytes), byteSize(count.fusedBytes), tally(count.operations)],
      })),
      on: counts.findIndex((count) => count.n === n),
    });
    const { attention, recurrence } = counts.find((count) => count.n === n) ?? counts[0];
    const sentence =
      n > keyWidth
        ? strings.costCompareMore
        : n < keyWidth
          ? strings.costCompareFewer
          : strings.costCompareEqual;
    setText(
      this.#compare,
      fill(sentence, {
        n: whole(n),
        attention: whole(attention),
        recurrence: whole(recurrence),
        ratio: plain(Math.max(attention / recurrence, recurrence / attention)),
      }),
    );
  }

  /**
   * @param {CostModel} model
   * @param {Look} look
   * @param {boolean} wide
   */
  #showSteps({ keyWidth: d, n }, look, wide) {
    const strings = this.#strings;
    const [least, most] = [2 ** LOWEST, 2 ** HIGHEST];
    const line = (/** @type {(n: number) => number} */ count) =>
      [least, most].map((each) => /** @type {const} */ ([each, count(each)]));
    const attention = line((each) => each * each * d);
    const recurrence = line((each) => each * d * d);
    const ends = [...attention, ...recurrence].map(([, count]) => Math.log10(count));
    const crossing = { x: d, text: strings.costTokensMark };
    const marks = d >= least && d <= most ? [crossing] : [];
    if (n >= least && n <= most && n !== d) marks.push({ x: n, text: `n = ${whole(n)}` });
    this.#steps.update({
      label: strings.costSteps,
      width: wide ? look.room * 0.5 : look.room,
      height: look.em * 17,
      x: { min: least, max: most, log: true, label: strings.costChartX, print: whole },
      y: {
        min: 10 ** Math.floor(Math.min(...ends)),
        max: 10 ** Math.ceil(Math.max(...ends)),
        log: true,
        label: strings.costStepsY,
        print: powerOfTen,
      },
      series: [
        { name: strings.costAttention, kind: 'line', ink: 1, points: attention },
        { name: strings.costRecurrence, kind: 'line', ink: 0, points: recurrence },
      ],
      marks,
      look,
    });
  }
}

/**
 * @param {number} value 10ᵏ, k at least 0
 * @returns {string}
 */
function powerOfTen(value) {
  const digits = String(Math.round(Math.log10(value)));
  return `10${Array.from(digits, (digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(digit)]).join('')}`;
}
