// The notebook widget as docs/textbooks.md has it: its file bundled by the commands that stand there, its Python run with tables
// that stand for anywidget and traitlets, and what Python then holds drawn by that file alone. Oracle: softmax by hand.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { launchChromium } from '../../scripts/chromium.mjs';
import { serveFolder } from '../../scripts/serve.mjs';
import { makeProject, manifest, pack, ROOT } from './tarball.js';

const docs = readFileSync(join(ROOT, 'docs', 'textbooks.md'), 'utf8');
const [, section = ''] = docs.split(/^## In a live notebook$/m);
/** @param {string} language */
const block = (language) =>
  new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(section)?.[1] ?? '';
const [install, bundle] = block('sh').trim().split('\n');

/** A traitlet is its default, a widget its traitlets and what it is made with; the state is printed at the end. */
const PYTHON = {
  'traitlets.py': `
class Trait:
    def __init__(self, default):
        self.default = default
    def tag(self, sync):
        assert sync
        return self
def Dict(allow_none, default_value):
    return Trait(default_value)
Unicode = Trait
`,
  'anywidget.py': `
import traitlets
class AnyWidget:
    def __init__(self, **given):
        for name, trait in vars(type(self)).items():
            if isinstance(trait, traitlets.Trait):
                setattr(self, name, given.get(name, trait.default))
`,
};
const PRINT = `
import json
print(json.dumps({"esm": str(AttentionMap._esm), "state": vars(widget)}))
`;

/** @type {import('./tarball.js').Tarball} */
let tarball;
/** @type {import('./tarball.js').Project} */
let project;
before(async () => {
  tarball = pack();
  const files = { ...PYTHON, 'sample.py': `${block('python')}${PRINT}` };
  project = await makeProject(tarball, { packages: { esbuild: '0.28.2' }, files });
});
after(() => {
  project?.remove();
  tarball?.remove();
});

test('the widget of the docs is one file, and draws what its Python holds', async () => {
  assert.equal(
    install,
    `npm install ../attention-map/attention-map-${manifest.version}.tgz esbuild`,
  );
  await project.run('sh', '-c', bundle);
  const { esm, state } = JSON.parse(await project.run('python3', 'sample.py'));
  assert.equal(state.mask, 'causal');
  project.write(
    'index.html',
    '<!doctype html><html lang="en"><title>Notebook</title><link rel="icon" href="data:,"><div id="cell"></div></html>',
  );
  const server = await serveFolder(project.folder);
  const browser = await launchChromium();
  try {
    const page = await browser.newPage();
    /** @type {string[]} */
    const requests = [];
    page.on('request', (request) => requests.push(new URL(request.url()).pathname));
    await page.goto(server.url);
    const weights = await page.evaluate(
      async ([file, traits]) => {
        const { default: widget } = await import(`/${file}`);
        const el = document.querySelector('#cell');
        const model = {
          get: (/** @type {string} */ name) => Reflect.get(traits, name),
          set: () => {},
          save_changes: () => {},
          on: () => {},
          off: () => {},
        };
        widget.render({ model, el });
        const tag = el?.querySelector('attention-map') ?? {};
        await Reflect.get(tag, 'ready');
        return Array.from(Reflect.get(tag, 'result').weights.data, (weight) => weight.toFixed(4));
      },
      /** @type {const} */ ([esm, state]),
    );
    // q·k ÷ √2 of the vectors of the sample: the second row sees 0 and 1, the third 1, 1 and 2.
    const second = 1 / (1 + Math.exp(1 / Math.SQRT2));
    const third = 1 / (2 + Math.exp(1 / Math.SQRT2));
    const expected = [1, 0, 0, second, 1 - second, 0, third, third, 1 - 2 * third];
    assert.deepEqual(
      weights,
      expected.map((weight) => weight.toFixed(4)),
    );
    assert.deepEqual(requests, ['/', `/${esm}`]);
  } finally {
    await browser.close();
    await server.close();
  }
});
