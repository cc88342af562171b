// One core told as what it differs in from another: written by the build, read by the script that has every core.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { deltaOf } from '../../scripts/build/delta.mjs';
import { patched, unpack } from '../../web/src/engine/unpack.all.js';

const GENERATED = join(resolve(import.meta.dirname, '../..'), 'web', 'src', 'generated');
const wasmOf = (/** @type {string} */ backend) =>
  new Uint8Array(readFileSync(join(GENERATED, `${backend}.wasm`)));

for (const backend of ['relaxed-simd', 'scalar']) {
  test(`${backend} comes back byte for byte, and is told in less than half its bytes`, async () => {
    const wasm = wasmOf(backend);
    const build = await import(`../../web/src/generated/${backend}.all.js`);
    assert.deepEqual(await unpack(build), wasm);
    const whole = await import(`../../web/src/generated/${backend}.js`);
    assert.deepEqual(await unpack(whole), wasm);
    assert.ok(build.wasmBase64.length < whole.wasmBase64.length / 2);
  });
}

test('any bytes come back from any others', () => {
  let state = 1;
  const random = (/** @type {number} */ below) => {
    state = (state * 48271) % 2147483647;
    return state % below;
  };
  const noise = (/** @type {number} */ length, /** @type {number} */ kinds) =>
    Uint8Array.from({ length }, () => random(kinds));
  const none = new Uint8Array();
  const long = noise(5000, 256);
  const moved = Uint8Array.from([
    ...long.subarray(3000),
    ...noise(200, 256),
    ...long.subarray(0, 3000),
  ]);
  /** @type {[Uint8Array, Uint8Array][]} */
  const pairs = [
    [none, none],
    [none, long],
    [long, none],
    [long, long],
    [long, moved],
    [moved, long],
    [long.subarray(0, 3), long],
    [new Uint8Array(4000), new Uint8Array(70000)],
    ...Array.from(
      { length: 40 },
      () =>
        /** @type {[Uint8Array, Uint8Array]} */ ([
          noise(random(600), 2 + random(4)),
          noise(random(600), 2 + random(4)),
        ]),
    ),
  ];
  for (const [base, target] of pairs)
    assert.deepEqual(patched(base, deltaOf(base, target)), target);
  // What is only moved is told in a few commands.
  assert.ok(deltaOf(long, moved).length < 230);
});
