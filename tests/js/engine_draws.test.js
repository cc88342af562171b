// engine.draws(): the stream of normal(), a piece at a time.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { AttentionError, loadEngine } from 'attention-map';

/** @typedef {Awaited<ReturnType<typeof loadEngine>>} Engine */

for (const backend of /** @type {const} */ (['scalar', 'simd128', 'relaxed-simd'])) {
  describe(`draws on ${backend}`, () => {
    /** @type {Engine} */
    let engine;
    before(async () => {
      engine = await loadEngine({ backend });
    });

    test('the pieces are normal() with skip, wherever the stream is cut', () => {
      for (const sizes of [[300], [1, 299], [299, 1], [7, 64, 229], [100, 100, 100]]) {
        const stream = engine.draws({ seed: 5 });
        let skip = 0;
        for (const size of sizes) {
          const scale = 1 + skip / 100;
          const shape = [size, 1];
          assert.deepEqual(
            stream.next({ shape, scale }),
            engine.normal({ seed: 5, shape, scale, skip }),
            `${sizes} at ${skip}`,
          );
          skip += size;
        }
        stream.free();
      }
    });

    test('seeds of 64 bits keep both halves', () => {
      for (const seed of [2n ** 64n - 1n, 2 ** 40]) {
        const stream = engine.draws({ seed });
        assert.deepEqual(stream.next({ shape: [3] }), engine.normal({ seed, shape: [3] }));
      }
    });

    test('streams do not disturb each other, nor calls between', () => {
      const [a, b] = [engine.draws({ seed: 1 }), engine.draws({ seed: 1 })];
      const first = a.next({ shape: [50] });
      const large = engine.normal({ seed: 9, shape: [400, 400] });
      engine.attention({ query: large, key: large, value: large });
      assert.deepEqual(b.next({ shape: [50] }), first);
      assert.deepEqual(
        a.next({ shape: [2, 3] }),
        engine.normal({ seed: 1, shape: [2, 3], skip: 50 }),
      );
    });

    test('a refused call takes no draws', () => {
      const stream = engine.draws({ seed: 2 });
      /** @type {[Parameters<typeof stream.next>[0], string][]} */
      const refused = [
        [{ shape: [100], scale: 1e39 }, 'overflow'],
        [{ shape: [100], scale: 3e38 }, 'overflow'],
        [{ shape: [3], scale: Number.NaN }, 'not_finite'],
        [{ shape: [0] }, 'shape'],
        [{ shape: [2 ** 28, 2 ** 4] }, 'memory'],
      ];
      for (const [options, code] of refused) {
        assert.throws(
          () => stream.next(options),
          (error) => error instanceof AttentionError && error.code === code,
          code,
        );
      }
      assert.deepEqual(stream.next({ shape: [9] }), engine.normal({ seed: 2, shape: [9] }));
    });
  });
}
