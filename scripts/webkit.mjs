// The WebKitGTK that the tests of other browsers drive: WebKitWebDriver, which starts its own MiniBrowser, on a screen in
// memory (Xvfb). WebDriver is plain HTTP; the client is in tests/browsers/drivers.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { hasProgram, ScriptError } from './run.mjs';

/** @typedef {import('node:child_process').ChildProcess} ChildProcess */

const DRIVER = 'WebKitWebDriver';
const SCREEN = 'Xvfb';
/** @type {NodeJS.Signals[]} */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
/** A machine that is busy with other tests starts programs slowly. */
const START_TIMEOUT_MS = 120_000;

/** Whether both programs are there. */
export function hasWebKit() {
  return hasProgram(DRIVER) && hasProgram(SCREEN);
}

/**
 * Starts a screen and a driver on it; the caller ends both.
 * @returns {Promise<{ address: string, stop: () => Promise<void> }>} where the driver listens
 * @throws {ScriptError} when a program is missing or does not start
 */
export async function startWebKitDriver() {
  if (!hasWebKit()) {
    throw new ScriptError(
      `There is no ${DRIVER} or no ${SCREEN}: npm run test:all sets them up (Debian: webkit2gtk-driver, xvfb).`,
    );
  }
  const screen = await startScreen();
  const port = await freePort();
  const driver = spawn(DRIVER, ['--host=127.0.0.1', `--port=${port}`], {
    env: { ...process.env, DISPLAY: `:${screen.display}` },
    stdio: 'ignore',
  });
  const forget = endWithThisProcess([driver, screen.process]);
  const stop = async () => {
    forget();
    await end(driver);
    // A browser that its driver left behind ends with its screen.
    await end(screen.process);
  };
  const address = `http://127.0.0.1:${port}`;
  try {
    await answers(address, driver);
  } catch (error) {
    await stop();
    throw error;
  }
  return { address, stop };
}

/** A screen whose number the server chooses itself and tells on a third stream. */
async function startScreen() {
  const screen = spawn(
    SCREEN,
    ['-displayfd', '3', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'],
    {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    },
  );
  const [, , , told] = screen.stdio;
  if (!told) throw new ScriptError(`${SCREEN} has no stream for its number.`);
  const display = await Promise.race([
    once(told, 'data').then(([bytes]) => String(bytes).trim()),
    once(screen, 'exit').then(() => ''),
    sleep(START_TIMEOUT_MS, '', { ref: false }),
  ]);
  if (display === '') {
    await end(screen);
    throw new ScriptError(`${SCREEN} does not start.`);
  }
  return { process: screen, display };
}

/** A port that was free a moment ago. @returns {Promise<number>} */
async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (!address || typeof address === 'string') throw new ScriptError('There is no free port.');
  return address.port;
}

/**
 * Waits until the driver listens.
 * @param {string} address
 * @param {ChildProcess} driver
 */
async function answers(address, driver) {
  const deadline = performance.now() + START_TIMEOUT_MS;
  while (performance.now() < deadline && driver.exitCode === null) {
    const { ok } = await fetch(`${address}/status`).catch(() => ({ ok: false }));
    if (ok) return;
    await sleep(50);
  }
  throw new ScriptError(`${DRIVER} does not answer.`);
}

/**
 * Ends children when this process ends, by a signal too: nobody else would.
 * @param {ChildProcess[]} children
 * @returns {() => void} no longer
 */
function endWithThisProcess(children) {
  const endAll = () => {
    for (const child of children) child.kill();
  };
  const onSignal = (/** @type {NodeJS.Signals} */ signal) => {
    endAll();
    process.removeListener(signal, onSignal);
    process.kill(process.pid, signal);
  };
  process.on('exit', endAll);
  for (const signal of SIGNALS) process.on(signal, onSignal);
  return () => {
    process.removeListener('exit', endAll);
    for (const signal of SIGNALS) process.removeListener(signal, onSignal);
  };
}

/** @param {ChildProcess} child */
async function end(child) {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill();
  await gone;
}
