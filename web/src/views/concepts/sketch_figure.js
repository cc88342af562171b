// The sketch as code with settings: the program, what it prints, and the printed weights as a map.
import { node, setHidden, setText } from '../nodes.js';
import { whole } from '../numbers.js';
import { cellPlace, readoutLine, weightFact } from '../readout.js';
import { fill } from '../strings.js';
import { CopyButton } from '../widgets/copy_button.js';
import { mapContent } from '../widgets/map_content.js';
import { MatrixPanel } from '../widgets/matrix_panel.js';
import { Choice, NumberField, settingsRow } from '../widgets/setting.js';

/** @typedef {import('./concept_figure.js').Acts} Acts */
/**
 * @template Model
 * @typedef {import('./concept_figure.js').ConceptFigure<Model>} ConceptFigure
 */
/** @typedef {import('../look.js').Look} Look */
/** @typedef {{ data: Float32Array, shape: readonly number[] }} Tensor */

/**
 * @typedef {object} SketchModel
 * @property {Record<string, Tensor>} result
 * @property {{ seed: number, n: number, modelWidth: number, keyWidth: number, sigma: number, causal: boolean }} settings
 * @property {number} most of n and of the widths
 * @property {string[]} tokens n
 * @property {Float32Array} weights n × n, NaN where masked
 * @property {Float32Array} rowSum n
 * @property {string[][]} table the weights as NumPy prints them, n rows of n
 * @property {Float64Array} draws the first of X
 * @property {string} printed all that the program prints
 * @property {string} script the program
 * @property {[row: number, column: number][]} edges weights whose last printed digit float32 cannot tell
 */

/** σ that a reader can type; the attribute takes more. */
const MOST_SIGMA = 100;
/** Narrower rooms have the program under what it prints. */
const BESIDE_EM = 62;

/** @implements {ConceptFigure<SketchModel>} */
export class SketchFigure {
  #strings;
  #acts;
  #fields;
  #mask;
  #code;
  #copy;
  #printed;
  #edges;
  #panel;
  /** @type {SketchModel | null} */
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
    const field = (/** @type {string} */ label, /** @type {string} */ name) =>
      new NumberField(document, strings, label, (value) => acts.set({ [name]: String(value) }));
    this.#fields = {
      seed: field(strings.sketchSeed, 'seed'),
      n: field(strings.sketchTokens, 'n'),
      modelWidth: field(strings.sketchModelWidth, 'model-width'),
      keyWidth: field(strings.sketchKeyWidth, 'key-width'),
      sigma: field(strings.sketchSigma, 'sigma'),
    };
    this.#mask = new Choice(document, strings.sketchMask, (mask) => acts.set({ mask }));
    this.#code = node(document, 'code');
    this.#printed = node(document, 'samp');
    this.#copy = new CopyButton(
      document,
      {
        offer: strings.sketchCopy,
        copied: strings.sketchCopied,
        selected: strings.sketchRefused,
        refused: strings.sketchNoSelection,
      },
      this.#code,
      (said) => acts.read(said, { spoken: true }),
    );
    this.#edges = node(document, 'p', { class: 'sentence' });
    this.#panel = new MatrixPanel(document, strings, (cell, spoken) => this.#read(cell, spoken));
    this.readoutPlace = node(document, 'div');
    const listing = (/** @type {string} */ label, /** @type {HTMLElement} */ content) => {
      const block = node(document, 'pre', { class: 'listing', role: 'region', label }, [content]);
      // A long line scrolls inside its block, which keyboards must be able to reach.
      block.tabIndex = 0;
      return block;
    };
    const { seed, n, modelWidth, keyWidth, sigma } = this.#fields;
    const settings = [seed, n, modelWidth, keyWidth, sigma, this.#mask].map(({ root }) => root);
    this.root = node(document, 'div', { class: 'concept sketch' }, [
      settingsRow(document, strings.settings, settings),
      node(document, 'div', { class: 'beside' }, [
        node(document, 'div', { class: 'listings' }, [
          node(document, 'div', { class: 'listing-head' }, [
            node(document, 'span', { class: 'caption', text: strings.sketchProgram }),
            this.#copy.root,
          ]),
          listing(strings.sketchProgram, this.#code),
        ]),
        node(document, 'div', { class: 'listings' }, [
          node(document, 'div', { class: 'listing-head' }, [
            node(document, 'span', { class: 'caption', text: strings.sketchPrinted }),
          ]),
          listing(strings.sketchPrinted, this.#printed),
          this.#edges,
          this.#panel.root,
          this.readoutPlace,
        ]),
      ]),
    ]);
  }

  /**
   * @param {SketchModel} model
   * @param {Look} look
   */
  update(model, look) {
    this.#model = model;
    const strings = this.#strings;
    const { settings, tokens, most, edges } = model;
    const { seed, n, keyWidth } = settings;
    this.#showSettings(settings, most);
    setText(this.#code, model.script);
    this.#copy.update();
    setText(this.#printed, model.printed);
    setHidden(this.#edges, edges.length === 0);
    setText(
      this.#edges,
      fill(strings.sketchEdges, { count: whole(edges.length), cells: whole(n * n) }),
    );
    const wide = look.room >= look.em * BESIDE_EM;
    this.#panel.update(
      {
        title: strings.sketchWeights,
        step: fill(strings.sketchStep, { width: keyWidth }),
        label: fill(strings.sketchLabel, { seed, n }),
        values: model.weights,
        ...mapContent(tokens, tokens, strings),
        room: wide ? look.room * 0.42 : look.room,
        tallest: look.tallest * 0.6,
        largest: 3.4,
        print: (cell) => model.table[Math.floor(cell / n)][cell % n],
        sums: model.rowSum,
      },
      look,
    );
  }

  /**
   * @param {SketchModel['settings']} settings
   * @param {number} most
   */
  #showSettings({ seed, n, modelWidth, keyWidth, sigma, causal }, most) {
    const fields = this.#fields;
    fields.seed.update({ value: seed, min: 0, max: Number.MAX_SAFE_INTEGER });
    fields.n.update({ value: n, min: 1, max: most });
    fields.modelWidth.update({ value: modelWidth, min: 1, max: most });
    fields.keyWidth.update({ value: keyWidth, min: 1, max: most });
    fields.sigma.update({ value: sigma, min: 0.001, max: MOST_SIGMA, step: 'any' });
    this.#mask.update({
      options: [
        ['none', this.#strings.maskNone],
        ['causal', this.#strings.maskCausal],
      ],
      chosen: causal ? 'causal' : 'none',
    });
  }

  /**
   * @param {import('../widgets/matrix_panel.js').Cell | null} cell
   * @param {boolean} spoken
   */
  #read(cell, spoken) {
    this.#panel.highlight(cell);
    if (!this.#model) return;
    const { tokens, weights, settings } = this.#model;
    if (!cell) {
      this.#acts.read('');
      return;
    }
    const strings = this.#strings;
    const { row, column } = cell;
    const weight = weights[row * settings.n + column];
    const place = cellPlace(cell, { queryTokens: tokens, keyTokens: tokens }, strings);
    this.#acts.read(readoutLine([place, weightFact(weight, strings, 6)]), {
      spoken,
      locked: cell.locked,
    });
  }
}
