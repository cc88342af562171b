// The packed tarball through every bundler, without configuration beyond what it asks of everybody: installed into an empty project,
// built or served, and opened in Chromium. Oracle: the chapter's printed table.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { assertDrawn, chapter, openFolder, openServer } from './opened.js';
import { makeProject, pack } from './tarball.js';

/** @type {import('./tarball.js').Tarball} */
let tarball;
before(() => {
  tarball = pack();
});
after(() => tarball.remove());

const TAG = `<attention-map mask="causal"><script type="application/json">${JSON.stringify({ v: 1, ...chapter })}</script></attention-map>`;

/** @param {string} script */
const page = (script) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Reader</title><link rel="icon" href="data:,">${script}</head><body>${TAG}</body></html>`;

const MODULE = '<script type="module" src="./main.js"></script>';
const CLASSIC = '<script defer src="./bundle.js"></script>';
const REGISTER = "import 'attention-map/register';\n";

/** A worker that computes the second row of the causal 2 × 2 map: softmax(0, 1/√2). */
const WORKER = `import { loadEngine, tensor } from 'attention-map';
const engine = await loadEngine({ backend: 'auto' });
const one = tensor([[1, 0], [0, 1]]);
const { weights } = engine.attention({ query: one, key: one, value: one, mask: 'causal' });
postMessage(Array.from(weights.data, (weight) => weight.toFixed(4)));
`;
const ASK_WORKER = `const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
worker.onmessage = ({ data }) => { window.said = data; };
worker.onerror = (event) => { window.said = String(event.message); };
`;
const COMPUTED = ['1.0000', '0.0000', '0.3302', '0.6698'];

/**
 * @param {import('node:test').TestContext} t
 * @param {Parameters<typeof makeProject>[1]} content
 */
async function projectFor(t, content) {
  const project = await makeProject(tarball, content);
  t.after(() => project.remove());
  return project;
}

/** Of a built page only one core is fetched. @param {import('./opened.js').Seen} seen */
function assertOneCore({ requests }) {
  const cores = requests.filter((url) => /(?:scalar|simd128|relaxed-simd)[^/]*\.js/.test(url));
  assert.equal(cores.length, 1, cores.join(', '));
}

const vite8 = { vite: '8.3.8' };
const vite5 = { vite: '5.4.9' };

test('Vite 8, built; a worker of the page computes too', async (t) => {
  const files = {
    'index.html': page(MODULE),
    'main.js': REGISTER + ASK_WORKER,
    'worker.js': WORKER,
    // Chunks of their own in workers need it, whatever the package.
    'vite.config.js':
      "export default { base: './', build: { target: ['chrome111', 'firefox113', 'safari16.4'] }, worker: { format: 'es' } };",
  };
  const project = await projectFor(t, { packages: vite8, files });
  await project.tool('vite', 'build');
  const seen = await openFolder(join(project.folder, 'dist'), { hasComputed: true });
  assertDrawn(seen);
  assert.deepEqual(seen.said, COMPUTED);
});

test('Vite 8, built without any configuration: one core is fetched', async (t) => {
  const files = { 'index.html': page(MODULE), 'main.js': REGISTER };
  const project = await projectFor(t, { packages: vite8, files });
  await project.tool('vite', 'build');
  const seen = await openFolder(join(project.folder, 'dist'));
  assertDrawn(seen);
  assertOneCore(seen);
});

for (const [name, packages] of Object.entries({ 'Vite 8': vite8, 'Vite 5': vite5 }))
  test(`${name}, development server`, async (t) => {
    const files = { 'index.html': page(MODULE), 'main.js': REGISTER };
    const project = await projectFor(t, { packages, files });
    const vite = join(project.folder, 'node_modules', '.bin', 'vite');
    const seen = await openServer(project, (port) => [
      vite,
      ...['--host', '127.0.0.1', '--port', port, '--strictPort'],
    ]);
    assertDrawn(seen);
  });

test('webpack 5', async (t) => {
  const files = { 'public/index.html': page(CLASSIC), 'src/index.js': REGISTER };
  const packages = { webpack: '5.113.0', 'webpack-cli': '7.3.1' };
  const project = await projectFor(t, { packages, files });
  const out = join(project.folder, 'public');
  await project.tool(
    'webpack',
    '--mode',
    'production',
    '-o',
    out,
    '--output-filename',
    'bundle.js',
  );
  const seen = await openFolder(out);
  assertDrawn(seen);
});

for (const format of ['esm', 'iife'])
  test(`esbuild, ${format}`, async (t) => {
    const script = format === 'esm' ? MODULE.replace('main.js', 'bundle.js') : CLASSIC;
    const files = { 'public/index.html': page(script), 'main.js': REGISTER };
    const project = await projectFor(t, { packages: { esbuild: '0.28.2' }, files });
    const out = '--outfile=public/bundle.js';
    await project.tool('esbuild', 'main.js', '--bundle', '--minify', `--format=${format}`, out);
    assertDrawn(await openFolder(join(project.folder, 'public')));
  });

test('esbuild, split: one core is fetched', async (t) => {
  const files = { 'public/index.html': page(MODULE), 'main.js': REGISTER };
  const project = await projectFor(t, { packages: { esbuild: '0.28.2' }, files });
  const options = ['--bundle', '--minify', '--format=esm', '--splitting', '--outdir=public'];
  await project.tool('esbuild', 'main.js', ...options);
  const seen = await openFolder(join(project.folder, 'public'));
  assertDrawn(seen);
  assertOneCore(seen);
});

test('Rollup', async (t) => {
  const files = { 'public/index.html': page(MODULE), 'main.js': REGISTER };
  const packages = { rollup: '4.68.8', '@rollup/plugin-node-resolve': '16.0.3' };
  const project = await projectFor(t, { packages, files });
  await project.tool('rollup', '-p', 'node-resolve', '-i', 'main.js', '-f', 'es', '-d', 'public');
  const seen = await openFolder(join(project.folder, 'public'));
  assertDrawn(seen);
  assertOneCore(seen);
});

test('Parcel, which knows no exports', async (t) => {
  const files = { 'index.html': page(MODULE), 'main.js': REGISTER };
  const project = await projectFor(t, { packages: { parcel: '2.16.4' }, files });
  await project.tool('parcel', 'build', 'index.html', '--no-cache', '--public-url', './');
  assert.ok(readdirSync(join(project.folder, 'dist')).includes('index.html'));
  assertDrawn(await openFolder(join(project.folder, 'dist')));
});

test('Next: rendered on the server, hydrated without a message', async (t) => {
  const files = {
    'app/layout.js':
      "export const metadata = { title: 'Reader', icons: 'data:,' };\nexport default function Layout({ children }) { return <html lang=\"en\"><body>{children}</body></html>; }",
    'app/page.js': `'use client';
import { useEffect, useRef } from 'react';
import 'attention-map/register';
const data = ${JSON.stringify(chapter)};
export default function Page() {
  const map = useRef(null);
  useEffect(() => { map.current.data = data; }, []);
  return <attention-map ref={map} mask="causal"><p>What readers see without scripts.</p></attention-map>;
}`,
  };
  const packages = { next: '16.4.6', react: '19.3.1', 'react-dom': '19.3.1' };
  const project = await projectFor(t, { packages, files });
  await project.tool('next', 'build');
  const next = join(project.folder, 'node_modules', '.bin', 'next');
  const seen = await openServer(project, (port) => [next, 'start', '-H', '127.0.0.1', '-p', port]);
  assertDrawn(seen);
});
