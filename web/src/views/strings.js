// The texts that the everyday figures show or speak, in one table that a book in another language replaces. Those of concepts are in
// concepts/strings.js and come with the first concept; a page replaces both in the same way.
import { openedStrings } from './opened_strings.js';
import { tokenText } from './token_text.js';
import { workbenchStrings } from './workbench_strings.js';

/** English. {names} in braces are filled in, {keys|# key|# keys} by their count; an override keeps the names that it wants. */
export const defaultStrings = Object.freeze({
  ...openedStrings,
  ...workbenchStrings,
  value: 'value',
  output: 'output',
  weight: 'weight',
  rowSum: 'row sum',
  queriesAxis: 'query ↓ rows',
  queriesAxisShort: 'query ↓',
  keysAxis: 'key → columns',
  keysAxisShort: 'key →',
  head: 'head {head}',
  meanHead: 'mean of {heads} heads',
  meanHeadShort: 'mean',
  entropyShort: '{entropy} nats',
  masked: 'masked',
  noKey: 'no key',
  logScale: 'logarithmic',
  cell: 'query {row} ‘{query}’ → key {column} ‘{key}’',
  cellWeight: 'weight {weight}',
  cellScore: 'score {score}',
  cellRowSum: 'row sum {sum}',
  cellMasked: 'masked: the score is −∞, the weight exactly 0',
  cellNoKey: 'this query may see no key: weights and output are 0',
  cellHead: 'head {head}',
  cellMean: 'mean of heads',
  cellOutput: 'output {row} = ({values})',
  locked: 'locked',
  lockedHint: 'locked · Esc or a second click releases',
  hint: 'Point at a cell, or use the arrow keys. Click or Enter locks it.',
  headsHint: 'Point at a cell of any head. Click or Enter enlarges a head.',
  step: 'move the locked cell',
  mapLabel:
    'Attention map, {head}: {queries|# query|# queries} in rows, {keys|# key|# keys} in columns',
  mapRole: 'attention map',
  mapHint:
    'Arrow keys walk the cells; Home and End go along the row, Page Up and Page Down ten rows; Enter locks, Escape releases.',
  headsLabel:
    '{heads|# head and its mean entropy|# heads with their mean entropies}. Arrow keys move between them, Enter enlarges one.',
  stagesLabel:
    'Four stages of {head}: {queries|# query|# queries} in rows, {keys|# key|# keys} in columns',
  stageRaw: 'raw scores',
  stageScaled: 'scaled',
  stageMasked: 'masked',
  stageWeights: 'weights',
  stageValue: 'values',
  stageOutput: 'output',
  stepRaw: 'Q Kᵀ',
  stepScaled: '÷ √{width} = {divisor}',
  stepScaledBy: '× {scale}',
  stepUnscaled: 'not scaled',
  stepTemperature: '÷ T = {temperature}',
  components: 'dᵥ = {width} →',
  keyDown: 'key ↓',
  stepMasked: '+ mask (−∞)',
  stepUnmasked: 'no mask',
  stepWeights: 'softmax by row',
  stepValue: '× V',
  stepOutput: '= weights · V',
  tableSummary: 'Weights as a table',
  tableCaption: 'Attention weights, {head}: rows are queries, columns are keys',
  tableTooLarge:
    'This map has {rows} × {columns} cells, and a table at most {most} × {most}. Arrow keys read it cell by cell; “Numbers (CSV)” has them all.',
  untrained: 'untrained weights: a seeded random embedding and projections',
  mask: 'mask',
  maskNone: 'none',
  maskCausal: 'causal',
  maskPadding: 'padding',
  maskBoth: 'both',
  scale: 'divide by √dₖ',
  temperature: 'temperature',
  heads: 'heads',
  palette: 'palette',
  controls: 'Settings',
  settings: 'Settings',
  empty: 'No tokens to draw yet.',
  noData: 'Nothing to draw yet: this figure has no tokens, no data and no src.',
  saveSummary: 'Save',
  savePng: 'PNG',
  savePng3: 'PNG, 3×',
  saveSvg: 'SVG',
  saveCsv: 'Numbers (CSV)',
  saveJson: 'Everything (JSON)',
  saveLink: 'Copy link',
  saveDone: '{name} saved.',
  saveCopied: 'Link copied.',
  saveByHand: 'The browser does not let it be copied: take it from the field.',
  saveNotInLink: 'The numbers that were opened are not in it; “Everything (JSON)” has them.',
  errorTitle: 'This cannot be drawn.',
  errorKept: 'The last good map stays below.',
});

/** @typedef {typeof import('./concepts/strings.js').conceptStrings} ConceptStrings */
/** Of a figure of a concept all are there; before the first concept theirs are only those that the page gave. */
/** @typedef {Record<keyof typeof defaultStrings | keyof ConceptStrings, string>} Strings */

/**
 * A template with its {names} filled in. Of {keys|# key|# keys} the first form stands for 1, the second for every other count, with
 * the count in place of #. A name without a value stays as it is written.
 * @param {string} template
 * @param {Record<string, string | number>} values
 * @returns {string}
 */
export function fill(template, values) {
  const names = /\{(\w+)(?:\|([^{}|]*)\|([^{}|]*))?\}/g;
  return template.replace(names, (whole, name, one, many) => {
    if (!Object.hasOwn(values, name)) return whole;
    const value = String(values[name]);
    const form = value === '1' ? one : many;
    return form === undefined ? value : form.replaceAll('#', () => value);
  });
}

/**
 * A token inside a sentence of another direction: isolated, so that it cannot reorder what stands around it.
 * @param {string} token
 * @returns {string}
 */
export function isolate(token) {
  return `\u2068${tokenText(token)}\u2069`;
}

/**
 * The table above with some texts replaced, and with those that the page has for concepts. Values that are not strings are dropped.
 * @param {Partial<Strings>} overrides
 * @returns {Strings}
 */
export function withStrings(overrides) {
  const texts = Object.entries(overrides).filter(([, text]) => typeof text === 'string');
  return /** @type {Strings} */ ({ ...defaultStrings, ...Object.fromEntries(texts) });
}
