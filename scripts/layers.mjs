// The layer check: which folder may use which, in C++ includes and in JavaScript imports. `node scripts/layers.mjs`.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { checkIncludes } from './layers/cpp.mjs';
import { checkImports } from './layers/javascript.mjs';
import { ROOT } from './paths.mjs';
import { isMain, runMain, ScriptError } from './run.mjs';

/**
 * Every use that the layers forbid.
 * @param {string} root the folder of a project
 * @returns {Promise<string[]>} one line each: file, what it uses, why not
 */
export async function checkLayers(root) {
  return [
    ...(existsSync(join(root, 'cpp')) ? checkIncludes(root) : []),
    ...(existsSync(join(root, 'web')) ? await checkImports(root) : []),
  ];
}

if (isMain(import.meta)) {
  await runMain(async () => {
    const problems = await checkLayers(ROOT);
    if (problems.length > 0) throw new ScriptError(problems.join('\n'));
  });
}
