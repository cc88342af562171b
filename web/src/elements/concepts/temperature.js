// Temperature: softmax of scores ÷ (√d_k · T), and why leaving √d_k out is T = 1/√d_k.
import { TemperatureFigure } from '../../views/concepts/temperature_figure.js';
import { maskPattern } from '../mask_pattern.js';
import { headOf, projectionsOf } from './example.js';
import { hatchHidden } from './hatch.js';

/** @typedef {import('./concept.js').Asked} Asked */
/** @typedef {import('../../views/concepts/temperature_figure.js').TemperatureModel} TemperatureModel */

/** Temperatures of the curve: 2⁻³ … 2³ in steps that a slider has too. */
export const LOWEST = -3;
export const HIGHEST = 3;
const POINTS = 25;

/**
 * @param {Asked} asked
 * @returns {Generator<TemperatureModel, void>}
 */
function* compute({ engine, example, attributes }) {
  const { query, key, value } = projectionsOf(engine, example, 'temperature');
  const head = Math.min(Number(attributes.head ?? 0) || 0, example.heads - 1);
  const group = Math.floor((head * key.shape[0]) / example.heads);
  const inputs = {
    query: headOf(query, head),
    key: headOf(key, group),
    value: headOf(value, group),
  };
  const { mask } = example;
  const { scale, temperature } = example.scaling;
  const scaling = scale === undefined ? {} : { scale };
  const [rows, keyWidth] = inputs.query.shape;
  const columns = inputs.key.shape[0];
  const { weights, entropy, peak, rowSum } = engine.attention({
    ...inputs,
    mask,
    temperature,
    ...scaling,
    want: ['weights', 'entropy', 'peak', 'rowSum'],
  });
  const pattern = maskPattern(mask, [example.heads, rows, columns]);
  /** @type {TemperatureModel} */
  const model = {
    result: { weights, entropy, peak, rowSum },
    queryTokens: example.tokens,
    keyTokens: example.keyTokens,
    weights: hatchHidden(weights.data, pattern, [rows, columns], head),
    entropy: entropy.data,
    peak: peak.data,
    rowSum: rowSum.data,
    temperature,
    keyWidth,
    scale: scale ?? 1 / Math.sqrt(keyWidth),
    scaled: scale === undefined,
    curve: [],
  };
  yield model;
  for (let point = 0; point < POINTS; point++) {
    const at = 2 ** (LOWEST + ((HIGHEST - LOWEST) * point) / (POINTS - 1));
    const { entropy: there } = engine.attention({
      ...inputs,
      mask,
      temperature: at,
      ...scaling,
      want: ['entropy'],
    });
    const mean = there.data.reduce((sum, each) => sum + each, 0) / rows;
    model.curve = [...model.curve, [at, mean]];
    yield model;
  }
}

/** @type {import('./concept.js').Concept<TemperatureModel>} */
export const temperature = {
  compute,
  figure: (document, strings, acts) => new TemperatureFigure(document, strings, acts),
  tables: ({ queryTokens, keyTokens, result, curve }) => [
    { name: 'weights', rows: queryTokens, columns: keyTokens, values: result.weights.data },
    { name: 'entropy', rows: queryTokens, columns: ['nats'], values: result.entropy.data },
    { name: 'peak', rows: queryTokens, columns: ['weight'], values: result.peak.data },
    {
      name: 'mean entropy by temperature',
      rows: curve.map(([at]) => at),
      columns: ['nats'],
      values: curve.map(([, mean]) => mean),
    },
  ],
};
