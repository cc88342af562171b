// The layer check: it accepts the arrows, and finds each kind of wrong use in a project made for the purpose.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { checkLayers } from '../../scripts/layers.mjs';

const MANIFEST = JSON.stringify({
  name: 'attention-map',
  dependencies: { 'wasm-feature-detect': '1' },
});

/**
 * What the check says of a project with these files.
 * @param {Record<string, string>} files text by path
 */
async function problemsOf(files) {
  const root = mkdtempSync(join(tmpdir(), 'layers-'));
  try {
    for (const [path, text] of Object.entries({ 'package.json': MANIFEST, ...files })) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    return await checkLayers(root);
  } finally {
    rmSync(root, { recursive: true });
  }
}

const RIGHT = {
  'cpp/src/layer/layer.cpp':
    '#include <vector>\n#include <attn/layer.h>\n#include "attention/attend.h"',
  'cpp/src/attention/attend.cpp':
    '#include "attention/attend.h"\n#include "math/exponential.h"\n#include "checks.h"',
  'cpp/src/math/exponential.cpp': '#include <cmath>\n#include "../simd/simd.h"',
  'cpp/src/random/normal.cpp': '#include "ziggurat_table.h"',
  'cpp/src/simd/simd.h':
    '#ifdef __wasm_simd128__\n#include <wasm_simd128.h>\nauto x = wasm_f32x4_splat(0);\n#endif',
  'cpp/wasm/bindings.cpp': '#include <emscripten/bind.h>\n#include <attn/attention.h>',
  'cpp/bench/bench.cpp': '#include "reference/attention.h"',
  'web/src/index.js': "export { loadEngine } from './engine.js';",
  'web/src/engine.js':
    "import { simd } from 'wasm-feature-detect';\nimport { tensor } from './tensor.js';\nconst load = () => import('./generated/simd128.js');",
  'web/src/engine/tables.js':
    "import '../engine.js';\nnew URL('../workers/pool.js', import.meta.url);",
  'web/src/elements/attention-map.js':
    "import '../engine.js';\nimport '../errors.js';\nimport './labels.js';",
  'web/src/workers/pool.js':
    "import { AttentionError } from '../errors.js';\nimport './thread.js';",
  'web/src/palettes.js': "import { encodedTables } from './generated/palettes.js';",
  'web/demo/main.js': "import 'attention-map/register';\nimport './page.js';\nimport './page.css';",
};

/** @type {[string, string, string, RegExp][]} what is wrong, the file, its text, the complaint */
const WRONG = [
  [
    'a kernel uses attention',
    'cpp/src/kernels/k.cpp',
    '#include "attention/attend.h"',
    /kernels may not use attention/,
  ],
  [
    'the same by a relative path',
    'cpp/src/kernels/k.cpp',
    '#include "../attention/attend.h"',
    /kernels may not use/,
  ],
  [
    'statistics use kernels',
    'cpp/src/statistics/s.cpp',
    '#include "kernels/pack.h"',
    /statistics may not use kernels/,
  ],
  [
    'the oracle uses a kernel',
    'cpp/src/reference/r.cpp',
    '#include "kernels/pack.h"',
    /reference may not use kernels/,
  ],
  ['an unknown folder', 'cpp/src/math/m.cpp', '#include "extras/x.h"', /math may not use extras/],
  [
    'a table that is not its own',
    'cpp/src/math/m.cpp',
    '#include "ziggurat_table.h"',
    /math may not use random/,
  ],
  [
    'a public header uses an inner one',
    'cpp/include/attn/a.h',
    '#include "math/exponential.h"',
    /public headers alone/,
  ],
  [
    'bindings use an inner header',
    'cpp/wasm/bindings.cpp',
    '#include "kernels/pack.h"',
    /public headers alone/,
  ],
  [
    'Embind outside the bindings',
    'cpp/src/layer/l.cpp',
    '#include <emscripten/bind.h>',
    /only cpp\/wasm\/ may/,
  ],
  [
    'an intrinsic header in a kernel',
    'cpp/src/kernels/k.cpp',
    '#include <wasm_simd128.h>',
    /only cpp\/src\/simd\/simd\.h/,
  ],
  [
    'an intrinsic in a kernel',
    'cpp/src/kernels/k.cpp',
    'auto x = wasm_f32x4_add(a, b);',
    /intrinsics .* stay in/,
  ],
  [
    'a SIMD macro in a kernel',
    'cpp/src/kernels/k.cpp',
    '#if defined(__wasm_relaxed_simd__)',
    /intrinsics .* stay in/,
  ],
  [
    'a view uses the engine',
    'web/src/views/map.js',
    "import { loadEngine } from '../engine.js';",
    /views may not use engine/,
  ],
  [
    'the same by import()',
    'web/src/views/map.js',
    "await import('../engine.js');",
    /views may not use engine/,
  ],
  [
    'the same by export',
    'web/src/views/map.js',
    "export * from '../engine/tables.js';",
    /views may not use engine/,
  ],
  [
    'an element uses the glue',
    'web/src/elements/e.js',
    "import '../generated/scalar.js';",
    /only engine may/,
  ],
  [
    'a worker by URL, not from the engine',
    'web/src/elements/e.js',
    "new URL('../workers/w.js', import.meta.url);",
    /only engine may/,
  ],
  [
    'the threads know what they compute',
    'web/src/workers/pool.js',
    "import '../engine/attention.js';",
    /workers may not use engine/,
  ],
  [
    'the threads make their own script',
    'web/src/workers/thread.js',
    "import '../generated/worker.js';",
    /only engine may/,
  ],
  [
    'the engine uses the colour tables',
    'web/src/engine.js',
    "import './generated/palettes.js';",
    /only palettes may/,
  ],
  [
    'the index draws',
    'web/src/index.js',
    "import './elements/attention-map.js';",
    /index may not use elements/,
  ],
  [
    'a reader uses the engine',
    'web/src/readers/json.js',
    "import '../engine.js';",
    /readers may not use engine/,
  ],
  [
    'the package uses the page',
    'web/src/engine.js',
    "import '../demo/main.js';",
    /outside the package/,
  ],
  [
    'the package uses a script',
    'web/src/engine.js',
    "import '../../scripts/run.mjs';",
    /outside the package/,
  ],
  [
    'the package uses a tool of its builders',
    'web/src/palettes.js',
    "import 'd3-scale-chromatic';",
    /no dependency/,
  ],
  [
    'the package uses Node',
    'web/src/engine.js',
    "import { readFileSync } from 'node:fs';",
    /no dependency/,
  ],
  [
    'the page reaches into the package',
    'web/demo/main.js',
    "import '../src/index.js';",
    /by its name/,
  ],
];

test('a project that follows the arrows', async () => {
  assert.deepEqual(await problemsOf(RIGHT), []);
});

for (const [title, file, text, complaint] of WRONG) {
  test(`found: ${title}`, async () => {
    const problems = await problemsOf({ [file]: text });
    assert.equal(problems.length, 1, problems.join('\n'));
    assert.ok(problems[0].startsWith(file), problems[0]);
    assert.match(problems[0], complaint);
  });
}

test('what stands in a comment or in text is no use', async () => {
  const problems = await problemsOf({
    'cpp/src/kernels/k.cpp':
      '// #include "attention/attend.h", or wasm_f32x4_add\n/*\n#include "layer/layer.h"\n*/',
    'web/src/views/map.js': "// import '../engine.js';\nconst text = \"import '../engine.js'\";",
  });
  assert.deepEqual(problems, []);
});
