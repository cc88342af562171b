// Heads as cards that can be sorted by what they attend to; one is enlarged on demand.
import { node, setHidden, setText } from '../nodes.js';
import { fixed } from '../numbers.js';
import { cellPlace, weightFact } from '../readout.js';
import { fill } from '../strings.js';
import { mapContent } from '../widgets/map_content.js';
import { MatrixPanel } from '../widgets/matrix_panel.js';
import { Choice, Slider, settingsRow, showSetting } from '../widgets/setting.js';
import { HeadCards } from './head_cards.js';

/** @typedef {import('./concept_figure.js').Acts} Acts */
/**
 * @template Model
 * @typedef {import('./concept_figure.js').ConceptFigure<Model>} ConceptFigure
 */
/** @typedef {import('../look.js').Look} Look */
/** @typedef {import('../widgets/matrix_panel.js').Cell} Cell */
/** @typedef {{ data: Float32Array, shape: readonly number[] }} Tensor */
/** @typedef {'entropy' | 'distance' | 'first' | 'previous' | 'induction'} MeasureName */

/**
 * @typedef {object} CensusModel
 * @property {{ weights: Tensor, entropy: Tensor, rowSum: Tensor }} result
 * @property {string[]} queryTokens
 * @property {string[]} keyTokens
 * @property {(object | undefined)[]} masks of each head, as the core takes them
 * @property {Record<MeasureName, number>[]} measures of each head; NaN where there is none
 * @property {'head' | MeasureName} sort
 * @property {number} filter heads below it are left out
 * @property {number[]} order the heads that are shown
 * @property {number | null} head that is enlarged
 * @property {{ weights: Float32Array, rowSum: Float32Array } | null} large of that head, NaN where masked
 * @property {number} distance mean of all heads
 */

/** @type {readonly MeasureName[]} */
const NAMES = ['entropy', 'distance', 'first', 'previous', 'induction'];
/** Places of the filter's slider. */
const STEPS = 50;

/** @implements {ConceptFigure<CensusModel>} */
export class CensusFigure {
  #strings;
  #acts;
  #sort;
  #filter;
  #shownWords;
  #path;
  #panel;
  #cards;
  #stage;
  #large;
  #formulas;
  #notes;
  #caption;
  #places;
  /** @type {CensusModel | null} */
  #model = null;

  /**
   * @param {Document} document
   * @param {import('../strings.js').Strings} strings
   * @param {Acts} acts
   */
  constructor(document, strings, acts) {
    this.#strings = strings;
    this.#acts = acts;
    this.hint = strings.censusHint;
    this.#sort = new Choice(document, strings.censusSort, (sort) =>
      // A threshold of one measure says nothing of another.
      acts.set({ sort: sort === 'head' ? null : sort, filter: null }),
    );
    this.#filter = new Slider(document, strings.censusFilter, (place) =>
      acts.set({ filter: place > 0 ? String(place) : null }),
    );
    this.#shownWords = node(document, 'p', { class: 'sentence' });
    this.#path = node(document, 'p', { class: 'sentence' });
    this.#panel = new MatrixPanel(document, strings, (cell, spoken) => this.#read(cell, spoken));
    this.#places = { large: node(document, 'div'), all: node(document, 'div') };
    this.#caption = node(document, 'div', { class: 'caption' });
    this.#cards = new HeadCards(document, (head) => this.#choose(head));
    this.#large = node(document, 'div', { class: 'enlarged' }, [
      this.#panel.root,
      this.#places.large,
    ]);
    this.#stage = node(document, 'div', { class: 'heads-figure' }, [
      this.#large,
      node(document, 'div', { class: 'multiples' }, [this.#caption, this.#cards.root]),
    ]);
    this.#formulas = new Map(NAMES.map((name) => [name, node(document, 'dd')]));
    this.#notes = node(document, 'div', { class: 'notes' }, [
      this.#path,
      node(document, 'div', {}, [
        node(document, 'p', { class: 'sentence', text: strings.censusFormulas }),
        node(
          document,
          'dl',
          { class: 'formulas' },
          NAMES.map((name) =>
            node(document, 'div', {}, [
              node(document, 'dt', { text: nameOf(strings, name) }),
              /** @type {HTMLElement} */ (this.#formulas.get(name)),
            ]),
          ),
        ),
      ]),
    ]);
    this.root = node(document, 'div', { class: 'concept' }, [
      settingsRow(document, strings.settings, [this.#sort.root, this.#filter.root]),
      this.#shownWords,
      this.#stage,
      this.#places.all,
      this.#notes,
    ]);
  }

  /** Under the enlarged map, or under the cards. @returns {HTMLElement} */
  get readoutPlace() {
    return typeof this.#model?.head === 'number' ? this.#places.large : this.#places.all;
  }

  /** @param {number} head */
  #choose(head) {
    const model = this.#model;
    if (!model) return;
    const closes = model.head === head;
    this.#acts.set({ head: closes ? null : String(head) });
    const facts = NAMES.map(
      (name) => `${nameOf(this.#strings, name)} ${measureText(name, model.measures[head][name])}`,
    );
    this.#acts.read(
      closes ? '' : [fill(this.#strings.censusHead, { head }), ...facts].join(' · '),
      { spoken: true },
    );
  }

  /**
   * @param {CensusModel} model
   * @param {Look} look
   */
  update(model, look) {
    this.#model = model;
    this.#showSettings(model);
    const strings = this.#strings;
    const { result, measures, order, head, sort, masks, keyTokens } = model;
    const plan = this.#cards.update(
      {
        label: fill(strings.censusCards, { heads: order.length }),
        weights: result.weights,
        enlarged: head !== null,
        cards: order.map((each) => ({
          head: each,
          title: fill(strings.censusHead, { head: each }),
          facts: NAMES.map((name) => ({
            name: nameOf(strings, name),
            value: measureText(name, measures[each][name]),
            on: name === sort,
          })),
          pressed: each === head,
          mask: masks[each],
        })),
      },
      look,
    );
    setText(this.#caption, `${strings.queriesAxis}, ${strings.keysAxis}`);
    this.#stage.classList.toggle('beside', plan.beside);
    setHidden(this.#large, head === null);
    this.#large.style.width = plan.beside ? `${plan.large}px` : '';
    // Beside many cards there is room for the words under the enlarged map.
    const room = plan.beside ? this.#large : this.root;
    if (this.#notes.parentNode !== room) room.append(this.#notes);
    this.#showLarge(model, plan.large, look);
    setText(
      this.#path,
      fill(strings.censusPath, {
        distance: fixed(head === null ? model.distance : measures[head].distance),
        maps:
          measures.length === 1 || head !== null ? strings.censusPathOne : strings.censusPathAll,
      }),
    );
    const keys = keyTokens.length;
    const words = { keys, most: fixed(Math.log(keys), 2) };
    for (const [name, place] of this.#formulas)
      setText(place, fill(formulaOf(strings, name), words));
  }

  /** @param {CensusModel} model */
  #showSettings({ measures, sort, filter, order }) {
    const strings = this.#strings;
    const several = measures.length > 1;
    showSetting(this.#sort.root, several);
    this.#sort.update({
      options: [
        ['head', strings.censusByHead],
        ...NAMES.map((name) => /** @type {const} */ ([name, nameOf(strings, name)])),
      ],
      chosen: sort,
    });
    const values =
      sort === 'head' ? [] : measures.map((each) => each[sort]).filter(Number.isFinite);
    const top = Math.max(0, ...values);
    showSetting(this.#filter.root, several && top > 0);
    // Steps of two digits, so that what is written is short; rounded down, so that the last leaves a head.
    const step = top > 0 ? Number((top / STEPS).toPrecision(1)) : 1;
    const max = Math.floor(top / step + 1e-9) * step;
    this.#filter.update({
      place: filter,
      min: 0,
      max: Math.max(max, 0),
      step,
      text: sort === 'head' || filter === 0 ? '0' : measureText(sort, filter),
    });
    setHidden(this.#shownWords, filter === 0 || sort === 'head');
    if (sort === 'head') return;
    setText(
      this.#shownWords,
      fill(strings.censusShown, {
        shown: order.length,
        heads: measures.length,
        measure: nameOf(strings, sort),
        least: measureText(sort, filter),
      }),
    );
  }

  /**
   * @param {CensusModel} model
   * @param {number} room
   * @param {Look} look
   */
  #showLarge({ head, large, queryTokens, keyTokens }, room, look) {
    if (head === null || !large) return;
    const strings = this.#strings;
    this.#panel.update(
      {
        title: fill(strings.censusHead, { head }),
        label: fill(strings.censusLarge, {
          head,
          queries: queryTokens.length,
          keys: keyTokens.length,
        }),
        values: large.weights,
        ...mapContent(queryTokens, keyTokens, strings),
        room,
        sums: large.rowSum,
      },
      look,
    );
  }

  /**
   * @param {Cell | null} cell
   * @param {boolean} spoken
   */
  #read(cell, spoken) {
    this.#panel.highlight(cell);
    const model = this.#model;
    if (!cell || !model?.large) {
      this.#acts.read('');
      return;
    }
    const strings = this.#strings;
    const { row, column } = cell;
    const { queryTokens, keyTokens, large } = model;
    const weight = large.weights[row * keyTokens.length + column];
    const position = row + keyTokens.length - queryTokens.length;
    const facts = [
      cellPlace(cell, model, strings),
      weightFact(weight, strings),
      fill(strings.censusCellDistance, { distance: Math.abs(position - column) }),
    ];
    this.#acts.read(facts.join(' · '), { spoken, locked: cell.locked });
  }
}

/**
 * @param {import('../strings.js').Strings} strings
 * @param {MeasureName} name
 * @returns {string}
 */
function nameOf(strings, name) {
  return {
    entropy: strings.censusEntropy,
    distance: strings.censusDistance,
    first: strings.censusFirst,
    previous: strings.censusPrevious,
    induction: strings.censusInduction,
  }[name];
}

/**
 * @param {import('../strings.js').Strings} strings
 * @param {MeasureName} name
 * @returns {string}
 */
function formulaOf(strings, name) {
  return {
    entropy: strings.censusEntropyFormula,
    distance: strings.censusDistanceFormula,
    first: strings.censusFirstFormula,
    previous: strings.censusPreviousFormula,
    induction: strings.censusInductionFormula,
  }[name];
}

/**
 * @param {MeasureName} name
 * @param {number} value
 * @returns {string} shares with three digits; nats and tokens with two
 */
function measureText(name, value) {
  return fixed(value, name === 'entropy' || name === 'distance' ? 2 : 3);
}
