// Everything that a build needs and this machine may lack: programs, Emscripten, npm packages. `npm run setup`.
import {
  BROWSER,
  BUILD_TOOLS,
  checkNode,
  ensureRequirements,
  NATIVE_TOOLS,
  OTHER_BROWSERS,
} from './requirements.mjs';
import { isMain, run, runMain, say, step } from './run.mjs';
import { once } from './stamp.mjs';
import { ensureToolchain } from './toolchain.mjs';

/**
 * Installs what is missing.
 * @param {{ native?: boolean, browser?: boolean, otherBrowsers?: boolean }} [want] native: a compiler for this machine; browser:
 *   Chromium; otherBrowsers: Firefox and WebKitGTK
 * @returns {Promise<import('./toolchain.mjs').Toolchain>}
 * @throws {import('./run.mjs').ScriptError} with what to install
 */
export async function setUp({ native = false, browser = false, otherBrowsers = false } = {}) {
  checkNode();
  // First, since Playwright knows whether there is a Chromium of its own.
  await installPackages();
  await ensureRequirements(
    [
      ...BUILD_TOOLS,
      ...(native ? NATIVE_TOOLS : []),
      ...(browser ? BROWSER : []),
      ...(otherBrowsers ? OTHER_BROWSERS : []),
    ],
    browser ? 'building and testing' : 'building',
  );
  const toolchain = await ensureToolchain();
  say(`Emscripten ${toolchain.version}: ${toolchain.folder} (${toolchain.source})`);
  return toolchain;
}

/** Installs the npm packages of the lock file, when they are not those that are there. */
export async function installPackages() {
  await once(
    {
      stamp: 'node_modules/.attention-map-stamp',
      inputs: ['package-lock.json'],
      outputs: ['node_modules'],
    },
    () =>
      step('Installing npm packages (npm ci)', () => run('npm', ['ci', '--no-audit', '--no-fund'])),
  );
}

if (isMain(import.meta)) await runMain(() => setUp({ native: true, browser: true }));
