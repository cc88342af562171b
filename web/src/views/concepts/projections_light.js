// What lights up where one number of the projections is pointed at: what it is made of, and what it makes.

/** @typedef {import('./projections_figure.js').PanelName} PanelName */
/** @typedef {{ row?: number, column?: number }} Light */

/**
 * @param {PanelName} name of the panel that is pointed at
 * @param {{ row: number, column: number }} cell
 * @returns {Partial<Record<PanelName, Light>>} rows and columns by panel
 */
export function lightOf(name, { row, column }) {
  const cell = { row, column };
  switch (name) {
    case 'x':
      return {
        ...tokenLight(row),
        x: cell,
        wq: { row: column },
        wk: { row: column },
        wv: { row: column },
      };
    case 'wq':
    case 'wk':
    case 'wv':
      return { x: { column: row }, [name]: cell, [name.slice(1)]: { column } };
    case 'q':
      return { x: { row }, wq: { column }, q: cell, scores: { row }, weights: { row } };
    case 'k':
      return {
        x: { row },
        wk: { column },
        k: cell,
        scores: { column: row },
        weights: { column: row },
      };
    case 'v':
      return { x: { row }, wv: { column }, v: cell, weights: { column: row } };
    default:
      return { q: { row }, k: { row: column }, v: { row: column }, scores: cell, weights: cell };
  }
}

/**
 * @param {number} row a token
 * @returns {Partial<Record<PanelName, Light>>} its q, k and v, and its row and column of the map
 */
function tokenLight(row) {
  return {
    q: { row },
    k: { row },
    v: { row },
    scores: { row, column: row },
    weights: { row, column: row },
  };
}
