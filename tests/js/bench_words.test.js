// `npm run bench` and `npm run fuzz` with words that they do not know say what they do know.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { readOptions } from '../../scripts/bench/options.mjs';
import { readOptions as readFuzzOptions } from '../../scripts/fuzz.mjs';

const SCRIPT = fileURLToPath(new URL('../../scripts/bench.mjs', import.meta.url));

const bench = (/** @type {string[]} */ ...words) =>
  spawnSync(process.execPath, [SCRIPT, ...words], { encoding: 'utf8' });

test('an unknown name, or one word too many: the usage, and status 1', () => {
  for (const words of [['fast'], ['constructor'], ['--fast'], ['kernels', 'fast']]) {
    const { status, stdout, stderr } = bench(...words);
    assert.equal(status, 1, words.join(' '));
    assert.equal(stdout, '');
    assert.match(stderr, /npm run bench {20}the race: our kernels and the peers/);
    assert.match(stderr, new RegExp(`'${words.at(-1)}'`));
  }
});

test('without words everything runs, nine rounds of it', () => {
  const { works, environments, peers, rounds, json, build } = readOptions([]);
  assert.deepEqual(works.slice(0, 2), ['W1', 'W2-128']);
  assert.deepEqual(works.slice(-2), ['two-workers', 'sweep']);
  assert.deepEqual(environments, ['chromium', 'node']);
  assert.equal(peers.length, 6);
  assert.deepEqual([rounds, json, build], [9, false, true]);
});

test('selectors choose, in the order of the table', () => {
  const options = readOptions([
    '--work',
    'W4,W1',
    '--env=node',
    '--peers',
    'ort,js',
    '--rounds',
    '5',
    '--json',
  ]);
  assert.deepEqual(options.works, ['W1', 'W4']);
  assert.deepEqual(options.environments, ['node']);
  assert.deepEqual(options.peers, ['plain JS', 'onnxruntime-web']);
  assert.deepEqual([options.rounds, options.json], [5, true]);
  assert.deepEqual(readOptions(['--peers', 'none']).peers, []);
  assert.equal(readOptions(['--quick']).rounds, 3);
});

test('what is not understood is named', () => {
  /** @type {[string[], RegExp][]} */
  const cases = [
    [['--work', 'W9,W1'], /--work does not know 'W9'; it knows W1, W2-128/],
    [['--env', 'firefox'], /--env does not know 'firefox'; it knows chromium, node/],
    [['--peers', 'ort,jax'], /--peers does not know 'jax'; it knows js, naive, ort/],
    [['--rounds', '0'], /--rounds is '0', expected a whole number from 1 to 99/],
    [['--rounds', '1.5'], /--rounds is '1.5'/],
    [['--rounds'], /--rounds needs a value/],
    [['--work', '--json'], /--work needs a value/],
    [['-json'], /'-json' is not understood/],
  ];
  for (const [words, message] of cases) assert.throws(() => readOptions(words), message);
});

test('the fuzzer takes seconds, or a file that is there', () => {
  assert.deepEqual(readFuzzOptions([]), { seconds: 60, file: null });
  assert.deepEqual(readFuzzOptions(['--seconds', '5']), { seconds: 5, file: null });
  assert.equal(readFuzzOptions([SCRIPT]).file, SCRIPT);
  for (const words of [['--seconds', '0'], ['--seconds'], ['--fast'], ['nowhere'], ['a', 'b']])
    assert.throws(() => readFuzzOptions(words), /Usage:/);
});
