// Temperature: softmax of scores ÷ (√d_k · T), and why leaving √d_k out is T = 1/√d_k.
import { TemperatureFigure } from '../../views/concepts/temperature_figure.js';
import { hatchHidden } from './hatch.js';
import { oneHead } from './one_head.js';

/** @typedef {import('./concept.js').Asked} Asked */
/** @typedef {import('../../views/concepts/temperature_figure.js').TemperatureModel} TemperatureModel */

/** Temperatures of the slider and the curve, as powers of 2. */
const LOWEST = -3;
const HIGHEST = 3;
const POINTS = 25;
/** Seven digits of a temperature are written. */
const SLACK = 1e-6;

/**
 * The usual ends; the one towards which √d_k leads is as much further, so that each temperature has its like by the other control.
 * A temperature beyond them moves an end: upwards to a power of 2, downwards no further than to itself, since scores grow there.
 * @param {number} temperature
 * @param {number} keyWidth
 * @param {boolean} scaled
 * @returns {[number, number]} powers of 2
 */
function endsOf(temperature, keyWidth, scaled) {
  const root = Math.log2(keyWidth) / 2;
  const place = Math.log2(temperature);
  const highest = scaled ? HIGHEST : HIGHEST + root;
  return [
    Math.min(scaled ? LOWEST - root : LOWEST, place),
    place > highest + SLACK ? Math.ceil(place) : highest,
  ];
}

/**
 * @param {Asked} asked
 * @returns {Generator<TemperatureModel, void>}
 */
function* compute(asked) {
  const { engine, example } = asked;
  const { query, key, value, shape, pattern, mask, scaling } = oneHead(asked, 'temperature');
  const { temperature, ...others } = scaling;
  const { scale } = others;
  const inputs = { query, key, value, mask, ...others };
  const [rows] = shape;
  const [, keyWidth] = query.shape;
  const { weights, entropy, peak, rowSum } = engine.attention({
    ...inputs,
    temperature,
    want: ['weights', 'entropy', 'peak', 'rowSum'],
  });
  /** @type {TemperatureModel} */
  const model = {
    result: { weights, entropy, peak, rowSum },
    queryTokens: example.tokens,
    keyTokens: example.keyTokens,
    weights: hatchHidden(weights.data, pattern, shape),
    entropy: entropy.data,
    peak: peak.data,
    rowSum: rowSum.data,
    temperature,
    keyWidth,
    scale: scale ?? 1 / Math.sqrt(keyWidth),
    scaled: scale === undefined,
    ends: endsOf(temperature, keyWidth, scale === undefined),
    curve: [],
  };
  const [from, to] = model.ends;
  yield model;
  for (let point = 0; point < POINTS; point++) {
    const at = 2 ** (from + ((to - from) * point) / (POINTS - 1));
    const { entropy: there } = engine.attention({ ...inputs, temperature: at, want: ['entropy'] });
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
