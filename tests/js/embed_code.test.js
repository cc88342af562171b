// What an author pastes: every form carries the tag's attributes exactly, and nothing of them gets out of its place.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { forms } from '../../web/demo/embed_code.js';
import { readSingle } from '../../web/demo/single_state.js';

const base = 'https://book.example/maps/';
const known = ['view', 'tokens', 'mask', 'workbench', 'src', 'key-width'];

/** @param {string} name @param {Record<string, string>} attributes */
const textOf = (name, attributes) => {
  const form = forms.find((each) => each.name === name);
  assert.ok(form, name);
  return form.text({ attributes, base, title: 'A "map"', height: 431.2 });
};

test('each form of the chapter’s causal map', () => {
  const attributes = { view: 'heads', mask: 'causal', workbench: '' };
  const tag = '<attention-map view="heads" mask="causal" workbench></attention-map>';
  // The workbench is not in the small script.
  const script = `<script defer src="${base}attention-map-all.js"></script>`;
  const address = `${base}single.html?v=1&view=heads&mask=causal&workbench=`;
  assert.equal(textOf('tag', attributes), tag);
  assert.equal(textOf('html', attributes), `${script}\n${tag}`);
  assert.equal(
    textOf('iframe', attributes),
    `<iframe src="${address.replaceAll('&', '&amp;')}" title="A &quot;map&quot;" width="100%" height="432" loading="lazy" style="border: 0"></iframe>\n` +
      `<script defer src="${base}embed.js"></script>`,
  );
  assert.equal(textOf('quarto', attributes), `\`\`\`{=html}\n${script}\n${tag}\n\`\`\``);
  assert.equal(textOf('sphinx', attributes), `\`\`\`{raw} html\n${script}\n${tag}\n\`\`\``);
  assert.equal(textOf('myst', attributes), `:::{iframe} ${address}\n:width: 100%\n:::`);
  assert.equal(
    textOf('notebook', attributes),
    `from IPython.display import IFrame\nIFrame("${address}", width="100%", height=432)`,
  );
});

test('a view that the small script does not have brings the script with all', () => {
  assert.match(textOf('html', { view: 'cost' }), /src="[^"]*attention-map-all\.js"/);
  assert.match(textOf('html', { src: 'maps.npz' }), /src="[^"]*attention-map-all\.js"/);
  const small = /** @type {Record<string, string>[]} */ ([
    {},
    { view: 'heads' },
    { view: 'stages', src: 'maps.json' },
  ]);
  for (const attributes of small)
    assert.match(textOf('html', attributes), /src="[^"]*attention-map\.js"/);
});

const hostile = [
  'a "b" <c> & \'d\'',
  '</script><script>alert(1)</script>',
  'line\nline\r\n\n```\n:::',
  'tab\tand `ticks`',
  '{"window":[1,0]} 100% +1 #x ?y',
  '","x")\nimport os',
];

for (const tokens of hostile) {
  test(`keeps ${JSON.stringify(tokens)} in its place`, () => {
    const markup = textOf('html', { tokens });
    assert.equal(markup.split('\n').length, 2, 'a script and a tag, a line each');
    assert.doesNotMatch(markup.split('\n')[1], /`|<(?!\/?attention-map)/);
    const written = /tokens="([^"]*)"/.exec(markup)?.[1] ?? '';
    const names = { amp: '&', quot: '"', lt: '<', gt: '>' };
    const read = written.replace(/&(?:#(\d+)|(\w+));/g, (_, code, name) =>
      code ? String.fromCodePoint(Number(code)) : Reflect.get(names, name),
    );
    assert.equal(read, tokens);
    const address = /IFrame\("([^"]*)"/.exec(textOf('notebook', { tokens }))?.[1] ?? '';
    assert.doesNotMatch(address, /[\s'"<>`\\]/);
    const { attributes, problems } = readSingle(new URL(address).search, known);
    assert.deepEqual({ attributes, problems }, { attributes: { tokens }, problems: [] });
  });
}

test('an address sets known attributes only, of a length that is good for something, and reads no other host', () => {
  const long = 'x'.repeat(20_001);
  const query = new URLSearchParams([
    ['view', 'heads'],
    ['onclick', 'alert(1)'],
    ['__proto__', 'x'],
    ['constructor', 'x'],
    ['theme', 'sepia'],
    ['mask', long],
    ['src', 'https://example.org/x.json'],
  ]);
  const { attributes, theme, problems } = readSingle(`?${query}`, known);
  assert.deepEqual(attributes, { view: 'heads' });
  assert.equal(Object.getPrototypeOf(attributes), Object.prototype);
  assert.equal(theme, null);
  assert.deepEqual(problems, [
    "The figure has no setting 'onclick'.",
    "The figure has no setting '__proto__'.",
    "The figure has no setting 'constructor'.",
    "theme is 'sepia', expected light or dark.",
    'mask is longer than 20000 characters.',
    "src is 'https://example.org/x.json', expected a data file beside this page.",
  ]);
});

test('data beside the page may be named, and nothing above or elsewhere', () => {
  for (const src of ['maps.json', './induction-heads.json', 'layer-0.head.npz'])
    assert.deepEqual(readSingle(`src=${src}`, known).attributes, { src });
  for (const src of [
    '../a.json',
    '/a.json',
    '//h/a.json',
    'a/b.json',
    'javascript:1.json',
    'a.html',
  ])
    assert.equal(readSingle(`src=${encodeURIComponent(src)}`, known).problems.length, 1, src);
});

test('another version is named and not guessed at', () => {
  assert.deepEqual(readSingle('v=2&view=heads', known), {
    attributes: {},
    theme: null,
    problems: ['The address is of version 2; this page reads version 1.'],
  });
});
