// What the race needs: the package's own wasm, three small modules beside it, and the peers' npm packages.
import { join } from 'node:path';
import { buildCore, WASM_BUILDS } from '../build/core.mjs';
import { buildModules } from '../build.mjs';
import { ROOT } from '../paths.mjs';
import { run, step } from '../run.mjs';
import { setUp } from '../setup.mjs';
import { once } from '../stamp.mjs';

/** The folder of the peers: a package of its own, so that the project's own installation stays light. */
const PEERS = join(ROOT, 'tests', 'bench');

/**
 * Builds our side.
 * @param {{ browser: boolean }} want
 * @returns {Promise<import('../toolchain.mjs').Toolchain>}
 */
export async function buildContestants({ browser }) {
  const emscripten = await setUp({ browser });
  await buildModules(emscripten);
  for (const build of WASM_BUILDS.filter(({ backend }) => backend !== 'scalar'))
    await buildCore(build, { emscripten, target: 'attn_bench_modules' });
  return emscripten;
}

/**
 * Installs the peers of the lock file, when they are not those that are there.
 * @returns {Promise<void>}
 * @throws {import('../run.mjs').ScriptError} with npm's words
 */
export async function installPeers() {
  await once(
    {
      stamp: 'tests/bench/node_modules/.attention-map-stamp',
      inputs: ['tests/bench/package-lock.json'],
      outputs: ['tests/bench/node_modules'],
    },
    () =>
      step('Installing the peers (npm ci in tests/bench)', () =>
        // What these packages run after installation is not needed by what is used of them.
        run('npm', ['ci', '--no-audit', '--no-fund', '--ignore-scripts'], { cwd: PEERS }),
      ),
  );
}
