// <attention-map> in its page: several of them, coming and going, themes, widths, languages, print.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { colourAt, palette } from '../../web/src/palettes.js';
import { cellCentre, drawn, golden, partText, samples } from './harness/pages.js';
import { countPaints, four, paints, selection, useHarness } from './harness/use.js';

/** @typedef {import('attention-map/element').AttentionMapElement} Tag */

const harness = useHarness();

test('two tags on a page draw and are pointed at independently', async () => {
  const page = await harness.open('/two.html');
  await drawn(page, '#one');
  await drawn(page, '#two');
  assert.equal((await samples(page, 'map', { selector: '#one' })).width, 4);
  assert.equal((await samples(page, 'map', { selector: '#two' })).width, 3);
  const { x, y } = await cellCentre(page, 1, 2, { rows: 3, columns: 3, selector: '#two' });
  await page.mouse.click(x, y);
  assert.equal(await selection(page, '#two'), '1,2 locked');
  assert.equal(await selection(page, '#one'), null);
  await page.context().close();
});

test('taken out and put back, a tag goes on; while it is out it draws nothing', async () => {
  const page = await harness.open('/map.html');
  await drawn(page);
  await countPaints(page);
  await page.evaluate(async () => {
    const tag = /** @type {Tag} */ (document.querySelector('attention-map'));
    Object.assign(window, { tag, place: tag.parentNode });
    tag.remove();
    tag.setAttribute('mask', 'none');
    await new Promise((resolve) => setTimeout(resolve, 60));
  });
  assert.equal(await paints(page), 0);
  await page.evaluate(() => {
    const { tag, place } = /** @type {{ tag: Tag, place: Node }} */ (
      /** @type {unknown} */ (window)
    );
    place.appendChild(tag);
  });
  await drawn(page);
  const { data } = await samples(page, 'map');
  const expected = colourAt(palette('ink', 'light'), golden.cases.full.A[0][3]);
  assert.deepEqual(data.slice(12, 16), [...expected, 255]);
  const { x, y } = await cellCentre(page, 0, 3, four);
  await page.mouse.move(x, y);
  assert.equal(await selection(page), '0,3');
  await page.context().close();
});

test('colours follow the page: a class, color-scheme, the text colour, the system', async () => {
  const page = await harness.open('/map.html');
  await drawn(page);
  const zero = async () => {
    await page.waitForTimeout(120);
    const { data } = await samples(page, 'map');
    return data.slice(4 * 5, 4 * 5 + 3);
  };
  const level = golden.cases.causal.A[1][1];
  const light = [...colourAt(palette('ink', 'light'), level)];
  const dark = [...colourAt(palette('ink', 'dark'), level)];
  assert.deepEqual(await zero(), light);
  await page.addStyleTag({
    content:
      'html.dark body { background: #15171c; color: #e4e6ea } [data-theme=dark] body { color: #fff }',
  });
  await page.evaluate(() => document.documentElement.classList.add('dark'));
  assert.deepEqual(await zero(), dark);
  await page.evaluate(() => document.documentElement.classList.remove('dark'));
  assert.deepEqual(await zero(), light);
  await page.evaluate(() => {
    document.documentElement.dataset.theme = 'dark';
  });
  assert.deepEqual(await zero(), dark);
  await page.evaluate(() => {
    delete document.documentElement.dataset.theme;
  });
  assert.deepEqual(await zero(), light);
  // Nothing on the root changes here: only the colour that the tag inherits.
  await page.evaluate(() => document.querySelector('main')?.setAttribute('style', 'color: #eee'));
  assert.deepEqual(await zero(), dark);
  await page.evaluate(() =>
    document.querySelector('main')?.setAttribute('style', '--attention-map-color-scheme: dark'),
  );
  await page.evaluate(() => document.body.classList.toggle('touched'));
  assert.deepEqual(await zero(), dark);
  await page.evaluate(() => document.querySelector('main')?.removeAttribute('style'));
  await page.addStyleTag({
    content: ':root { color-scheme: light dark } body { background: Canvas; color: CanvasText }',
  });
  await page.emulateMedia({ colorScheme: 'dark' });
  assert.deepEqual(await zero(), dark);
  await page.context().close();
});

test('axis labels never overlap, at 4, 12, 64 and 512 tokens and three widths', async () => {
  for (const width of [320, 768, 1280]) {
    const page = await harness.open('/large.html', { viewport: { width, height: 800 } });
    await page.evaluate(() => customElements.whenDefined('attention-map'));
    for (const count of [4, 12, 64, 512]) {
      const collisions = await page.evaluate(async (n) => {
        const tag = /** @type {Tag} */ (document.querySelector('attention-map'));
        tag.setAttribute(
          'tokens',
          JSON.stringify(
            Array.from({ length: n }, (_, i) => 'abcdefghijkl'.slice(0, 2 + ((i * 5) % 11))),
          ),
        );
        await tag.ready;
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
        /** @type {string[]} */
        const found = [];
        for (const side of ['top', 'left']) {
          const labels = Array.from(
            tag.shadowRoot?.querySelectorAll(`.axis.${side} .label:not(.focus)`) ?? [],
          );
          const boxes = labels.map((label) => label.getBoundingClientRect());
          for (let i = 1; i < boxes.length; i++) {
            const overlap =
              side === 'top'
                ? boxes[i - 1].right - boxes[i].left
                : boxes[i - 1].bottom - boxes[i].top;
            // Line boxes are taller than ink: a third of a line may overlap before glyphs can.
            if (overlap > boxes[i].height * 0.34 && side === 'left')
              found.push(`${side} ${i}: ${overlap}`);
            if (overlap > boxes[i].width * 0.34 && side === 'top')
              found.push(`${side} ${i}: ${overlap}`);
          }
        }
        return found;
      }, count);
      assert.deepEqual(collisions, [], `${count} tokens at ${width} px`);
    }
    await page.context().close();
  }
});

test('512 tokens are pooled to the pixels there are, and pointed at by index', async () => {
  const page = await harness.open('/large.html', { viewport: { width: 320, height: 640 } });
  await page.evaluate(async () => {
    await customElements.whenDefined('attention-map');
    const tag = /** @type {Tag} */ (document.querySelector('attention-map'));
    tag.setAttribute('tokens', Array.from({ length: 512 }, (_, i) => `w${i}`).join(' '));
  });
  await drawn(page);
  const { width } = await samples(page, 'map');
  assert.ok(width < 288, `${width} samples`);
  const { x, y } = await cellCentre(page, 511, 0, { rows: 512, columns: 512 });
  await page.mouse.move(x, y);
  const [row, column] = ((await selection(page)) ?? '').split(',').map(Number);
  assert.ok(row >= 509 && column <= 2, `${row}, ${column}`);
  await page.context().close();
});

test('every text can be replaced', async () => {
  const page = await harness.open('/map.html');
  await drawn(page);
  await page.evaluate(() => {
    const tag = /** @type {Tag} */ (document.querySelector('attention-map'));
    tag.strings = {
      cell: 'Anfrage {row} → Schlüssel {column}',
      tableSummary: 'Als Tabelle',
      keysAxis: 'Schlüssel → Spalten',
    };
  });
  await drawn(page);
  const { x, y } = await cellCentre(page, 1, 0, four);
  await page.mouse.move(x, y);
  assert.match(await partText(page, 'readout'), /^Anfrage 1 → Schlüssel 0 · weight 0\.98/);
  assert.match(await partText(page, 'table'), /Als Tabelle/);
  await page.context().close();
});

test('from right to left: a map stands at the edge where lines begin, and its cells run as ever', async () => {
  const page = await harness.open('/rtl.html');
  const edges = await page.evaluate(() => {
    const { right } = /** @type {Element} */ (document.querySelector('h1')).getBoundingClientRect();
    return { right };
  });
  for (const id of ['map', 'heads', 'stages']) {
    await drawn(page, `#${id}`);
    const found = await page.evaluate((selector) => {
      const root = document.querySelector(selector)?.shadowRoot;
      const boxes = Array.from(root?.querySelectorAll('.picture :not(canvas)') ?? [])
        .filter((node) => /** @type {HTMLElement} */ (node).checkVisibility())
        .map((node) => node.getBoundingClientRect())
        .filter(({ width, height }) => width > 1 && height > 1);
      return {
        right: Math.max(...boxes.map((box) => box.right)),
        left: Math.min(...boxes.map((box) => box.left)),
      };
    }, `#${id}`);
    assert.ok(Math.abs(found.right - edges.right) <= 6, `${id}: ${found.right} of ${edges.right}`);
    assert.ok(found.left > 0, `${id} stays on the page`);
  }
  const room = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  assert.ok(room <= 0, 'nothing makes the page scroll sideways');
  const { x, y } = await cellCentre(page, 2, 0, { ...four, selector: '#map' });
  await page.mouse.move(x, y);
  assert.equal(await selection(page, '#map'), '2,0');
  const { data } = await samples(page, 'map', { selector: '#map' });
  assert.equal(data[3], 255);
  assert.equal(data[7], 0);
  await page.context().close();
});

test('the time is a mean, told shortly after the drawing', async () => {
  const page = await harness.open('/map.html');
  const time = await page.evaluate(
    () =>
      new Promise((resolve) =>
        document.addEventListener('attention-map:time', (event) =>
          resolve(/** @type {CustomEvent} */ (event).detail.timeMs),
        ),
      ),
  );
  assert.ok(Number(time) > 0, `${time} ms`);
  assert.equal(
    await page.evaluate(() => /** @type {Tag} */ (document.querySelector('attention-map')).timeMs),
    time,
  );
  await page.context().close();
});

test('print draws at once what is stale, and leaves out what paper cannot do', async () => {
  const page = await harness.open('/controls.html');
  await drawn(page);
  const width = await page.evaluate(() => {
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
  await page.emulateMedia({ media: 'print' });
  assert.equal(await page.getByRole('radio', { name: 'causal' }).isVisible(), false);
  assert.equal(await partText(page, 'readout'), '');
  assert.equal(await page.locator('attention-map [part~="map"]').isVisible(), true);
  await page.context().close();
});

test('on paper a figure is as narrow as paper, and afterwards as wide as it was', async () => {
  const page = await harness.open('/heads.html', { viewport: { width: 1280, height: 800 } });
  await drawn(page);
  const across = () =>
    page.evaluate(() => {
      const tiles = document.querySelector('attention-map')?.shadowRoot?.querySelector('.tiles');
      const sides = Array.from(tiles?.querySelectorAll('.tile') ?? [], (tile) =>
        tile.getBoundingClientRect(),
      );
      return Math.max(...sides.map(({ right }) => right)) - sides[0]?.left;
    });
  const wide = await across();
  assert.ok(wide > 700, `${wide} px on the screen`);
  // Nothing is laid out for paper yet: what is known is only that a printer comes.
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  const paper = await across();
  assert.ok(paper > 400 && paper <= 650, `${paper} px on paper`);
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await drawn(page);
  assert.equal(await across(), wide);
  // Paper that is narrower than that is found once the page is laid out for it.
  await page.addStyleTag({ content: '@media print { main { width: 300px } }' });
  await page.emulateMedia({ media: 'print' });
  await drawn(page);
  const narrow = await across();
  assert.ok(narrow <= 310, `${narrow} px of 300`);
  await page.context().close();
});
