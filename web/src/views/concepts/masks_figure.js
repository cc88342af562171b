// A mask over the map: what it takes away by row, where that goes, and a brush to paint one.
import { node, setAttribute, setHidden, setText } from '../nodes.js';
import { fixed } from '../numbers.js';
import { cellPlace } from '../readout.js';
import { fill, isolate } from '../strings.js';
import { describeKeys, KEYS_HINT_ID, OWN_HINT_ID } from '../walkable.js';
import { roomAbreast } from '../widgets/abreast.js';
import { CellPainter } from '../widgets/cell_painter.js';
import { mapContent } from '../widgets/map_content.js';
import { MatrixPanel } from '../widgets/matrix_panel.js';
import { NumberTable } from '../widgets/number_table.js';
import { PointedPanels } from '../widgets/pointed_panels.js';
import { paintedAttributes } from './mask_setting.js';
import { MaskSettings } from './mask_settings.js';
import { maskInWords } from './mask_words.js';

/** @typedef {import('./concept_figure.js').Acts} Acts */
/**
 * @template Model
 * @typedef {import('./concept_figure.js').ConceptFigure<Model>} ConceptFigure
 */
/** @typedef {import('../look.js').Look} Look */
/** @typedef {import('../widgets/matrix_panel.js').Cell} Cell */
/** @typedef {{ data: Float32Array, shape: readonly number[] }} Tensor */

/**
 * @typedef {object} MasksModel
 * @property {{ weights: Tensor, output: Tensor, rowSum: Tensor }} result with the mask
 * @property {string[]} queryTokens
 * @property {string[]} keyTokens
 * @property {Float32Array} before n_q × n_k weights without mask
 * @property {Float32Array} beforeSum n_q
 * @property {Float32Array} after n_q × n_k weights with mask, NaN where it hides
 * @property {Float32Array} weights the same, 0 where it hides
 * @property {Float32Array} rowSum n_q
 * @property {Float32Array} output n_q × d_v
 * @property {number} valueWidth d_v
 * @property {Uint8Array} hidden n_q × n_k
 * @property {number} hiddenCount
 * @property {Float64Array} mass n_q, what is taken away
 * @property {number[]} noKey queries that see no key
 * @property {import('./mask_setting.js').MaskSetting} setting
 * @property {number} row that is shown in numbers where none is pointed at
 */

/** More rows or keys than this are a map, not a table. */
const MOST_ROWS = 12;
/** More cells than this would make an attribute of many kilobytes. */
const MOST_PAINTED = 4096;
/** Longer outputs are no line. */
const MOST_COMPONENTS = 8;
/** @implements {ConceptFigure<MasksModel>} */
export class MasksFigure {
  #strings;
  #acts;
  #settings;
  #words;
  #without;
  #with;
  #rows;
  #keys;
  #pointed;
  /** @type {{ model: MasksModel, look: Look } | null} */
  #shown = null;
  /** The cells of a stroke that is being painted. @type {Uint8Array | null} */
  #stroke = null;
  /** What was painted is to be spoken when it is computed. */
  #speaks = false;

  /**
   * @param {Document} document
   * @param {import('../strings.js').Strings} strings
   * @param {Acts} acts
   */
  constructor(document, strings, acts) {
    this.#strings = strings;
    this.#acts = acts;
    this.hint = strings.masksHint;
    this.#settings = new MaskSettings(document, strings, acts, () => this.#paint([], false));
    this.#words = node(document, 'p', { class: 'sentence' });
    this.#pointed = new PointedPanels((at, spoken) => this.#read(at?.cell ?? null, spoken));
    this.#without = new MatrixPanel(document, strings, this.#pointed.of('without'));
    this.#with = new MatrixPanel(document, strings, this.#pointed.of('with'), 'map', (cell) =>
      painter.press(cell),
    );
    describeKeys(this.#with.root, strings.masksKeysHint);
    const painter = new CellPainter(this.#with, {
      begin: (cell) => this.#begin(cell),
      paint: (cells, mark) => this.#paint(cells, mark),
      end: () => {
        this.#stroke = null;
        this.#speaks = true;
      },
    });
    this.readoutPlace = node(document, 'div');
    this.#rows = new NumberTable(document);
    this.#keys = new NumberTable(document);
    this.root = node(document, 'div', { class: 'concept masks-figure' }, [
      this.#settings.root,
      this.#words,
      node(document, 'div', { class: 'beside' }, [
        node(document, 'div', {}, [
          node(document, 'div', { class: 'beside' }, [this.#without.root, this.#with.root]),
          this.readoutPlace,
        ]),
        node(document, 'div', { class: 'tables' }, [this.#rows.root, this.#keys.root]),
      ]),
    ]);
  }

  /**
   * @param {MasksModel} model
   * @param {Look} look
   */
  update(model, look) {
    this.#shown = { model, look };
    const { setting, queryTokens, keyTokens } = model;
    this.#settings.update({
      setting,
      keys: keyTokens.length,
      tokens: keyTokens,
      square: queryTokens.length === keyTokens.length,
    });
    setText(this.#words, maskInWords(model, this.#strings));
    this.#with.root.classList.toggle('paintable', paints(model));
    const keys = paints(model) ? OWN_HINT_ID : KEYS_HINT_ID;
    setAttribute(this.#with.root, 'aria-describedby', keys);
    this.hint = paints(model) ? this.#strings.masksHint : this.#strings.masksHintWhole;
    this.#showMaps(model, look);
    const at = this.#pointed.at;
    if (at) this.#read(at.cell, this.#speaks);
    else this.#showNumbers(model, null);
    this.#speaks = false;
  }

  /**
   * @param {MasksModel} model
   * @param {Look} look
   */
  #showMaps(model, look) {
    const strings = this.#strings;
    const { queryTokens, keyTokens } = model;
    const counts = { queries: queryTokens.length, keys: keyTokens.length };
    const common = {
      ...mapContent(queryTokens, keyTokens, strings),
      room: roomAbreast(look, 3),
      tallest: look.tallest * 0.8,
    };
    this.#without.update(
      {
        ...common,
        title: strings.masksWithout,
        step: strings.masksStepWithout,
        label: fill(strings.masksLabelWithout, counts),
        values: model.before,
        sums: model.beforeSum,
      },
      look,
    );
    this.#with.update(
      {
        ...common,
        title: strings.masksWith,
        step: strings.masksStepWith,
        label: fill(strings.masksLabelWith, counts),
        values: model.after,
        sums: model.rowSum,
      },
      look,
    );
  }

  /**
   * @param {{ row: number, column: number }} cell
   * @returns {boolean | null} whether a stroke that begins here hides
   */
  #begin({ row, column }) {
    if (!this.#shown || !paints(this.#shown.model)) return null;
    return this.#shown.model.hidden[row * this.#shown.model.keyTokens.length + column] === 0;
  }

  /**
   * @param {{ row: number, column: number }[]} cells
   * @param {boolean} hides
   */
  #paint(cells, hides) {
    if (!this.#shown) return;
    const { hidden, keyTokens } = this.#shown.model;
    // Several cells of a stroke may be painted before the first is computed.
    const painted = this.#stroke ?? Uint8Array.from(hidden);
    for (const { row, column } of cells) painted[row * keyTokens.length + column] = Number(hides);
    if (cells.length > 0) this.#stroke = painted;
    this.#acts.set(paintedAttributes(painted, keyTokens.length));
  }

  /**
   * @param {Cell | null} cell
   * @param {boolean} spoken
   */
  #read(cell, spoken) {
    for (const panel of [this.#without, this.#with]) panel.highlight(cell);
    if (!this.#shown) return;
    const { model } = this.#shown;
    this.#showNumbers(model, cell);
    this.#acts.read(cell ? this.#factsOf(model, cell) : '', { spoken, locked: cell?.locked });
  }

  /**
   * @param {MasksModel} model
   * @param {Cell} cell
   * @returns {string}
   */
  #factsOf(model, { row, column }) {
    const strings = this.#strings;
    const { queryTokens, keyTokens, before, weights, hidden, mass, noKey, output, valueWidth } =
      model;
    const index = row * keyTokens.length + column;
    const numbers = {
      before: fixed(before[index], 5),
      after: fixed(weights[index], 5),
      left: fixed(1 - mass[row], 5),
    };
    const cellWords = hidden[index]
      ? strings.masksCellHidden
      : mass[row] > 0
        ? strings.masksCell
        : strings.masksCellSame;
    const facts = [
      cellPlace({ row, column }, { queryTokens, keyTokens }, strings),
      noKey.includes(row) ? strings.cellNoKey : fill(cellWords, numbers),
    ];
    if (valueWidth <= MOST_COMPONENTS) {
      const values = output.subarray(row * valueWidth, (row + 1) * valueWidth);
      const text = Array.from(values, (value) => fixed(value)).join(', ');
      facts.push(fill(strings.cellOutput, { row, values: text }));
    }
    return facts.join(' · ');
  }

  /**
   * @param {MasksModel} model
   * @param {Cell | null} cell
   */
  #showNumbers(model, cell) {
    const row = cell?.row ?? model.row;
    this.#showRows(model, row);
    this.#showKeys(model, row, cell?.column ?? null);
  }

  /**
   * @param {MasksModel} model
   * @param {number} on
   */
  #showRows({ queryTokens, keyTokens, mass, hidden, noKey }, on) {
    const strings = this.#strings;
    const columns = keyTokens.length;
    const whole = queryTokens.length <= MOST_ROWS;
    const indices = whole ? queryTokens.map((_, row) => row) : [on];
    const rows = indices.map((row) => {
      const cells = hidden.subarray(row * columns, (row + 1) * columns);
      const seen = columns - cells.reduce((sum, cell) => sum + cell, 0);
      const left = noKey.includes(row) ? fixed(0, 4) : fixed(1 - mass[row], 4);
      return { name: queryTokens[row], cells: [fixed(mass[row], 4), left, String(seen)] };
    });
    const mean = mass.reduce((sum, each) => sum + each, 0) / mass.length;
    rows.push({ name: strings.masksTotal, cells: [fixed(mean, 4), fixed(1 - mean, 4), ''] });
    this.#rows.update({
      caption: strings.masksRows,
      columns: [strings.queriesAxisShort, strings.masksMass, strings.masksLeft, strings.masksSeen],
      rows,
      on: whole ? on : 0,
    });
  }

  /**
   * @param {MasksModel} model
   * @param {number} row
   * @param {number | null} on key
   */
  #showKeys({ queryTokens, keyTokens, before, weights, hidden, mass, noKey }, row, on) {
    const strings = this.#strings;
    const start = row * keyTokens.length;
    setHidden(this.#keys.root, keyTokens.length > MOST_ROWS);
    if (keyTokens.length > MOST_ROWS) return;
    const caption = noKey.includes(row) ? strings.masksWhereNone : strings.masksWhere;
    this.#keys.update({
      caption: fill(caption, {
        row,
        query: isolate(queryTokens[row]),
        left: fixed(1 - mass[row], 5),
      }),
      columns: [
        strings.keysAxisShort,
        strings.masksNoMask,
        strings.masksMasked,
        strings.masksChange,
      ],
      rows: keyTokens.map((name, column) => {
        const [was, is] = [before[start + column], weights[start + column]];
        const change = is - was;
        return {
          name,
          cells: [fixed(was, 5), fixed(is, 5), `${change > 0 ? '+' : ''}${fixed(change, 5)}`],
          muted: hidden[start + column] === 1,
        };
      }),
      on,
    });
  }
}

/**
 * @param {MasksModel} model
 * @returns {boolean} whether its cells can be painted
 */
function paints({ hidden }) {
  return hidden.length <= MOST_PAINTED;
}
