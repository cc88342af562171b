// What a tag takes over and says when its data comes early, late or never.
import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { drawn, htmlPage, openHarness, STANDALONE } from './harness/pages.js';

/** @typedef {import('attention-map/element').AttentionMapElement} Tag */

const EVERYDAY = '<script defer src="/dist/site/attention-map.js"></script>';
const bare = (/** @type {string} */ attributes, inside = '') =>
  `<attention-map ${attributes}>${inside}</attention-map>`;

/** @type {import('./harness/pages.js').Harness} */
let harness;
before(async () => {
  const early = `${bare('id="one"')}${bare('id="two" tokens="a b"')}<script>
    one.data = { tokens: ['x', 'y'], weights: [[1, 0], [0.25, 0.75]] };
    two.strings = { weight: 'Gewicht' };
    two.selection = { head: 7, row: 0, column: 0 };
  </script>`;
  harness = await openHarness({
    '/early.html': { body: htmlPage(early, '', STANDALONE) },
    '/bare.html': {
      body: htmlPage(
        [
          bare('view="stages"'),
          bare('view="heads" heads="4"', '<script type="text/plain">no data</script>'),
          bare('', 'a picture of it'),
          bare('drop'),
          bare('src=""'),
        ].join(''),
      ),
    },
    '/everyday.html': { body: htmlPage(bare('tokens="a b" drop'), '', EVERYDAY) },
  });
});
after(() => harness.close());
afterEach(() => harness.closePages());

/** What a reader sees of each tag. @param {import('playwright-core').Page} page */
const seen = (page) =>
  page.$$eval('attention-map', (tags) =>
    tags.map((tag) => {
      const shown = (/** @type {string} */ part) => {
        const found = /** @type {HTMLElement | undefined} */ (
          tag.shadowRoot?.querySelector(`[part~="${part}"]`) ?? undefined
        );
        return found && found.offsetHeight > 0 ? found.textContent : '';
      };
      return { error: shown('error'), empty: shown('empty'), text: tag.textContent };
    }),
  );

test('properties that were set before the script came are those of the tag', async () => {
  const page = await harness.open('/early.html');
  /** @type {string[]} */
  const uncaught = [];
  page.on('pageerror', (error) => uncaught.push(error.message));
  await page.reload();
  await drawn(page, '#two');
  const found = await page.evaluate(() => {
    const [one, two] = /** @type {Tag[]} */ ([...document.querySelectorAll('attention-map')]);
    return {
      weights: [...(one.result?.weights.data ?? [])],
      own: Object.keys(one).concat(Object.keys(two)),
      weight: two.strings.weight,
      said: two.shadowRoot?.querySelector('.colour-bar')?.textContent,
    };
  });
  assert.deepEqual(found.weights, [1, 0, 0.25, 0.75]);
  assert.deepEqual(found.own, []);
  assert.equal(found.weight, 'Gewicht');
  assert.match(found.said ?? '', /^Gewicht/);
  // What would be refused now is refused then, and stops nothing.
  assert.equal(uncaught.length, 1);
  assert.match(uncaught[0], /selection names a cell, but no map is shown/);
});

test('without data a tag says so, unless its author has put something in its place', async () => {
  const page = await harness.open('/bare.html');
  await page.waitForFunction(
    () =>
      /** @type {HTMLElement} */ (
        document.querySelector('attention-map')?.shadowRoot?.querySelector('.empty')
      )?.offsetHeight > 0,
  );
  await page.waitForFunction(() =>
    [...document.querySelectorAll('attention-map')]
      .at(-1)
      ?.shadowRoot?.querySelector('[part~="error"]')
      ?.textContent?.includes('src'),
  );
  const [stages, heads, fallback, drop, src] = await seen(page);
  const nothing = 'Nothing to draw yet: this figure has no tokens, no data and no src.';
  assert.deepEqual([stages.empty, heads.empty], [nothing, nothing]);
  assert.deepEqual([fallback.empty, drop.empty], ['', '']);
  assert.match(src.error ?? '', /src is empty/);
  // Data that comes later takes its place.
  await page.evaluate(() => {
    const tag = /** @type {Tag} */ (document.querySelector('attention-map'));
    tag.data = { tokens: ['a', 'b'], query: [[1], [0]], key: [[1], [2]], value: [[1], [2]] };
    return tag.ready;
  });
  assert.equal((await seen(page))[0].empty, '');
});

test('the everyday script names the one that has files to drop', async () => {
  const page = await harness.open('/everyday.html');
  await drawn(page);
  const said = page.locator('attention-map [role="status"]', { hasText: 'Files' });
  const text =
    "Files cannot be opened here: attribute 'drop' is in attention-map-all.js, to be loaded";
  assert.match((await said.textContent()) ?? '', new RegExp(`^${text}`));
});
