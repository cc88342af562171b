// Every number of a map, for export: weights and what stands beside them.

/** @typedef {import('../views/picture.js').Picture} Picture */
/** @typedef {import('../views/concepts/concept_figure.js').NumberTable} NumberTable */

/**
 * @param {Picture} picture
 * @returns {NumberTable[]}
 */
export function pictureTables(picture) {
  const { shape, queryTokens, keyTokens, valueWidth } = picture;
  const [heads, rows, columns] = shape;
  const size = rows * columns;
  const { value, output } = picture;
  const components = Array.from({ length: valueWidth }, (_, component) => component);
  return Array.from({ length: heads }, (_, head) => {
    const name = (/** @type {string} */ what) => (heads === 1 ? what : `${what}, head ${head}`);
    const cut = (/** @type {Float32Array} */ data, /** @type {number} */ count, place = head) =>
      data.slice(place * count, (place + 1) * count);
    /** @type {NumberTable[]} */
    const tables = [
      {
        name: name('weights'),
        rows: queryTokens,
        columns: keyTokens,
        values: picture.weights.read(head * size, size).slice(),
      },
      {
        name: name('entropy'),
        rows: queryTokens,
        columns: ['nats'],
        values: cut(picture.entropy.data, rows),
      },
      {
        name: name('row sum'),
        rows: queryTokens,
        columns: ['sum'],
        values: cut(picture.rowSum.data, rows),
      },
    ];
    if (value) {
      const group = Math.floor((head * value.shape[0]) / heads);
      tables.push({
        name: name('value'),
        rows: keyTokens,
        columns: components,
        values: cut(value.data, columns * valueWidth, group),
      });
    }
    if (output) {
      tables.push({
        name: name('output'),
        rows: queryTokens,
        columns: components,
        values: cut(output.data, rows * valueWidth),
      });
    }
    return tables;
  }).flat();
}
