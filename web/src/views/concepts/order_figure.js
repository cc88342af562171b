// Tokens in another order: the moved map beside the map of the moved tokens, and by how much they differ.
import { node, setText } from '../nodes.js';
import { fixed, magnitude } from '../numbers.js';
import { cellPlace } from '../readout.js';
import { fill, isolate } from '../strings.js';
import { roomAbreast } from '../widgets/abreast.js';
import { Facts } from '../widgets/facts.js';
import { mapContent } from '../widgets/map_content.js';
import { MatrixPanel } from '../widgets/matrix_panel.js';
import { PointedPanels } from '../widgets/pointed_panels.js';
import { pushButton, Switch, settingsRow } from '../widgets/setting.js';
import { TokenOrder } from '../widgets/token_order.js';

/** @typedef {import('./concept_figure.js').Acts} Acts */
/**
 * @template Model
 * @typedef {import('./concept_figure.js').ConceptFigure<Model>} ConceptFigure
 */
/** @typedef {import('../look.js').Look} Look */
/** @typedef {import('../widgets/matrix_panel.js').Cell} Cell */
/** @typedef {{ data: Float32Array, shape: readonly number[] }} Tensor */

/**
 * @typedef {object} OrderModel
 * @property {{ weights: Tensor, output: Tensor }} result of the moved tokens
 * @property {string[]} tokens in their order now
 * @property {number[]} order which of the original tokens stands at each place
 * @property {string[]} original tokens in their first order
 * @property {Float32Array} after n × n, A(PX), NaN where masked
 * @property {Float32Array} rowSum n
 * @property {Float32Array} moved n × n, P A(X) Pᵀ, NaN where masked
 * @property {Float32Array} movedSum n
 * @property {number} weightsDifference the largest
 * @property {number} outputDifference the largest
 * @property {boolean} positions whether they are added
 * @property {boolean} causal
 * @property {boolean} masked whether some cell is
 */

/** float32 sums in another order differ by less; what differs by more differs by what it says. */
const ROUNDING = 1e-5;
/** @implements {ConceptFigure<OrderModel>} */
export class OrderFigure {
  #strings;
  #acts;
  #causal;
  #positions;
  #strip;
  #verdict;
  #facts;
  #moved;
  #after;
  #pointed;
  /** @type {OrderModel | null} */
  #model = null;

  /**
   * @param {Document} document
   * @param {import('../strings.js').Strings} strings
   * @param {Acts} acts
   */
  constructor(document, strings, acts) {
    this.#strings = strings;
    this.#acts = acts;
    this.hint = strings.orderHint;
    this.#causal = new Switch(document, strings.orderCausal, (on) =>
      acts.set({ mask: on ? 'causal' : 'none' }),
    );
    this.#positions = new Switch(document, strings.orderPositions, (on) =>
      acts.set({ positions: on ? 'on' : 'off' }),
    );
    this.#strip = new TokenOrder(
      document,
      {
        strip: strings.orderStrip,
        token: strings.orderToken,
        back: strings.orderBack,
        on: strings.orderOn,
      },
      (order, place) => this.#reorder(order, place),
    );
    this.#verdict = node(document, 'p', { class: 'sentence' });
    this.#facts = new Facts(document);
    this.#pointed = new PointedPanels((at, spoken) => this.#read(at?.cell ?? null, spoken));
    this.#moved = new MatrixPanel(document, strings, this.#pointed.of('moved'));
    this.#after = new MatrixPanel(document, strings, this.#pointed.of('after'));
    this.root = node(document, 'div', { class: 'concept order-figure' }, [
      settingsRow(document, strings.settings, [
        this.#causal.root,
        this.#positions.root,
        pushButton(document, strings.orderOriginal, () => this.#arrange((place) => place)),
        pushButton(document, strings.orderReverse, () =>
          this.#arrange((place, n) => n - 1 - place),
        ),
      ]),
      this.#strip.root,
      this.#verdict,
      this.#facts.root,
      node(document, 'div', { class: 'beside' }, [this.#moved.root, this.#after.root]),
    ]);
  }

  /** @param {(place: number, n: number) => number} index of the token that stands at a place */
  #arrange(index) {
    const n = this.#model?.order.length ?? 0;
    this.#acts.set({ order: Array.from({ length: n }, (_, place) => index(place, n)).join(' ') });
  }

  /**
   * @param {number[]} order
   * @param {number} place of the token that was moved
   */
  #reorder(order, place) {
    if (!this.#model) return;
    const token = isolate(this.#model.original[order[place]]);
    this.#acts.set({ order: order.join(' ') });
    this.#acts.read(fill(this.#strings.orderStands, { token, place, last: order.length - 1 }), {
      spoken: true,
    });
  }

  /**
   * @param {OrderModel} model
   * @param {Look} look
   */
  update(model, look) {
    this.#model = model;
    const strings = this.#strings;
    this.#causal.update({ on: model.causal });
    this.#positions.update({ on: model.positions });
    this.#strip.update(model.original, model.order);
    setText(this.#verdict, verdictOf(model, strings));
    this.#facts.update([
      differenceFact(strings.orderWeights, model.weightsDifference, strings),
      differenceFact(strings.orderOutputs, model.outputDifference, strings),
    ]);
    const { tokens, moved, after, movedSum, rowSum } = model;
    const n = tokens.length;
    const common = {
      ...mapContent(tokens, tokens, strings),
      room: roomAbreast(look, 2),
      tallest: look.tallest * 0.8,
    };
    this.#moved.update(
      {
        ...common,
        title: strings.orderMoved,
        step: model.positions ? strings.orderMovedStepPositions : strings.orderMovedStep,
        label: fill(strings.orderLabelMoved, { count: n }),
        values: moved,
        sums: movedSum,
      },
      look,
    );
    this.#after.update(
      {
        ...common,
        title: strings.orderAfter,
        step: model.positions ? strings.orderAfterStepPositions : strings.orderAfterStep,
        label: fill(strings.orderLabelAfter, { count: n }),
        values: after,
        sums: rowSum,
        changed: after.length <= MOST_FRAMED ? differingCells(moved, after) : null,
      },
      look,
    );
  }

  /**
   * @param {Cell | null} cell
   * @param {boolean} spoken
   */
  #read(cell, spoken) {
    for (const panel of [this.#moved, this.#after]) panel.highlight(cell);
    if (!this.#model) return;
    if (!cell) {
      this.#acts.read('');
      return;
    }
    const strings = this.#strings;
    const { tokens, moved, after } = this.#model;
    const { row, column } = cell;
    const index = row * tokens.length + column;
    const [one, other] = [moved[index], after[index]].map((value) => value || 0);
    const facts = [
      cellPlace(cell, { queryTokens: tokens, keyTokens: tokens }, strings),
      fill(strings.orderCell, {
        moved: fixed(one, 4),
        after: fixed(other, 4),
        difference: magnitude(Math.abs(one - other)),
      }),
    ];
    this.#acts.read(facts.join(' · '), { spoken, locked: cell.locked });
  }
}

/** Frames around more cells than this would be a swarm. */
const MOST_FRAMED = 256;

/**
 * @param {Float32Array} one NaN where masked, which is a weight of 0
 * @param {Float32Array} other
 * @returns {Uint8Array} 1 where they differ by more than rounding
 */
function differingCells(one, other) {
  return Uint8Array.from(one, (value, index) =>
    Number(Math.abs((value || 0) - (other[index] || 0)) > ROUNDING),
  );
}

/**
 * @param {string} name
 * @param {number} difference
 * @param {import('../strings.js').Strings} strings
 * @returns {import('../widgets/facts.js').Fact}
 */
function differenceFact(name, difference, strings) {
  const note =
    difference === 0
      ? strings.orderExact
      : difference < ROUNDING
        ? strings.orderSame
        : strings.orderDiffers;
  return { name, value: magnitude(difference), note };
}

/**
 * @param {OrderModel} model
 * @param {import('../strings.js').Strings} strings
 * @returns {string} what these numbers say, and nothing that they do not
 */
function verdictOf(
  { order, weightsDifference, outputDifference, positions, causal, masked },
  strings,
) {
  if (order.every((index, place) => index === place)) return strings.orderIsOriginal;
  if (Math.max(weightsDifference, outputDifference) < ROUNDING) return strings.orderIsBlind;
  if (positions) return masked ? strings.orderIsBoth : strings.orderIsPlaced;
  return causal ? strings.orderIsMasked : strings.orderIsOtherMask;
}
