// Markdown tables whose columns line up, and times in as many digits as they deserve.

/**
 * @param {readonly string[]} head
 * @param {readonly (readonly string[])[]} rows
 * @returns {string}
 */
export function alignColumns(head, rows) {
  const widths = head.map((title, column) =>
    Math.max(3, ...[title, ...rows.map((row) => row[column])].map(({ length }) => length)),
  );
  const line = (/** @type {readonly string[]} */ cells) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column])).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}

/**
 * Three significant digits, never an exponent.
 * @param {number} ms
 * @returns {string}
 */
export function formatMs(ms) {
  if (ms >= 100) return ms.toFixed(0);
  if (ms >= 10) return ms.toFixed(1);
  return ms >= 1 ? ms.toFixed(2) : ms.toFixed(3);
}
