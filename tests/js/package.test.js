// The package as npm would deliver it: packed, unpacked into a project of its own, imported, and type-checked.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, before, test } from 'node:test';

const ROOT = resolve(import.meta.dirname, '../..');
const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));

let project = '';
/** @type {string[]} */
let files = [];

before(() => {
  project = mkdtempSync(join(tmpdir(), 'package-'));
  const packed = execFileSync(
    'npm',
    ['pack', '--json', '--ignore-scripts', '--pack-destination', project],
    {
      cwd: ROOT,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  );
  const [{ filename, files: entries }] = [JSON.parse(packed)].flat();
  files = entries.map((/** @type {{ path: string }} */ entry) => entry.path);
  const modules = join(project, 'node_modules');
  mkdirSync(join(modules, manifest.name), { recursive: true });
  execFileSync('tar', [
    '-xf',
    join(project, filename),
    '-C',
    join(modules, manifest.name),
    '--strip-components=1',
  ]);
  for (const name of Object.keys(manifest.dependencies)) {
    cpSync(join(ROOT, 'node_modules', name), join(modules, name), { recursive: true });
  }
  writeFileSync(join(project, 'package.json'), JSON.stringify({ type: 'module', private: true }));
});

after(() => rmSync(project, { recursive: true }));

/**
 * Runs a program in the project.
 * @param {string} text
 */
function runProgram(text) {
  writeFileSync(join(project, 'program.js'), text);
  return execFileSync(process.execPath, ['program.js'], { cwd: project, encoding: 'utf8' }).trim();
}

test('every export leads to files that are in the package', () => {
  for (const [entry, target] of Object.entries(manifest.exports)) {
    const paths = typeof target === 'string' ? [target] : Object.values(target);
    for (const path of paths)
      assert.ok(files.includes(path.slice('./'.length)), `${entry}: ${path}`);
  }
});

test('it holds its sources, types and licence, and nothing of the workshop', () => {
  for (const file of ['LICENSE', 'README.md', 'web/src/generated/scalar.js']) {
    assert.ok(files.includes(file) || !existsSync(join(ROOT, file)), file);
  }
  const own = /^(?:web\/src\/|dist\/types\/|(?:package\.json|README\.md|LICENSE|CHANGELOG\.md)$)/;
  assert.deepEqual(
    files.filter((file) => !own.test(file)),
    [],
  );
});

test('an installed package computes in Node', () => {
  const answer = runProgram(`
    import { loadEngine, tensor } from 'attention-map';
    const engine = await loadEngine({ backend: 'scalar' });
    const one = tensor([[1, 0], [0, 1]]);
    const { weights } = engine.attention({ query: one, key: one, value: one, mask: 'causal' });
    console.log(JSON.stringify([weights.shape, ...Array.from(weights.data, (w) => w.toFixed(4))]));
  `);
  // Row 2: softmax(0, 1/√2).
  assert.deepEqual(JSON.parse(answer), [[1, 2, 2], '1.0000', '0.0000', '0.3302', '0.6698']);
});

test('every entry can be imported where there is no document', () => {
  const entries = Object.keys(manifest.exports).filter((entry) => !entry.endsWith('.json'));
  const names = entries.map((entry) => JSON.stringify(join(manifest.name, entry)));
  assert.equal(
    runProgram(`for (const name of [${names}]) await import(name); console.log('all');`),
    'all',
  );
});

test('a strict TypeScript program compiles against its declarations', () => {
  writeFileSync(
    join(project, 'program.ts'),
    `import { AttentionError, loadEngine, tensor } from 'attention-map';
     const engine = await loadEngine({ backend: 'auto' });
     const x = tensor([[1, 0]]);
     const result = engine.attention({ query: x, key: x, value: x, mask: { causal: true } });
     export const shape: number[] = result.weights.shape;
     // @ts-expect-error there is no such backend
     loadEngine({ backend: 'fastest' });
     export const isRefusal = (error: unknown) => error instanceof AttentionError && error.code === 'shape';`,
  );
  const options = [
    '--noEmit',
    '--strict',
    '--target',
    'es2023',
    '--lib',
    'es2023,dom,esnext.disposable',
  ];
  const tsc = join(ROOT, 'node_modules', '.bin', 'tsc');
  try {
    execFileSync(tsc, [...options, '--module', 'nodenext', 'program.ts'], {
      cwd: project,
      encoding: 'utf8',
      stdio: 'pipe',
    });
  } catch (error) {
    assert.fail(error instanceof Error && 'stdout' in error ? String(error.stdout) : String(error));
  }
});
