// The settings of a mask: its kind, and the numbers that this kind has.
import { node } from '../nodes.js';
import { BoundaryStrip } from '../widgets/boundary_strip.js';
import { Choice, NumberField, Switch, settingsRow, showSetting } from '../widgets/setting.js';
import { MASK_KINDS, maskAttributes, WITH_CAUSAL } from './mask_setting.js';

/** @typedef {import('./mask_setting.js').MaskKind} MaskKind */
/** @typedef {import('./mask_setting.js').MaskSetting} MaskSetting */

/** What is shown, and where. @typedef {{ setting: MaskSetting, keys: number, tokens: string[], square: boolean }} Shown */

export class MaskSettings {
  #strings;
  #acts;
  #paint;
  #kind;
  #causal;
  #padding;
  #side;
  #before;
  #after;
  #prefix;
  #boundaries;
  /** @type {Shown | null} */
  #shown = null;

  /**
   * @param {Document} document
   * @param {import('../strings.js').Strings} strings
   * @param {import('./concept_figure.js').Acts} acts
   * @param {() => void} paint the present mask is to become a painted one
   */
  constructor(document, strings, acts, paint) {
    this.#strings = strings;
    this.#acts = acts;
    this.#paint = paint;
    const number = (
      /** @type {string} */ label,
      /** @type {(value: number) => Partial<MaskSetting>} */ change,
    ) => new NumberField(document, strings, label, (value) => this.#change(change(value)));
    this.#kind = new Choice(document, strings.masksKind, (kind) =>
      this.#choose(/** @type {MaskKind} */ (kind)),
    );
    this.#causal = new Switch(document, strings.masksAlsoCausal, (causal) =>
      this.#change({ causal }),
    );
    this.#padding = number(strings.masksPadding, (padding) => ({ padding }));
    this.#side = new Choice(document, strings.masksSide, (side) =>
      this.#change({ side: side === 'left' ? 'left' : 'right' }),
    );
    this.#before = number(strings.masksBefore, (before) => ({ window: [before, this.#reach(1)] }));
    this.#after = number(strings.masksAfter, (after) => ({ window: [this.#reach(0), after] }));
    this.#prefix = number(strings.masksPrefix, (prefix) => ({ prefix }));
    this.#boundaries = new BoundaryStrip(
      document,
      { strip: strings.masksBoundaries, cut: strings.masksBoundary },
      (starts) => this.#change({ starts }),
    );
    const fields = [
      this.#padding,
      this.#side,
      this.#before,
      this.#after,
      this.#prefix,
      this.#causal,
    ];
    this.root = node(document, 'div', { class: 'mask-settings' }, [
      settingsRow(document, strings.settings, [this.#kind.root, ...fields.map(({ root }) => root)]),
      this.#boundaries.root,
    ]);
  }

  /** @param {Shown} shown */
  update(shown) {
    this.#shown = shown;
    const { setting, keys, tokens, square } = shown;
    const { kind, causal, padding, side, prefix, starts } = setting;
    const strings = this.#strings;
    const kinds = square ? MASK_KINDS : MASK_KINDS.filter((each) => each !== 'documents');
    this.#kind.update({
      options: kinds.map((each) => [each, strings[NAMES[each]]]),
      chosen: kind,
    });
    this.#causal.update({ on: causal });
    this.#padding.update({ value: Math.max(1, padding), min: 1, max: keys });
    this.#side.update({
      options: [
        ['right', strings.masksSideRight],
        ['left', strings.masksSideLeft],
      ],
      chosen: side,
    });
    this.#before.update({ value: this.#reach(0), min: 0, max: keys });
    this.#after.update({ value: this.#reach(1), min: 0, max: keys });
    this.#prefix.update({ value: Math.max(1, prefix), min: 1, max: keys });
    this.#boundaries.update(kind === 'documents' ? tokens : [], starts);
    showSetting(this.#causal.root, WITH_CAUSAL.includes(kind));
    for (const { root } of [this.#padding, this.#side]) showSetting(root, kind === 'padding');
    showSetting(this.#before.root, kind === 'window');
    showSetting(this.#after.root, kind === 'window' && !causal);
    showSetting(this.#prefix.root, kind === 'prefix');
  }

  /**
   * @param {0 | 1} end before, after
   * @returns {number} keys of the window
   */
  #reach(end) {
    if (!this.#shown) return 0;
    const { setting, keys } = this.#shown;
    return Math.min(setting.window[end], keys);
  }

  /** @param {MaskKind} kind */
  #choose(kind) {
    if (!this.#shown) return;
    const { setting, keys } = this.#shown;
    if (kind === 'painted') {
      this.#paint();
      return;
    }
    const few = Math.min(1, keys - 1);
    this.#change({
      kind,
      causal: kind === 'window' || (kind !== setting.kind && setting.causal),
      padding: setting.padding || 1,
      window: setting.kind === 'window' ? setting.window : [few, 0],
      prefix: setting.prefix || Math.ceil(keys / 2),
      starts: setting.starts.length > 0 || keys < 2 ? setting.starts : [Math.ceil(keys / 2)],
    });
  }

  /** @param {Partial<MaskSetting>} change */
  #change(change) {
    if (!this.#shown) return;
    const { setting, keys } = this.#shown;
    this.#acts.set(maskAttributes({ ...setting, ...change }, keys));
  }
}

/** @type {Record<MaskKind, keyof import('../strings.js').Strings>} */
const NAMES = {
  none: 'masksKindNone',
  causal: 'masksKindCausal',
  padding: 'masksKindPadding',
  window: 'masksKindWindow',
  prefix: 'masksKindPrefix',
  documents: 'masksKindDocuments',
  painted: 'masksKindPainted',
};
