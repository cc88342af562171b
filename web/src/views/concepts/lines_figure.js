// Attention as lines between two columns of tokens, one colour a head: the picture that readers of BertViz know (Vig 2019).
import { cssColour } from '../../palettes.js';
import { weightScale } from '../colour_scale.js';
import { headColour } from '../head_colours.js';
import { node, setText } from '../nodes.js';
import { fixed, largestMagnitude, plain, whole } from '../numbers.js';
import { fill, isolate } from '../strings.js';
import { HeadToggles } from '../widgets/head_toggles.js';
import { Choice, Slider, settingsRow, showSetting } from '../widgets/setting.js';
import { TokenLines } from '../widgets/token_lines.js';

/** @typedef {import('./concept_figure.js').Acts} Acts */
/**
 * @template Model
 * @typedef {import('./concept_figure.js').ConceptFigure<Model>} ConceptFigure
 */
/** @typedef {import('../look.js').Look} Look */
/** @typedef {import('../widgets/line_batches.js').End} End */
/** @typedef {{ data: Float32Array, shape: readonly number[] }} Tensor */

/**
 * @typedef {object} LinesModel
 * @property {{ weights: Tensor, entropy: Tensor, rowSum: Tensor }} result
 * @property {string[]} queryTokens
 * @property {string[]} keyTokens
 * @property {number} heads
 * @property {number | 'all' | 'mean'} head
 * @property {readonly number[]} off heads that are not shown
 * @property {number} least smallest weight that has a line
 * @property {{ head: number | 'mean', weights: Float32Array }[]} sheets what is drawn, n_q × n_k each
 * @property {number} drawn weights that reach the threshold
 * @property {number} above weights above 0
 */

/** The slider's places. */
const LEAST = [0, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1];

/** @implements {ConceptFigure<LinesModel>} */
export class LinesFigure {
  #strings;
  #acts;
  #choice;
  #head;
  #toggles;
  #least;
  #count;
  #lines;
  /** @type {LinesModel | null} */
  #model = null;

  /**
   * @param {Document} document
   * @param {import('../strings.js').Strings} strings
   * @param {Acts} acts
   */
  constructor(document, strings, acts) {
    this.#strings = strings;
    this.#acts = acts;
    this.hint = strings.linesHint;
    this.#choice = new Choice(document, strings.linesShown, (value) =>
      acts.set({
        head: value === 'one' ? String(this.#firstShown()) : value === 'all' ? null : value,
      }),
    );
    this.#head = new Slider(document, strings.linesHead, (head) =>
      acts.set({ head: String(head) }),
    );
    this.#toggles = new HeadToggles(document, strings.linesToggles, (head) => this.#toggle(head));
    this.#least = new Slider(document, strings.linesLeast, (place) =>
      acts.set({ least: String(LEAST[place]) }),
    );
    this.#count = node(document, 'p', { class: 'sentence' });
    this.#lines = new TokenLines(document, strings, (end, focus) => this.#read(end, focus));
    this.root = node(document, 'div', { class: 'concept' }, [
      settingsRow(document, strings.settings, [
        this.#choice.root,
        this.#head.root,
        this.#least.root,
      ]),
      // The legend of the colours as well: of the picture, which settings are not.
      this.#toggles.root,
      this.#count,
      this.#lines.root,
    ]);
  }

  #firstShown() {
    const { heads = 1, off = [] } = this.#model ?? {};
    return (
      Array.from({ length: heads }, (_, head) => head).find((head) => !off.includes(head)) ?? 0
    );
  }

  /** @param {number} head */
  #toggle(head) {
    const { off = [] } = this.#model ?? {};
    const next = off.includes(head) ? off.filter((each) => each !== head) : [...off, head];
    this.#acts.set({ off: next.length ? next.sort((a, b) => a - b).join(' ') : null });
  }

  /**
   * @param {LinesModel} model
   * @param {Look} look
   */
  update(model, look) {
    this.#model = model;
    this.#showSettings(model, look);
    const strings = this.#strings;
    const { queryTokens, keyTokens, least, sheets } = model;
    const largest = () => Math.max(0, ...sheets.map(({ weights }) => largestMagnitude(weights)));
    this.#lines.update(
      {
        label: fill(strings.linesLabel, { queries: queryTokens.length, keys: keyTokens.length }),
        left: strings.linesQueries,
        right: strings.linesKeys,
        queryTokens,
        keyTokens,
        sheets: sheets.map(({ head, weights }) => ({
          // One head alone, and the mean, need no colour to be told apart.
          colour:
            head === 'mean' || model.heads === 1
              ? look.ink
              : cssColour(headColour(head, look.scheme)),
          weights,
        })),
        least,
        scale: weightScale({ ...look, largest }),
      },
      look,
    );
  }

  /**
   * @param {LinesModel} model
   * @param {Look} look
   */
  #showSettings({ heads, head, off, least, drawn, above, sheets }, { scheme }) {
    const strings = this.#strings;
    const one = typeof head === 'number';
    showSetting(this.#choice.root, heads > 1);
    showSetting(this.#head.root, heads > 1 && one);
    showSetting(this.#toggles.root, heads > 1 && !one);
    this.#choice.update({
      options: [
        ['all', strings.linesAll],
        ['mean', strings.linesMean],
        ['one', strings.linesOne],
      ],
      chosen: one ? 'one' : head,
    });
    this.#head.update({ place: one ? head : 0, min: 0, max: heads - 1, text: String(head) });
    const label = (/** @type {number} */ each) => fill(strings.linesToggle, { head: each });
    this.#toggles.update({ heads, off, scheme, label, coloured: head === 'all' });
    const place = LEAST.findLastIndex((each) => each <= least);
    this.#least.update({ place, min: 0, max: LEAST.length - 1, text: plain(least) });
    const sentence = !sheets.length
      ? strings.linesNoHead
      : drawn === 0
        ? strings.linesNone
        : drawn === above
          ? strings.linesCountAll
          : strings.linesCount;
    const count = fill(sentence, { drawn: whole(drawn), all: whole(above), least: plain(least) });
    const on = heads - off.length;
    const which = one
      ? fill(strings.head, { head })
      : head === 'mean' && on > 1 && fill(strings.meanHead, { heads: on });
    setText(this.#count, heads > 1 && which ? `${which} · ${count}` : count);
  }

  /**
   * @param {End | null} end
   * @param {{ locked: boolean, spoken: boolean }} focus
   */
  #read(end, { locked, spoken }) {
    const model = this.#model;
    if (!end || !model) {
      this.#acts.read('');
      return;
    }
    const strings = this.#strings;
    const { strongest, drawn, above } = linesOf(model, end);
    const { row, column } = strongest ?? { row: end.index, column: end.index };
    const isQuery = end.side === 'query';
    const sentence = strongest
      ? isQuery
        ? strings.linesQuery
        : strings.linesKey
      : isQuery
        ? strings.linesQueryNone
        : strings.linesKeyNone;
    const facts = [
      fill(sentence, {
        row,
        column,
        query: isolate(model.queryTokens[row] ?? ''),
        key: isolate(model.keyTokens[column] ?? ''),
      }),
    ];
    if (strongest) {
      facts.push(fill(strings.cellWeight, { weight: fixed(strongest.weight, 4) }));
      if (strongest.head === 'mean') facts.push(strings.cellMean);
      else if (model.heads > 1) facts.push(fill(strings.cellHead, { head: strongest.head }));
      facts.push(fill(strings.linesOwn, { drawn: whole(drawn), all: whole(above) }));
    }
    this.#acts.read(facts.join(' · '), { spoken, locked });
  }
}

/**
 * @param {LinesModel} model
 * @param {End} end
 * @returns {{ strongest: { head: number | 'mean', row: number, column: number, weight: number } | null, drawn: number, above: number }}
 *   of the lines that end there; drawn: those that reach the threshold, above: those above 0
 */
function linesOf({ sheets, queryTokens, keyTokens, least }, { side, index }) {
  const columns = keyTokens.length;
  const count = side === 'query' ? columns : queryTokens.length;
  /** @type {{ head: number | 'mean', row: number, column: number, weight: number } | null} */
  let strongest = null;
  let drawn = 0;
  let above = 0;
  for (const { head, weights } of sheets) {
    for (let other = 0; other < count; other++) {
      const [row, column] = side === 'query' ? [index, other] : [other, index];
      const weight = weights[row * columns + column];
      if (!(weight > 0)) continue;
      above++;
      if (weight >= least) drawn++;
      if (weight > (strongest?.weight ?? 0)) strongest = { head, row, column, weight };
    }
  }
  return { strongest, drawn, above };
}
