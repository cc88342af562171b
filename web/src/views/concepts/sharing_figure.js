// Heads that share keys and values: each head's own map beside the shared one, how far it moved, and what a cache holds.
import { node, setHidden, setText } from '../nodes.js';
import { byteSize, fixed, magnitude } from '../numbers.js';
import { cellPlace } from '../readout.js';
import { fill } from '../strings.js';
import { setTerms } from '../terms.js';
import { Chart } from '../widgets/chart.js';
import { Facts } from '../widgets/facts.js';
import { NumberTable } from '../widgets/number_table.js';
import { PointedPanels } from '../widgets/pointed_panels.js';
import { Choice, Slider, settingsRow, showSetting } from '../widgets/setting.js';
import { HeadPair } from './head_pair.js';

/** @typedef {import('./concept_figure.js').Acts} Acts */
/**
 * @template Model
 * @typedef {import('./concept_figure.js').ConceptFigure<Model>} ConceptFigure
 */
/** @typedef {import('../look.js').Look} Look */
/** @typedef {import('../widgets/matrix_panel.js').Cell} Cell */
/** @typedef {{ data: Float32Array, shape: readonly number[] }} Tensor */

/**
 * @typedef {object} SharingModel
 * @property {{ weights: Tensor, rowSum: Tensor }} result with keys and values for each head
 * @property {string[]} queryTokens
 * @property {string[]} keyTokens
 * @property {number} heads
 * @property {number} keyValueHeads
 * @property {'first' | 'mean' | 'low-rank'} share
 * @property {number} rank of the latent
 * @property {number} fullRank
 * @property {{ key: number, value: number }} widths of one head
 * @property {number[]} headChoices
 * @property {Float32Array[]} own by head, n_q × n_k weights, NaN where masked
 * @property {Float32Array} ownSum heads × n_q
 * @property {Float32Array[]} shared by head; NaN as long as it is not computed
 * @property {Float32Array} sharedSum heads × n_q
 * @property {{ most: number, variation: number }[] | null} moved by head; null as long as it is not computed
 * @property {Float32Array | null} singularValues of [W_K | W_V], for a latent
 */

/** More heads are numbers only. */
const MOST_MAPS = 8;
const MOST_ROWS = 32;
/** Rooms for two and for three pairs of maps beside each other. */
const TWO_EM = 64;
const THREE_EM = 104;

/** @implements {ConceptFigure<SharingModel>} */
export class SharingFigure {
  #document;
  #strings;
  #acts;
  #share;
  #heads;
  #groups;
  #rank;
  #sentence;
  #some;
  #pairs;
  /** @type {HeadPair[]} */
  #cards = [];
  #pointed;
  #table;
  #facts;
  #chart;
  /** @type {SharingModel | null} */
  #shown = null;

  /**
   * @param {Document} document
   * @param {import('../strings.js').Strings} strings
   * @param {Acts} acts
   */
  constructor(document, strings, acts) {
    this.#document = document;
    this.#strings = strings;
    this.#acts = acts;
    this.hint = strings.panelHint;
    this.#share = new Choice(document, strings.sharingShare, (share) =>
      acts.set({ share: share === 'first' ? null : share }),
    );
    // Other heads have other groups.
    this.#heads = new Choice(document, strings.sharingHeads, (heads) =>
      acts.set({ heads, 'kv-heads': null }),
    );
    this.#groups = new Slider(document, strings.sharingGroups, (place) => {
      const groups = divisors(this.#shown?.heads ?? 1)[place];
      acts.set({ 'kv-heads': groups === 1 ? null : String(groups) });
    });
    this.#rank = new Slider(document, strings.sharingRank, (rank) =>
      acts.set({ rank: String(rank) }),
    );
    this.#sentence = node(document, 'p', { class: 'sentence' });
    this.#some = node(document, 'p', { class: 'sentence' });
    this.#pairs = node(document, 'div', { class: 'beside head-pairs' });
    this.readoutPlace = node(document, 'div');
    this.#pointed = new PointedPanels((at, spoken) => this.#read(at, spoken));
    this.#table = new NumberTable(document);
    this.#facts = new Facts(document);
    this.#chart = new Chart(document);
    this.root = node(document, 'div', { class: 'concept sharing-figure' }, [
      settingsRow(document, strings.settings, [
        this.#heads.root,
        this.#share.root,
        this.#groups.root,
        this.#rank.root,
      ]),
      this.#sentence,
      this.#facts.root,
      node(document, 'div', {}, [this.#pairs, this.readoutPlace]),
      this.#some,
      node(document, 'div', { class: 'beside' }, [this.#table.root, this.#chart.root]),
    ]);
  }

  /**
   * @param {SharingModel} model
   * @param {Look} look
   */
  update(model, look) {
    this.#shown = model;
    this.#showSettings(model);
    setTerms(this.#sentence, sentenceOf(model, this.#strings));
    this.#showPairs(model, look);
    this.#showTable(model);
    this.#showFacts(model);
    this.#showValues(model, look);
    this.#read(this.#pointed.at, false);
  }

  /** @param {SharingModel} model */
  #showSettings({ heads, keyValueHeads, share, rank, fullRank, headChoices }) {
    const strings = this.#strings;
    this.#heads.update({
      options: [...new Set([...headChoices, heads])].map((count) => [String(count), String(count)]),
      chosen: String(heads),
    });
    this.#share.update({
      options: [
        ['first', strings.sharingFirst],
        ['mean', strings.sharingMean],
        ['low-rank', strings.sharingLowRank],
      ],
      chosen: share,
    });
    const counts = divisors(heads);
    const name =
      keyValueHeads === heads
        ? strings.sharingMha
        : keyValueHeads === 1
          ? strings.sharingMqa
          : strings.sharingGqa;
    this.#groups.update({
      place: counts.indexOf(keyValueHeads),
      min: 0,
      max: counts.length - 1,
      text: fill(strings.sharingGroupsText, { groups: keyValueHeads, heads, name }),
      disabled: counts.length === 1,
    });
    this.#rank.update({
      place: rank,
      min: 1,
      max: fullRank,
      text: fill(strings.sharingRankText, { rank, full: fullRank }),
      disabled: fullRank === 1,
    });
    showSetting(this.#groups.root, share !== 'low-rank');
    showSetting(this.#rank.root, share === 'low-rank');
  }

  /**
   * @param {SharingModel} model
   * @param {Look} look
   */
  #showPairs(model, look) {
    const strings = this.#strings;
    const { heads } = model;
    const shown = Math.min(heads, MOST_MAPS);
    while (this.#cards.length > shown) this.#cards.pop();
    while (this.#cards.length < shown)
      this.#cards.push(new HeadPair(this.#document, strings, this.#pointed, this.#cards.length));
    const roots = this.#cards.map(({ root }) => root);
    if (this.#pairs.childElementCount !== shown) this.#pairs.replaceChildren(...roots);
    const fitting =
      look.room >= look.em * THREE_EM && shown > 2 ? 3 : look.room >= look.em * TWO_EM ? 2 : 1;
    const room = look.room / Math.min(fitting, Math.max(2, shown)) - look.em * 2.8;
    this.#cards.forEach((card, head) => {
      card.update(model, look, { head, room: fitting === 1 ? look.room : room });
    });
    setHidden(this.#some, shown === heads);
    setText(this.#some, fill(strings.sharingSome, { shown, heads }));
  }

  /** @param {SharingModel} model */
  #showTable({ heads, moved }) {
    const strings = this.#strings;
    const cellsOf = (/** @type {number} */ most, /** @type {number} */ variation) =>
      moved ? [fixed(most, 4), fixed(variation, 4)] : ['–', '–'];
    const rows = Array.from({ length: Math.min(heads, MOST_ROWS) }, (_, head) => ({
      name: `${strings.sharingHead} ${head}`,
      cells: cellsOf(moved?.[head].most ?? 0, moved?.[head].variation ?? 0),
    }));
    const all = moved ?? [];
    const mean = (/** @type {'most' | 'variation'} */ which) =>
      all.reduce((sum, each) => sum + each[which], 0) / heads;
    if (heads > 1)
      rows.push({ name: strings.sharingMean2, cells: cellsOf(mean('most'), mean('variation')) });
    this.#table.update({
      caption: strings.sharingTable,
      columns: [strings.sharingHead, strings.sharingMost, strings.sharingVariation],
      rows,
    });
  }

  /** @param {SharingModel} model */
  #showFacts(model) {
    const strings = this.#strings;
    const { heads, keyValueHeads, share, rank, widths, moved, singularValues } = model;
    const isLatent = share === 'low-rank';
    const { key, value } = widths;
    const bytes = isLatent ? rank * 4 : keyValueHeads * (key + value) * 4;
    const formula = isLatent
      ? fill(strings.sharingBytesLatent, { rank })
      : fill(strings.sharingBytesGroups, { groups: keyValueHeads, key, value });
    const facts = [
      {
        name: strings.sharingBytes,
        value: byteSize(bytes),
        note: fill(strings.sharingBytesNote, {
          formula,
          own: byteSize(heads * (key + value) * 4),
        }),
      },
      {
        name: strings.sharingLargest,
        value: moved ? magnitude(Math.max(...moved.map(({ most }) => most))) : '–',
        note: fill(strings.sharingLargestNote, { heads }),
      },
    ];
    if (singularValues) {
      facts.push({
        name: strings.sharingLeftOut,
        value: `${fixed(100 * leftOut(singularValues, rank), 1)} %`,
        note: fill(strings.sharingLeftOutNote, { rank }),
      });
    }
    this.#facts.update(facts);
  }

  /**
   * @param {SharingModel} model
   * @param {Look} look
   */
  #showValues({ singularValues, rank }, look) {
    const strings = this.#strings;
    const chart = /** @type {HTMLElement} */ (/** @type {unknown} */ (this.#chart.root));
    chart.style.display = singularValues ? '' : 'none';
    if (!singularValues) return;
    const count = singularValues.length;
    const bars = (/** @type {number} */ begin, /** @type {number} */ end) =>
      Array.from(
        singularValues.subarray(begin, end),
        (value, place) => /** @type {const} */ ([begin + place + 0.6, value]),
      );
    const stride = Math.ceil(count / 8);
    this.#chart.update({
      label: fill(strings.sharingCurve, { rank }),
      width: Math.min(look.room, look.em * 30),
      height: look.em * 12,
      x: {
        min: 0.5,
        max: count + 0.5,
        label: strings.sharingCurvePlace,
        ticks: Array.from({ length: Math.ceil(count / stride) }, (_, tick) => 1 + tick * stride),
      },
      y: { min: 0, max: singularValues[0] || 1, label: strings.sharingCurveAxis },
      series: [
        { name: '', kind: 'bars', points: bars(0, rank), step: 0.8, ink: 1 },
        { name: '', kind: 'bars', points: bars(rank, count), step: 0.8, ink: 2 },
      ],
      marks: [{ x: rank + 0.5, text: strings.sharingKept }],
      look,
    });
  }

  /**
   * @param {{ name: string, cell: Cell } | null} at
   * @param {boolean} spoken
   */
  #read(at, spoken) {
    const model = this.#shown;
    if (!model) return;
    for (const card of this.#cards) card.highlight(at?.cell ?? null);
    if (!at) {
      this.#acts.read('');
      return;
    }
    const strings = this.#strings;
    const { row, column } = at.cell;
    const head = Number(at.name.split(' ')[1]);
    const place = row * model.keyTokens.length + column;
    const said = (/** @type {Float32Array} */ values) =>
      Number.isNaN(values[place]) ? strings.cellMasked : fixed(values[place], 4);
    const cell = cellPlace(at.cell, model, strings);
    const facts = fill(strings.sharingCell, {
      head,
      own: said(model.own[head]),
      shared: said(model.shared[head]),
    });
    this.#acts.read(`${cell} · ${facts}`, { spoken, locked: at.cell.locked });
  }
}

/**
 * @param {number} heads
 * @returns {number[]} how many key/value heads there can be, from one for each head to one for all
 */
function divisors(heads) {
  return Array.from({ length: heads }, (_, index) => heads - index).filter(
    (count) => heads % count === 0,
  );
}

/**
 * @param {Float32Array} values descending
 * @param {number} rank
 * @returns {number} share of the Frobenius norm that is left out (Eckart & Young 1936)
 */
function leftOut(values, rank) {
  const norm = (/** @type {Float32Array} */ some) =>
    Math.sqrt(some.reduce((sum, value) => sum + value * value, 0));
  const whole = norm(values);
  return whole > 0 ? norm(values.subarray(rank)) / whole : 0;
}

/**
 * @param {SharingModel} model
 * @param {import('../strings.js').Strings} strings
 * @returns {string}
 */
function sentenceOf({ heads, keyValueHeads, share, rank }, strings) {
  if (share === 'low-rank') return fill(strings.sharingSentenceLowRank, { rank });
  if (keyValueHeads === heads) return strings.sharingSentenceOwn;
  const sentence = share === 'first' ? strings.sharingSentenceFirst : strings.sharingSentenceMean;
  return fill(sentence, { size: heads / keyValueHeads });
}
