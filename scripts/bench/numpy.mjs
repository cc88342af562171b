// NumPy on OpenBLAS, one thread, native: the limit outside the browser, as a side of its own.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { reference, relativeError, TOLERANCE } from '../../tests/bench/reference.mjs';
import { findWork, makeInputs } from '../../tests/bench/works.mjs';
import { ROOT } from '../paths.mjs';
import { PEERS } from './options.mjs';

/** @typedef {import('./sides.mjs').Side} Side */
/** @typedef {import('./sides.mjs').Preparation} Preparation */
/** @typedef {import('../../tests/bench/works.mjs').Work} Work */
/** @typedef {(method: string, question: object) => Promise<unknown>} Ask */

/** The distribution's, whose NumPy is built on the distribution's OpenBLAS. */
const PYTHON = '/usr/bin/python3';
const FOLDER = join(ROOT, 'build', 'bench', 'numpy');
const SAMPLE_MS = 10;

/**
 * @returns {Promise<{ roll: import('./kernels.mjs').Roll, side: Side | null }>} no side: the roll says why
 */
export async function openNumpy() {
  const name = PEERS.numpy;
  const missing = (/** @type {string} */ reason) => ({
    roll: { name, version: null, missing: reason },
    side: null,
  });
  if (!existsSync(PYTHON)) return missing(`there is no ${PYTHON}`);
  const { ask, close } = startPython();
  try {
    const { version, isOpenBlas } = /** @type {{ version: string, isOpenBlas: boolean }} */ (
      await ask('describe', {})
    );
    if (!isOpenBlas) {
      await close();
      return missing(`${version} of ${PYTHON} does not use OpenBLAS`);
    }
    mkdirSync(FOLDER, { recursive: true });
    return { roll: { name, version, missing: null }, side: makeSide(ask, version, close) };
  } catch {
    await close();
    return missing(`${PYTHON} has no NumPy`);
  }
}

/** A process that answers line by line, one question at a time. */
function startPython() {
  /** @type {NodeJS.ProcessEnv} */
  const env = { ...process.env, OPENBLAS_NUM_THREADS: '1' };
  // OpenBLAS is to find the machine's core by itself.
  delete env.OPENBLAS_CORETYPE;
  delete env.OPENBLAS_L2_SIZE;
  const child = spawn(PYTHON, [join(ROOT, 'tests', 'bench', 'native_numpy.py')], {
    env,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  // A process that has ended shows in its missing answers.
  child.stdin.on('error', () => {});
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  /** @type {Ask} */
  const ask = async (method, question) => {
    child.stdin.write(`${JSON.stringify({ ...question, method })}\n`);
    const { value, done } = await lines.next();
    if (done) throw new Error('Python has ended');
    const { answer, error } = JSON.parse(value);
    if (error !== undefined) throw new Error(error);
    return answer;
  };
  const close = async () => {
    child.stdin.end();
    child.kill();
  };
  return { ask, close };
}

/**
 * @param {Ask} ask
 * @param {string} engine
 * @param {() => Promise<void>} close
 * @returns {Side}
 */
function makeSide(ask, engine, close) {
  /** What races under an entry's name: its variant and calls a sample. @type {Map<string, { key: string, repeats: number }>} */
  const racing = new Map();
  return {
    engine,
    close,
    open: async () => ({ version: engine }),
    modes: async () => ['R'],
    prepare: async ({ entry, work }) => {
      const { preparation, key } = await prepare(ask, entry, findWork(work));
      racing.set(entry, { key, repeats: preparation.repeats });
      return preparation;
    },
    sample: async ({ entry }) => {
      const { key, repeats } = racing.get(entry) ?? { key: '', repeats: 1 };
      return /** @type {number} */ (await ask('sample', { entry: key, repeats }));
    },
    calibrate: async () => ({}),
    clear: async () => {
      for (const { key } of racing.values()) await ask('drop', { entry: key });
      racing.clear();
    },
  };
}

/**
 * Runs each variant once, compares what it wrote with the reference, and keeps the fastest.
 * @param {Ask} ask
 * @param {string} entry
 * @param {Work} work
 */
async function prepare(ask, entry, work) {
  const inputs = makeInputs(work);
  const expected = reference(work, inputs);
  const files = Object.fromEntries(
    Object.entries(inputs).map(([name, values]) => {
      const file = join(FOLDER, `${name}.f32`);
      writeFileSync(file, values);
      return [name, file];
    }),
  );
  const [output, weights] = ['output', 'weights'].map((name) => join(FOLDER, `${name}.f32`));
  /** @type {Preparation} */
  const preparation = { trials: [], firstMs: 0, repeats: 0, callMs: Number.POSITIVE_INFINITY };
  let key = '';
  for (const variant of variants(work)) {
    /** @type {Preparation['trials'][number]} */
    const trial = { variant, ms: null, relativeError: null, error: null };
    preparation.trials.push(trial);
    const asked = { entry: `${entry} ${variant}`, work, variant, inputs: files, output, weights };
    try {
      const { firstMs, ms } = /** @type {{ firstMs: number, ms: number }} */ (
        await ask('prepare', asked)
      );
      const errors = [relativeError(readFloats(output), expected.output)];
      if (expected.weights) errors.push(relativeError(readFloats(weights), expected.weights));
      trial.relativeError = Math.max(...errors);
      if (!(trial.relativeError <= TOLERANCE)) throw new Error('wrong numbers');
      trial.ms = ms;
      if (ms < preparation.callMs) {
        key = asked.entry;
        Object.assign(preparation, { firstMs, callMs: ms, repeats: Math.ceil(SAMPLE_MS / ms) });
      }
    } catch (error) {
      trial.error = error instanceof Error ? error.message : String(error);
    }
  }
  return { preparation, key };
}

/** @param {Work} work */
function variants({ kind, weights }) {
  return kind === 'product' || weights ? ['whole'] : ['whole', 'blocked'];
}

/** @param {string} file */
function readFloats(file) {
  const bytes = readFileSync(file);
  return new Float32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);
}
