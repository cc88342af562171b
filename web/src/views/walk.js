// Which cell a key leads to: arrow keys, Home and End along the row, Page Up and Page Down ten rows.

const PAGE_ROWS = 10;

/**
 * @param {{ key: string, ctrlKey?: boolean, metaKey?: boolean, altKey?: boolean }} event
 * @param {{ row: number, column: number }} from
 * @param {{ rows: number, columns: number }} size
 * @returns {{ row: number, column: number } | null} inside the map; null for keys that are not for walking
 */
export function walk(event, { row, column }, { rows, columns }) {
  const far = event.ctrlKey === true || event.metaKey === true;
  // Alt + arrow is the browser's "back"; Ctrl + arrow is the system's on some machines.
  if (event.altKey || (far && event.key !== 'Home' && event.key !== 'End')) return null;
  const steps = /** @type {Record<string, [number, number]>} */ ({
    ArrowLeft: [row, column - 1],
    ArrowRight: [row, column + 1],
    ArrowUp: [row - 1, column],
    ArrowDown: [row + 1, column],
    PageUp: [row - PAGE_ROWS, column],
    PageDown: [row + PAGE_ROWS, column],
    Home: [far ? 0 : row, 0],
    End: [far ? rows - 1 : row, columns - 1],
  });
  if (!Object.hasOwn(steps, event.key)) return null;
  const [toRow, toColumn] = steps[event.key];
  return { row: clamp(toRow, rows), column: clamp(toColumn, columns) };
}

/**
 * @param {number} index
 * @param {number} count
 * @returns {number}
 */
function clamp(index, count) {
  return Math.min(Math.max(index, 0), count - 1);
}
