// The Chromium that the browser tests and the benchmark drive: where it is, and how it is started.
import { existsSync } from 'node:fs';
import { capture, ScriptError } from './run.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** No sandbox: containers and root have none. The rest keeps the browser off the network and its timing even. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * The path of a Chromium: CHROME_PATH, else one on PATH, else Playwright's own.
 * @returns {Promise<string | null>}
 * @throws {ScriptError} when CHROME_PATH names nothing
 */
export async function findChromium() {
  const named = process.env.CHROME_PATH;
  if (named) {
    if (!existsSync(named))
      throw new ScriptError(`CHROME_PATH is ${named}, and there is no such file.`);
    return named;
  }
  for (const name of NAMES) {
    const { status, stdout } = capture('sh', ['-c', 'command -v "$1"', 'sh', name]);
    if (status === 0) return stdout.trim();
  }
  const playwright = await loadPlaywright();
  const own = playwright?.chromium.executablePath();
  return own && existsSync(own) ? own : null;
}

/**
 * Starts a headless Chromium; the caller closes it.
 * @param {import('playwright-core').LaunchOptions} [options] added to, or instead of, the project's own
 * @returns {Promise<import('playwright-core').Browser>}
 * @throws {ScriptError} when there is none
 */
export async function launchChromium({ args = [], ...options } = {}) {
  const executablePath = await findChromium();
  const playwright = await loadPlaywright();
  if (executablePath === null || playwright === null) {
    throw new ScriptError('There is no Chromium: run npm run setup, or set CHROME_PATH.');
  }
  return playwright.chromium.launch({ executablePath, args: [...FLAGS, ...args], ...options });
}

/** Absent until the npm packages are installed. */
async function loadPlaywright() {
  try {
    return await import('playwright-core');
  } catch {
    return null;
  }
}
