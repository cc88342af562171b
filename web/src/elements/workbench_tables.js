// Every number of a workbench, for export.

/** @typedef {import('../views/concepts/concept_figure.js').NumberTable} NumberTable */
/** @typedef {import('../views/heads_workbench.js').Workbench} Workbench */

/**
 * @param {Workbench} bench
 * @param {readonly string[]} tokens n_q
 * @returns {NumberTable[]} none where there is no layer
 */
export function workbenchTables({ heads, order, layer }, tokens) {
  if (!layer) return [];
  const { concat, output, wo, valueWidth, parts, without, norm, normNow, one } = layer;
  const components = order.flatMap((head) =>
    Array.from({ length: valueWidth }, (_, component) => `head ${head}, ${component}`),
  );
  const columns = Array.from({ length: output.shape[1] }, (_, column) => column);
  const list = Array.from({ length: heads }, (_, head) => head);
  /** @type {NumberTable[]} */
  const tables = [
    { name: 'concat', rows: tokens, columns: components, values: concat.data },
    {
      name: 'norm of the concat',
      rows: ['every head on', 'as it is now'],
      columns: ['norm'],
      values: [norm, normNow],
    },
    {
      name: 'heads in the concat',
      rows: list,
      columns: ['norm of its part', 'concat without it'],
      values: list.flatMap((head) => [parts[head], without[head]]),
    },
  ];
  if (wo) {
    const rows = list.flatMap((head) =>
      Array.from({ length: valueWidth }, (_, component) => `head ${head}, ${component}`),
    );
    tables.push(
      { name: 'W_O', rows, columns, values: wo.data },
      { name: 'output of the layer', rows: tokens, columns, values: output.data },
    );
  }
  if (one && Number.isFinite(one.raw)) {
    tables.push({
      name: 'all heads against one',
      rows: ['raw scores', 'softmax'],
      columns: ['largest difference'],
      values: [one.raw, one.softmax],
    });
  }
  return tables;
}
