// Settings of a figure: a slider, a choice, a switch, a number. Each shows what the tag's attributes say and tells what the reader
// wants them to say; none keeps a value of its own. Native inputs: keys, touch and speech come with them.
import { node, setHidden, setText } from '../nodes.js';
import { fill } from '../strings.js';
import { setTerms } from '../terms.js';

/**
 * A slider with its name and its value in words.
 */
export class Slider {
  #input;
  #value;
  #label;
  #mark;

  /**
   * @param {Document} document
   * @param {string} label
   * @param {(place: number) => void} changed
   */
  constructor(document, label, changed) {
    this.#label = node(document, 'span', { class: 'name', text: label });
    this.#input = node(document, 'input');
    this.#input.type = 'range';
    this.#input.addEventListener('input', () => changed(Number(this.#input.value)));
    this.#value = node(document, 'output');
    this.#mark = node(document, 'span', { class: 'slider-mark', hidden: true });
    this.root = node(document, 'label', { class: 'slider' }, [
      this.#label,
      node(document, 'span', { class: 'track' }, [this.#input, this.#mark]),
      this.#value,
    ]);
  }

  /**
   * @param {{ place: number, min: number, max: number, step?: number | 'any', text: string, label?: string, disabled?: boolean, mark?: { place: number, text: string } }} content
   *   text: the value as it is read and spoken; a slider over a list has the places of the list; mark: a place with a word under it
   */
  update({ place, min, max, step = 1, text, label, disabled = false, mark }) {
    const input = this.#input;
    const limits = { min: String(min), max: String(max), step: String(step) };
    for (const name of /** @type {const} */ (['min', 'max', 'step']))
      if (input[name] !== limits[name]) input[name] = limits[name];
    if (Number(input.value) !== place) input.value = String(place);
    if (input.disabled !== disabled) input.disabled = disabled;
    if (label !== undefined) setText(this.#label, label);
    setText(this.#value, text);
    input.setAttribute('aria-valuetext', text);
    const isMarked = mark !== undefined && mark.place >= min && mark.place <= max;
    setHidden(this.#mark, !isMarked);
    this.root.classList.toggle('marked', isMarked);
    if (!mark) return;
    setText(this.#mark, mark.text);
    this.#mark.style.setProperty('--share', String((mark.place - min) / (max - min)));
  }
}

/** One of a few, as words beside each other. */
export class Choice {
  #document;
  #changed;
  #name;
  #legend;
  #options;
  /** @type {Map<string, { input: HTMLInputElement, text: HTMLElement }>} */
  #inputs = new Map();

  /**
   * @param {Document} document
   * @param {string} legend
   * @param {(value: string) => void} changed
   */
  constructor(document, legend, changed) {
    this.#document = document;
    this.#changed = changed;
    // Radio groups of one name are private to a shadow root: the legend tells them apart inside it.
    this.#name = legend;
    this.#legend = node(document, 'legend', { text: legend });
    this.#options = node(document, 'span', { class: 'options' });
    this.root = node(document, 'fieldset', { class: 'choice' }, [this.#legend, this.#options]);
  }

  /**
   * @param {{ options: readonly (readonly [value: string, text: string])[], chosen: string, disabled?: boolean }} content
   */
  update({ options, chosen, disabled = false }) {
    const values = options.map(([value]) => value);
    if (values.join(' ') !== [...this.#inputs.keys()].join(' ')) this.#fill(values);
    for (const [value, text] of options) {
      const option = this.#inputs.get(value);
      if (!option) continue;
      setText(option.text, text);
      option.input.checked = value === chosen;
      option.input.disabled = disabled;
    }
  }

  /** @param {string[]} values */
  #fill(values) {
    this.#inputs.clear();
    const labels = values.map((value) => {
      const input = node(this.#document, 'input');
      input.type = 'radio';
      input.name = this.#name;
      input.value = value;
      input.addEventListener('input', () => this.#changed(value));
      const text = node(this.#document, 'span');
      this.#inputs.set(value, { input, text });
      return node(this.#document, 'label', {}, [input, text]);
    });
    this.#options.replaceChildren(...labels);
  }
}

/** On or off. */
export class Switch {
  #input;
  #text;

  /**
   * @param {Document} document
   * @param {string} label
   * @param {(on: boolean) => void} changed
   */
  constructor(document, label, changed) {
    this.#input = node(document, 'input');
    this.#input.type = 'checkbox';
    this.#input.addEventListener('input', () => changed(this.#input.checked));
    this.#text = node(document, 'span', { text: label });
    this.root = node(document, 'label', { class: 'switch' }, [this.#input, this.#text]);
  }

  /** @param {{ on: boolean, label?: string, disabled?: boolean }} content */
  update({ on, label, disabled = false }) {
    this.#input.checked = on;
    this.#input.disabled = disabled;
    if (label !== undefined) setText(this.#text, label);
  }
}

/**
 * A number that is typed, told as soon as it can be taken. While it cannot, the field says what can be; leaving it then puts back,
 * and tells, what it stood for when it was entered: what was taken on the way was only the beginning of a longer number.
 */
export class NumberField {
  #strings;
  #changed;
  #input;
  #bounds;
  #limits = { min: 0, max: 0, whole: true };
  #said = { value: 0, text: '' };
  #before = this.#said;
  #told = 0;
  #isRefused = false;

  /**
   * @param {Document} document
   * @param {import('../strings.js').Strings} strings
   * @param {string} label
   * @param {(value: number) => void} changed
   */
  constructor(document, strings, label, changed) {
    this.#strings = strings;
    this.#changed = changed;
    this.#input = node(document, 'input');
    this.#input.type = 'number';
    this.#input.addEventListener('focus', () => {
      this.#before = this.#said;
      this.#told = this.#said.value;
    });
    this.#input.addEventListener('input', () => this.#take());
    // Enter: what stands there is meant.
    this.#input.addEventListener('change', () => {
      if (!this.#isRefused) this.#before = { value: this.#told, text: String(this.#told) };
    });
    this.#input.addEventListener('blur', () => this.#leave());
    this.#bounds = node(document, 'span', { class: 'bounds' });
    this.#bounds.setAttribute('role', 'status');
    const name = node(document, 'span', { class: 'name' });
    setTerms(name, label);
    this.root = node(document, 'label', { class: 'number' }, [name, this.#input, this.#bounds]);
  }

  #take() {
    const { min, max, whole } = this.#limits;
    // Not the browser's check of steps, which rounds: 1e-30 is no whole number.
    const value = this.#input.valueAsNumber;
    this.#isRefused = !(value >= min && value <= max && (!whole || Number.isInteger(value)));
    // An empty field is about to be filled.
    this.#mark(this.#isRefused && (this.#input.value !== '' || this.#input.validity.badInput));
    if (!this.#isRefused) this.#tell(value);
  }

  #leave() {
    this.#input.value = this.#isRefused ? this.#before.text : this.#said.text;
    if (this.#isRefused) this.#tell(this.#before.value);
    this.#isRefused = false;
    this.#mark(false);
  }

  /** @param {number} value */
  #tell(value) {
    if (value === this.#told) return;
    this.#told = value;
    this.#changed(value);
  }

  /** @param {boolean} isWrong what is typed cannot be taken */
  #mark(isWrong) {
    const { min, max, whole } = this.#limits;
    const { numberWhole, numberAny } = this.#strings;
    this.#input.setAttribute('aria-invalid', String(isWrong));
    setText(this.#bounds, isWrong ? fill(whole ? numberWhole : numberAny, { min, max }) : '');
  }

  /** @param {{ value: number, min: number, max: number, step?: 1 | 'any', text?: string }} content text: the value as it is written */
  update({ value, min, max, step = 1, text = String(value) }) {
    const input = this.#input;
    this.#limits = { min, max, whole: step === 1 };
    input.min = String(min);
    input.max = String(max);
    input.step = String(step);
    this.#said = { value, text };
    // A change from elsewhere, while the field shows what cannot be taken, leaves the reader at it.
    if (this.#isRefused) return;
    const typed = Number(input.value);
    // The core may have computed with the nearest float32.
    if (input.value === '' || (typed !== value && Math.fround(typed) !== value)) input.value = text;
  }
}

/**
 * @param {Document} document
 * @param {string} text
 * @param {() => void} pressed
 * @returns {HTMLButtonElement}
 */
export function pushButton(document, text, pressed) {
  const button = node(document, 'button', { class: 'push', text });
  button.type = 'button';
  button.addEventListener('click', pressed);
  return button;
}

/**
 * The settings of a figure in a row.
 * @param {Document} document
 * @param {string} label
 * @param {Node[]} settings
 * @returns {HTMLElement}
 */
export function settingsRow(document, label, settings) {
  return node(
    document,
    'div',
    { class: 'controls', part: 'controls', role: 'group', label },
    settings,
  );
}

/**
 * @param {HTMLElement} setting
 * @param {boolean} shown
 */
export function showSetting(setting, shown) {
  setHidden(setting, !shown);
}
