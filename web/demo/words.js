// The reader's own words: every change of the form becomes attributes of the tag, and a line about what is shown.
import { cutText, tokenize } from 'attention-map/text';
import {
  describeDivisor,
  describeWidth,
  fillForm,
  readForm,
  showBounds,
  showNumber,
} from './form.js';
import { TEXT_CAP, TOKEN_CAP } from './state.js';
import { steadyRoom } from './steady_room.js';

/** @typedef {import('attention-map/element').AttentionMapElement} AttentionMapElement */
/** @typedef {import('./state.js').Settings} Settings */

const COUNT = new Intl.NumberFormat('en');

/**
 * The settings' mask as the tag's attribute. More padding than tokens would be a wrong mask, not a
 * map without keys, while the reader is deleting words: it is held at the number of tokens.
 * @param {Settings} settings
 * @param {number} n tokens
 */
export function maskAttribute({ mask, padding }, n) {
  return mask.replace('padding', `padding:${Math.min(padding, n)}`);
}

/**
 * The enlarged head as the tag's attribute: one that is there.
 * @param {Settings} settings
 */
export function headAttribute({ head, heads }) {
  if (heads === 1) return '0';
  return Number(head) >= heads ? '0' : head;
}

/**
 * What is shown of what was typed.
 * @param {number} characters typed, of which TEXT_CAP at most are read
 * @param {{ tokens: string[], total: number, truncated: boolean }} read
 */
export function describeCount(characters, { tokens, total, truncated }) {
  const isLong = characters > TEXT_CAP;
  const parts = [
    isLong
      ? `${COUNT.format(characters)} characters: only the first ${COUNT.format(TEXT_CAP)} are read`
      : `${COUNT.format(characters)} of ${COUNT.format(TEXT_CAP)} characters`,
    truncated
      ? `${COUNT.format(total)} tokens: the first ${TOKEN_CAP} are drawn`
      : `${tokens.length} of ${TOKEN_CAP} tokens`,
  ];
  return parts.join(' · ');
}

export class Words {
  #document;
  #form;
  #map;
  #onChange;
  #settings;
  #composing = false;
  #counting = 0;
  /** @type {ReturnType<typeof tokenize>} */
  #read = { tokens: [], total: 0, truncated: false };

  /**
   * @param {Document} document with the form, the tag and the lines of index.html
   * @param {Settings} settings
   * @param {(settings: Settings, tokens: string[]) => void} onChange after the tag was told
   */
  constructor(document, settings, onChange) {
    this.#document = document;
    this.#form = /** @type {HTMLFormElement} */ (document.getElementById('settings'));
    this.#map = /** @type {AttentionMapElement} */ (document.getElementById('map'));
    steadyRoom(/** @type {HTMLElement} */ (document.getElementById('map-room')));
    this.#onChange = onChange;
    this.#settings = settings;
    this.#listen();
    this.show(settings);
  }

  /**
   * Takes over settings from elsewhere (a link) and draws them.
   * @param {Settings} settings
   */
  show(settings) {
    this.#settings = settings;
    fillForm(this.#form, settings);
    this.#readText(settings.text);
    this.#draw();
  }

  #listen() {
    const form = this.#form;
    form.addEventListener('submit', (event) => event.preventDefault());
    form.addEventListener('input', (event) => {
      const target = event.target;
      // A composition (Chinese, Japanese, Korean, dead keys) is one change: half-typed syllables are no words.
      if (target instanceof HTMLTextAreaElement) {
        if (!this.#composing) this.#typed(target.value);
      } else if (target instanceof HTMLInputElement) {
        if (isNumberField(target)) showBounds(target);
        this.#settings = readForm(form, target.name, this.#settings);
        this.#draw();
      }
    });
    form.addEventListener('compositionstart', () => {
      this.#composing = true;
    });
    form.addEventListener('compositionend', (event) => {
      this.#composing = false;
      if (event.target instanceof HTMLTextAreaElement) this.#typed(event.target.value);
    });
    this.#map.addEventListener('attention-map:change', (event) => {
      if (event.detail.name !== 'head') return;
      this.#settings = { ...this.#settings, head: event.detail.value ?? 'all' };
      this.#draw();
    });
    /** @type {Settings} */
    let before;
    form.addEventListener('focusin', ({ target }) => {
      if (isNumberField(target)) before = this.#settings;
    });
    // Enter: what stands there is meant.
    form.addEventListener('change', ({ target }) => {
      if (isNumberField(target) && showBounds(target)) before = this.#settings;
    });
    // A number that was left wrong goes back to the one that the reader came to: what was drawn of its digits was not meant.
    form.addEventListener('focusout', ({ target }) => {
      if (!isNumberField(target)) return;
      const name = target.name === 'seed' ? 'seed' : 'padding';
      if (!showBounds(target)) {
        this.#settings = { ...this.#settings, [name]: before[name] };
        this.#draw();
      }
      fillForm(form, this.#settings, [name]);
      showBounds(target);
    });
  }

  /**
   * @param {string} text
   */
  #typed(text) {
    this.#readText(text);
    this.#draw();
  }

  /**
   * @param {string} text all that is in the box; the box itself is never cut
   */
  #readText(text) {
    const kept = cutText(text, TEXT_CAP);
    this.#read = tokenize(kept, { cap: TOKEN_CAP });
    this.#settings = { ...this.#settings, text: kept };
    cancelAnimationFrame(this.#counting);
    // Written with the maps: while a key is being handled, every change of the page would cost a layout of its own.
    this.#counting = requestAnimationFrame(() => this.#count(text.length));
  }

  /** @param {number} characters typed */
  #count(characters) {
    this.#write('count', describeCount(characters, this.#read));
    const isOver = this.#read.truncated || characters > TEXT_CAP;
    this.#document.getElementById('count')?.classList.toggle('over', isOver);
    // Spoken once when the cap is passed, not at every key after it.
    this.#write('over', isOver ? `Only the first ${TOKEN_CAP} tokens are drawn.` : '');
  }

  #draw() {
    const settings = this.#settings;
    const { tokens } = this.#read;
    this.#showLines(settings);
    const isBlank = tokens.length === 0;
    this.#map.hidden = isBlank;
    this.#hide('blank', !isBlank);
    if (!isBlank) {
      const attributes = {
        tokens: JSON.stringify(tokens),
        mask: maskAttribute(settings, tokens.length),
        heads: String(settings.heads),
        scale: settings.scale ? 'on' : 'off',
        temperature: String(settings.temperature),
        seed: String(settings.seed),
        // One head has no others to stand beside.
        view: settings.heads === 1 ? 'map' : 'heads',
        head: headAttribute(settings),
      };
      for (const [name, value] of Object.entries(attributes)) {
        if (this.#map.getAttribute(name) !== value) this.#map.setAttribute(name, value);
      }
    }
    this.#onChange(settings, tokens);
  }

  /**
   * @param {Settings} settings
   */
  #showLines(settings) {
    this.#hide('padding-field', !settings.mask.includes('padding'));
    const temperature = showNumber(settings.temperature);
    this.#write('temperature-value', temperature);
    // The slider's own number is a step of a logarithm, which nobody should hear.
    const slider = this.#document.getElementById('temperature-slider');
    if (slider?.getAttribute('aria-valuetext') !== temperature) {
      slider?.setAttribute('aria-valuetext', temperature);
    }
    this.#write('width', describeWidth(settings));
    this.#write('divisor', describeDivisor(settings));
  }

  /**
   * @param {string} id
   * @param {string} text
   */
  #write(id, text) {
    const place = this.#document.getElementById(id);
    if (place && place.textContent !== text) place.textContent = text;
  }

  /**
   * @param {string} id
   * @param {boolean} hidden
   */
  #hide(id, hidden) {
    const place = this.#document.getElementById(id);
    if (place && place.hidden !== hidden) place.hidden = hidden;
  }
}

/**
 * @param {EventTarget | null} target
 * @returns {target is HTMLInputElement}
 */
function isNumberField(target) {
  return target instanceof HTMLInputElement && target.type === 'number';
}
