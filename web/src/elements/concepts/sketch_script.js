// The sketch as a NumPy program of its own, with the settings written in: what it prints is what the view shows. The view's lines
// and the program's are held together by tests/golden/sketch.json, which NumPy printed.

/** @typedef {import('./sketch_layer.js').SketchSizes & { causal: boolean }} SketchSettings */

/** How many draws of X are printed. */
export const FIRST_DRAWS = 3;
const DRAW_DIGITS = 8;

/**
 * @param {SketchSettings} settings
 * @returns {string} Python that runs with NumPy alone
 */
export function sketchScript({ seed, n, modelWidth, keyWidth, sigma, causal }) {
  return `# Self-attention of one head over seeded random tokens.
import numpy as np

seed, n, d_model, d_k = ${seed}, ${n}, ${modelWidth}, ${keyWidth}
sigma = ${sigma}  # of the three weight matrices
causal = ${causal ? 'True' : 'False'}

rng = np.random.default_rng(seed)
X = rng.normal(size=(n, d_model))  # one token a row
W_Q, W_K, W_V = (
    rng.normal(scale=sigma, size=(d_model, d_k)) for _ in range(3)
)

Q, K, V = X @ W_Q, X @ W_K, X @ W_V
scores = Q @ K.T / np.sqrt(d_k)  # query i in row i, key j in column j
if causal:
    scores = np.where(np.tri(n, dtype=bool), scores, -np.inf)
E = np.exp(scores - scores.max(axis=1, keepdims=True))
A = E / E.sum(axis=1, keepdims=True)  # every row sums to 1
output = A @ V

print("first draws of X:", *(f"{x:.${DRAW_DIGITS}f}" for x in X.ravel()[:${FIRST_DRAWS}]))
print("attention weights:")
for row in np.round(A, 2):
    print(*(f"{weight:.2f}" for weight in row))
print("output shape:", output.shape)
`;
}

/**
 * What the program prints.
 * @param {{ draws: ArrayLike<number>, table: readonly (readonly string[])[], keyWidth: number }} found
 * @returns {string}
 */
export function sketchPrint({ draws, table, keyWidth }) {
  const first = Array.from(draws, (draw) => draw.toFixed(DRAW_DIGITS));
  return [
    `first draws of X: ${first.join(' ')}`,
    'attention weights:',
    ...table.map((row) => row.join(' ')),
    `output shape: (${table.length}, ${keyWidth})`,
    '',
  ].join('\n');
}

/**
 * Two decimals as np.round gives them: the exact middle goes to the even digit.
 * @param {number} weight 0…1
 * @returns {string}
 */
export function roundedText(weight) {
  const hundredfold = weight * 100;
  const below = Math.floor(hundredfold);
  const isMiddle = hundredfold - below === 0.5;
  const nearest = isMiddle ? below + (below % 2) : Math.round(hundredfold);
  return (nearest / 100).toFixed(2);
}
