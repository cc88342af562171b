// engine.lowRank(): NumPy's singular values and nearest matrices, on every backend; what it refuses.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, describe, test } from 'node:test';
import { loadEngine, tensor } from 'attention-map';
import { differences } from './all_close.js';
import { checkError, untyped } from './refusal.js';

/** @typedef {Awaited<ReturnType<typeof loadEngine>>} Engine */
/** @typedef {ReturnType<typeof tensor>} Tensor */

const { cases } = JSON.parse(
  readFileSync(new URL('../golden/low_rank.json', import.meta.url), 'utf8'),
);

/**
 * @param {{ left: Tensor, right: Tensor }} factors
 * @returns {Float64Array} their product, in double
 */
function productOf({ left, right }) {
  const [rows, rank] = left.shape;
  const columns = right.shape[1];
  return Float64Array.from({ length: rows * columns }, (_, cell) => {
    const [row, column] = [Math.floor(cell / columns), cell % columns];
    let sum = 0;
    for (let k = 0; k < rank; k++)
      sum += left.data[row * rank + k] * right.data[k * columns + column];
    return sum;
  });
}

for (const backend of /** @type {const} */ (['scalar', 'simd128', 'relaxed-simd'])) {
  describe(`lowRank on ${backend}`, () => {
    /** @type {Engine} */
    let engine;
    before(async () => {
      engine = await loadEngine({ backend });
    });

    test('singular values and products are NumPy’s', () => {
      for (const { name, rank, matrix, singularValues, product } of cases) {
        const given = tensor(Float32Array.from(matrix.data), matrix.shape);
        const factors = engine.lowRank({ matrix: given, rank });
        const [rows, columns] = matrix.shape;
        assert.deepEqual(factors.left.shape, [rows, rank], name);
        assert.deepEqual(factors.right.shape, [rank, columns], name);
        const largest = singularValues.data[0];
        const values = { atol: 1e-14 * largest, rtol: 6e-8 };
        assert.equal(
          differences(factors.singularValues.data, singularValues.data, values),
          '',
          name,
        );
        const atol = 1.5e-7 * largest;
        assert.equal(differences(productOf(factors), product.data, { atol }), '', name);
      }
    });

    test('a resident matrix is factored to the same bits, and stays', () => {
      const matrix = engine.normal({ seed: 4, shape: [20, 30] });
      const resident = engine.upload(matrix);
      assert.deepEqual(
        engine.lowRank({ matrix: resident, rank: 7 }),
        engine.lowRank({ matrix, rank: 7 }),
      );
      assert.deepEqual(resident.download(), matrix);
    });
  });
}

test('the backends agree to the bit', async () => {
  const results = [];
  for (const backend of /** @type {const} */ (['scalar', 'simd128', 'relaxed-simd'])) {
    const engine = await loadEngine({ backend });
    results.push(
      engine.lowRank({ matrix: engine.normal({ seed: 1, shape: [33, 50] }), rank: 20 }),
      engine.lowRank({ matrix: engine.normal({ seed: 1, shape: [50, 33] }), rank: 33 }),
    );
  }
  for (const index of [2, 4]) {
    assert.deepEqual(results[index], results[0]);
    assert.deepEqual(results[index + 1], results[1]);
  }
});

test('what cannot be factored is refused, and the engine goes on', async () => {
  const engine = await loadEngine();
  const matrix = engine.normal({ seed: 0, shape: [3, 5] });
  const spoiled = tensor(Float32Array.from(matrix.data).fill(Number.NaN, 4, 5), [3, 5]);
  const large = tensor(new Float32Array(15).fill(3e38), [3, 5]);
  /** @type {[object, string, string, RegExp][]} */
  const refused = [
    [{ matrix, rank: 4 }, 'option', 'rank', /rank is 4, expected a whole number from 1 to 3/],
    [{ matrix, rank: 0 }, 'option', 'rank', /rank is 0/],
    [{ matrix }, 'option', 'rank', /rank is undefined/],
    [{ matrix, rank: 1, want: [] }, 'option', 'want', /has no option "want"/],
    [{ rank: 1 }, 'shape', 'matrix', /matrix is missing/],
    [{ matrix: tensor([1, 2]), rank: 1 }, 'rank', 'matrix', /rank 1, expected 2/],
    [{ matrix: spoiled, rank: 1 }, 'not_finite', 'matrix', /NaN at position 4/],
    [{ matrix: large, rank: 1 }, 'overflow', 'matrix', /the singular values of matrix.*3\.00e\+38/],
    [
      { matrix: tensor(new Float32Array(513 * 514), [513, 514]), rank: 1 },
      'shape',
      'matrix',
      /513 × 514, expected at most 512 rows or columns/,
    ],
  ];
  for (const [options, code, argument, message] of refused) {
    assert.throws(
      () => engine.lowRank(untyped(/** @type {Record<string, unknown>} */ (options))),
      (error) => checkError(error, code, argument, message),
    );
  }
  assert.equal(engine.lowRank({ matrix, rank: 3 }).left.shape[1], 3);
  engine.free();
  assert.throws(
    () => engine.lowRank({ matrix, rank: 3 }),
    (error) => checkError(error, 'freed', '', /freed/),
  );
});
