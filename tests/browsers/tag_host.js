// A tag in its page, in any browser: on screen, in the dark, in 320 px, on paper, under a policy, without wasm, every view.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cellColour, chapter, drawn, golden, partText, samples } from '../browser/harness/pages.js';
import { inkOf } from './tag_drawing.js';
import { asPage, bookPage, four, frames, openDrawn, pages, tagOf, until } from './tag_page.js';

/** @typedef {import('attention-map/element').AttentionMapElement} Tag */
/** @typedef {import('./use_browser.js').Browser} Browser */

const POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:";
const CONCEPTS = [
  ...['projections', 'scaling', 'temperature', 'masks', 'order', 'lines', 'cost', 'tiles'],
  ...['cache', 'sharing', 'cross', 'sparse', 'census', 'sketch'],
];

/** @param {Browser} browser */
export function hostTests(browser) {
  test('on screen the cells have those colours, and masked ones are hatched, not flat', async () => {
    await openDrawn(browser, '/map.html');
    const box = await browser.evaluate(() =>
      document
        .querySelector('attention-map')
        ?.shadowRoot?.querySelector('[part~="map"]')
        ?.getBoundingClientRect()
        .toJSON(),
    );
    const cell = box.width / 4;
    const places = [
      [0, 0],
      [1, 0],
      [2, 1],
      [3, 3],
    ];
    // Below the number, above the rule.
    const points = places.map(([i, j]) => [box.x + (j + 0.5) * cell, box.y + (i + 0.9) * cell]);
    // Of a masked cell, what lies above its number.
    const hatch = Array.from({ length: 400 }, (_, k) => [
      box.x + 3 * cell + 4 + (k % 40),
      box.y + 4 + Math.floor(k / 40),
    ]);
    const colours = await pixelsAt(browser, [...points, ...hatch]);
    for (const [place, [i, j]] of places.entries())
      assert.deepEqual(colours[place], inkOf(golden.cases.causal.A[i][j]), `cell ${i}, ${j}`);
    // Lines of 1 px with 4 px between them.
    const clear = colours.slice(points.length).filter(([red]) => red > 245).length / hatch.length;
    assert.ok(clear > 0.5 && clear < 0.9, `${clear} of a masked cell is clear`);
  });

  test('controls stand in lines, each group beside its name', async () => {
    await openDrawn(browser, '/controls.html');
    const apart = await browser.evaluate(() => {
      const root = document.querySelector('attention-map')?.shadowRoot;
      const middle = ({ top, bottom } = new DOMRect()) => (top + bottom) / 2;
      return Array.from(root?.querySelectorAll('fieldset') ?? [], (group) => {
        const name = document.createRange();
        name.selectNodeContents(/** @type {Element} */ (group.querySelector('legend')));
        const first = group.querySelector('label')?.getBoundingClientRect();
        return Math.abs(middle(name.getBoundingClientRect()) - middle(first));
      });
    });
    assert.equal(apart.length, 2);
    for (const distance of apart) assert.ok(distance < 6, `${distance} px apart`);
  });

  test('colours follow the page: a class, an attribute, the text colour, color-scheme', async () => {
    const page = await openDrawn(browser, '/map.html');
    const level = golden.cases.causal.A[1][1];
    const is = async (/** @type {'light' | 'dark'} */ scheme, /** @type {string} */ what) => {
      await until(
        browser,
        (wanted) =>
          document
            .querySelector('attention-map')
            ?.shadowRoot?.querySelector('.root')
            ?.classList.contains('dark') ===
          (wanted === 'dark'),
        `${scheme}, ${what}`,
        scheme,
      );
      await frames(browser);
      assert.deepEqual(cellColour(await samples(page, 'map'), four, 1, 1), inkOf(level, scheme));
    };
    await is('light', 'as it is');
    await browser.evaluate(() => {
      const sheet = document.createElement('style');
      sheet.textContent = `html.dark body { background: #15171c; color: #e4e6ea }
        [data-theme=dark] body { color: #fff }
        html.own { color-scheme: dark } html.own body { background: Canvas; color: CanvasText }`;
      document.head.append(sheet);
    });
    /** @type {[string, () => void, () => void][]} */
    const ways = [
      [
        'a class',
        () => document.documentElement.classList.add('dark'),
        () => document.documentElement.classList.remove('dark'),
      ],
      [
        'an attribute',
        () => document.documentElement.setAttribute('data-theme', 'dark'),
        () => document.documentElement.removeAttribute('data-theme'),
      ],
      [
        'the text colour',
        () => document.querySelector('main')?.setAttribute('style', 'color: #eee'),
        () => document.querySelector('main')?.removeAttribute('style'),
      ],
      [
        'color-scheme',
        () => document.documentElement.classList.add('own'),
        () => document.documentElement.classList.remove('own'),
      ],
    ];
    for (const [what, darken, lighten] of ways) {
      await browser.evaluate(darken);
      await is('dark', what);
      await browser.evaluate(lighten);
      await is('light', what);
    }
  });

  test('in a window of 320 px nothing makes the page scroll sideways, whatever the view', async () => {
    await browser.open('/frame.html');
    const views = [
      ...['/map.html', '/heads.html', '/stages.html', '/controls.html'],
      ...CONCEPTS.map((view) => `/${view}.html`),
    ];
    /** @type {Record<string, number>} */
    const wide = {};
    for (const path of views) {
      const { width, over } = await widthInFrame(browser, path);
      assert.equal(width, 320);
      if (over > 0) wide[path] = over;
    }
    assert.deepEqual(wide, {});
  });

  test('every view draws, and says nothing wrong', async () => {
    for (const view of CONCEPTS) {
      await browser.open(`/${view}.html`);
      const page = asPage(browser);
      await drawn(page);
      await until(
        browser,
        () =>
          document.querySelector('attention-map')?.shadowRoot?.querySelector('[aria-busy]') ===
          null,
        `${view} is done`,
      );
      assert.equal(await partText(page, 'error'), '', view);
      const figure = await browser.evaluate(() => {
        const { width, height } = document
          .querySelector('attention-map')
          ?.shadowRoot?.querySelector('[part~="picture"]')
          ?.getBoundingClientRect() ?? { width: 0, height: 0 };
        return Math.min(width, height);
      });
      assert.ok(figure > 100, `${view} is ${figure} px small`);
      await browser.checkTroubles();
    }
  });

  test('paper: beforeprint draws at once what is stale', async () => {
    await openDrawn(browser, '/controls.html');
    const width = await browser.evaluate(() => {
      const tag = /** @type {Tag} */ (document.querySelector('attention-map'));
      tag.data = {
        weights: [
          [1, 0],
          [0.5, 0.5],
        ],
      };
      window.dispatchEvent(new Event('beforeprint'));
      return tag.result?.weights.shape[2];
    });
    assert.equal(width, 2);
  });

  test('loading="lazy" draws when the reader comes near', async () => {
    await browser.open('/lazy.html');
    const page = asPage(browser);
    await browser.evaluate(() => customElements.whenDefined('attention-map').then(() => {}));
    await frames(browser);
    assert.equal(await browser.evaluate(shownShape), null);
    await browser.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await drawn(page);
    assert.deepEqual(await browser.evaluate(shownShape), [1, 4, 4]);
  });

  test('taken out and put back, a tag goes on', async () => {
    const page = await openDrawn(browser, '/map.html');
    await browser.evaluate(async () => {
      const tag = /** @type {Tag} */ (document.querySelector('attention-map'));
      const place = tag.parentNode;
      tag.remove();
      tag.setAttribute('mask', 'none');
      await new Promise((resolve) => setTimeout(resolve, 50));
      place?.append(tag);
    });
    await drawn(page);
    const expected = inkOf(golden.cases.full.A[0][3]);
    assert.deepEqual(cellColour(await samples(page, 'map'), four, 0, 3), expected);
  });

  test('draws under a strict Content-Security-Policy', async () => {
    const page = await openDrawn(browser, '/policy.html');
    assert.equal((await samples(page, 'map')).width, 4);
    const position = await browser.evaluate(() => {
      const root = document.querySelector('attention-map')?.shadowRoot;
      const plate = root?.querySelector('[part~="map"]');
      return plate ? getComputedStyle(plate).position : '';
    });
    assert.equal(position, 'relative');
  });

  test('without data the fallback shows, after a drawing the map; without wasm the fallback and a message', async () => {
    await browser.open('/empty.html');
    const page = asPage(browser);
    await browser.evaluate(() => customElements.whenDefined('attention-map').then(() => {}));
    await frames(browser);
    assert.equal(await browser.evaluate(fallbackShows), true);
    await browser.evaluate((data) => {
      /** @type {Tag} */ (document.querySelector('attention-map')).data = data;
    }, chapter);
    await drawn(page);
    assert.equal(await browser.evaluate(fallbackShows), false);

    await browser.open('/nowasm.html');
    const told = await browser.evaluate(async () => {
      await customElements.whenDefined('attention-map');
      const tag = /** @type {Tag} */ (document.querySelector('attention-map'));
      return tag.ready.then(
        () => 'drawn',
        (error) => `${error.name}: ${error.code}`,
      );
    });
    assert.equal(told, 'AttentionError: backend');
    assert.equal(await browser.evaluate(fallbackShows), true);
    assert.match(await partText(page, 'error'), /WebAssembly/);
  });
}

/** The pages of these tests. @returns {Record<string, import('../browser/harness/server.js').Made>} */
export function hostPages() {
  const views = CONCEPTS.map((view) => [`/${view}.html`, bookPage(tagOf(`view="${view}"`, ''))]);
  const frame = bookPage(
    '<iframe style="width:320px;height:600px;border:0" src="about:blank"></iframe>',
  );
  const bare = bookPage(
    tagOf('tokens="a b"', '<p id="fallback">A static picture.</p>'),
    '<script>delete globalThis.WebAssembly</script>',
  );
  return {
    ...Object.fromEntries(
      [...Object.entries(pages), ...views, ['/frame.html', frame], ['/nowasm.html', bare]].map(
        ([path, body]) => [path, { body }],
      ),
    ),
    '/policy.html': {
      body: bookPage(tagOf('tokens="the cat sat down" view="stages" controls', '')).replace(
        /<style>.*?<\/style>/s,
        '',
      ),
      headers: { 'content-security-policy': POLICY },
    },
  };
}

const shownShape = () =>
  /** @type {Tag} */ (document.querySelector('attention-map')).result?.weights.shape ?? null;
const fallbackShows = () => document.querySelector('#fallback')?.checkVisibility() === true;

/**
 * How much wider than its window a page is, in a frame of 320 px: windows of some browsers are never that narrow.
 * @param {Browser} browser
 * @param {string} path
 */
const widthInFrame = (browser, path) =>
  browser.evaluate(async (address) => {
    const frame = /** @type {HTMLIFrameElement} */ (document.querySelector('iframe'));
    const loaded = new Promise((resolve) =>
      frame.addEventListener('load', resolve, { once: true }),
    );
    frame.src = address;
    await loaded;
    const inside = /** @type {Window & typeof globalThis} */ (frame.contentWindow);
    await inside.customElements.whenDefined('attention-map');
    const tag = /** @type {Tag} */ (inside.document.querySelector('attention-map'));
    await tag.ready;
    const frameDone = () => new Promise((resolve) => requestAnimationFrame(resolve));
    for (let count = 0; count < 3; count++) await frameDone();
    while (tag.shadowRoot?.querySelector('[aria-busy]')) await frameDone();
    return {
      width: inside.innerWidth,
      over: inside.document.documentElement.scrollWidth - inside.innerWidth,
    };
  }, path);

/**
 * @param {Browser} browser
 * @param {number[][]} points in the viewport
 * @returns {Promise<number[][]>} the colours of the screen there
 */
const pixelsAt = async (browser, points) =>
  browser.evaluate(
    async (base64, places) => {
      const blob = await (await fetch(`data:image/png;base64,${base64}`)).blob();
      const bitmap = await createImageBitmap(blob);
      const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
      context?.drawImage(bitmap, 0, 0);
      return places.map(([x, y]) =>
        Array.from(context?.getImageData(Math.floor(x), Math.floor(y), 1, 1).data ?? []),
      );
    },
    await browser.driver.screenshot(),
    points,
  );
