// The form and the settings: what its controls say, and back.
import { BACKENDS, HEADS, MASKS, TEMPERATURES, TOKEN_CAP } from './state.js';

/** @typedef {import('./state.js').Settings} Settings */

/** Steps of the temperature slider per decade: 20 give the preferred numbers 1, 1.12, 1.26, 1.41 … */
const STEPS = 20;

/** The width of the embedding that the tag uses for bare words: d_model. */
export const MODEL_WIDTH = 64;

/**
 * The temperature at a position of the slider.
 * @param {number} position −20 … 20
 * @returns {number} three significant digits
 */
export function temperatureAt(position) {
  const value = Number((10 ** (position / STEPS)).toPrecision(3));
  return Math.min(TEMPERATURES.highest, Math.max(TEMPERATURES.lowest, value));
}

/**
 * The position of the slider nearest to a temperature.
 * @param {number} temperature
 * @returns {number}
 */
export function positionOf(temperature) {
  return Math.round(Math.log10(temperature) * STEPS);
}

/**
 * d_k as it comes about.
 * @param {Settings} settings
 */
export function describeWidth({ heads }) {
  return heads === 1 ? `${MODEL_WIDTH}` : `${MODEL_WIDTH} / ${heads} = ${MODEL_WIDTH / heads}`;
}

/**
 * What a score is divided by, in words: the scale and the temperature are one divisor.
 * @param {Settings} settings
 * @returns {string}
 */
export function describeDivisor({ heads, scale, temperature }) {
  const width = MODEL_WIDTH / heads;
  const root = Math.sqrt(width);
  const t = showNumber(temperature);
  if (scale) return `q·k ÷ (√${width} × ${t}) = q·k ÷ ${showNumber(root * temperature)}`;
  const same = showNumber(temperature / root);
  return `q·k ÷ ${t}, the same as with ÷ √${width} at temperature ${same}`;
}

/**
 * Three significant digits, without a trailing point.
 * @param {number} value
 */
export function showNumber(value) {
  return String(Number(value.toPrecision(3)));
}

/** Settings that have a control; the enlarged head is chosen on the figure. */
const CONTROLS = /** @type {const} */ ([
  'text',
  'mask',
  'padding',
  'scale',
  'temperature',
  'heads',
  'seed',
  'backend',
]);

/**
 * Writes settings into the controls.
 * @param {HTMLFormElement} form
 * @param {Settings} settings
 * @param {readonly (keyof Settings)[]} [names] of the controls to write, default all
 */
export function fillForm(form, settings, names = CONTROLS) {
  for (const name of names) {
    const text = textOf(settings, name);
    const target = control(form, name);
    // Writing an equal text would still move the caret.
    if (target.value !== text) target.value = text;
  }
}

/**
 * @param {Settings} settings
 * @param {keyof Settings} name
 * @returns {string} what the control of that name holds
 */
function textOf(settings, name) {
  if (name === 'scale') return settings.scale ? 'on' : 'off';
  if (name === 'temperature') return String(positionOf(settings.temperature));
  return String(settings[name]);
}

/**
 * The settings after a control was moved; a number that makes no sense yet changes nothing.
 * @param {HTMLFormElement} form
 * @param {string} name of the control
 * @param {Settings} settings before
 * @returns {Settings}
 */
export function readForm(form, name, settings) {
  const { value } = control(form, name);
  switch (name) {
    case 'mask':
      return { ...settings, mask: MASKS.find((mask) => mask === value) ?? settings.mask };
    case 'heads':
      return {
        ...settings,
        heads: HEADS.find((heads) => String(heads) === value) ?? settings.heads,
      };
    case 'backend':
      return {
        ...settings,
        backend: BACKENDS.find((known) => known === value) ?? settings.backend,
      };
    case 'scale':
      return { ...settings, scale: value === 'on' };
    case 'temperature':
      return { ...settings, temperature: temperatureAt(Number(value)) };
    case 'padding':
    case 'seed':
      return { ...settings, [name]: readWhole(value, name) ?? settings[name] };
    default:
      return settings;
  }
}

/** What the numbers that are typed may be. @type {Readonly<Record<'padding' | 'seed', [least: number, most: number]>>} */
const BOUNDS = Object.freeze({ padding: [1, TOKEN_CAP], seed: [0, Number.MAX_SAFE_INTEGER] });

/** The fields that a number is typed into. @typedef {keyof typeof BOUNDS} NumberName */

/**
 * @param {string} text
 * @param {NumberName} name
 * @returns {number | undefined} undefined where it is none, or none yet
 */
function readWhole(text, name) {
  const [least, most] = BOUNDS[name];
  const value = Number(text);
  return text !== '' && Number.isInteger(value) && value >= least && value <= most
    ? value
    : undefined;
}

/**
 * Says what a typed number must be, as long as it is not.
 * @param {HTMLInputElement} field with a place for the words beside it
 * @returns {boolean} whether it holds a number that can be taken
 */
export function showBounds(field) {
  const name = /** @type {NumberName} */ (field.name);
  const isRight = readWhole(field.value, name) !== undefined;
  // An empty field is about to be filled.
  const isWrong = !isRight && (field.value !== '' || field.validity.badInput);
  field.setAttribute('aria-invalid', String(isWrong));
  const words = field.nextElementSibling;
  const [least, most] = BOUNDS[name];
  if (words) words.textContent = isWrong ? `whole number, ${least} to ${most}` : '';
  return isRight;
}

/**
 * @param {HTMLFormElement} form
 * @param {string} name
 * @returns {{ value: string }} an input, a textarea, or the group of radio buttons of that name
 */
function control(form, name) {
  const found = form.elements.namedItem(name);
  if (found === null || !('value' in found)) throw new Error(`The form has no control ${name}.`);
  return /** @type {{ value: string }} */ (found);
}
