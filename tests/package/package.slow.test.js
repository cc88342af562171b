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
  // What the README leads to.
  named.push('CONTRIBUTING.md', 'docs/textbooks.md');
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

/** Every type of the engine by its name; results by theirs; what must not compile. */
const ENGINE_TYPES = `
  import { loadEngine, tensor } from 'attention-map';
  import type {
    AttendOptions, AttentionAsyncOptions, AttentionOptions, AttentionResult, Backend, CacheOptions, Draws, DrawsOptions, Engine,
    EngineOptions, ErrorCode, Flags, KeyValueCache, LayerAsyncOptions, LayerOptions, LayerResult, LowRankFactors, LowRankOptions, Mask,
    NormalOptions, PixelOptions, Progress, Resident, ResultsOf, Tensor, TensorLike, TileOptions, Trace, TraceBlock, TraceOptions,
    Tuning, Values, VectorLike,
  } from 'attention-map';
  import { embed } from 'attention-map/embedding';
  import { tokenize } from 'attention-map/text';

  const options: EngineOptions = { backend: 'simd128', wasmBinary: new DataView(new ArrayBuffer(8)) };
  using engine: Engine = await loadEngine(options);
  export const [backend, tuning]: [Backend, Tuning] = [engine.backend, engine.tuning];

  export const made: Tensor[] = [
    tensor([[1, 2]]), tensor([1, 2], [1, 2] as const), tensor(new Uint8Array(2), [1, 2]), tensor(new Int16Array(2), [1, 2]),
    tensor(new Float64Array(2), [2]), tensor(new Float32Array(2), [2]),
  ];
  // @ts-expect-error no whole numbers of 64 bits
  tensor(new BigInt64Array(2), [2]);
  const x: Tensor = tensor([[1, 0]]);
  const fixed = { data: new Float32Array(2), shape: [1, 2] } as const;
  export const inputs: TensorLike[] = [x, fixed, [[1, 0]]];
  export const vector: VectorLike = new Float64Array(1);
  export const values: Values = [[1]];

  const { output, weights } = engine.attention({ query: x, key: fixed, value: [[1, 0]] });
  export const shape: number[] = output.shape;
  // @ts-expect-error misspelt
  engine.attention({ query: x, key: x, value: x }).wieghts;
  // @ts-expect-error not among the results wanted
  engine.attention({ query: x, key: x, want: ['weights'] }).output;
  // @ts-expect-error there is no such result
  engine.attention({ query: x, key: x, want: ['entropie'] });
  export const entropy: Float32Array = engine.attention({ query: x, key: x, want: ['entropy', 'peak'] }).entropy.data;
  const want = ['logSumExp'] as const satisfies readonly AttentionResult[];
  const { logSumExp } = engine.attention({ query: x, key: x, want, into: { logSumExp: tensor([[0]]) } });
  const given: AttentionOptions<'peak'> = { query: x, key: x, want: ['peak'] };
  const later: AttentionAsyncOptions<'peak'> = { ...given, onProgress: ({ done, total }: Progress) => done / total };
  export const peaks: Tensor[] = [engine.attention(given).peak, (await engine.attentionAsync(later)).peak];

  const layer = { x, wq: x, wk: x, wv: x, heads: 1, headGain: new Float64Array(1), bq: [0, 0] } satisfies LayerOptions;
  const results: ResultsOf<'concat' | 'weights'> = engine.multiHeadAttention({ ...layer, want: ['concat', 'weights'] });
  // @ts-expect-error not wanted
  results.query;
  const wanted: readonly LayerResult[] = ['query'];
  const layerLater: LayerAsyncOptions<'headOutput'> = { ...layer, want: ['headOutput'] };
  export const heads: Tensor = (await engine.multiHeadAttentionAsync(layerLater)).headOutput;
  export const some = engine.multiHeadAttention({ ...layer, want: wanted }).query?.data;

  const flags: Flags = new Uint8Array(1);
  const mask: Mask = { causal: 'top-left', window: [1, 0], keep: flags, allowed: [[true]] };
  {
    using resident: Resident = engine.upload(x);
    using cache: KeyValueCache = engine.createCache({ keyWidth: 2, valueWidth: 2, capacity: 4 } satisfies CacheOptions);
    using draws: Draws = engine.draws({ seed: 1n } satisfies DrawsOptions);
    cache.append({ key: resident, value: draws.next({ shape: [1, 2] }) });
    const step = { query: resident, want: ['weights'] } satisfies AttendOptions;
    const attended: Tensor = cache.attend({ query: resident, mask }).output;
    // @ts-expect-error not wanted
    cache.attend({ ...step, want: ['weights'] }).output;
    resident.read(0, attended.data);
  }
  const tile = { query: x, key: x, logSumExp, rows: [0, 1] } satisfies TileOptions;
  const trace: Trace = engine.softmaxTrace({ query: x, key: x, value: x, row: 0 } satisfies TraceOptions);
  export const block: TraceBlock | undefined = trace.blocks[0];
  const pixels: PixelOptions = { weights: engine.weightsTile(tile), width: 1, height: 1, palette: new Uint8Array(1024) };
  export const image = new ImageData(engine.pixels(pixels), 1, 1);
  const normal: NormalOptions = { seed: 1n, shape: [2, 2], into: new Float64Array(4) };
  const low: LowRankOptions = { matrix: engine.normal(normal), rank: 1 };
  export const factors: LowRankFactors = engine.lowRank(low);
  const { tokens } = tokenize('The cat', { cap: 8 });
  engine.multiHeadAttention({ ...embed({ tokens, normal: engine.normal }), mask: 'causal' }).weights.shape;
  export const code: ErrorCode = 'shape';
  export const numbers: number | undefined = weights.data[0];`;

/** The README's program, as it stands there. */
function readmeProgram() {
  const blocks = readFileSync(join(ROOT, 'README.md'), 'utf8').matchAll(/^```js\n(.*?)^```$/gms);
  const programs = Array.from(blocks, ([, program]) => program);
  assert.ok(programs.length > 0);
  return programs.map((program) => `${program}\n`).join('');
}

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
  project.write('engine.ts', ENGINE_TYPES);
  project.write(
    'engine_alone.ts',
    `import { loadEngine, tensor } from 'attention-map';
     export const tensorsOfEngine = [tensor([[1]]), (await loadEngine()).normal({ seed: 0, shape: [1] })];`,
  );
  project.write('readme.js', readmeProgram());
  const tsc = join(ROOT, 'node_modules', '.bin', 'tsc');
  const lib = ['--lib', 'es2023,dom,dom.iterable,esnext.disposable'];
  for (const resolution of [
    ['--module', 'esnext', '--moduleResolution', 'bundler'],
    ['--module', 'node16', '--moduleResolution', 'node16'],
  ]) {
    const options = ['--noEmit', '--strict', '--target', 'es2023', ...lib, ...resolution];
    const check = (/** @type {string[]} */ ...more) =>
      project.run(tsc, ...options, ...more).catch((error) => {
        assert.fail(`${resolution.join(' ')}\n${error.stdout ?? error}`);
      });
    await check('program.ts');
    // A project that has never heard of `using`.
    await check('--target', 'es2022', '--lib', 'es2022,dom,dom.iterable', 'engine_alone.ts');
    await check('--noUncheckedIndexedAccess', '--exactOptionalPropertyTypes', 'engine.ts');
    // What the README shows is JavaScript: its parameters have no types.
    const js = ['--allowJs', '--checkJs', '--noImplicitAny', 'false'];
    await check('--noUncheckedIndexedAccess', ...js, 'readme.js');
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
