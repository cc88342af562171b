// What a reader's browser fetches, gzipped, held to limits by size-limit; the table is printed. Where a bar is not reached yet, the
// limit is what it is now and the bar stands beside it as missed.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { before, test } from 'node:test';
import { build } from 'vite';

const ROOT = resolve(import.meta.dirname, '../..');
const WORK = join(ROOT, 'build', 'sizes');

/**
 * In kB (1,000 bytes), gzipped. limit: what it must not exceed; bar: what was set as the aim, where that is less.
 * @type {readonly { name: string, path: string | string[], limit: number, bar?: number, cost: string }[]}
 */
const SIZES = [
  ...['scalar', 'simd128', 'relaxed-simd'].map((backend) => ({
    name: `wasm, ${backend}`,
    path: `web/src/generated/${backend}.wasm`,
    limit: { scalar: 32, simd128: 27, 'relaxed-simd': 30 }[backend] ?? 0,
    bar: 20,
    cost: 'see cpp/wasm/CMakeLists.txt',
  })),
  {
    name: 'simd128 as text in a module',
    path: 'web/src/generated/simd128.js',
    limit: 26,
    bar: 28,
    cost: 'deflated by Zopfli before base64: needs DecompressionStream',
  },
  {
    name: 'engine without elements, with glue, without a backend',
    path: 'build/sizes/loaded/*.js',
    limit: 20,
    bar: 16,
    cost: 'asynchronous calls and threads load with the first of them',
  },
  {
    name: 'attention-map.js (simd128; map, heads, stages)',
    path: 'dist/standalone/attention-map.js',
    limit: 93,
    bar: 80,
    cost: 'no concepts, workbench, other core, threads, asynchronous calls, cache, files but JSON',
  },
  {
    name: 'attention-map-all.js (every view, every backend)',
    path: 'dist/standalone/attention-map-all.js',
    limit: 197,
    bar: 180,
    cost: 'no threads; relaxed-simd and scalar are told as what they differ in from simd128',
  },
];

/** The engine's own modules as a page gets them: its entry with all that it imports at once, and the glue, which comes with a backend. */
before(async () => {
  const built = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    build: {
      write: false,
      target: 'safari16.4',
      rolldownOptions: {
        input: { engine: join(ROOT, 'web', 'src', 'index.js') },
        preserveEntrySignatures: 'strict',
        output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' },
      },
    },
  });
  const [result] = [built].flat();
  assert.ok('output' in result);
  const chunks = new Map(
    result.output.flatMap((chunk) => (chunk.type === 'chunk' ? [[chunk.fileName, chunk]] : [])),
  );
  const loaded = new Set(['engine.js', 'glue.js']);
  for (const name of loaded) for (const other of chunks.get(name)?.imports ?? []) loaded.add(other);
  rmSync(WORK, { recursive: true, force: true });
  mkdirSync(join(WORK, 'loaded'), { recursive: true });
  for (const name of loaded)
    writeFileSync(join(WORK, 'loaded', name), chunks.get(name)?.code ?? '');
  assert.ok(![...loaded].some((name) => /simd|scalar|worker|async/.test(name)), 'what comes later');
});

test('nothing that a page fetches is larger than its limit', () => {
  const config = join(WORK, 'size-limit.json');
  const checks = SIZES.map(({ name, path, limit }) => ({
    name,
    path: [path].flat().map((file) => join(ROOT, file)),
    limit: `${limit} kB`,
    gzip: true,
  }));
  writeFileSync(config, JSON.stringify(checks));
  let printed = '';
  try {
    printed = execFileSync(
      join(ROOT, 'node_modules', '.bin', 'size-limit'),
      ['--config', config, '--json'],
      { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] },
    );
  } catch (error) {
    // Over a limit it ends with 1, and says by how much all the same.
    printed = String(Reflect.get(/** @type {object} */ (error), 'stdout'));
  }
  /** @type {{ name: string, passed: boolean, size: number }[]} */
  const measured = JSON.parse(printed);
  assert.equal(measured.length, SIZES.length);
  console.log(['', ...measured.map(line)].join('\n'));
  assert.deepEqual(
    measured.filter(({ passed }) => !passed).map(({ name, size }) => `${name}: ${inKilo(size)}`),
    [],
  );
});

/**
 * @param {{ name: string, size: number }} measured
 * @param {number} at
 */
function line({ name, size }, at) {
  const { bar, limit, cost } = SIZES[at];
  const verdict =
    bar === undefined
      ? `limit ${limit}`
      : size <= bar * 1000
        ? `bar ${bar}: met`
        : `bar ${bar}: MISSED, limit ${limit}`;
  return `${name.padEnd(56)}${inKilo(size).padStart(9)}  ${verdict}; ${cost}`;
}

/** @param {number} bytes */
function inKilo(bytes) {
  return `${(bytes / 1000).toFixed(1)} kB`;
}
