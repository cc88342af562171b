// What a thread runs: a core of its own, and the tasks that it is sent. Built into one classic script, generated/worker.js.

import { AttentionError } from '../errors.js';
import createModule from '../generated/glue.js';
import { runLayer } from './layer.js';
import { addObjects } from './objects.js';
import { runPart } from './run_part.js';
import { Session } from './session.js';
import { buffersOf, SpareBuffers } from './spare_buffers.js';

/**
 * @typedef {{ bytes: Uint8Array, tuning: import('./tuning.js').Tuning }} Greeting the wasm of the core, and how it runs
 * @typedef {{ part: import('./parts.js').Part, want: readonly string[], keepsKeys: boolean }} PartMessage keepsKeys: keys and values
 *   are those of the last message
 * @typedef {{ layer: import('./layer.js').LayerProblem, want: readonly string[] }} LayerMessage
 * @typedef {{ lifeline: string }} LifelineMessage the name of a lock that this thread holds as long as it lives, '' for none
 * @typedef {{ spent?: ArrayBuffer[] } & ({ values: Record<string, Float32Array> } | { refused: import('./async_call.js').Refused })} Reply spent: buffers that came with messages, given back
 */

/** @typedef {{ postMessage(message: unknown, transfer: unknown[]): void, on?: (event: 'message', hear: (message: unknown) => void) => void }} Port */

const port = /** @type {Port} */ (
  globalThis.process?.getBuiltinModule?.('node:worker_threads').parentPort ?? globalThis
);
/** @type {Session | null} */
let session = null;
/** The keys and values of the last message. @type {Pick<import('./attention.js').Problem, 'key' | 'value'> | null} */
let kept = null;
/** Buffers that came with messages and were read. */
const spent = new SpareBuffers();
let queue = Promise.resolve();

listen((message) => {
  queue = queue
    .then(() => answer(message))
    .catch((error) => {
      port.postMessage({ broken: error instanceof Error ? error.message : String(error) }, []);
    });
});

/** @param {(message: unknown) => void} hear */
function listen(hear) {
  if (port.on) port.on('message', hear);
  else globalThis.addEventListener('message', ({ data }) => hear(data));
}

/** @param {unknown} message */
async function answer(message) {
  const task = /** @type {Greeting | PartMessage | LayerMessage | LifelineMessage} */ (message);
  if ('lifeline' in task) {
    if (task.lifeline !== '') await holdForLife(task.lifeline);
  } else if ('bytes' in task) {
    const core = addObjects(
      /** @type {import('./core.js').Core} */ (await createModule({ wasmBinary: task.bytes })),
    );
    session = new Session(core, task.tuning);
    port.postMessage({ ready: true }, []);
  } else if (session !== null) {
    const reply = run(session, task);
    const values = 'values' in reply ? Object.values(reply.values) : [];
    reply.spent = spent.takeAll();
    const buffers = values.map(({ buffer }) => /** @type {ArrayBuffer} */ (buffer));
    port.postMessage(reply, [...buffers, ...reply.spent]);
  }
}

/** @param {string} name @returns {Promise<void>} when it is held, or refused */
function holdForLife(name) {
  return new Promise((resolve) => {
    const held = () => {
      resolve();
      return new Promise(() => {});
    };
    navigator.locks.request(name, held).catch(() => resolve());
  });
}

/**
 * @param {Session} live
 * @param {PartMessage | LayerMessage} task
 * @returns {Reply}
 */
function run(live, task) {
  try {
    const outcome =
      'layer' in task
        ? runLayer(live, task.layer, task.want)
        : runPart(live, completed(task), task.want, (_name, length) => spent.floats(length));
    if ('values' in outcome) return outcome;
    return { refused: live.refused(outcome.status) };
  } catch (error) {
    if (!(error instanceof AttentionError)) throw error;
    const { code, argument, message } = error;
    return { refused: { code, argument, message } };
  }
}

/**
 * The part with its keys and values. What it brought may take its results, which are written when all of it was read.
 * @param {PartMessage} task
 */
function completed({ part, keepsKeys }) {
  const { query, key, value, bias } = part.problem;
  if (!keepsKeys) {
    if (kept !== null) spent.give(buffersOf([kept.key, kept.value]));
    kept = { key, value };
  }
  spent.give(buffersOf([query, bias]));
  return { ...part, problem: { ...part.problem, ...kept } };
}
