// One row of attention in tiles: the scores that each tile holds, what is kept after it, and the output so far.
import { signedScale } from '../colour_scale.js';
import { node, setText } from '../nodes.js';
import { fixed, magnitude, whole } from '../numbers.js';
import { fill, isolate } from '../strings.js';
import { Chart } from '../widgets/chart.js';
import { Facts } from '../widgets/facts.js';
import { MatrixPanel } from '../widgets/matrix_panel.js';
import { NumberTable } from '../widgets/number_table.js';
import { Slider, settingsRow } from '../widgets/setting.js';
import { Stepper } from '../widgets/stepper.js';

/** @typedef {import('./concept_figure.js').Acts} Acts */
/**
 * @template Model
 * @typedef {import('./concept_figure.js').ConceptFigure<Model>} ConceptFigure
 */
/** @typedef {import('../look.js').Look} Look */
/** @typedef {import('../widgets/matrix_panel.js').Cell} Cell */
/** @typedef {{ data: Float32Array, shape: readonly number[] }} Tensor */

/**
 * @typedef {object} Tile
 * @property {number} first key
 * @property {number} end key after its last
 * @property {boolean} skipped the mask hides all its keys
 * @property {number} max of the scores so far, −∞ before the first key
 * @property {number} correction of what was summed before
 * @property {number} sum of e^(score − max) so far
 * @property {Float32Array} output so far: the values summed with those powers, over the sum
 */

/**
 * @typedef {object} TilesModel
 * @property {{ weights: Tensor, output: Tensor }} result of the whole head, weights kept
 * @property {string[]} queryTokens
 * @property {string[]} keyTokens
 * @property {number} row the query
 * @property {number} blockSize keys in a tile
 * @property {number} step tiles taken, from 1
 * @property {Tile[]} tiles
 * @property {Float32Array} scores n_k of the row, −∞ where masked
 * @property {Float32Array} weights n_k of the row
 * @property {Float32Array} output d_v, after the last tile
 * @property {number} logSumExp −∞ where no key is seen
 * @property {number} difference of that output from the direct row's, the largest
 * @property {number} valueWidth d_v
 */

/** More tiles than this are read around the one that is shown. */
const MOST_TILES = 12;
/** float32 has seven digits. */
const DIGITS = 6;
const BESIDE_EM = 46;

/** @implements {ConceptFigure<TilesModel>} */
export class TilesFigure {
  #strings;
  #acts;
  #row;
  #block;
  #stepper;
  #sentence;
  #panel;
  #table;
  #chart;
  #facts;
  /** @type {TilesModel | null} */
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
    this.#row = new Slider(document, strings.tilesRow, (row) => acts.set({ row: String(row) }));
    // The step of other tiles would be another place: it goes back to the last.
    this.#block = new Slider(document, strings.tilesBlock, (size) =>
      acts.set({ 'block-size': String(size), step: null }),
    );
    const words = { label: strings.tilesRead, back: strings.tilesBack, next: strings.tilesNext };
    this.#stepper = new Stepper(document, words, (step) => this.#go(step));
    this.#sentence = node(document, 'p', { class: 'sentence' });
    this.#panel = new MatrixPanel(document, strings, (cell, spoken) => this.#read(cell, spoken));
    this.readoutPlace = node(document, 'div');
    this.#table = new NumberTable(document);
    this.#chart = new Chart(document);
    this.#facts = new Facts(document);
    this.root = node(document, 'div', { class: 'concept tiles-figure' }, [
      settingsRow(document, strings.settings, [
        this.#row.root,
        this.#block.root,
        this.#stepper.root,
      ]),
      this.#sentence,
      node(document, 'div', { class: 'beside' }, [
        node(document, 'div', {}, [this.#panel.root, this.readoutPlace]),
        node(document, 'div', { class: 'column' }, [this.#table.root, this.#chart.root]),
      ]),
      this.#facts.root,
    ]);
  }

  /** @param {number} step */
  #go(step) {
    const count = this.#shown?.tiles.length ?? 1;
    this.#acts.set({ step: step === count ? null : String(step) });
  }

  /**
   * @param {TilesModel} model
   * @param {Look} look
   */
  update(model, look) {
    this.#shown = model;
    const wide = look.room >= look.em * BESIDE_EM;
    this.#showSettings(model);
    setText(this.#sentence, sentenceOf(model, this.#strings));
    this.#showScores(model, look, wide);
    this.#showTable(model);
    this.#showOutput(model, look, wide);
    this.#showFacts(model);
    this.#read(this.#panel.cell, false);
  }

  /** @param {TilesModel} model */
  #showSettings({ queryTokens, keyTokens, row, blockSize, step, tiles }) {
    const strings = this.#strings;
    this.#row.update({
      place: row,
      min: 0,
      max: queryTokens.length - 1,
      text: fill(strings.tilesRowText, { row, token: isolate(queryTokens[row]) }),
      disabled: queryTokens.length === 1,
    });
    this.#block.update({
      place: blockSize,
      min: 1,
      max: keyTokens.length,
      text: String(blockSize),
      disabled: keyTokens.length === 1,
    });
    const count = tiles.length;
    this.#stepper.update({ step, count, text: fill(strings.tilesPlace, { step, count }) });
  }

  /**
   * A tile in each row, a key in each cell.
   * @param {TilesModel} model
   * @param {Look} look
   * @param {boolean} wide
   */
  #showScores({ scores, tiles, blockSize, row }, look, wide) {
    const strings = this.#strings;
    const cells = new Float32Array(tiles.length * blockSize).fill(Number.NaN);
    cells.set(scores);
    const masked = scores.includes(-Infinity);
    const past = cells.length > scores.length;
    this.#panel.update(
      {
        title: fill(strings.tilesScores, { row }),
        step: masked
          ? strings.tilesScoresStepMasked
          : past
            ? strings.tilesScoresStepPast
            : strings.tilesScoresStep,
        label: fill(strings.tilesScoresLabel, { row, count: tiles.length, block: blockSize }),
        values: cells,
        rows: tiles.length,
        columns: blockSize,
        rowTokens: tiles.map((tile, index) => `${index}: ${keysOf(tile)}`),
        columnTokens: Array.from({ length: blockSize }, (_, place) => String(place)),
        across: strings.tilesAcross,
        down: strings.tilesDown,
        scale: signedScale(scores.map((score) => (Number.isFinite(score) ? score : 0))),
        print: (index) => (index < scores.length ? fixed(cells[index]) : ''),
        room: wide ? look.room * 0.45 : look.room,
        tallest: look.tallest * 0.7,
      },
      look,
    );
  }

  /** @param {TilesModel} model */
  #showTable({ tiles, step }) {
    const strings = this.#strings;
    const count = tiles.length;
    const begin = Math.max(0, Math.min(step - MOST_TILES / 2, count - MOST_TILES));
    const shown = tiles.slice(begin, begin + MOST_TILES);
    this.#table.update({
      caption:
        shown.length === count
          ? strings.tilesTable
          : fill(strings.tilesTableOf, {
              first: begin,
              last: begin + shown.length - 1,
              count,
            }),
      columns: [strings.tilesStep, strings.tilesMax, strings.tilesCorrection, strings.tilesSum],
      rows: shown.map((tile, index) => ({
        name: `${begin + index}: ${keysOf(tile)}`,
        cells: begin + index >= step ? ['', '', ''] : this.#cellsOf(tiles, begin + index),
        muted: begin + index >= step || tile.skipped,
      })),
      on: step - 1 - begin,
    });
  }

  /**
   * @param {Tile[]} tiles
   * @param {number} index
   * @returns {string[]}
   */
  #cellsOf(tiles, index) {
    const { max, correction, sum, skipped } = tiles[index];
    const isFirst = (tiles[index - 1]?.sum ?? 0) === 0;
    const change = skipped ? this.#strings.tilesSkippedShort : fixed(correction, DIGITS);
    return [fixed(max, DIGITS), isFirst && !skipped ? '–' : change, fixed(sum, DIGITS)];
  }

  /**
   * @param {TilesModel} model
   * @param {Look} look
   * @param {boolean} wide
   */
  #showOutput({ tiles, step, output, row, valueWidth }, look, wide) {
    const strings = this.#strings;
    const tile = step - 1;
    const ends = [Infinity, -Infinity];
    for (const values of [output, ...tiles.map((each) => each.output)]) {
      for (const value of values) {
        ends[0] = Math.min(ends[0], value);
        ends[1] = Math.max(ends[1], value);
      }
    }
    const [low, high] = [Math.min(0, ends[0]), Math.max(0, ends[1])];
    const room = (high - low) * 0.08 || 1;
    this.#chart.update({
      label: fill(strings.tilesPartialLabel, { row, tile }),
      width: Math.min(wide ? look.room * 0.48 : look.room, look.em * 34),
      height: look.em * 14,
      x: {
        min: 0,
        max: valueWidth,
        label: strings.tilesComponent,
        ticks: componentTicks(valueWidth),
        print: (place) => String(Math.floor(place)),
      },
      y: {
        min: low < 0 ? low - room : 0,
        max: high > 0 ? high + room : room,
        label: fill(strings.tilesPartial, { tile }),
      },
      series: [
        {
          name: '',
          kind: 'bars',
          points: Array.from(tiles[tile].output, (value, place) => [place + 0.15, value]),
          step: 0.7,
          ink: 2,
        },
        {
          name: '',
          kind: 'dots',
          points: Array.from(output, (value, place) => [place + 0.5, value]),
          ink: 1,
        },
      ],
      look,
    });
  }

  /** @param {TilesModel} model */
  #showFacts({ logSumExp, difference, valueWidth, blockSize, queryTokens, keyTokens }) {
    const strings = this.#strings;
    const [queries, keys] = [queryTokens.length, keyTokens.length];
    const lse = fixed(logSumExp, DIGITS);
    this.#facts.update([
      {
        name: strings.tilesLogSumExp,
        value: lse,
        note:
          logSumExp === -Infinity
            ? strings.tilesLogSumExpNone
            : fill(strings.tilesLogSumExpNote, { lse }),
      },
      {
        name: strings.tilesDifference,
        value: magnitude(difference),
        note: fill(strings.tilesDifferenceNote, { width: valueWidth }),
      },
      {
        name: strings.tilesMemory,
        value: whole(2 * queries + blockSize),
        note: fill(strings.tilesMemoryNote, {
          n: whole(queries),
          block: blockSize,
          queries: whole(queries),
          keys: whole(keys),
          map: whole(queries * keys),
        }),
      },
    ]);
  }

  /**
   * @param {Cell | null} cell
   * @param {boolean} spoken
   */
  #read(cell, spoken) {
    const model = this.#shown;
    if (!model) return;
    this.#panel.highlight(cell ?? { row: model.step - 1 });
    if (!cell) {
      this.#acts.read('');
      return;
    }
    const strings = this.#strings;
    const key = cell.row * model.blockSize + cell.column;
    if (key >= model.scores.length) {
      this.#acts.read(strings.tilesNoKey, { spoken, locked: cell.locked });
      return;
    }
    const score = model.scores[key];
    const facts = [
      fill(strings.tilesCell, {
        tile: cell.row,
        key,
        token: isolate(model.keyTokens[key]),
      }),
      score === -Infinity
        ? strings.tilesMasked
        : fill(strings.tilesScore, { score: fixed(score, 4) }),
      fill(strings.cellWeight, { weight: fixed(model.weights[key], 4) }),
    ];
    this.#acts.read(facts.join(' · '), { spoken, locked: cell.locked });
  }
}

/**
 * @param {Tile} tile
 * @returns {string} its keys, as numbers
 */
function keysOf({ first, end }) {
  return end - first === 1 ? String(first) : `${first}–${end - 1}`;
}

/**
 * What the tile of this step does.
 * @param {TilesModel} model
 * @param {import('../strings.js').Strings} strings
 * @returns {string}
 */
function sentenceOf({ tiles, step, logSumExp }, strings) {
  if (logSumExp === -Infinity) return strings.tilesNothing;
  const tile = tiles[step - 1];
  const before = tiles[step - 2];
  const keys = fill(tile.end - tile.first === 1 ? strings.tilesOne : strings.tilesSome, {
    first: tile.first,
    last: tile.end - 1,
  });
  const says = {
    keys: keys[0].toUpperCase() + keys.slice(1),
    max: fixed(tile.max, DIGITS),
    sum: fixed(tile.sum, DIGITS),
  };
  if (tile.skipped) return fill(strings.tilesSkipped, says);
  if (!before || before.sum === 0) return fill(strings.tilesFirst, { ...says, keys });
  if (tile.max === before.max) return fill(strings.tilesSame, says);
  return fill(strings.tilesHigher, {
    ...says,
    before: fixed(before.max, DIGITS),
    correction: fixed(tile.correction, DIGITS),
  });
}

/**
 * @param {number} width
 * @returns {number[]} the middles of the bars that are numbered
 */
function componentTicks(width) {
  const stride = Math.ceil(width / 8);
  return Array.from({ length: Math.ceil(width / stride) }, (_, tick) => tick * stride + 0.5);
}
