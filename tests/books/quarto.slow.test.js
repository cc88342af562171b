// The Quarto extension, run by pandoc with a table that stands for Quarto (harness/mock_quarto.lua): the book as a reader
// sees it, what print and e-books get, and what a hostile source cannot do. Quarto itself has never run it here.
import assert from 'node:assert/strict';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { ensureDebianGenerators } from '../../scripts/books.mjs';
import { ROOT } from '../../scripts/paths.mjs';
import { conceptNames } from '../../web/src/elements/concepts/names.js';
import { runOffline } from './harness/bindery.js';
import { MOCKED_QUARTO, QUARTO_BOOK } from './harness/catalogue.js';
import { openBrowser } from './harness/reader.js';
import { testBooks } from './harness/shelf.js';

const EXTENSION = join(ROOT, '_extensions');
const SCRIPT = join(ROOT, 'dist', 'site', 'attention-map.js');
const BOOK = join(ROOT, 'tests', 'books', 'quarto', 'book.qmd');
testBooks([QUARTO_BOOK], ensureDebianGenerators);

/** @type {string} */
let folder;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'attention-map-quarto-'));
  await cp(EXTENSION, join(folder, '_extensions'), { recursive: true });
  await cp(SCRIPT, join(folder, '_extensions', 'attention-map', 'attention-map.js'));
});
after(() => rm(folder, { recursive: true, force: true }));

/**
 * @param {string} source
 * @param {string[]} options of pandoc
 * @returns {Promise<string>} what pandoc prints
 */
async function render(source, options) {
  await writeFile(join(folder, 'page.qmd'), source);
  return runOffline(['pandoc', ['page.qmd', ...options, ...MOCKED_QUARTO]], folder);
}

test('three maps on a page name the script once, and all of them are drawn', async () => {
  await render(await readFile(BOOK, 'utf8'), ['-s', '-o', 'page.html']);
  const html = await readFile(join(folder, 'page.html'), 'utf8');
  assert.equal(html.match(/<script[^>]*attention-map\.js/g)?.length, 1);
  assert.deepEqual(await drawnTokens('page.html'), [
    ['The', 'cat', 'sat', 'down'],
    ['The', 'cat', 'sat'],
    ['The', 'cat', 'sat'],
  ]);
});

test('print and e-books get the picture, or the words, and nothing of the tag', async () => {
  const source = await readFile(BOOK, 'utf8');
  const latex = await render(source, ['-t', 'latex']);
  assert.match(latex, /\\includegraphics\{static\.svg\}/);
  assert.match(latex, /A map of three by three weights/);
  assert.match(latex, /Four heads look at the three words \\emph\{The\}/);
  assert.doesNotMatch(latex, /attention-map|application/);

  await writeFile(join(folder, 'static.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  await render(source, ['-o', 'page.epub']);
  const book = await runOffline(['pandoc', ['page.epub', '-t', 'html']], folder);
  assert.match(book, /<img/);
  assert.match(book, /Four heads look at the three words <em>The<\/em>/);
  assert.doesNotMatch(book, /<attention-map|<script/);
});

test('data without a picture is printed as the numbers that it is', async () => {
  const source = '```{.attention-map}\n{"weights": [[1]]}\n```\n';
  const printed = await render(source, ['-t', 'latex']);
  assert.match(printed, /\{"weights": \[\[1\]\]\}/);
});

test('texts stay texts, whatever is in them', async () => {
  const hostile = '</script><img src=x onerror=alert(1)>';
  const quoted = hostile.replaceAll('<', '&lt;');
  const data = {
    tokens: [hostile, '"&amp;\''],
    weights: [
      [1, 0],
      [0.5, 0.5],
    ],
  };
  const source = [
    `\`\`\`{.attention-map alt="${quoted}" caption="${quoted}"}\n${JSON.stringify(data)}\n\`\`\``,
    `{{< attention-map tokens='["x", "&amp;"]' alt="a & b" >}}`,
    `::: {#one .attention-map .wide tokens="${quoted}"}\nNo map.\n:::`,
  ].join('\n\n');
  await render(source, ['-s', '-o', 'page.html', '--metadata', 'title=Page']);
  assert.deepEqual(await drawnTokens('page.html'), [
    data.tokens,
    ['x', '&'],
    ['</script><img', 'src=x', 'onerror=alert(1)>'],
  ]);
});

test('the examples of the extension’s README are drawn', async () => {
  const readme = await readFile(join(EXTENSION, 'attention-map', 'README.md'), 'utf8');
  const blocks = [...readme.matchAll(/^(`{3,4})markdown\n(.*?)^\1$/gms)].map(([, , code]) => code);
  await writeFile(join(folder, 'static.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  await render(blocks.join('\n'), ['-s', '-o', 'page.html', '--metadata', 'title=Page']);
  assert.deepEqual(await drawnTokens('page.html'), [
    ['The', 'cat', 'sat'],
    ['The', 'cat'],
    ['The', 'cat', 'sat'],
  ]);
});

test('names that are no attributes are refused', async () => {
  for (const name of ['onclick', 'style', 'Mask', 'a.b']) {
    const source = `::: {.attention-map tokens="The cat" ${name}="1"}\n:::\n`;
    await assert.rejects(render(source, ['-t', 'html']), (/** @type {Error} */ error) => {
      assert.match(error.message, new RegExp(`'${name}' is no attribute of the tag`));
      return true;
    });
  }
});

test('a missing script is named, with what to do', async () => {
  const script = join(folder, '_extensions', 'attention-map', 'attention-map.js');
  await rm(script);
  try {
    await assert.rejects(
      render('{{< attention-map tokens="a b" >}}', ['-t', 'html']),
      /no attention-map\.js and no attention-map-all\.js .*; copy one of them there/,
    );
  } finally {
    await cp(SCRIPT, script);
  }
});

test('what only the other script has is refused by name, and drawn once that script is there', async () => {
  const beyond = [...conceptNames.map((view) => `view=${view}`), 'workbench', 'drop'];
  for (const word of beyond) {
    await assert.rejects(
      render(`{{< attention-map ${word} >}}`, ['-t', 'html']),
      new RegExp(`${word} needs attention-map-all\\.js; copy it to`),
    );
    // In print it is its words.
    await render(`{{< attention-map ${word} alt="A map" >}}`, ['-t', 'latex']);
  }
  const [smaller, every] = ['attention-map.js', 'attention-map-all.js'].map((name) =>
    join(folder, '_extensions', 'attention-map', name),
  );
  await cp(join(ROOT, 'dist', 'site', 'attention-map-all.js'), every);
  try {
    const words = beyond.map((word) => `{{< attention-map ${word} tokens="The cat" >}}`);
    // The book's own maps beside one that needs more: both scripts lie there, then one alone.
    for (const missing of [null, smaller]) {
      if (missing) await rm(missing);
      const source = `${await readFile(BOOK, 'utf8')}\n\n${words.join('\n\n')}\n`;
      await render(source, ['-s', '-o', 'page.html']);
      const html = await readFile(join(folder, 'page.html'), 'utf8');
      assert.equal(html.match(/<script[^>]*attention-map-all\.js/g)?.length, 1);
      assert.doesNotMatch(html, /<script[^>]*attention-map\.js/);
    }
    await render('{{< attention-map view=heads workbench tokens="The cat" >}}', [
      ...['-s', '-o', 'page.html', '--metadata', 'title=Page'],
    ]);
    assert.deepEqual(await drawnTokens('page.html'), [['The', 'cat']]);
  } finally {
    await rm(every);
    await cp(SCRIPT, smaller);
  }
});

test('the extension has the version of the package', async () => {
  const { version } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
  const extension = await readFile(join(EXTENSION, 'attention-map', '_extension.yml'), 'utf8');
  assert.equal(/^version: (.+)$/m.exec(extension)?.[1], version);
  const lua = await readFile(join(EXTENSION, 'attention-map', 'map.lua'), 'utf8');
  assert.equal(/^local VERSION = "(.+)"$/m.exec(lua)?.[1], version);
});

/**
 * @param {string} name of a page in the folder
 * @returns {Promise<string[][]>} the queries of every map, as its table has them
 */
async function drawnTokens(name) {
  const browser = await openBrowser();
  try {
    const page = await browser.newPage();
    /** @type {string[]} */
    const troubles = [];
    page.on('pageerror', (error) => troubles.push(String(error)));
    page.on('dialog', (dialog) => {
      troubles.push(dialog.message());
      dialog.dismiss();
    });
    await page.goto(pathToFileURL(join(folder, name)).href);
    const tokens = await page.evaluate(async () => {
      const maps = Array.from(document.querySelectorAll('attention-map'));
      return Promise.all(
        maps.map(async (map) => {
          await map.ready;
          const details = map.shadowRoot?.querySelector('details[part="table"]');
          const filled = new Promise((resolve) => details?.addEventListener('toggle', resolve));
          details?.setAttribute('open', '');
          await filled;
          const heads = details?.querySelectorAll('tbody th') ?? [];
          return Array.from(heads, (head) => head.textContent ?? '');
        }),
      );
    });
    assert.deepEqual(troubles, []);
    return tokens;
  } finally {
    await browser.close();
  }
}
