// The sides on which contestants run, each behind the same few questions: a page of Chromium, a process of Node, a process
// of Python.
import { fork } from 'node:child_process';
import { join } from 'node:path';
import { launchChromium } from '../chromium.mjs';
import { ROOT } from '../paths.mjs';
import { serveFolder } from '../serve.mjs';
import { relaxedSimdFlags } from '../toolchain/environment.mjs';

/**
 * @typedef {import('../../tests/bench/host.mjs').Preparation} Preparation
 * @typedef {object} Side
 * @property {string} engine what runs there, with its version
 * @property {(options: { contestant: string, software: string, workers?: number }) => Promise<{ version: string }>} open
 * @property {(options: { contestant: string, work: string }) => Promise<string[]>} modes
 * @property {(options: { entry: string, contestant: string, work: string, mode: string }) => Promise<Preparation>} prepare
 * @property {(options: { entry: string }) => Promise<number>} sample milliseconds a call
 * @property {() => Promise<Record<string, number>>} calibrate GFLOP/s by instruction set
 * @property {() => Promise<unknown>} clear
 * @property {() => Promise<void>} close
 */

/** What a browser wants before it shares memory between threads. */
const ISOLATED = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
};

/**
 * @param {(method: string, options: object) => Promise<unknown>} ask
 * @returns {Omit<Side, 'engine' | 'close'>}
 */
export function questions(ask) {
  const method = (/** @type {string} */ name) => (/** @type {object} */ options) =>
    ask(name, options ?? {});
  return /** @type {Omit<Side, 'engine' | 'close'>} */ (
    /** @type {unknown} */ (
      Object.fromEntries(
        ['open', 'modes', 'prepare', 'sample', 'calibrate', 'clear'].map((name) => [
          name,
          method(name),
        ]),
      )
    )
  );
}

/**
 * A page; isolated from other origins only where a peer's threads share memory.
 * @param {{ isIsolated?: boolean }} [options]
 * @returns {Promise<Side>}
 */
export async function openPage({ isIsolated = false } = {}) {
  const server = await serveFolder(ROOT, { headers: isIsolated ? ISOLATED : {} });
  const browser = await launchChromium();
  const close = async () => {
    await browser.close();
    await server.close();
  };
  try {
    const page = await browser.newPage();
    page.setDefaultTimeout(0);
    await page.goto(`${server.url}tests/bench/page.html`);
    await page.waitForFunction(() => 'host' in window, null, { timeout: 30_000 });
    const ask = (/** @type {string} */ method, /** @type {object} */ options) =>
      page.evaluate(
        ([name, given]) => Reflect.get(window, 'host')[name](given),
        /** @type {[string, object]} */ ([method, options]),
      );
    return { ...questions(ask), engine: `Chromium ${browser.version()}`, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * @returns {Promise<Side>}
 */
export async function openNode() {
  const child = fork(join(ROOT, 'tests', 'bench', 'node_host.mjs'), [], {
    execArgv: relaxedSimdFlags(),
    // What peers print is no part of an answer.
    stdio: ['ignore', 2, 2, 'ipc'],
    // JSON has no infinity.
    serialization: 'advanced',
  });
  /** @type {Map<number, { resolve: (answer: unknown) => void, reject: (error: Error) => void }>} */
  const waiting = new Map();
  let asked = 0;
  child.on('message', (message) => {
    const { id, answer, error } = /** @type {{ id: number, answer: unknown, error?: string }} */ (
      message
    );
    const question = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) question?.resolve(answer);
    else question?.reject(new Error(error));
  });
  child.on('exit', (status) => {
    for (const { reject } of waiting.values())
      reject(new Error(`Node ended with status ${status}`));
    waiting.clear();
  });
  const ask = (/** @type {string} */ method, /** @type {object} */ options) =>
    new Promise((resolve, reject) => {
      const id = ++asked;
      waiting.set(id, { resolve, reject });
      child.send({ id, method, options });
    });
  const { node, v8 } = process.versions;
  return {
    ...questions(ask),
    engine: `Node ${node} (V8 ${v8})`,
    close: async () => {
      child.kill();
    },
  };
}
