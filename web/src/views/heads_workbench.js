// A workbench under the small multiples: the same weights cut into other heads, heads switched off and swapped, the concat with
// the bounds of its heads, what W_O makes of it, and how scores and softmaxes add up.
import { ConcatPanels } from './concat_panels.js';
import { children, node, setHidden, setText } from './nodes.js';
import { fixed, plain } from './numbers.js';
import { mean, sliceOf } from './picture.js';
import { fill } from './strings.js';
import { setTerms } from './terms.js';
import { Facts } from './widgets/facts.js';
import { HeadToggles } from './widgets/head_toggles.js';
import { NumberTable } from './widgets/number_table.js';
import { Picker } from './widgets/picker.js';
import { Choice, settingsRow } from './widgets/setting.js';

/** @typedef {import('./look.js').Look} Look */
/** @typedef {import('./picture.js').Picture} Picture */
/** @typedef {import('./picture.js').Tensor} Tensor */
/** @typedef {import('./strings.js').Strings} Strings */

/**
 * One cell in all heads and in one.
 * @typedef {object} Compared
 * @property {number[]} raw of each head
 * @property {number} rawSum
 * @property {number} rawOne
 * @property {number[]} weights of each head
 * @property {number} weightMean
 * @property {number} weightOne
 */

/**
 * The same weights as one head.
 * @typedef {object} OneHead
 * @property {number} raw max |Σ of the heads' raw scores − its raw scores|; NaN while it is not known
 * @property {number} softmax max |mean of the heads' weights − its weights|; NaN while it is not known
 * @property {(row: number, column: number) => Compared | null} at null while it is not known
 */

/**
 * @typedef {object} Workbench
 * @property {number} heads h
 * @property {number[]} choices of h
 * @property {number[]} off
 * @property {[number, number] | null} swap
 * @property {number[]} order head at each place of the concat
 * @property {'given' | 'weights' | null} reason why there is no layer: q, k, v are given, or finished weights
 * @property {{ valueWidth: number, concat: Tensor, output: Tensor, wo: Tensor | null, swapped: number, norm: number, normNow: number,
 *   parts: number[], without: number[],
 *   one: OneHead | null, work: Iterator<void, void> | null } | null} layer concat [n, h·d_v] and
 *   output [n, d] as they are now; wo [h·d_v, d], null for none; swapped: largest change of the output by the swap; work:
 *   what fills in `one` step by step, null where it is filled in
 */

/** More heads than this are a list that nobody reads. */
const MOST_ROWS = 16;

export class HeadsWorkbench {
  #strings;
  #change;
  #heads;
  #toggles;
  #swaps;
  #sentences;
  #table;
  #norms;
  #concat;
  #sums;
  #compared;
  #layerParts;
  /** @type {{ bench: Workbench, picture: Picture } | null} */
  #shown = null;
  /** @type {{ row: number, column: number } | null} of the maps above */
  #focus = null;

  /**
   * @param {Document} document
   * @param {Strings} strings
   * @param {(changes: Record<string, string | null>) => void} change attributes of the tag are to become these
   */
  constructor(document, strings, change) {
    this.#strings = strings;
    this.#change = change;
    this.#heads = new Choice(document, strings.workbenchHeads, (value) => this.#cut(Number(value)));
    this.#toggles = new HeadToggles(document, strings.workbenchOn, (head) => this.#turn(head));
    this.#swaps = [strings.workbenchSwap, strings.workbenchSwapWith].map(
      (label, place) => new Picker(document, label, (value) => this.#swap(place, value)),
    );
    this.#sentences = node(document, 'div', { class: 'sentences' });
    this.#table = new NumberTable(document);
    this.#norms = new Facts(document);
    this.#concat = new ConcatPanels(document, strings);
    this.#sums = new Facts(document);
    this.#compared = node(document, 'p', { class: 'part-line' });
    this.#layerParts = node(document, 'div', { class: 'concept' }, [
      node(document, 'div', { class: 'beside' }, [
        this.#table.root,
        node(document, 'div', { class: 'column' }, [this.#norms.root, this.#sums.root]),
      ]),
      this.#compared,
      this.#concat.root,
    ]);
    this.root = node(document, 'section', { class: 'workbench concept', part: 'workbench' }, [
      settingsRow(document, strings.settings, [
        this.#heads.root,
        this.#toggles.root,
        ...this.#swaps.map(({ root }) => root),
      ]),
      this.#sentences,
      this.#layerParts,
    ]);
    this.root.setAttribute('aria-label', strings.workbenchLabel);
  }

  /**
   * Another number of heads: what names heads that are not there goes.
   * @param {number} heads
   */
  #cut(heads) {
    if (!this.#shown) return;
    const { off, swap } = this.#shown.bench;
    const kept = off.filter((head) => head < heads);
    this.#change({
      heads: String(heads),
      head: null,
      off: kept.length ? kept.join(' ') : null,
      swap: swap?.every((head) => head < heads) ? swap.join(' ') : null,
    });
  }

  /** @param {number} head on or off */
  #turn(head) {
    if (!this.#shown?.bench.layer) return;
    const { off } = this.#shown.bench;
    const others = off.filter((each) => each !== head);
    const now = others.length < off.length ? others : [...off, head].sort((a, b) => a - b);
    this.#change({ off: now.length ? now.join(' ') : null });
  }

  /**
   * @param {number} place of the list that was changed
   * @param {string} value a head, or empty for no swap
   */
  #swap(place, value) {
    if (!this.#shown) return;
    const { swap, heads } = this.#shown.bench;
    if (value === '') {
      this.#change({ swap: null });
      return;
    }
    const head = Number(value);
    const other = (swap ?? [0, 1])[1 - place];
    // Two different heads: the next one where both lists say the same.
    const pair = [head, other === head ? (head + 1) % heads : other].sort((a, b) => a - b);
    this.#change({ swap: pair.join(' ') });
  }

  /**
   * @param {Workbench} bench
   * @param {Picture} picture
   * @param {Look} look
   */
  update(bench, picture, look) {
    this.#shown = { bench, picture };
    this.#showSettings(bench, look);
    this.#say(bench);
    const { layer } = bench;
    setHidden(this.#layerParts, !layer);
    if (!layer) return;
    this.#showNumbers(bench, layer, picture);
    this.#concat.update(bench, layer, picture, look);
    this.#compare();
  }

  /**
   * @param {Workbench} bench
   * @param {Look} look
   */
  #showSettings({ heads, choices, off, swap, layer }, look) {
    const strings = this.#strings;
    this.#heads.update({
      options: choices.map((count) => [String(count), String(count)]),
      chosen: String(heads),
      disabled: !layer,
    });
    this.#toggles.update({
      heads,
      off,
      scheme: look.scheme,
      label: (head) => fill(strings.workbenchToggle, { head }),
      coloured: false,
    });
    for (const button of this.#toggles.root.querySelectorAll('button')) button.disabled = !layer;
    const list = Array.from({ length: heads }, (_, head) => [String(head), String(head)]);
    const none = ['', strings.workbenchNoSwap];
    this.#swaps.forEach((picker, place) => {
      picker.update({
        options: /** @type {[string, string][]} */ ([none, ...list]),
        chosen: swap ? String(swap[place]) : '',
        disabled: !layer || heads < 2,
      });
    });
  }

  /** @param {Workbench} bench */
  #say({ off, swap, reason, layer }) {
    const strings = this.#strings;
    /** @type {string[]} */
    const said = [];
    if (!layer) said.push(reason === 'weights' ? strings.workbenchWeights : strings.workbenchGiven);
    else {
      const offText = off.length > 1 ? strings.workbenchOffSeveral : strings.workbenchOff;
      said.push(off.length ? fill(offText, { off: off.join(', ') }) : strings.workbenchAllOn);
      if (swap) {
        const text = layer.wo ? strings.workbenchSwapped : strings.workbenchReordered;
        said.push(fill(text, { one: swap[0], other: swap[1], change: plain(layer.swapped) }));
      }
      if (!layer.wo) said.push(strings.workbenchIdentity);
    }
    const document = this.root.ownerDocument;
    const lines = children(this.#sentences, said.length, () =>
      node(document, 'p', { class: 'sentence' }),
    );
    lines.forEach((line, index) => {
      setTerms(line, said[index]);
    });
  }

  /**
   * @param {Workbench} bench
   * @param {NonNullable<Workbench['layer']>} layer
   * @param {Picture} picture
   */
  #showNumbers({ heads, off }, { norm, normNow, parts, without, one }, picture) {
    const strings = this.#strings;
    setHidden(this.#table.root, heads > MOST_ROWS);
    if (heads <= MOST_ROWS) {
      this.#table.update({
        caption: strings.workbenchTable,
        columns: [
          strings.workbenchHead,
          strings.workbenchEntropy,
          strings.workbenchPart,
          strings.workbenchWithout,
        ],
        rows: parts.map((part, head) => ({
          name: String(head),
          cells: [
            fixed(mean(sliceOf(picture, head).entropy), 4),
            fixed(part, 5),
            fixed(without[head], 5),
          ],
          muted: off.includes(head),
        })),
      });
    }
    const isWhole = off.length === 0;
    this.#norms.update([
      { name: strings.workbenchNorm, value: fixed(norm, 5), note: strings.workbenchNormAll },
      {
        name: strings.workbenchNormNow,
        value: fixed(normNow, 5),
        note: isWhole
          ? strings.workbenchNormAll
          : fill(strings.workbenchNormOff, { off: off.join(', ') }),
      },
    ]);
    setHidden(this.#sums.root, !one);
    if (one) this.#showSums(one);
  }

  /** @param {{ row: number, column: number } | null} focus of the maps above */
  highlight(focus) {
    this.#focus = focus;
    this.#compare();
  }

  /** More of what is shown is known. */
  renew() {
    const one = this.#shown?.bench.layer?.one;
    if (one) this.#showSums(one);
    this.#compare();
  }

  /** @param {OneHead} one */
  #showSums({ raw, softmax }) {
    const strings = this.#strings;
    this.#sums.update([
      { name: strings.workbenchRaw, value: plain(raw), note: strings.workbenchRawNote },
      { name: strings.workbenchSoftmax, value: plain(softmax), note: strings.workbenchSoftmaxNote },
    ]);
  }

  /** The pointed cell in all heads and in one. */
  #compare() {
    const strings = this.#strings;
    if (!this.#shown?.bench.layer) return;
    this.#compared.classList.remove('idle');
    const { heads, layer } = this.#shown.bench;
    if (!layer.one) {
      setText(this.#compared, heads === 1 ? strings.workbenchOneHead : strings.workbenchNoOne);
      return;
    }
    const { row, column } = this.#focus ?? { row: 0, column: 0 };
    const cell = this.#focus && layer.one.at(row, column);
    if (!cell) {
      setText(this.#compared, strings.workbenchCellHint);
      this.#compared.classList.add('idle');
      return;
    }
    const print = (/** @type {number} */ value) => fixed(value, 4);
    const raw = fill(strings.workbenchCellRaw, {
      row,
      column,
      // A negative term is put in brackets: its sign is no operator.
      terms: cell.raw.map((term) => (term < 0 ? `(${print(term)})` : print(term))).join(' + '),
      sum: print(cell.rawSum),
      one: print(cell.rawOne),
    });
    const weights = fill(strings.workbenchCellWeights, {
      terms: cell.weights.map(print).join(', '),
      mean: print(cell.weightMean),
      one: print(cell.weightOne),
    });
    setText(this.#compared, `${raw} · ${weights}`);
  }
}
