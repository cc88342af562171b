// Numbers as one tidy CSV file: a line for each, with the table it is of and the names of its row and its column (RFC 4180).

/** @typedef {import('../concepts/concept_figure.js').NumberTable} NumberTable */

const HEADINGS = ['table', 'row', 'row_name', 'column', 'column_name', 'value'];

/**
 * @param {string | number} value
 * @returns {string} quoted where it has to be; tokens stay what they are
 */
function field(value) {
  const text = String(value);
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * @param {readonly NumberTable[]} tables
 * @returns {string} lines end in CRLF; a value has the digits that bring back its float32
 */
export function csvFile(tables) {
  const lines = tables.flatMap(({ name, rows, columns, values }) =>
    rows.flatMap((rowName, row) =>
      columns.map((columnName, column) =>
        [name, row, rowName, column, columnName, values[row * columns.length + column]]
          .map(field)
          .join(','),
      ),
    ),
  );
  return `${[HEADINGS.join(','), ...lines].join('\r\n')}\r\n`;
}
