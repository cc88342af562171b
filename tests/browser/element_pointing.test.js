// <attention-map> under pointer, keys and fingers.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cellCentre, drawn, golden, partText } from './harness/pages.js';
import { countPaints, four, live, paints, selection, useHarness } from './harness/use.js';

const harness = useHarness();

test('hover focuses row, column and cell, reads it out, and repaints nothing', async () => {
  const page = await harness.open('/map.html');
  await drawn(page);
  await countPaints(page);
  const { x, y } = await cellCentre(page, 2, 0, four);
  await page.mouse.move(x, y);
  assert.equal(await selection(page), '2,0');
  assert.match(
    await partText(page, 'readout'),
    /^query 2 ‘sat’ → key 0 ‘The’ · weight 0\.32 · score 0\.10 · row sum 1\.00/,
  );
  const marks = await page.evaluate(() => {
    const root = document.querySelector('attention-map')?.shadowRoot;
    const box = (/** @type {string} */ css) =>
      root?.querySelector(`[part~="map"] ${css}`)?.getBoundingClientRect().toJSON();
    return {
      row: box('.band.row'),
      column: box('.band.column'),
      mark: box('.mark'),
      labels: Array.from(
        root?.querySelectorAll('.label.focus:not([hidden])') ?? [],
        (node) => node.textContent,
      ),
    };
  });
  assert.ok(
    marks.mark.left < x && x < marks.mark.right && marks.mark.top < y && y < marks.mark.bottom,
  );
  assert.ok(marks.row.width > 3 * marks.row.height && marks.column.height > 3 * marks.column.width);
  assert.deepEqual(marks.labels, ['The', 'sat']);
  await page.mouse.move(2, 2);
  assert.equal(await selection(page), null);
  assert.equal(await paints(page), 0);
  await page.context().close();
});

test('click locks, hover then changes nothing, Escape unlocks, a second click on the cell too', async () => {
  const page = await harness.open('/map.html');
  await drawn(page);
  await page.evaluate(() => {
    /** @type {unknown[]} */
    const details = [];
    Object.assign(window, { details });
    document.addEventListener('attention-map:select', (event) =>
      details.push(/** @type {CustomEvent} */ (event).detail),
    );
  });
  const first = await cellCentre(page, 3, 1, four);
  const other = await cellCentre(page, 1, 0, four);
  await page.mouse.click(first.x, first.y);
  assert.equal(await selection(page), '3,1 locked');
  await page.mouse.move(other.x, other.y);
  assert.equal(await selection(page), '3,1 locked');
  assert.match(await partText(page, 'readout'), /locked/);
  await page.keyboard.press('Escape');
  assert.equal(await selection(page), '3,1');
  await page.mouse.click(first.x, first.y);
  await page.mouse.click(first.x, first.y);
  assert.equal(await selection(page), '3,1');
  const details = await page.evaluate(
    () =>
      /** @type {{ details: { row: number, column: number, locked: boolean, weight: number, head: number }[] }} */ (
        /** @type {unknown} */ (window)
      ).details,
  );
  const locked = details.find((detail) => detail.locked);
  assert.deepEqual([locked?.head, locked?.row, locked?.column], [0, 3, 1]);
  assert.ok(Math.abs((locked?.weight ?? 0) - golden.cases.causal.A[3][1]) < 1e-6);
  await page.context().close();
});

test('keys walk the cells, are spoken politely, and leave Tab and the page alone', async () => {
  const page = await harness.open('/map.html');
  await drawn(page);
  await page.locator('button', { hasText: 'before' }).focus();
  await page.keyboard.press('Tab');
  const focused = await page.evaluate(() => {
    const node = document.querySelector('attention-map')?.shadowRoot?.activeElement;
    return {
      role: node?.getAttribute('role'),
      label: node?.getAttribute('aria-label'),
      hint: node?.getAttribute('aria-describedby'),
    };
  });
  assert.equal(focused.role, 'application');
  assert.match(
    focused.label ?? '',
    /^Attention map, head 0: 4 queries in rows, 4 keys in columns$/,
  );
  assert.ok(focused.hint);
  const walkTo = async (/** @type {string} */ key) => {
    await page.keyboard.press(key);
    return selection(page);
  };
  assert.equal(await walkTo('ArrowDown'), '0,0');
  assert.equal(await walkTo('ArrowDown'), '1,0');
  assert.equal(await walkTo('End'), '1,3');
  assert.equal(await walkTo('PageDown'), '3,3');
  assert.equal(await walkTo('Home'), '3,0');
  assert.equal(await walkTo('ArrowLeft'), '3,0');
  assert.equal(await walkTo('Control+End'), '3,3');
  assert.equal(await walkTo('Control+Home'), '0,0');
  assert.equal(await walkTo('ArrowRight'), '0,1');
  assert.equal(await walkTo('Enter'), '0,1 locked');
  assert.equal(await walkTo('ArrowDown'), '1,1 locked');
  await page.waitForTimeout(250);
  assert.match(
    await live(page),
    /^query 1 ‘cat’ → key 1 ‘cat’ · weight 0\.02 · score −2\.47 · row sum 1\.00 · locked$/,
  );
  assert.equal(await walkTo('Escape'), '1,1');
  assert.equal(await walkTo('Escape'), null);
  for (const expected of ['Weights as a table', 'Save']) {
    await page.keyboard.press('Tab');
    const summary = await page.evaluate(
      () => document.querySelector('attention-map')?.shadowRoot?.activeElement?.textContent,
    );
    assert.equal(summary, expected);
  }
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'after');
  await page.context().close();
});

test('the wheel scrolls the page over a map', async () => {
  const page = await harness.open('/tall.html');
  await drawn(page);
  const { x, y } = await cellCentre(page, 1, 1, four);
  await page.mouse.move(x, y);
  await page.mouse.wheel(0, 200);
  await page.waitForFunction(() => scrollY > 100);
  await page.context().close();
});

test('touch: a tap locks a cell, a swipe scrolls the page and locks nothing', async () => {
  const page = await harness.open('/tall.html', {
    hasTouch: true,
    isMobile: true,
    viewport: { width: 360, height: 640 },
  });
  await drawn(page);
  const { x, y } = await cellCentre(page, 2, 1, four);
  const client = await page.context().newCDPSession(page);
  const start = await page.evaluate(() => scrollY);
  await page.evaluate(() => {
    const told = { selections: 0 };
    Object.assign(window, { told });
    document.addEventListener('attention-map:select', () => {
      told.selections += 1;
    });
  });
  const finger = (
    /** @type {'touchStart' | 'touchMove' | 'touchEnd'} */ type,
    /** @type {number[]} */ ...heights
  ) =>
    client.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: heights.map((height) => ({ x, y: height })),
    });
  await finger('touchStart', y);
  for (let moved = 10; moved <= 200; moved += 10) await finger('touchMove', y - moved);
  await finger('touchEnd');
  await page.evaluate(async () => {
    // The page glides on after a swipe.
    for (let last = -1; last !== scrollY; await new Promise((resolve) => setTimeout(resolve, 150)))
      last = scrollY;
  });
  assert.ok((await page.evaluate(() => scrollY)) > start + 100, 'the page did not scroll');
  assert.equal(await selection(page), null);
  const passed = await page.evaluate(
    () =>
      /** @type {{ told: { selections: number } }} */ (/** @type {unknown} */ (window)).told
        .selections,
  );
  assert.equal(passed, 0, 'a finger that scrolls points at nothing');
  const again = await cellCentre(page, 2, 1, four);
  await page.touchscreen.tap(again.x, again.y);
  assert.equal(await selection(page), '2,1 locked');
  // Cells may be smaller than a finger: buttons move what is locked.
  await page.getByRole('button', { name: '→' }).tap();
  assert.equal(await selection(page), '2,2 locked');
  await page.getByRole('button', { name: '←' }).tap();
  const last = await cellCentre(page, 2, 1, four);
  await page.touchscreen.tap(last.x, last.y);
  assert.equal(await selection(page), '2,1');
  const small = await page.evaluate(() => {
    const root = document.querySelector('attention-map')?.shadowRoot;
    return Array.from(
      root?.querySelectorAll('button, summary, select, label, input[type=range]') ?? [],
    )
      .map((node) => node.getBoundingClientRect())
      .filter((box) => box.width > 0 && (box.width < 24 || box.height < 24)).length;
  });
  assert.equal(small, 0);
  await page.context().close();
});

test('a page that scales its content with CSS still gets the right cell', async () => {
  const page = await harness.open('/map.html');
  await drawn(page);
  await page.evaluate(() => {
    document
      .querySelector('main')
      ?.setAttribute('style', 'transform: scale(0.6); transform-origin: 0 0');
  });
  const { x, y } = await cellCentre(page, 3, 2, four);
  await page.mouse.move(x, y);
  assert.equal(await selection(page), '3,2');
  await page.context().close();
});
