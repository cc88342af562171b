// Loading, sharing and giving back: backends, one core per page, workers, memory that stays flat.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Worker } from 'node:worker_threads';
import { AttentionError, loadEngine, tensor } from 'attention-map';
import { VERSION } from '../../web/src/version.js';

const ROOT = new URL('../../', import.meta.url);
/** The bytes inside the package. @param {import('../../web/src/engine/builds.js').Backend} backend */
const wasmOf = (backend) => readFileSync(new URL(`web/src/generated/${backend}.wasm`, ROOT));

/** @typedef {Map<string, { loaded: Promise<{ core: { HEAPU8: Uint8Array } }> }[]>} Cores */

/** The cores of one backend in this process. @param {string} backend */
const coresOf = (backend) =>
  /** @type {Cores} */ (Reflect.get(globalThis, Symbol.for(`attention-map/core@${VERSION}`))).get(
    backend,
  ) ?? [];
/** The first of them. @param {string} backend */
const coreOf = async (backend) => (await coresOf(backend)[0]?.loaded)?.core;

/** @param {string} code @returns {(error: unknown) => boolean} */
const coded = (code) => (error) => error instanceof AttentionError && error.code === code;

test('a browser that cannot unpack the core is told that it is too old', () => {
  const script = `
    delete globalThis.DecompressionStream;
    const { loadEngine } = await import('attention-map');
    for (const backend of ['auto', 'scalar'])
      await loadEngine({ backend }).catch(({ code, message }) => console.log(code, message));`;
  const said = execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: new URL('../../', import.meta.url),
    encoding: 'utf8',
  });
  assert.equal(said.match(/^backend .*too old: attention-map needs Chrome 111/gm)?.length, 2);
});

test('importing has no side effect: no listener, no global', async () => {
  const worker = new Worker(
    `const before = Reflect.ownKeys(globalThis).length + process.eventNames().length;
     import('attention-map').then(() => {
       require('node:worker_threads').parentPort.postMessage(Reflect.ownKeys(globalThis).length + process.eventNames().length - before);
     });`,
    { eval: true },
  );
  const [added] = await new Promise((resolve, reject) => {
    worker.once('message', (message) => resolve([message]));
    worker.once('error', reject);
  });
  await worker.terminate();
  assert.equal(added, 0);
});

test('an engine adds no process listeners', async () => {
  const before = process.eventNames().map((name) => process.listenerCount(name));
  const engine = await loadEngine();
  assert.deepEqual(
    process.eventNames().map((name) => process.listenerCount(name)),
    before,
  );
  engine.free();
});

test('auto takes the fastest backend that runs', async () => {
  const engine = await loadEngine();
  assert.equal(engine.backend, 'relaxed-simd');
});

test('a backend that is none is refused, not replaced', async () => {
  await assert.rejects(loadEngine({ backend: /** @type {never} */ ('avx') }), coded('option'));
  await assert.rejects(loadEngine(/** @type {never} */ ({ backends: 'scalar' })), coded('option'));
});

test('a backend that this machine cannot run is refused, and auto passes over it', async () => {
  // Node 20 runs relaxed SIMD only behind a flag, which this child does not get; later versions have it on.
  const source = `
    import { loadEngine } from 'attention-map';
    const original = WebAssembly.validate;
    WebAssembly.validate = () => false;
    const refused = await loadEngine({ backend: 'simd128' }).catch((error) => error.code + ': ' + error.message);
    const { backend } = await loadEngine();
    WebAssembly.validate = original;
    postMessage([refused, backend]);`;
  const worker = new Worker(
    `globalThis.postMessage = (message) => require('node:worker_threads').parentPort.postMessage(message);
     import('data:text/javascript,' + encodeURIComponent(${JSON.stringify(source.replace("'attention-map'", JSON.stringify(new URL('web/src/index.js', ROOT).href)))}));`,
    { eval: true },
  );
  const [refused, backend] = await new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
  await worker.terminate();
  assert.match(refused, /^backend: backend 'simd128' cannot run here/);
  assert.equal(backend, 'scalar');
});

test('without WebAssembly the engine says so', () => {
  const source = `
    delete globalThis.WebAssembly;
    const { loadEngine } = await import('attention-map');
    for (const backend of ['auto', 'scalar']) {
      await loadEngine({ backend }).catch((error) => console.log(error.code, error.message));
    }`;
  const said = execFileSync(process.execPath, ['--input-type=module', '--eval', source], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  assert.equal(said, 'backend WebAssembly is not available here\n'.repeat(2));
});

test('engines of one backend share one core, and not their memory', async () => {
  const [a, b] = await Promise.all([
    loadEngine({ backend: 'scalar' }),
    loadEngine({ backend: 'scalar' }),
  ]);
  assert.notEqual(a, b);
  assert.equal(coresOf('scalar').length, 1);
  const [first] = [
    a.attention({
      query: [[1, 2]],
      key: [
        [1, 2],
        [3, 4],
      ],
      value: [[1], [2]],
    }),
  ];
  a.free();
  const second = b.attention({
    query: [[1, 2]],
    key: [
      [1, 2],
      [3, 4],
    ],
    value: [[1], [2]],
  });
  assert.deepEqual(second, first);
});

test('the bytes may come from the caller; wrong ones are refused and do not stay', async () => {
  await assert.rejects(
    loadEngine({ backend: 'simd128', wasmBinary: wasmOf('scalar') }),
    coded('backend'),
  );
  await assert.rejects(
    loadEngine({ backend: 'simd128', wasmBinary: wasmOf('simd128').subarray(0, 5000) }),
    coded('backend'),
  );
  await assert.rejects(
    loadEngine({ backend: 'simd128', wasmBinary: new Uint8Array(0) }),
    coded('backend'),
  );
  await assert.rejects(
    loadEngine({ backend: 'simd128', wasmBinary: /** @type {never} */ ('x') }),
    coded('option'),
  );
  await assert.rejects(
    loadEngine({ backend: 'simd128', wasmUrl: 'http://127.0.0.1:9/attn.wasm' }),
    coded('backend'),
  );
  const file = new URL('web/src/generated/simd128.wasm', ROOT);
  for (const wasmUrl of [file, file.href])
    await assert.rejects(loadEngine({ backend: 'simd128', wasmUrl }), {
      code: 'backend',
      argument: 'wasmUrl',
      message: /a file: address is not fetched here, its bytes go in as wasmBinary$/,
    });
  assert.deepEqual(coresOf('simd128'), []);
  const engine = await loadEngine({ backend: 'simd128', wasmBinary: wasmOf('simd128') });
  assert.equal(engine.backend, 'simd128');
});

test('the same bytes share a core; others get their own, and are not passed over', async () => {
  await loadEngine({ backend: 'scalar' });
  const count = coresOf('scalar').length;
  const same = await loadEngine({
    backend: 'scalar',
    wasmBinary: new Uint8Array(wasmOf('scalar')),
  });
  assert.equal(coresOf('scalar').length, count);
  // A custom section changes nothing but the bytes: id 0, 2 bytes, a name of length 1.
  const other = Buffer.concat([wasmOf('scalar'), Uint8Array.of(0, 2, 1, 0x78)]);
  const engine = await loadEngine({ backend: 'scalar', wasmBinary: other });
  await loadEngine({ backend: 'scalar', wasmBinary: other });
  assert.equal(coresOf('scalar').length, count + 1);
  const x = tensor([[1, 2]]);
  const resident = engine.upload(x);
  assert.throws(() => same.attention({ query: resident, key: x, value: x }), coded('backend'));
  // A core runs already, and bytes that are wrong are refused all the same.
  await assert.rejects(
    loadEngine({ backend: 'scalar', wasmBinary: wasmOf('simd128') }),
    coded('backend'),
  );
});

test('an engine runs in a worker', async () => {
  const worker = new Worker(
    `import('attention-map').then(async ({ loadEngine }) => {
       const engine = await loadEngine({ backend: 'simd128' });
       require('node:worker_threads').parentPort.postMessage(engine.attention({ query: [[1, 0]], key: [[1, 0], [0, 1]], value: [[1], [0]] }).output.data[0]);
     });`,
    { eval: true },
  );
  const answer = await new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
  await worker.terminate();
  const e = Math.exp(1 / Math.sqrt(2));
  assert.ok(Math.abs(answer - e / (e + 1)) < 1e-6);
});

test('2,000 engines and caches made and dropped leave wasm memory flat', async () => {
  const x = tensor(new Float32Array(64 * 16).fill(0.5), [64, 16]);
  const cycle = async () => {
    const engine = await loadEngine({ backend: 'scalar' });
    engine.attention({ query: x, key: x, value: x });
    const cache = engine.createCache({ keyWidth: 16, valueWidth: 16, capacity: 256 });
    cache.append({ key: x, value: x });
    cache.free();
    const stream = engine.draws({ seed: 0 });
    stream.next({ shape: [64] });
    stream.free();
    engine.free();
  };
  for (let k = 0; k < 20; k++) await cycle();
  const core = await coreOf('scalar');
  const before = core?.HEAPU8.length;
  for (let k = 0; k < 2000; k++) await cycle();
  assert.equal(core?.HEAPU8.length, before);
});

test('what is dropped without free() is collected', async () => {
  setFlagsFromString('--expose-gc');
  const gc = runInNewContext('gc');
  const engine = await loadEngine({ backend: 'scalar' });
  const core = await coreOf('scalar');
  // 200 caches of 8 MB; without collection they would need 1.6 GB.
  for (let k = 0; k < 200; k++) {
    engine.createCache({ keyWidth: 128, valueWidth: 128, capacity: 8192 });
    if (k % 5 === 4) {
      gc();
      await sleep(0);
    }
  }
  assert.ok((core?.HEAPU8.length ?? 0) < 400e6, `${core?.HEAPU8.length} bytes`);
});

test('handles end with a using block where the language has one', async () => {
  const engine = await loadEngine();
  const cache = engine.createCache({ keyWidth: 2, valueWidth: 2, capacity: 2 });
  // Node 20.20 knows the symbol; were it gone, this would say so.
  assert.equal(typeof Symbol.dispose, 'symbol');
  cache[Symbol.dispose]();
  assert.throws(() => cache.length, coded('freed'));
  const stream = engine.draws({ seed: 0 });
  stream[Symbol.dispose]();
  assert.throws(() => stream.next({ shape: [1] }), coded('freed'));
  engine[Symbol.dispose]();
  assert.throws(() => engine.normal({ seed: 0, shape: [1] }), coded('freed'));
});

test('the version in the code is that of the package', () => {
  assert.equal(VERSION, JSON.parse(readFileSync(new URL('package.json', ROOT), 'utf8')).version);
});

test('the glue holds no eval and no new Function', () => {
  for (const name of ['glue', 'worker']) {
    const text = readFileSync(new URL(`web/src/generated/${name}.js`, ROOT), 'utf8');
    assert.doesNotMatch(text, /new Function|\beval\(/);
  }
});
