// Sizes of cells and axes: swept over counts, rooms and device pixel ratios.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fitCells, fitSquare, planAxis, planVectors } from '../../web/src/views/geometry.js';
import { tileStep } from '../../web/src/views/heads_plan.js';

const counts = [1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 33, 64, 128, 512, 2048];
const rooms = [24, 126, 288.5, 640, 1231];
const ratios = [1, 1.25, 1.5, 2, 3];

test('cells are whole device pixels, or as many samples as there are pixels; never wider than the room', () => {
  for (const count of counts) {
    for (const room of rooms) {
      for (const dpr of ratios) {
        const size = fitCells({ count, room, largest: 57, dpr });
        assert.ok(size.length <= room + 1e-9, `${size.length} px in ${room}`);
        assert.ok(Math.abs(size.cell * count - size.length) < 1e-9);
        const devicePixels = size.cell * dpr;
        if (size.pixels === count) {
          assert.ok(
            Math.abs(devicePixels - Math.round(devicePixels)) < 1e-9 || size.pixels < count,
          );
          assert.ok(size.cell <= 57);
        } else {
          assert.ok(devicePixels < 1, 'only cells below a device pixel are pooled');
          assert.equal(size.pixels, Math.floor(room * dpr));
        }
      }
    }
  }
});

test('a map has square cells whatever its sides', () => {
  for (const rows of counts) {
    for (const columns of counts) {
      for (const dpr of ratios) {
        const { row, column } = fitSquare({
          rows,
          columns,
          width: 640,
          height: 480,
          largest: 57,
          dpr,
        });
        assert.ok(row.length <= 480 + 1e-3 && column.length <= 640 + 1e-3);
        const aligned = row.pixels === rows && column.pixels === columns;
        // Pooled sides are cut to whole pixels each, so they differ by a pixel at most.
        const tolerance = aligned ? 1e-9 : 1 / dpr / Math.min(rows, columns);
        assert.ok(
          Math.abs(row.cell - column.cell) <= tolerance + 1e-9,
          `${rows} × ${columns}: ${row.cell}, ${column.cell}`,
        );
      }
    }
  }
});

test('labels never touch: every shown one has a line of room', () => {
  for (const count of counts) {
    for (const cell of [0.3, 1, 4, 9, 12.5, 17, 40, 60]) {
      for (const horizontal of [true, false]) {
        const widths = Array.from({ length: count }, (_, index) => 20 + ((index * 37) % 60));
        const plan = planAxis({ widths, cell, line: 17, longest: 130, horizontal });
        const pitch = plan.step * cell;
        const height = plan.small ? 17 * 0.75 : 17 * 0.95;
        if (horizontal && !plan.rotated) {
          const widest = plan.numeric ? String(count - 1).length * 8.5 : Math.max(...widths);
          assert.ok(
            pitch >= widest,
            `${count} columns of ${cell} px: ${widest} px labels every ${pitch} px`,
          );
        } else {
          assert.ok(
            pitch >= height - 1e-9,
            `${count} cells of ${cell} px: a label every ${pitch} px`,
          );
        }
        assert.ok(plan.extent <= 131);
      }
    }
  }
});

test('labels lie where they fit, stand upright where they do not, and become indices where few would be left', () => {
  const plan = (/** @type {number} */ cell, /** @type {number[]} */ widths) =>
    planAxis({ widths, cell, line: 17, longest: 130, horizontal: true });
  assert.equal(plan(57, [30, 40]).rotated, false);
  assert.equal(plan(40, [30, 60]).rotated, true);
  assert.equal(plan(40, [30, 60]).extent, 60);
  assert.equal(plan(40, [30, 600]).extent, 130);
  assert.equal(plan(14, [30, 60]).small, true);
  assert.equal(plan(9, [30, 60]).step, 2);
  assert.equal(plan(2, new Array(512).fill(30)).numeric, true);
  assert.equal(plan(2, new Array(512).fill(30)).step, 20);
});

test('vectors are bars where a bar can be read, heat cells elsewhere', () => {
  assert.equal(planVectors({ components: 8, along: 57, room: 88, dpr: 1 }).bars, true);
  assert.equal(planVectors({ components: 8, along: 9, room: 88, dpr: 1 }).bars, false);
  assert.equal(planVectors({ components: 64, along: 57, room: 78, dpr: 1 }).bars, false);
  const pooled = planVectors({ components: 512, along: 9, room: 78, dpr: 1 });
  assert.equal(pooled.pixels, 78);
  assert.equal(pooled.size, 78);
});

test('arrow keys move between heads and stop at the edges', () => {
  assert.equal(tileStep('ArrowRight', 0, 9, 5), 1);
  assert.equal(tileStep('ArrowLeft', 0, 9, 5), null);
  assert.equal(tileStep('ArrowDown', 1, 9, 5), 6);
  assert.equal(tileStep('ArrowDown', 4, 9, 5), null);
  assert.equal(tileStep('End', 2, 9, 5), 8);
  assert.equal(tileStep('Home', 2, 9, 5), 0);
  assert.equal(tileStep('constructor', 2, 9, 5), null);
});
