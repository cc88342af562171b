// <attention-map> in trouble: a fault is told once, stays until it is mended, and never takes the page with it.
import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { chapter, drawn, htmlPage, openHarness, partText, samples } from './harness/pages.js';

/** @typedef {import('attention-map/element').AttentionMapElement} Tag */

const json = JSON.stringify({ v: 1, ...chapter });
const script = `<script type="application/json">${json}</script>`;
// What every test here counts and waits for; it stands before the tag's own script has run.
const tools = `<script>
  window.told = [];
  addEventListener('attention-map:error', ({ detail: { error } }) =>
    told.push(error.name + ' ' + error.code + ' ' + error.argument));
  window.settle = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  window.resize = async (tag, times) => {
    for (let step = 0; step < times; step++) {
      tag.style.width = 300 + 20 * step + 'px';
      await settle();
    }
  };
</script>`;
const words = Array.from({ length: 1100 }, (_, index) => `w${index % 50}`);

/** @typedef {{ told: string[], settle: () => Promise<void>, resize: (tag: HTMLElement, times: number) => Promise<void> }} Tools */

/** @type {import('./harness/pages.js').Harness} */
let harness;
before(async () => {
  const page = (/** @type {string} */ body) => ({ body: htmlPage(body, tools) });
  harness = await openHarness({
    '/chapter.html': page(`<attention-map mask="causal">${script}</attention-map>`),
    '/two.html': page(
      `<attention-map id="first">${script}</attention-map><attention-map id="second">${script}</attention-map>`,
    ),
    '/empty.html': page('<attention-map></attention-map>'),
    '/mask.html': page('<attention-map tokens="a b" mask="zz"></attention-map>'),
    '/long.html': page(`<attention-map tokens="${'x'.repeat(1001)}"></attention-map>`),
    '/address.html': page('<attention-map src="http://[bad"></attention-map>'),
    '/many.html': page(
      `<attention-map tokens="${words.slice(0, 1024).join(' ')}" heads="8"></attention-map>`,
    ),
  });
});
after(() => harness.close());
afterEach(() => {
  assert.deepEqual(harness.takeTroubles(), []);
});

test('a message stays through new rooms, palettes and languages until the input is mended', async () => {
  const page = await harness.open('/chapter.html');
  await drawn(page);
  const seen = await page.evaluate(async () => {
    const { told, settle, resize } = /** @type {Tools} */ (/** @type {unknown} */ (window));
    const tag = /** @type {Tag} */ (document.querySelector('attention-map'));
    const message = () => {
      const part = tag.shadowRoot?.querySelector('[part~="error"]');
      return part instanceof HTMLElement && !part.hidden ? (part.textContent ?? '') : '';
    };
    const seen = [];
    /** @type {[() => void, () => void][]} */
    const faults = [
      [() => (tag.data = { weights: [[Number.NaN]] }), () => (tag.data = null)],
      [() => tag.setAttribute('heads', '3'), () => tag.removeAttribute('heads')],
      [() => tag.setAttribute('mask', 'padding:9'), () => tag.setAttribute('mask', 'causal')],
      [() => tag.setAttribute('head', '9'), () => tag.removeAttribute('head')],
    ];
    for (const [spoil, mend] of faults) {
      told.length = 0;
      spoil();
      await settle();
      const first = message();
      await resize(tag, 3);
      tag.setAttribute('palette', 'magma');
      await settle();
      tag.removeAttribute('palette');
      tag.setAttribute('alt', 'A picture.');
      await settle();
      tag.strings = {};
      await settle();
      const last = message();
      mend();
      await settle();
      seen.push({
        said: first !== '',
        same: first === last,
        after: message(),
        events: told.length,
      });
    }
    return seen;
  });
  for (const fault of seen)
    assert.deepEqual(fault, { said: true, same: true, after: '', events: 1 });
  await page.context().close();
});

test('a setting made beside a bad one is not lost when the bad one is mended', async () => {
  const page = await harness.open('/chapter.html');
  await drawn(page);
  const before = await samples(page, 'map');
  const weight = await page.evaluate(async () => {
    const { settle } = /** @type {Tools} */ (/** @type {unknown} */ (window));
    const tag = /** @type {Tag} */ (document.querySelector('attention-map'));
    tag.setAttribute('palette', 'zz');
    tag.setAttribute('mask', 'none');
    await settle();
    tag.removeAttribute('palette');
    await settle();
    return tag.result?.weights.data[1];
  });
  assert.ok(Number(weight) > 0);
  assert.notDeepEqual(await samples(page, 'map'), before);
  await page.context().close();
});

test('error fires once a fault, however often the tag gets another width', async () => {
  const faults = {
    '/chapter.html': 'AttentionError option heads',
    '/mask.html': 'AttentionError option mask',
    '/long.html': 'AttentionError overflow tokens',
    '/address.html': 'AttentionError option src',
  };
  for (const [path, expected] of Object.entries(faults)) {
    const page = await harness.open(path);
    if (path === '/chapter.html') await drawn(page);
    await page.waitForTimeout(300);
    const told = await page.evaluate(async (spoil) => {
      const { told, settle, resize } = /** @type {Tools} */ (/** @type {unknown} */ (window));
      const tag = /** @type {Tag} */ (document.querySelector('attention-map'));
      if (spoil) tag.setAttribute('heads', 'x');
      await settle();
      await resize(tag, 10);
      return told;
    }, path === '/chapter.html');
    assert.deepEqual(told, [expected], path);
    assert.match(await partText(page, 'error'), /cannot be drawn/);
    await page.context().close();
  }
});

test('a given engine that is freed is told, not thrown; null goes back to the shared one', async () => {
  const page = await harness.open('/chapter.html');
  await drawn(page);
  const seen = await page.evaluate(async () => {
    const { told, settle, resize } = /** @type {Tools} */ (/** @type {unknown} */ (window));
    const tag = /** @type {Tag} */ (document.querySelector('attention-map'));
    const { loadEngine } = await import(/** @type {string} */ ('/web/src/index.js'));
    const refused = [];
    for (const wrong of [{}, 1, 'auto', { attention() {} }]) {
      try {
        tag.engine = /** @type {Tag['engine']} */ (/** @type {unknown} */ (wrong));
        refused.push('taken');
      } catch (error) {
        const { name, code, argument } = /** @type {Record<string, unknown>} */ (error);
        refused.push(`${name} ${code} ${argument}`);
      }
    }
    const own = await loadEngine();
    tag.engine = own;
    await settle();
    const taken = tag.engine === own;
    own.free();
    // Longer than the stopwatch rests: it must not throw either.
    await new Promise((done) => setTimeout(done, 400));
    await resize(tag, 3);
    const part = tag.shadowRoot?.querySelector('[part~="error"]');
    const message = part?.textContent;
    tag.engine = null;
    await settle();
    await settle();
    const { engine } = tag;
    return {
      refused,
      taken,
      told: [...told],
      message,
      shared: engine !== null && engine !== own,
      after: part instanceof HTMLElement && part.hidden,
    };
  });
  assert.deepEqual(seen.refused, new Array(4).fill('AttentionError option engine'));
  assert.match(seen.message ?? '', /freed/);
  const { refused, message, ...others } = seen;
  assert.deepEqual(others, {
    taken: true,
    told: ['AttentionError freed '],
    shared: true,
    after: true,
  });
  await page.context().close();
});

test('freeing the shared engine through one tag stops neither it nor the others', async () => {
  const page = await harness.open('/two.html');
  await drawn(page, '#first');
  await drawn(page, '#second');
  const seen = await page.evaluate(async () => {
    const { told, resize } = /** @type {Tools} */ (/** @type {unknown} */ (window));
    const [first, second] = /** @type {NodeListOf<Tag>} */ (
      document.querySelectorAll('attention-map')
    );
    const dead = first.engine;
    dead?.free();
    second.setAttribute('mask', 'causal');
    await resize(first, 1);
    await new Promise((done) => setTimeout(done, 500));
    return {
      told,
      masked: second.result?.weights.data[1],
      fresh: first.engine !== dead && first.engine === second.engine,
    };
  });
  assert.deepEqual(seen, { told: [], masked: 0, fresh: true });
  await page.context().close();
});

test('.selection takes cells of the map and null, and refuses the rest', async () => {
  const page = await harness.open('/chapter.html');
  await drawn(page);
  const seen = await page.evaluate(() => {
    const tag = /** @type {Tag} */ (document.querySelector('attention-map'));
    const set = (/** @type {unknown} */ value) => {
      try {
        tag.selection = /** @type {Tag['selection']} */ (value);
        return JSON.stringify(tag.selection);
      } catch (error) {
        const { name, code, argument } = /** @type {Record<string, unknown>} */ (error);
        return `${name} ${code} ${argument}`;
      }
    };
    const cell = { head: 0, row: 3, column: 1, locked: false };
    return {
      good: [set(cell), set({ ...cell, head: 'mean', locked: true }), set(null)],
      bad: [
        { ...cell, row: 4 },
        { ...cell, row: -1 },
        { ...cell, column: 0.5 },
        { ...cell, column: '1' },
        { ...cell, head: 1 },
        { ...cell, head: 'all' },
        { row: 0, column: 0 },
        'x',
        7,
        [],
      ].map(set),
      kept: tag.selection,
    };
  });
  assert.deepEqual(seen.good, [
    '{"head":0,"row":3,"column":1,"locked":false}',
    '{"head":"mean","row":3,"column":1,"locked":true}',
    'null',
  ]);
  assert.deepEqual(seen.bad, new Array(10).fill('AttentionError option selection'));
  assert.equal(seen.kept, null);
  await page.context().close();
});

test('more words than can be drawn while one types are refused by number; finished weights are not', async () => {
  const page = await harness.open('/many.html');
  await drawn(page);
  /** @type {(tokens: string[], heads: string) => Promise<string>} */
  const ask = async (tokens, heads) => {
    await page.evaluate(
      async ({ tokens, heads }) => {
        const { settle } = /** @type {Tools} */ (/** @type {unknown} */ (window));
        const tag = /** @type {Tag} */ (document.querySelector('attention-map'));
        tag.setAttribute('heads', heads);
        tag.setAttribute('tokens', tokens.join(' '));
        await settle();
      },
      { tokens, heads },
    );
    return partText(page, 'error');
  };
  assert.match(await ask(words.slice(0, 1025), '1'), /tokens has 1025 tokens, .*1024/);
  assert.match(await ask(words.slice(0, 1024), '16'), /16 heads.*1024 × 1024.*8388608/);
  assert.equal(await ask(words.slice(0, 20), '16'), '');
  const shape = await page.evaluate(async (count) => {
    const { settle } = /** @type {Tools} */ (/** @type {unknown} */ (window));
    const tag = /** @type {Tag} */ (document.querySelector('attention-map'));
    tag.removeAttribute('heads');
    tag.removeAttribute('tokens');
    const weights = {
      data: new Float32Array(count * count).fill(1 / count),
      shape: [count, count],
    };
    tag.data = { weights };
    await settle();
    return tag.result?.weights.shape;
  }, words.length);
  assert.deepEqual(shape, [1, words.length, words.length]);
  assert.equal(await partText(page, 'error'), '');
  await page.context().close();
});
