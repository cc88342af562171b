// Queries and keys as two strips, the rectangular map between them, and the two ways to lay a causal mask over it.
import { node, setText } from '../nodes.js';
import { fixed, magnitude } from '../numbers.js';
import { fill, isolate } from '../strings.js';
import { roomAbreast } from '../widgets/abreast.js';
import { BoundaryStrip } from '../widgets/boundary_strip.js';
import { Facts } from '../widgets/facts.js';
import { LitTokens } from '../widgets/lit_tokens.js';
import { mapContent } from '../widgets/map_content.js';
import { MatrixPanel } from '../widgets/matrix_panel.js';
import { PointedPanels } from '../widgets/pointed_panels.js';
import { Choice, Slider, Switch, settingsRow, showSetting } from '../widgets/setting.js';

/** @typedef {import('./concept_figure.js').Acts} Acts */
/**
 * @template Model
 * @typedef {import('./concept_figure.js').ConceptFigure<Model>} ConceptFigure
 */
/** @typedef {import('../look.js').Look} Look */
/** @typedef {import('../strings.js').Strings} Strings */
/** @typedef {import('../widgets/matrix_panel.js').Cell} Cell */
/** @typedef {{ data: Float32Array, shape: readonly number[] }} Tensor */
/** @typedef {{ weights: Tensor, output: Tensor }} Result */

/**
 * @typedef {object} CrossMap
 * @property {Float32Array} weights n_q × n_k, NaN where masked
 * @property {Float32Array} rowSum n_q
 * @property {number | null} difference the largest to the rows of the full map; null where there is none
 * @property {number | null} outputDifference
 * @property {Result} result
 */

/**
 * @typedef {object} CrossModel
 * @property {Result} result of the map in use
 * @property {string[]} queryTokens n_q
 * @property {string[]} keyTokens n_k
 * @property {number} split first tokens that do not ask; 0 for two sequences
 * @property {boolean} pair whether queries and keys are of two sequences
 * @property {boolean} causal
 * @property {'bottom-right' | 'top-left'} align
 * @property {CrossMap} bottomRight the only one where no causal mask has to be aligned
 * @property {CrossMap | null} topLeft
 * @property {Float32Array | null} full n_q × n_k, rows of the whole sequence's map
 */

/** @implements {ConceptFigure<CrossModel>} */
export class CrossFigure {
  #strings;
  #acts;
  #split;
  #causal;
  #align;
  #queries;
  #keys;
  #cuts;
  #cutLine;
  #words;
  #facts;
  #bottomRight;
  #topLeft;
  #pointed;
  /** @type {CrossModel | null} */
  #model = null;

  /**
   * @param {Document} document
   * @param {Strings} strings
   * @param {Acts} acts
   */
  constructor(document, strings, acts) {
    this.#strings = strings;
    this.#acts = acts;
    this.hint = strings.panelHint;
    this.#split = new Slider(document, strings.crossSplit, (split) =>
      acts.set({ split: String(split) }),
    );
    this.#causal = new Switch(document, strings.crossCausal, (on) =>
      acts.set({ mask: on ? 'causal' : 'none' }),
    );
    this.#align = new Choice(document, strings.crossAlign, (align) => acts.set({ align }));
    this.#queries = new LitTokens(document, strings.crossQueries);
    this.#keys = new LitTokens(document, strings.crossKeys);
    this.#cuts = new BoundaryStrip(
      document,
      { strip: strings.crossCuts, cut: strings.crossCut },
      (starts) => this.#cut(starts),
    );
    this.#cutLine = node(document, 'div', { class: 'lit-tokens' }, [
      node(document, 'span', { class: 'name', text: strings.crossKeys }),
      this.#cuts.root,
    ]);
    this.#words = node(document, 'p', { class: 'sentence' });
    this.#facts = new Facts(document);
    this.#pointed = new PointedPanels((at, spoken) => this.#read(at?.cell ?? null, spoken));
    this.#bottomRight = new MatrixPanel(document, strings, this.#pointed.of('bottom-right'));
    this.#topLeft = new MatrixPanel(document, strings, this.#pointed.of('top-left'));
    this.root = node(document, 'div', { class: 'concept cross-figure' }, [
      settingsRow(document, strings.settings, [
        this.#split.root,
        this.#causal.root,
        this.#align.root,
      ]),
      node(document, 'div', { class: 'strips' }, [
        this.#queries.root,
        this.#keys.root,
        this.#cutLine,
      ]),
      this.#words,
      node(document, 'div', { class: 'beside' }, [this.#bottomRight.root, this.#topLeft.root]),
      this.#facts.root,
    ]);
  }

  /** @param {number[]} starts the old cut, and the one that was pressed; or none, where the old one was */
  #cut(starts) {
    const pressed = starts.find((start) => start !== this.#model?.split) ?? 0;
    this.#acts.set({ split: String(pressed) });
  }

  /**
   * @param {CrossModel} model
   * @param {Look} look
   */
  update(model, look) {
    this.#model = model;
    this.#showSettings(model);
    setText(this.#words, inWords(model, this.#strings));
    this.#showMaps(model, look);
    this.#showFacts(model);
    const { at } = this.#pointed;
    if (at) this.#read(at.cell, false);
  }

  /** @param {CrossModel} model */
  #showSettings({ pair, causal, align, split, queryTokens, keyTokens }) {
    const strings = this.#strings;
    const most = keyTokens.length - 1;
    this.#split.update({
      place: split,
      min: 0,
      max: most,
      text: String(split),
      disabled: most === 0,
    });
    this.#causal.update({ on: causal });
    this.#align.update({
      options: [
        ['bottom-right', strings.crossBottomRight],
        ['top-left', strings.crossTopLeft],
      ],
      chosen: align,
    });
    showSetting(this.#split.root, !pair);
    showSetting(this.#align.root, causal);
    this.#queries.update(queryTokens);
    // One sequence is cut where its keys stand; a sequence too long for that has the slider.
    this.#keys.update(pair ? keyTokens : []);
    this.#cuts.update(pair ? [] : keyTokens, split > 0 ? [split] : []);
    showSetting(this.#cutLine, !this.#cuts.root.hidden);
  }

  /**
   * @param {CrossModel} model
   * @param {Look} look
   */
  #showMaps({ queryTokens, keyTokens, bottomRight, topLeft, causal, align }, look) {
    const strings = this.#strings;
    const counts = { queries: queryTokens.length, keys: keyTokens.length };
    const titled = (/** @type {string} */ name, /** @type {boolean} */ used) =>
      causal && used ? fill(strings.crossUsed, { name }) : name;
    const content = (/** @type {CrossMap} */ map, /** @type {string} */ title) => ({
      title,
      label: fill(strings.crossLabel, { name: title, ...counts }),
      values: map.weights,
      ...mapContent(queryTokens, keyTokens, strings),
      room: roomAbreast(look, 2),
      tallest: look.tallest * 0.8,
      sums: map.rowSum,
    });
    const first = causal ? strings.crossBottomRight : strings.crossWeights;
    const offset = counts.keys - counts.queries;
    const reach = offset < 0 ? `− ${-offset}` : `+ ${offset}`;
    this.#bottomRight.update(
      {
        ...content(bottomRight, titled(first, align === 'bottom-right')),
        step: causal
          ? fill(strings.crossStepBottomRight, { offset }).replace(`+ ${offset}`, reach)
          : fill(strings.crossStep, counts),
      },
      look,
    );
    showSetting(this.#topLeft.root, topLeft !== null);
    if (!topLeft) return;
    this.#topLeft.update(
      {
        ...content(topLeft, titled(strings.crossTopLeft, align === 'top-left')),
        step: strings.crossStepTopLeft,
      },
      look,
    );
  }

  /** @param {CrossModel} model */
  #showFacts({ bottomRight, topLeft, causal }) {
    const strings = this.#strings;
    const fact = (/** @type {string} */ name, /** @type {CrossMap | null} */ map) =>
      map && map.difference !== null && map.outputDifference !== null
        ? [
            {
              name,
              value: magnitude(map.difference),
              note: fill(strings.crossOutputs, { difference: magnitude(map.outputDifference) }),
            },
          ]
        : [];
    const first = causal ? strings.crossDifferenceBottomRight : strings.crossDifference;
    this.#facts.update([
      ...fact(first, bottomRight),
      ...fact(strings.crossDifferenceTopLeft, topLeft),
    ]);
  }

  /**
   * @param {Cell | null} cell
   * @param {boolean} spoken
   */
  #read(cell, spoken) {
    for (const panel of [this.#bottomRight, this.#topLeft]) panel.highlight(cell);
    this.#queries.highlight(cell?.row ?? null);
    this.#keys.highlight(cell?.column ?? null);
    this.#cuts.highlight(cell?.column ?? null);
    if (!this.#model) return;
    this.#acts.read(cell ? cellInWords(this.#model, cell, this.#strings) : '', {
      spoken,
      locked: cell?.locked,
    });
  }
}

/**
 * @param {CrossModel} model
 * @param {Cell} cell
 * @param {Strings} strings
 * @returns {string}
 */
function cellInWords(model, { row, column }, strings) {
  const { queryTokens, keyTokens, split, bottomRight, topLeft, full, causal } = model;
  const index = row * keyTokens.length + column;
  const weight = (/** @type {Float32Array} */ weights) =>
    Number.isNaN(weights[index]) ? strings.masked : fixed(weights[index], 4);
  const name = causal ? strings.crossBottomRight : strings.weight;
  return [
    fill(strings.cell, {
      row: split + row,
      column,
      query: isolate(queryTokens[row]),
      key: isolate(keyTokens[column]),
    }),
    fill(strings.crossCellOne, { name, weight: weight(bottomRight.weights) }),
    ...(topLeft
      ? [
          fill(strings.crossCellOne, {
            name: strings.crossTopLeft,
            weight: weight(topLeft.weights),
          }),
        ]
      : []),
    ...(full ? [fill(strings.crossFull, { weight: fixed(full[index], 4) })] : []),
  ].join(' · ');
}

/**
 * @param {CrossModel} model
 * @param {Strings} strings
 * @returns {string}
 */
function inWords({ pair, causal, split, queryTokens, keyTokens, bottomRight, topLeft }, strings) {
  const counts = { queries: queryTokens.length, keys: keyTokens.length };
  const difference = (/** @type {CrossMap} */ map) => magnitude(map.difference ?? 0);
  if (pair) {
    const words = fill(strings.crossIsPair, counts);
    return causal ? `${words} ${strings.crossIsPairCausal}` : words;
  }
  if (!topLeft)
    return fill(counts.queries === 1 ? strings.crossIsSplitOne : strings.crossIsSplit, {
      ...counts,
      difference: difference(bottomRight),
    });
  const first = fill(strings.crossIsBottomRight, {
    split,
    seen: split + 1,
    difference: difference(bottomRight),
  });
  const second =
    split === 0
      ? strings.crossIsTopLeftSame
      : fill(strings.crossIsTopLeft, { difference: difference(topLeft) });
  return `${first} ${second}`;
}
