// One cell opened: its q·k term by term, the softmax of its row step by step, its output as a sum of weighted values. Shown under
// the readout while a cell of the stages is locked.
import { signedScale } from './colour_scale.js';
import { node, setAttribute, setHidden, setText } from './nodes.js';
import { fixed } from './numbers.js';
import { sliceOf } from './picture.js';
import { scaledStep } from './scaled_step.js';
import { fill, isolate } from './strings.js';
import { Facts } from './widgets/facts.js';
import { MatrixPanel } from './widgets/matrix_panel.js';
import { NumberTable } from './widgets/number_table.js';

/** @typedef {import('./look.js').Look} Look */
/** @typedef {import('./picture.js').Picture} Picture */
/** @typedef {import('./strings.js').Strings} Strings */

/**
 * @typedef {object} Opened
 * @property {number} head
 * @property {number} row
 * @property {number} column
 * @property {number} raw q·k
 * @property {number} scaled raw × scale ÷ T
 * @property {number | null} bias added to it; null for none
 * @property {number} score what the mask is laid on
 * @property {boolean} masked
 * @property {boolean} hasMask
 * @property {{ terms: { component: number, q: number, k: number, product: number, sum: number }[],
 *   rest: { count: number, sum: number } }} product the largest terms of a wide one in their order, with the sum of the others
 * @property {{ keys: { index: number, masked: boolean, scaled: number, below: number, exp: number, weight: number }[],
 *   rest: { count: number, exp: number, weight: number }, max: number, sum: number, logSumExp: number, rowSum: number } | null}
 *   softmax null for a query without a key
 * @property {{ width: number, keys: { index: number, weight: number }[], rest: number, parts: Float32Array, values: Float32Array,
 *   total: Float32Array } | null} sum parts: weight × value of each key, and of the rest together; values: of all keys; null without
 */

/** As many decimals as float32 has for numbers near 1; fewer in a narrow room. */
const DIGITS = 6;
const NARROW_DIGITS = 4;
const NARROW_EM = 36;

export class OpenedCell {
  #strings;
  #product;
  #steps;
  #noKey;
  #softmax;
  #norms;
  #panel;
  #part;
  /** @type {{ opened: Opened, picture: Picture, look: Look, digits: number } | null} */
  #shown = null;

  /**
   * @param {Document} document
   * @param {Strings} strings
   * @param {() => void} close Escape was pressed inside
   */
  constructor(document, strings, close) {
    this.#strings = strings;
    this.#product = new NumberTable(document);
    this.#steps = new Facts(document);
    this.#noKey = node(document, 'p', { class: 'sentence' });
    this.#softmax = new NumberTable(document);
    this.#norms = new Facts(document);
    this.#panel = new MatrixPanel(document, strings, (cell) => this.#read(cell), 'parts');
    this.#part = node(document, 'p', { class: 'part-line' });
    this.root = node(document, 'section', { class: 'opened concept', part: 'opened' }, [
      node(document, 'div', { class: 'beside' }, [
        node(document, 'div', { class: 'column' }, [this.#product.root, this.#steps.root]),
        node(document, 'div', { class: 'column' }, [
          this.#softmax.root,
          this.#norms.root,
          this.#noKey,
        ]),
      ]),
      node(document, 'div', {}, [this.#panel.root, this.#part]),
    ]);
    this.root.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      event.preventDefault();
      close();
    });
  }

  /**
   * @param {Opened} opened
   * @param {Picture} picture
   * @param {Look} look
   */
  update(opened, picture, look) {
    const narrow = look.room < look.em * NARROW_EM;
    const digits = narrow ? NARROW_DIGITS : DIGITS;
    this.root.classList.toggle('narrow', narrow);
    this.#shown = { opened, picture, look, digits };
    const { row, column } = opened;
    setAttribute(this.root, 'aria-label', fill(this.#strings.openedLabel, { row, column }));
    const print = (/** @type {number} */ value) => digitsOf(value, digits);
    this.#showProduct(opened, picture, print);
    this.#showSteps(opened, picture, print);
    this.#showSoftmax(opened, picture, print);
    this.#showParts(opened, picture, look);
  }

  /**
   * @param {Opened} opened
   * @param {Picture} picture
   * @param {(value: number) => string} print
   */
  #showProduct({ product: { terms, rest }, raw, row, column }, picture, print) {
    const strings = this.#strings;
    const rows = terms.map(({ component, q, k, product, sum }) => ({
      name: String(component),
      cells: [q, k, product, sum].map(print),
    }));
    if (rest.count > 0) {
      const name = fill(strings.openedMoreTerms, { count: rest.count });
      rows.push({ name, cells: ['', '', print(rest.sum), print(raw)] });
    }
    this.#product.update({
      caption: fill(strings.openedProduct, names(picture, row, column)),
      columns: [
        strings.openedComponent,
        strings.openedQuery,
        strings.openedKey,
        strings.openedTerm,
        strings.openedRunning,
      ],
      rows,
    });
  }

  /**
   * @param {Opened} opened
   * @param {Picture} picture
   * @param {(value: number) => string} print
   */
  #showSteps({ raw, scaled, bias, score, masked, hasMask, softmax, column }, picture, print) {
    const strings = this.#strings;
    const weight = softmax?.keys.find(({ index }) => index === column)?.weight ?? 0;
    const passes = hasMask ? strings.openedMaskPasses : strings.openedNoMask;
    this.#steps.update([
      { name: strings.openedRaw, value: print(raw), note: strings.openedRawNote },
      { name: strings.openedScaled, value: print(scaled), note: scaledStep(picture, strings) },
      ...(bias === null
        ? []
        : [
            {
              name: strings.openedBias,
              value: print(score),
              note: fill(strings.openedBiasNote, { bias: print(bias) }),
            },
          ]),
      {
        name: strings.openedMask,
        value: print(masked ? Number.NEGATIVE_INFINITY : score),
        note: masked ? strings.openedMaskHides : passes,
      },
      { name: strings.openedWeight, value: print(weight), note: strings.openedWeightNote },
    ]);
  }

  /**
   * @param {Opened} opened
   * @param {Picture} picture
   * @param {(value: number) => string} print
   */
  #showSoftmax({ softmax, head, row, column }, picture, print) {
    const strings = this.#strings;
    setHidden(this.#softmax.root, !softmax);
    setHidden(this.#norms.root, !softmax);
    setHidden(this.#noKey, softmax !== null);
    if (!softmax) {
      setText(this.#noKey, fill(strings.openedNoKey, { row }));
      return;
    }
    const { keys, rest, max, sum, logSumExp, rowSum } = softmax;
    const rows = keys.map(({ index, masked, scaled, below, exp, weight }) => ({
      name: picture.keyTokens[index],
      cells: [scaled, below, exp, weight].map(print),
      muted: masked,
    }));
    if (rest.count > 0) {
      const name = fill(strings.openedMoreKeys, { count: rest.count });
      rows.push({ name, cells: ['', '', print(rest.exp), print(rest.weight)], muted: false });
    }
    this.#softmax.update({
      caption: fill(strings.openedSoftmax, {
        ...names(picture, row, column),
        keys: keysSeen(picture, head, row),
      }),
      columns: [
        strings.keyDown,
        strings.openedScore,
        strings.openedBelow,
        strings.openedExp,
        strings.openedShare,
      ],
      rows,
      on: keys.findIndex(({ index }) => index === column),
    });
    this.#norms.update([
      { name: strings.openedMax, value: print(max) },
      { name: strings.openedSum, value: print(sum) },
      {
        name: strings.openedLogSumExp,
        value: print(logSumExp),
        note: strings.openedLogSumExpNote,
      },
      { name: strings.openedRowSum, value: print(rowSum) },
    ]);
  }

  /**
   * @param {Opened} opened
   * @param {Picture} picture
   * @param {Look} look
   */
  #showParts({ sum, row }, picture, look) {
    const strings = this.#strings;
    const shown = sum !== null && sum.keys.length > 0;
    setHidden(this.#panel.root, !shown);
    setHidden(this.#part, !shown);
    if (!sum || !shown) return;
    const { width, keys, rest, parts, total } = sum;
    const rows = keys.length + (rest > 0 ? 1 : 0) + 1;
    const values = new Float32Array(rows * width);
    values.set(parts.subarray(0, (rows - 1) * width));
    values.set(total, (rows - 1) * width);
    this.#panel.update(
      {
        title: strings.openedParts,
        step: fill(strings.openedPartsStep, { row }),
        label: fill(strings.openedPartsLabel, { row, rows, width }),
        values,
        rows,
        columns: width,
        rowTokens: [
          ...keys.map(({ index, weight }) => `${fixed(weight)} × ${picture.keyTokens[index]}`),
          ...(rest > 0 ? [fill(strings.openedMoreParts, { count: rest })] : []),
          strings.openedTotal,
        ],
        columnTokens: null,
        across: fill(strings.components, { width }),
        down: strings.keyDown,
        scale: signedScale(values),
        room: look.room,
        tallest: look.tallest * 0.8,
      },
      look,
    );
    this.#read(this.#panel.cell);
  }

  /** @param {import('./widgets/matrix_panel.js').Cell | null} cell of the parts */
  #read(cell) {
    this.#panel.highlight(cell);
    const sum = this.#shown?.opened.sum;
    if (!this.#shown || !sum) return;
    const strings = this.#strings;
    const { picture, opened, digits } = this.#shown;
    const print = (/** @type {number} */ value) => digitsOf(value, digits);
    this.#part.classList.toggle('idle', !cell);
    if (!cell) {
      setText(this.#part, strings.openedPartsHint);
      return;
    }
    const component = cell.column;
    const key = sum.keys[cell.row];
    if (key) {
      const text = fill(strings.openedPart, {
        component,
        key: key.index,
        token: isolate(picture.keyTokens[key.index]),
        weight: print(key.weight),
        value: print(sum.values[key.index * sum.width + component]),
        part: print(sum.parts[cell.row * sum.width + component]),
      });
      setText(this.#part, text);
    } else if (sum.rest > 0 && cell.row === sum.keys.length) {
      const part = print(sum.parts[cell.row * sum.width + component]);
      setText(this.#part, fill(strings.openedPartRest, { component, count: sum.rest, part }));
    } else {
      const part = print(sum.total[component]);
      setText(this.#part, fill(strings.openedPartTotal, { component, row: opened.row, part }));
    }
  }
}

/**
 * @param {Picture} picture
 * @param {number} row
 * @param {number} column
 */
function names(picture, row, column) {
  return {
    row,
    column,
    query: isolate(picture.queryTokens[row]),
    key: isolate(picture.keyTokens[column]),
  };
}

/**
 * No more digits than float32 has.
 * @param {number} value
 * @param {number} digits decimals of numbers below 10
 * @returns {string}
 */
function digitsOf(value, digits) {
  const whole = Math.floor(Math.log10(Math.max(1, Math.abs(value))));
  return fixed(value, Number.isFinite(value) ? Math.max(0, digits - whole) : digits);
}

/**
 * @param {Picture} picture
 * @param {number} head
 * @param {number} row
 * @returns {number} keys that the query may attend to
 */
function keysSeen(picture, head, row) {
  const slice = sliceOf(picture, head);
  return picture.keyTokens.filter((_, column) => !slice.hides(row, column)).length;
}
