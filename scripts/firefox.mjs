// The Firefox that the tests of other browsers drive: where it is, and how it is started.
import { existsSync } from 'node:fs';
import { capture, ScriptError } from './run.mjs';

/** ESR first: it is what Debian has, and what the tests' known gaps are about. */
const NAMES = ['firefox-esr', 'firefox'];

/** A machine that is busy with other tests starts a browser slowly. */
const START_TIMEOUT_MS = 120_000;
const CALL_TIMEOUT_MS = 300_000;

/** The browser stays on this machine: puppeteer's own profile turns most of this off, these are the rest. */
const PREFERENCES = {
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'dom.push.connection.enabled': false,
  'extensions.systemAddon.update.enabled': false,
  'services.settings.server': 'data:,#remote-settings-dummy/v1',
};

/**
 * The path of a Firefox: FIREFOX_PATH, else one on PATH.
 * @returns {string | null}
 * @throws {ScriptError} when FIREFOX_PATH names nothing
 */
export function findFirefox() {
  const named = process.env.FIREFOX_PATH;
  if (named) {
    if (!existsSync(named))
      throw new ScriptError(`FIREFOX_PATH is ${named}, and there is no such file.`);
    return named;
  }
  for (const name of NAMES) {
    const { status, stdout } = capture('sh', ['-c', 'command -v "$1"', 'sh', name]);
    if (status === 0) return stdout.trim();
  }
  return null;
}

/**
 * Starts a headless Firefox over WebDriver BiDi; the caller closes it.
 * @returns {Promise<import('puppeteer-core').Browser>}
 * @throws {ScriptError} when there is none
 */
export async function launchFirefox() {
  const executablePath = findFirefox();
  if (executablePath === null)
    throw new ScriptError('There is no Firefox: npm run test:all sets it up, or set FIREFOX_PATH.');
  const { launch } = await import('puppeteer-core');
  return launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    timeout: START_TIMEOUT_MS,
    protocolTimeout: CALL_TIMEOUT_MS,
    extraPrefsFirefox: PREFERENCES,
  });
}
