// The opening picture: the worked example's numbers, drawn and computed by the core, never typed in.

/** @typedef {Awaited<ReturnType<typeof import('attention-map').loadEngine>>} Engine */

const TOKENS = 4;
const WIDTH = 8;
const SIGMA = 0.3;

/**
 * X, W_Q, W_K, W_V in the order in which NumPy's default_rng(0) gives them.
 * @param {Engine} engine
 */
function drawExample(engine) {
  const inputs = TOKENS * WIDTH;
  const weights = WIDTH * WIDTH;
  const matrix = (/** @type {number} */ index) =>
    engine.normal({
      seed: 0,
      shape: [WIDTH, WIDTH],
      scale: SIGMA,
      skip: inputs + index * weights,
    });
  const x = engine.normal({ seed: 0, shape: [TOKENS, WIDTH] });
  return { x, wq: matrix(0), wk: matrix(1), wv: matrix(2), heads: 1 };
}

/**
 * Fills the example's figure, its printed table, the output's shape and the row sum.
 * @param {Document} document
 * @param {Engine} engine
 */
export function showExample(document, engine) {
  const layer = drawExample(engine);
  const figure = document.querySelector('attention-map#example');
  if (figure && 'data' in figure) figure.data = { tokens: ['x₀', 'x₁', 'x₂', 'x₃'], ...layer };
  const { output, weights, rowSum } = engine.multiHeadAttention({
    ...layer,
    mask: 'causal',
    want: ['output', 'weights', 'rowSum'],
  });
  const body = document.querySelector('#printed tbody');
  body?.replaceChildren(...printRows(document, weights.data));
  write(document, 'shape', `(${output.shape.join(', ')})`);
  write(document, 'row-sum', rowSum.data[2].toFixed(6));
}

/**
 * @param {Document} document
 * @param {Float32Array} weights [4, 4]
 */
function printRows(document, weights) {
  return Array.from({ length: TOKENS }, (_, i) => {
    const row = document.createElement('tr');
    for (let j = 0; j < TOKENS; j++) {
      const cell = document.createElement('td');
      cell.textContent = weights[i * TOKENS + j].toFixed(2);
      if (j > i) cell.className = 'masked';
      row.append(cell);
    }
    return row;
  });
}

/**
 * @param {Document} document
 * @param {string} id
 * @param {string} text
 */
function write(document, id, text) {
  const place = document.getElementById(id);
  if (place) place.textContent = text;
}
