// A sparse pattern, the full map and the sparse one beside each other, and in numbers what the pattern keeps and what it costs.
import { node, setHidden, setText } from '../nodes.js';
import { fixed, plain, whole } from '../numbers.js';
import { cellPlace } from '../readout.js';
import { fill, isolate } from '../strings.js';
import { roomAbreast } from '../widgets/abreast.js';
import { Chart } from '../widgets/chart.js';
import { Facts } from '../widgets/facts.js';
import { mapContent } from '../widgets/map_content.js';
import { MatrixPanel } from '../widgets/matrix_panel.js';
import { NumberTable } from '../widgets/number_table.js';
import { PointedPanels } from '../widgets/pointed_panels.js';
import { SparseSettings } from './sparse_settings.js';

/** @typedef {import('./concept_figure.js').Acts} Acts */
/**
 * @template Model
 * @typedef {import('./concept_figure.js').ConceptFigure<Model>} ConceptFigure
 */
/** @typedef {import('../look.js').Look} Look */
/** @typedef {import('../widgets/matrix_panel.js').Cell} Cell */
/** @typedef {{ data: Float32Array, shape: readonly number[] }} Tensor */
/** @typedef {'window' | 'dilated' | 'global' | 'block' | 'random'} PatternName */
/** @typedef {{ name: PatternName, width: number, dilation: number, globals: number, block: number, perRow: number, seed: number }} Pattern */

/**
 * @typedef {object} SparseModel
 * @property {{ weights: Tensor, output: Tensor, rowSum: Tensor }} result of sparse attention
 * @property {string[]} queryTokens
 * @property {string[]} keyTokens
 * @property {Pattern} pattern
 * @property {boolean} causal
 * @property {boolean} otherMask whether a mask hides cells beside, or in place of, a causal one
 * @property {Uint8Array} kept n_q × n_k
 * @property {Float32Array} map n_q × n_k, 1 and 0, NaN where the mask hides
 * @property {Float32Array} full n_q × n_k, NaN where the mask hides
 * @property {Float32Array} fullSum n_q
 * @property {Float32Array} sparse n_q × n_k, NaN where cells are left out
 * @property {Float32Array} sparseSum n_q
 * @property {number} keptCount
 * @property {number} allowedCount cells that the mask allows
 * @property {Float64Array} mass n_q
 * @property {number} meanMass of the rows that keep a key
 * @property {number[]} noKey rows that keep none
 * @property {number} largestError
 * @property {number} relativeError
 */

/** More rows than this are a chart, not a table. */
const MOST_ROWS = 12;
/** Room for three maps beside each other: they are smaller here than elsewhere. */
const THREE_EM = 62;
/** Rows without a key that are named. */
const MOST_NAMED = 6;

/** @implements {ConceptFigure<SparseModel>} */
export class SparseFigure {
  #strings;
  #acts;
  #settings;
  #words;
  #noKey;
  #panels;
  #pointed;
  #facts;
  #table;
  #chart;
  /** @type {SparseModel | null} */
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
    this.#settings = new SparseSettings(document, strings, acts);
    this.#words = node(document, 'p', { class: 'sentence' });
    this.#noKey = node(document, 'p', { class: 'sentence' });
    this.#pointed = new PointedPanels((at, spoken) => this.#read(at?.cell ?? null, spoken));
    const panel = (/** @type {string} */ name) =>
      new MatrixPanel(document, strings, this.#pointed.of(name));
    this.#panels = { map: panel('map'), full: panel('full'), sparse: panel('sparse') };
    this.readoutPlace = node(document, 'div');
    this.#facts = new Facts(document);
    this.#table = new NumberTable(document);
    this.#chart = new Chart(document);
    this.root = node(document, 'div', { class: 'concept' }, [
      this.#settings.root,
      node(document, 'div', {}, [this.#words, this.#noKey]),
      this.#facts.root,
      node(
        document,
        'div',
        { class: 'beside' },
        Object.values(this.#panels).map(({ root }) => root),
      ),
      this.readoutPlace,
      node(document, 'div', { class: 'column' }, [this.#table.root]),
      this.#chart.root,
    ]);
  }

  /**
   * @param {SparseModel} model
   * @param {Look} look
   */
  update(model, look) {
    this.#model = model;
    this.#settings.update(model);
    this.#showWords(model);
    this.#showFacts(model);
    this.#showMaps(model, look);
    this.#showChart(model, look);
    this.#showRows(model, this.#pointed.at?.cell.row ?? null);
  }

  /** @param {SparseModel} model */
  #showWords(model) {
    const strings = this.#strings;
    const { otherMask, noKey, queryTokens } = model;
    const sentence = patternInWords(model, strings);
    setText(this.#words, otherMask ? `${sentence} ${strings.sparseWordsMask}` : sentence);
    setHidden(this.#noKey, noKey.length === 0);
    const named = noKey
      .slice(0, MOST_NAMED)
      .map((row) => fill(strings.sparseRow, { row, query: isolate(queryTokens[row]) }));
    const rows = named.join(', ') + (noKey.length > MOST_NAMED ? ' …' : '');
    setText(this.#noKey, fill(strings.sparseNoKey, { rows }));
  }

  /** @param {SparseModel} model */
  #showFacts({ keptCount, allowedCount, meanMass, largestError, relativeError }) {
    const strings = this.#strings;
    this.#facts.update([
      {
        name: strings.sparseCells,
        value: `${fixed((100 * keptCount) / Math.max(1, allowedCount), 1)} %`,
        note: fill(strings.sparseCellsNote, {
          kept: whole(keptCount),
          all: whole(allowedCount),
        }),
      },
      { name: strings.sparseMass, value: fixed(meanMass, 4), note: strings.sparseMassNote },
      { name: strings.sparseLargest, value: plain(largestError), note: strings.sparseLargestNote },
      {
        name: strings.sparseRelative,
        value: plain(relativeError),
        note: strings.sparseRelativeNote,
      },
    ]);
  }

  /**
   * @param {SparseModel} model
   * @param {Look} look
   */
  #showMaps(model, look) {
    const strings = this.#strings;
    const { queryTokens, keyTokens } = model;
    const counts = { queries: queryTokens.length, keys: keyTokens.length };
    const common = {
      ...mapContent(queryTokens, keyTokens, strings),
      room: roomAbreast(look, 3, THREE_EM),
      tallest: look.tallest * 0.8,
      largest: 3.4,
    };
    this.#panels.map.update(
      {
        ...common,
        // As wide as the maps that have row sums beside them.
        room: common.room - look.measure(fixed(1)) - look.em,
        title: strings.sparseMap,
        step: strings.sparseMapStep,
        label: fill(strings.sparseMapLabel, counts),
        values: model.map,
        print: (index) => (model.map[index] === 1 ? '1' : model.map[index] === 0 ? '0' : ''),
      },
      look,
    );
    this.#panels.full.update(
      {
        ...common,
        title: strings.sparseFull,
        step: strings.sparseFullStep,
        label: fill(strings.sparseFullLabel, counts),
        values: model.full,
        sums: model.fullSum,
      },
      look,
    );
    this.#panels.sparse.update(
      {
        ...common,
        title: strings.sparseKernel,
        step: strings.sparseKernelStep,
        label: fill(strings.sparseKernelLabel, counts),
        values: model.sparse,
        sums: model.sparseSum,
      },
      look,
    );
  }

  /**
   * @param {SparseModel} model
   * @param {Look} look
   */
  #showChart({ mass }, look) {
    const shown = mass.length > MOST_ROWS;
    this.#chart.root.style.display = shown ? '' : 'none';
    if (!shown) return;
    const strings = this.#strings;
    this.#chart.update({
      label: strings.sparseChart,
      width: Math.min(look.room, look.em * 60),
      height: look.em * 13,
      x: { min: 0, max: mass.length, label: strings.sparseChartRow },
      y: { min: 0, max: 1, label: strings.sparseRowMass },
      series: [
        { name: '', kind: 'bars', points: Array.from(mass, (each, row) => [row, each]), ink: 0 },
      ],
      look,
    });
  }

  /**
   * @param {SparseModel} model
   * @param {number | null} on
   */
  #showRows({ mass, kept, queryTokens, keyTokens }, on) {
    const shown = mass.length <= MOST_ROWS;
    setHidden(this.#table.root, !shown);
    if (!shown) return;
    const strings = this.#strings;
    const columns = keyTokens.length;
    const keys = (/** @type {number} */ row) =>
      kept.subarray(row * columns, (row + 1) * columns).reduce((sum, cell) => sum + cell, 0);
    this.#table.update({
      caption: strings.sparseRows,
      columns: [strings.queriesAxisShort, strings.sparseRowKeys, strings.sparseRowMass],
      rows: queryTokens.map((name, row) => ({
        name,
        cells: [String(keys(row)), fixed(mass[row], 4)],
      })),
      on,
    });
  }

  /**
   * @param {Cell | null} cell
   * @param {boolean} spoken
   */
  #read(cell, spoken) {
    for (const panel of Object.values(this.#panels)) panel.highlight(cell);
    const model = this.#model;
    if (!model) return;
    this.#showRows(model, cell?.row ?? null);
    if (!cell) {
      this.#acts.read('');
      return;
    }
    const strings = this.#strings;
    const { row, column } = cell;
    const index = row * model.keyTokens.length + column;
    const facts = [cellPlace(cell, model, strings)];
    if (Number.isNaN(model.map[index])) facts.push(strings.cellMasked);
    else {
      facts.push(
        model.kept[index] ? strings.sparseCellKept : strings.sparseCellDropped,
        fill(strings.sparseCellFull, { weight: fixed(model.full[index], 4) }),
        fill(strings.sparseCellSparse, {
          weight: fixed(model.kept[index] ? model.sparse[index] : 0, 4),
        }),
      );
    }
    facts.push(fill(strings.sparseCellMass, { mass: fixed(model.mass[row], 4) }));
    this.#acts.read(facts.join(' · '), { spoken, locked: cell.locked });
  }
}

/**
 * @param {SparseModel} model
 * @param {import('../strings.js').Strings} strings
 * @returns {string} what a query sees of these tokens: no numbers that reach beyond them
 */
function patternInWords({ pattern, causal, queryTokens, keyTokens }, strings) {
  const { name, width, dilation } = pattern;
  const words = {
    window: [strings.sparseWordsWindow, strings.sparseWordsWindowCausal],
    dilated: [strings.sparseWordsDilated, strings.sparseWordsDilatedCausal],
    global: [strings.sparseWordsGlobal, strings.sparseWordsGlobalCausal],
    block: [strings.sparseWordsBlock, strings.sparseWordsBlockCausal],
    random: [strings.sparseWordsRandom, strings.sparseWordsRandomCausal],
  };
  const keys = keyTokens.length;
  // Only a dilated pattern takes steps. The last query stands at the last key, so each is as far from the others as they are many.
  const step = name === 'dilated' ? dilation : 1;
  const reach = (/** @type {number} */ others) => step * Math.min(width, Math.floor(others / step));
  return fill(words[name][Number(causal)], {
    ...pattern,
    before: reach(keys - 1),
    after: reach(queryTokens.length - 1),
    globals: Math.min(pattern.globals, keys),
    block: Math.min(pattern.block, keys),
    perRow: Math.min(pattern.perRow, keys - 1),
  });
}
