// Makes tests/golden/*.json anew: `node scripts/golden/make.mjs`. Needs Debian's python3-numpy and python3-torch.

import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { PYTHON } from './python.mjs';

const SCRIPTS = [
  'chapter.py',
  'attention.py',
  'layer.py',
  'torch_layer.py',
  'normal.py',
  'low_rank.py',
  'files.py',
  'sketch.mjs',
];
const PACKAGES = { numpy: 'python3-numpy', torch: 'python3-torch' };

const missing = Object.entries(PACKAGES)
  .filter(([module]) => spawnSync(PYTHON, ['-c', `import ${module}`]).status !== 0)
  .map(([, name]) => name);
if (missing.length > 0) {
  console.error(
    `${PYTHON} lacks: ${missing.join(', ')}. Install: apt-get install ${missing.join(' ')}`,
  );
  process.exit(1);
}
for (const script of SCRIPTS) {
  console.log(script);
  const file = fileURLToPath(new URL(script, import.meta.url));
  const program = script.endsWith('.py') ? PYTHON : process.execPath;
  const { status } = spawnSync(program, [file], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
