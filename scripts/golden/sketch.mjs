// tests/golden/sketch.json: the programs that the view "sketch" hands out, and what NumPy prints when it runs them.
//
// Run: node scripts/golden/sketch.mjs

import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { sketchScript } from '../../web/src/elements/concepts/sketch_script.js';
import { PYTHON } from './python.mjs';

const chapter = { seed: 0, n: 4, modelWidth: 8, keyWidth: 8, sigma: 0.3, causal: true };

const cases = [
  {},
  { causal: false },
  { seed: 1 },
  { seed: 42, causal: false },
  { seed: Number.MAX_SAFE_INTEGER },
  { n: 1 },
  { n: 1, modelWidth: 1, keyWidth: 1 },
  { n: 3, modelWidth: 1, keyWidth: 1, sigma: 0.5 },
  { n: 5, modelWidth: 7, keyWidth: 3, sigma: 1.25, causal: false },
  { seed: 7, n: 16, modelWidth: 32, keyWidth: 16, sigma: 0.2 },
  { seed: 3, n: 33, modelWidth: 17, keyWidth: 9, sigma: 2.5 },
  { seed: 11, n: 64, modelWidth: 64, keyWidth: 64, sigma: 0.1, causal: false },
  { seed: 12, n: 64, modelWidth: 64, keyWidth: 64, sigma: 0.3 },
  // Rows of equal weights: 1/8 is the middle between 0.12 and 0.13.
  { n: 8, sigma: 1e-7 },
  { seed: 5, n: 12, sigma: 20 },
].map((changes) => ({ ...chapter, ...changes }));

const run = (/** @type {string} */ program) =>
  execFileSync(PYTHON, ['-'], { input: program, encoding: 'utf8' });

const numpy = run('import numpy; print(numpy.__version__)').trim();
const content = {
  source: `NumPy ${numpy}, float64`,
  command: 'scripts/golden/sketch.mjs',
  cases: cases.map((settings) => {
    const script = sketchScript(settings);
    return { settings, script: script.split('\n'), printed: run(script).split('\n') };
  }),
};
writeFileSync(
  new URL('../../tests/golden/sketch.json', import.meta.url),
  `${JSON.stringify(content, null, 1)}\n`,
);
