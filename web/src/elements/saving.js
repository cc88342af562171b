// What is shown, as a file: the picture, its numbers, or everything that brings it back.
import { AttentionError } from '../errors.js';
import { canvasPicture } from '../views/export/canvas_picture.js';
import { csvFile } from '../views/export/csv_file.js';
import { snapshot } from '../views/export/shapes.js';
import { svgFile } from '../views/export/svg_file.js';
import { attributeTable } from './attributes.js';
import { pictureTables } from './picture_tables.js';
import { workbenchTables } from './workbench_tables.js';

/** @typedef {import('./shown.js').Shown} Shown */
/** @typedef {import('../views/concepts/concept_figure.js').NumberTable} NumberTable */

/** The kinds of file, by the name that exportAs takes. */
export const formats = Object.freeze(
  /** @type {const} */ ({
    png: { type: 'image/png', ending: 'png' },
    'png-3x': { type: 'image/png', ending: 'png' },
    svg: { type: 'image/svg+xml', ending: 'svg' },
    csv: { type: 'text/csv', ending: 'csv' },
    json: { type: 'application/json', ending: 'json' },
  }),
);

/** @typedef {keyof typeof formats} Format */

/** Of the page and its place on it, not of the picture. */
const NOT_SAVED = new Set(['src', 'drop', 'height', 'loading', 'tokens', 'key-tokens']);

/**
 * @param {string} format
 * @returns {Format}
 * @throws {AttentionError} code 'option' for one that there is not
 */
export function readFormat(format) {
  if (Object.hasOwn(formats, format)) return /** @type {Format} */ (format);
  const known = Object.keys(formats).join(', ');
  throw new AttentionError('option', 'format', `format is '${format}', expected ${known}`);
}

/**
 * @param {Format} format
 * @param {object} from
 * @param {Shown} from.shown
 * @param {HTMLElement} from.figure as it is drawn
 * @param {string} from.ground the colour that it stands on
 * @param {string} from.title
 * @param {Record<string, string>} from.attributes those in force, as they are written
 * @returns {Promise<Blob>}
 */
export async function fileOf(format, { shown, figure, ground, title, attributes }) {
  const { type } = formats[format];
  if (format === 'csv') return new Blob([csvFile(tablesOf(shown))], { type });
  if (format === 'json') return new Blob([jsonOf(shown, attributes)], { type });
  const shot = snapshot(figure, ground);
  if (format === 'svg') return new Blob([svgFile(shot, title)], { type });
  const canvas = canvasPicture(figure.ownerDocument, shot, format === 'png-3x' ? 3 : 1);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob) resolve(blob);
      else
        reject(
          new AttentionError(
            'memory',
            'format',
            `the browser made no PNG of ${canvas.width} × ${canvas.height} px`,
          ),
        );
    }, type);
  });
}

/**
 * @param {Shown} shown
 * @returns {NumberTable[]}
 */
function tablesOf({ computed }) {
  return 'picture' in computed
    ? [
        ...pictureTables(computed.picture),
        ...(computed.workbench
          ? workbenchTables(computed.workbench(), computed.picture.queryTokens)
          : []),
      ]
    : computed.concept.tables(computed.model);
}

/**
 * Read again by readers/json.js, it gives the same picture.
 * @param {Shown} shown
 * @param {Record<string, string>} attributes
 * @returns {string}
 */
function jsonOf({ input }, attributes) {
  const saved = Object.entries(attributes).filter(
    ([name]) => Object.hasOwn(attributeTable, name) && !NOT_SAVED.has(name),
  );
  const tensors = Object.entries(input?.tensors ?? {}).map(
    ([name, { data, shape }]) => /** @type {const} */ ([name, { data: Array.from(data), shape }]),
  );
  const { tokens = null, keyTokens = null, settings = {} } = input ?? {};
  const whole = {
    v: 1,
    attributes: Object.fromEntries(saved),
    ...(tokens ? { tokens } : {}),
    ...(keyTokens ? { keyTokens } : {}),
    ...Object.fromEntries(tensors),
    ...settings,
  };
  // In a script element nothing may end it, or begin another: JSON has a way to write the same without.
  return JSON.stringify(whole).replace(/</g, '\\u003c');
}
