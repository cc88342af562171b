// Tiles: the numbers of NUMBERS §7b, written down by the kernel, and what a mask and odd sizes make of them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { near } from '../all_close.js';
import { modelOf } from './asked.js';

test('the chapter’s last row in tiles of two, causal or not', async () => {
  for (const mask of ['none', 'causal']) {
    const { tiles, logSumExp, difference, row, blockSize, step, output } = await modelOf({
      view: 'tiles',
      mask,
    });
    assert.deepEqual([row, blockSize, step, tiles.length], [3, 2, 2, 2]);
    near(tiles[0].max, -0.01569865);
    near(tiles[0].sum, 1.83315211);
    near(tiles[1].max, 0.02641224);
    near(tiles[1].correction, 0.95876346);
    near(tiles[1].sum, 3.54469681);
    near(logSumExp, 1.29186487);
    assert.ok(difference < 1e-6);
    [-0.45330747, -0.41500488, -0.18478118, -0.65151158].forEach((value, component) => {
      near(output[component], value);
      near(tiles[1].output[component], value);
    });
  }
});

test('the output after a tile is that of the keys so far', async () => {
  const { tiles } = await modelOf({ view: 'tiles', step: '1' });
  const two = await modelOf({ view: 'tiles', mask: '{"keep":[true,true,false,false]}' });
  tiles[0].output.forEach((/** @type {number} */ value, /** @type {number} */ component) => {
    near(value, two.output[component]);
  });
});

test('a tile that the mask hides is skipped, and changes nothing', async () => {
  const { tiles, scores } = await modelOf({
    view: 'tiles',
    mask: 'causal',
    row: '0',
    'block-size': '1',
  });
  assert.deepEqual(
    tiles.map((/** @type {{ skipped: boolean }} */ tile) => tile.skipped),
    [false, true, true, true],
  );
  assert.deepEqual(Array.from(scores.slice(1)), [-Infinity, -Infinity, -Infinity]);
  assert.equal(tiles[3].sum, 1);
  assert.equal(tiles[3].max, tiles[0].max);
  near(tiles[3].output[0], -0.7761124);
});

test('any size of tile gives the same row', async () => {
  for (const size of [1, 2, 3, 4]) {
    const model = await modelOf({ view: 'tiles', row: '1', 'block-size': String(size) });
    assert.equal(model.tiles.length, Math.ceil(4 / size));
    near(model.logSumExp, 1.78345, 5e-6);
    assert.ok(model.difference < 1e-6);
  }
});

test('one token is one tile; a query without a key has none', async () => {
  const one = await modelOf({ view: 'tiles', tokens: 'alone' });
  assert.deepEqual([one.blockSize, one.tiles.length, one.tiles[0].sum], [1, 1, 1]);
  const none = await modelOf({ view: 'tiles', mask: 'padding:4' });
  assert.equal(none.logSumExp, -Infinity);
  assert.ok(none.tiles.every((/** @type {{ skipped: boolean }} */ tile) => tile.skipped));
  assert.ok(none.output.every((/** @type {number} */ value) => value === 0));
});

test('places that are not there are refused', async () => {
  const refused = (/** @type {string} */ name, /** @type {RegExp} */ message) => ({
    name: 'AttentionError',
    code: 'option',
    argument: name,
    message,
  });
  await assert.rejects(
    modelOf({ view: 'tiles', row: '4' }),
    refused('row', /row is 4, but there are 4/),
  );
  await assert.rejects(
    modelOf({ view: 'tiles', 'block-size': '5' }),
    refused('block-size', /block-size is 5, expected at most 4, the number of keys/),
  );
  await assert.rejects(
    modelOf({ view: 'tiles', step: '3' }),
    refused('step', /step is 3, but there are 2/),
  );
  await assert.rejects(modelOf({ view: 'tiles' }, { weights: [[1]] }), refused('view', /finished/));
});
