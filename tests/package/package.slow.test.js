// The packed tarball in an empty project: what is in it, and that Node, CommonJS, a worker thread and TypeScript can use it.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { makeProject, manifest, pack, ROOT } from './tarball.js';

/** @type {import('./tarball.js').Tarball} */
let tarball;
/** @type {import('./tarball.js').Project} */
let project;

before(async () => {
  tarball = pack();
  project = await makeProject(tarball, { files: {}, packages: {} });
});
after(() => {
  project.remove();
  tarball.remove();
});

/**
 * Runs a program in the project.
 * @param {string} text
 * @param {string} [file]
 */
async function runProgram(text, file = 'program.js') {
  project.write(file, text);
  return project.run(process.execPath, file);
}

/** A causal 2 × 2 map. Row 2: softmax(0, 1/√2). */
const COMPUTE = `
  const engine = await loadEngine({ backend: 'simd128' });
  const one = tensor([[1, 0], [0, 1]]);
  const { weights } = engine.attention({ query: one, key: one, value: one, mask: 'causal' });
  const computed = JSON.stringify([weights.shape, ...Array.from(weights.data, (w) => w.toFixed(4))]);
  engine.free();`;
const COMPUTED = [[1, 2, 2], '1.0000', '0.0000', '0.3302', '0.6698'];

test('every export leads to files that are in the package', () => {
  for (const [entry, target] of Object.entries(manifest.exports)) {
    const paths = typeof target === 'string' ? [target] : Object.values(target);
    for (const path of paths)
      assert.ok(tarball.files.includes(path.slice('./'.length)), `${entry}: ${path}`);
  }
  for (const path of manifest.sideEffects.filter((each) => !each.includes('*')))
    assert.ok(tarball.files.includes(path.slice('./'.length)), path);
});

test('it holds its sources, types, licences and scripts, and nothing of the workshop', () => {
  const roots = Object.keys(manifest.exports).map((entry) => entry.slice('./'.length));
  const own =
    /^(?:web\/src\/|dist\/types\/|dist\/standalone\/attention-map(?:-all)?\.js$|dist\/custom-elements\.json$)/;
  const named = ['package.json', 'README.md', 'LICENSE', 'CHANGELOG.md', 'THIRD_PARTY_NOTICES.txt'];
  for (const file of named) assert.ok(tarball.files.includes(file), file);
  const stray = tarball.files.filter((file) => {
    const root = /^([a-z]+)(?:\.d\.ts|\.js)$/.exec(file)?.[1] ?? '';
    return !own.test(file) && !named.includes(file) && !roots.includes(root);
  });
  assert.deepEqual(stray, []);
  // What stands in place of other files in the classic scripts is of no use to anybody else.
  assert.deepEqual(
    tarball.files.filter((file) => /\.(?:everyday|classic|all)\.js$/.test(file)),
    [],
  );
});

test('nothing runs when it is installed, and nothing but its dependencies comes with it', () => {
  const installed = JSON.parse(
    readFileSync(join(project.folder, 'node_modules', manifest.name, 'package.json'), 'utf8'),
  );
  for (const script of ['preinstall', 'install', 'postinstall', 'prepare'])
    assert.equal(installed.scripts[script], undefined);
  const lock = JSON.parse(readFileSync(join(project.folder, 'package-lock.json'), 'utf8'));
  assert.deepEqual(
    Object.keys(lock.packages).filter((path) => path !== ''),
    [manifest.name, ...Object.keys(manifest.dependencies)]
      .map((name) => `node_modules/${name}`)
      .sort(),
  );
});

test('the notices name every work whose code is inside', () => {
  const notices = readFileSync(join(ROOT, 'THIRD_PARTY_NOTICES.txt'), 'utf8');
  for (const name of [...Object.keys(manifest.dependencies), 'd3-scale-chromatic', 'Emscripten'])
    assert.match(notices, new RegExp(`^${name}\\b.*: `, 'm'));
  assert.match(notices, /Cynthia Brewer|ColorBrewer/);
  assert.match(notices, /Copyright \(c\) .*Emscripten authors/i);
});

test('Node imports it and computes', async () => {
  const answer = await runProgram(
    `import { loadEngine, tensor } from 'attention-map';${COMPUTE}console.log(computed);`,
  );
  assert.deepEqual(JSON.parse(answer), COMPUTED);
});

test('Node requires it and computes', async () => {
  const answer = await runProgram(
    `const { loadEngine, tensor } = require('attention-map');
     (async () => {${COMPUTE}console.log(computed);})();`,
    'program.cjs',
  );
  // Older versions of Node 20 and 22 warn of require(esm) on stderr only.
  assert.deepEqual(JSON.parse(answer), COMPUTED);
});

test('it computes in a worker thread of Node', async () => {
  project.write(
    'worker.js',
    `import { parentPort } from 'node:worker_threads';
     import { loadEngine, tensor } from 'attention-map';${COMPUTE}parentPort.postMessage(computed);`,
  );
  const answer = await runProgram(
    `import { Worker } from 'node:worker_threads';
     new Worker(new URL('./worker.js', import.meta.url)).on('message', (text) => console.log(text));`,
  );
  assert.deepEqual(JSON.parse(answer), COMPUTED);
});

test('the raw wasm is there for those who cache it', async () => {
  const answer = await runProgram(
    `import { readFileSync } from 'node:fs';
     import { fileURLToPath } from 'node:url';
     import { loadEngine as load, tensor } from 'attention-map';
     const file = import.meta.resolve('attention-map/wasm/simd128.wasm');
     const wasmBinary = readFileSync(fileURLToPath(file));
     const loadEngine = (options) => load({ ...options, wasmBinary });${COMPUTE}console.log(computed);`,
  );
  assert.deepEqual(JSON.parse(answer), COMPUTED);
});

test('every entry can be imported where there is no document', async () => {
  const modules = Object.entries(manifest.exports).flatMap(([entry, target]) =>
    typeof target === 'string' ? [] : [JSON.stringify(join(manifest.name, entry))],
  );
  const script = "await import('attention-map/standalone').catch((error) => console.log(error))";
  const answer = await runProgram(
    `for (const name of [${modules}]) await import(name);
     ${script};
     console.log('all');`,
  );
  assert.equal(answer, 'all');
});

test('types hold in a strict program, as bundlers and as Node resolve them', async () => {
  project.write(
    'program.ts',
    `import { AttentionError, loadEngine, tensor } from 'attention-map';
     import { AttentionMapElement } from 'attention-map/element';
     import widget from 'attention-map/anywidget';
     import 'attention-map/register';
     const engine = await loadEngine({ backend: 'auto' });
     const x = tensor([[1, 0]]);
     const result = engine.attention({ query: x, key: x, value: x, mask: { causal: true } });
     export const shape: number[] = result.weights.shape;
     // @ts-expect-error there is no such backend
     loadEngine({ backend: 'fastest' });
     export const isRefusal = (error: unknown) => error instanceof AttentionError && error.code === 'shape';
     const tag: AttentionMapElement = document.createElement('attention-map');
     tag.data = { tokens: ['a'] };
     export const ready: Promise<unknown> | undefined = document.querySelector('attention-map')?.ready;
     tag.addEventListener('attention-map:select', ({ detail }) => {
       const row: number | null = detail.row;
       // @ts-expect-error no such thing is selected
       return [row, detail.column?.toFixed(), detail.token];
     });
     // They bubble.
     document.addEventListener('attention-map:error', (event) => event.detail.error);
     document.body.addEventListener('attention-map:open', (event) => event.detail.shapes.query?.[0]);
     document.querySelector('#map')?.addEventListener('attention-map:time', (event) => event.detail.timeMs);
     // @ts-expect-error a click has none
     document.addEventListener('click', (event) => event.detail.shapes);
     // @ts-expect-error no element has that
     document.querySelector('attention-map')?.unready;
     export const render: (place: { model: any, el: HTMLElement }) => () => void = widget.render;`,
  );
  const tsc = join(ROOT, 'node_modules', '.bin', 'tsc');
  const lib = ['--lib', 'es2023,dom,dom.iterable,esnext.disposable'];
  for (const resolution of [
    ['--module', 'esnext', '--moduleResolution', 'bundler'],
    ['--module', 'node16', '--moduleResolution', 'node16'],
  ]) {
    const options = ['--noEmit', '--strict', '--target', 'es2023', ...lib, ...resolution];
    await project.run(tsc, ...options, 'program.ts').catch((error) => {
      assert.fail(`${resolution.join(' ')}\n${error.stdout ?? error}`);
    });
  }
});

test('the manifest of the tag has a sentence for every attribute and event', () => {
  const { modules } = JSON.parse(readFileSync(join(ROOT, 'dist', 'custom-elements.json'), 'utf8'));
  /** @typedef {{ name: string, description?: string }} Named */
  /** @type {{ tagName?: string, attributes: Named[], events: Named[] }} */
  const tag = modules
    .flatMap((/** @type {{ declarations?: object[] }} */ { declarations }) => declarations ?? [])
    .find((/** @type {{ tagName?: string }} */ { tagName }) => tagName === 'attention-map');
  const described = [...tag.attributes, ...tag.events];
  assert.ok(described.length > 40);
  assert.deepEqual(
    described.filter(({ description }) => !description).map(({ name }) => name),
    [],
  );
});

test('publint and attw find nothing', async () => {
  const tool = (/** @type {string} */ name) => join(ROOT, 'node_modules', '.bin', name);
  await project.run(tool('publint'), 'run', tarball.file, '--strict').catch(({ stdout }) => {
    assert.fail(stdout);
  });
  const untyped = Object.entries(manifest.exports)
    .filter(([, target]) => typeof target === 'string')
    .map(([entry]) => entry);
  await project
    .run(tool('attw'), tarball.file, '--profile', 'esm-only', '--exclude-entrypoints', ...untyped)
    .catch(({ stdout }) => {
      assert.fail(stdout);
    });
});
