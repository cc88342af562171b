// The built-in settings: each shows what an attribute says and, when changed, says what it should be.
import { paletteNames } from '../palettes.js';
import { node } from '../views/nodes.js';
import { fixed } from '../views/numbers.js';

/** @typedef {import('./attributes.js').Attributes} Attributes */
/** @typedef {import('../views/strings.js').Strings} Strings */

const HEAD_COUNTS = [1, 2, 4, 8];
/** The slider is logarithmic: as far to halve a temperature as to double it. */
const TEMPERATURE_RANGE = { min: '-2', max: '2', step: '0.1' };

export class Controls {
  #document;
  #change;
  #temperature;
  #temperatureText;
  #scale;
  #palette;
  /** @type {Map<string, HTMLInputElement>} */
  #masks = new Map();
  /** @type {Map<string, HTMLInputElement>} */
  #heads = new Map();
  #padding = 1;

  /**
   * @param {Document} document
   * @param {Strings} strings
   * @param {(name: string, value: string) => void} change an attribute is to become this
   */
  constructor(document, strings, change) {
    this.#document = document;
    this.#change = change;
    const masks = {
      none: strings.maskNone,
      causal: strings.maskCausal,
      padding: strings.maskPadding,
      both: strings.maskBoth,
    };
    const mask = this.#choice('mask', strings.mask, Object.entries(masks), this.#masks);
    const counts = HEAD_COUNTS.map(
      (count) => /** @type {[string, string]} */ ([String(count), String(count)]),
    );
    const heads = this.#choice('heads', strings.heads, counts, this.#heads);
    this.#scale = this.#input('checkbox', () =>
      this.#change('scale', this.#scale.checked ? 'on' : 'off'),
    );
    this.#temperature = this.#input('range', () =>
      this.#change(
        'temperature',
        String(Number((2 ** Number(this.#temperature.value)).toPrecision(3))),
      ),
    );
    Object.assign(this.#temperature, TEMPERATURE_RANGE);
    this.#temperatureText = node(document, 'output');
    this.#palette = node(document, 'select');
    for (const name of paletteNames) this.#palette.append(node(document, 'option', { text: name }));
    this.#palette.addEventListener('change', () => this.#change('palette', this.#palette.value));
    this.root = node(
      document,
      'div',
      { class: 'controls', part: 'controls', role: 'group', label: strings.controls },
      [
        mask,
        this.#label([this.#scale, node(document, 'span', { text: strings.scale })]),
        this.#label([
          node(document, 'span', { class: 'name', text: strings.temperature }),
          this.#temperature,
          this.#temperatureText,
        ]),
        heads,
        this.#label([
          node(document, 'span', { class: 'name', text: strings.palette }),
          this.#palette,
        ]),
      ],
    );
  }

  /**
   * @param {'checkbox' | 'radio' | 'range'} type
   * @param {() => void} changed
   * @returns {HTMLInputElement}
   */
  #input(type, changed) {
    const input = node(this.#document, 'input');
    input.type = type;
    input.addEventListener('input', changed);
    return input;
  }

  /** @param {Node[]} parts @returns {HTMLLabelElement} */
  #label(parts) {
    return node(this.#document, 'label', {}, parts);
  }

  /**
   * @param {'mask' | 'heads'} name
   * @param {string} legend
   * @param {[string, string][]} choices value and text
   * @param {Map<string, HTMLInputElement>} inputs filled
   * @returns {HTMLFieldSetElement}
   */
  #choice(name, legend, choices, inputs) {
    const labels = choices.map(([value, text]) => {
      const input = this.#input('radio', () =>
        this.#change(name, name === 'mask' ? this.#mask(value) : value),
      );
      // Radio groups of one name are private to a shadow root.
      input.name = name;
      input.value = value;
      inputs.set(value, input);
      return this.#label([input, node(this.#document, 'span', { text })]);
    });
    return node(this.#document, 'fieldset', {}, [
      node(this.#document, 'legend', { text: legend }),
      ...labels,
    ]);
  }

  /** @param {string} choice @returns {string} the mask attribute */
  #mask(choice) {
    if (choice === 'padding') return `padding:${this.#padding}`;
    return choice === 'both' ? `causal padding:${this.#padding}` : choice;
  }

  /**
   * Show what is drawn.
   * @param {Attributes} attributes
   * @param {{ heads: number, width: number, computed: boolean }} drawn width: columns that can be cut into other
   *   numbers of heads, 0 for none; computed: masks, scale and temperature have an effect
   */
  update(
    { mask, scale = 'on', temperature = 1, palette = paletteNames[0] },
    { heads, width, computed },
  ) {
    if (mask?.padding) this.#padding = mask.padding;
    const kind = mask?.object ? '' : `${mask?.causal ? 1 : 0}${mask?.padding ? 1 : 0}`;
    const shown = { '00': 'none', 10: 'causal', '01': 'padding', 11: 'both' }[kind];
    for (const [value, input] of this.#masks) {
      input.checked = value === shown;
      input.disabled = !computed;
    }
    for (const [value, input] of this.#heads) {
      input.checked = Number(value) === heads;
      input.disabled = width === 0 || width % Number(value) !== 0;
    }
    this.#scale.checked = scale === 'on';
    this.#scale.indeterminate = typeof scale === 'number';
    this.#scale.disabled = !computed;
    this.#temperature.disabled = !computed;
    const place = String(Math.log2(temperature));
    if (Math.abs(Number(this.#temperature.value) - Number(place)) > 0.051)
      this.#temperature.value = place;
    this.#temperatureText.textContent = fixed(temperature);
    this.#temperature.setAttribute('aria-valuetext', fixed(temperature));
    this.#palette.value = palette;
  }
}
