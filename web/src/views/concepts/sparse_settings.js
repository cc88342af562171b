// Which pattern, and the numbers that it has: only those are shown.
import {
  Choice,
  NumberField,
  Slider,
  Switch,
  settingsRow,
  showSetting,
} from '../widgets/setting.js';

/** @typedef {import('./sparse_figure.js').SparseModel} SparseModel */
/** @typedef {import('./sparse_figure.js').PatternName} PatternName */
/** @typedef {'width' | 'dilation' | 'globals' | 'block' | 'perRow'} SizeName */

/** @type {Record<PatternName, SizeName[]>} */
const SIZES = {
  window: ['width'],
  dilated: ['width', 'dilation'],
  global: ['globals', 'width'],
  block: ['block'],
  random: ['perRow'],
};
/** Wider holes than this are not tried. */
const MOST_DILATION = 16;
/** The end of the field; the attribute goes further. */
const MOST_SEED = 9999;

export class SparseSettings {
  #strings;
  #names;
  #sliders;
  #seed;
  #causal;

  /**
   * @param {Document} document
   * @param {import('../strings.js').Strings} strings
   * @param {import('./concept_figure.js').Acts} acts
   */
  constructor(document, strings, acts) {
    this.#strings = strings;
    this.#names = new Choice(document, strings.sparsePatternSetting, (pattern) =>
      acts.set({ pattern: pattern === 'window' ? null : pattern }),
    );
    const slider = (/** @type {string} */ label, /** @type {string} */ attribute) =>
      new Slider(document, label, (place) => acts.set({ [attribute]: String(place) }));
    this.#sliders = {
      globals: slider(strings.sparseGlobals, 'globals'),
      width: slider(strings.sparseWidth, 'width'),
      dilation: slider(strings.sparseDilation, 'dilation'),
      block: slider(strings.sparseBlock, 'block'),
      perRow: slider(strings.sparsePerRow, 'per-row'),
    };
    this.#seed = new NumberField(document, strings, strings.sparseSeed, (seed) =>
      acts.set({ 'pattern-seed': String(seed) }),
    );
    this.#causal = new Switch(document, strings.sparseCausal, (on) =>
      acts.set({ mask: on ? 'causal' : 'none' }),
    );
    this.root = settingsRow(document, strings.settings, [
      this.#names.root,
      ...Object.values(this.#sliders).map(({ root }) => root),
      this.#seed.root,
      this.#causal.root,
    ]);
  }

  /** @param {SparseModel} model */
  update({ pattern, causal, keyTokens }) {
    const strings = this.#strings;
    this.#names.update({
      options: [
        ['window', strings.sparseNameWindow],
        ['dilated', strings.sparseNameDilated],
        ['global', strings.sparseNameGlobal],
        ['block', strings.sparseNameBlock],
        ['random', strings.sparseNameRandom],
      ],
      chosen: pattern.name,
    });
    const keys = keyTokens.length;
    const limits = {
      globals: [0, keys],
      width: [0, keys - 1],
      dilation: [1, Math.max(1, Math.min(keys - 1, MOST_DILATION))],
      block: [1, keys],
      perRow: [0, keys - 1],
    };
    for (const name of /** @type {SizeName[]} */ (Object.keys(this.#sliders))) {
      const [min, max] = limits[name];
      const value = pattern[name];
      showSetting(this.#sliders[name].root, SIZES[pattern.name].includes(name));
      this.#sliders[name].update({ place: Math.min(value, max), min, max, text: String(value) });
    }
    showSetting(this.#seed.root, pattern.name === 'random');
    this.#seed.update({ value: pattern.seed, min: 0, max: Math.max(MOST_SEED, pattern.seed) });
    this.#causal.update({ on: causal });
  }
}
