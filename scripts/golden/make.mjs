// Makes tests/golden/*.json anew: `node scripts/golden/make.mjs`. Needs Debian's python3-numpy and python3-torch.

import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

// The system's Python: it is the one that sees Debian's packages, whatever stands first on PATH.
const PYTHON = process.env.PYTHON ?? '/usr/bin/python3';
const SCRIPTS = ['chapter', 'attention', 'layer', 'torch_layer', 'normal'];
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
  console.log(`${script}.py`);
  const file = fileURLToPath(new URL(`${script}.py`, import.meta.url));
  const { status } = spawnSync(PYTHON, [file], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
